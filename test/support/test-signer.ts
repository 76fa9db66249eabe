import { Buffer } from 'node:buffer';
import { createPrivateKey, sign } from 'node:crypto';
import type { ApiKey } from '../../src/contract/access/access.ts';
import type { AccountId, KeyId } from '../../src/contract/model/ids.ts';
import type { TimestampMs } from '../../src/contract/model/time.ts';

/** The key of the contract's worked vectors: its seed is the bytes 00..1f. */
export const VECTOR_KEY: ApiKey = {
  keyId: 'key_demo_1' as KeyId,
  accountId: 'acc_1' as AccountId,
  publicKey: 'A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=',
  permissions: ['read', 'trade', 'risk'],
  subaccounts: '*',
  status: 'ACTIVE',
  expiresAt: null,
  createdAt: 0 as TimestampMs,
  agent: null,
  limits: null,
};

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const VECTOR_SEED = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const PRIVATE_KEY = createPrivateKey({
  key: Buffer.concat([PKCS8_ED25519, VECTOR_SEED]),
  format: 'der',
  type: 'pkcs8',
});

/** Base64 of the vector key's signature over exactly this text. */
export const signText = (text: string): string =>
  sign(null, Buffer.from(text, 'utf8'), PRIVATE_KEY).toString('base64');
