import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { SimulatorReply, SimulatorRequest } from '../shared/simulator-types.ts';
import { json, unauthenticated } from './kalshi-errors.ts';

/** A registered API key with its public half. */
export interface ApiKey {
  readonly keyId: string;
  readonly user: string;
  readonly publicKey: string; // PEM
  readonly scopes: readonly string[]; // `read`, `write`, `write::trade`, …
  readonly subaccount: number | null; // non-null: the key is locked to it
}

/** The venue was observed to accept 10 s of skew in both directions. */
const SKEW_MS_MAX = 10_000;

/** Authenticates requests: key, timestamp, signature. */
export class KeyRing {
  readonly #keys = new Map<string, ApiKey & { readonly parsed: KeyObject }>();

  constructor(keys: readonly ApiKey[]) {
    for (const key of keys) {
      this.#keys.set(key.keyId, { ...key, parsed: createPublicKey(key.publicKey) });
    }
  }

  /** Returns the key, null when the request has no credentials, or the 401 reply. */
  identify(request: SimulatorRequest, now: number): ApiKey | SimulatorReply | null {
    const { headers, method, path } = request;
    const keyId = headers['kalshi-access-key'];
    const signature = headers['kalshi-access-signature'];
    const timestamp = headers['kalshi-access-timestamp'];
    if (keyId === undefined && signature === undefined && timestamp === undefined) return null;
    if (keyId === undefined || signature === undefined || timestamp === undefined) return MISSING_CREDENTIALS;
    const key = this.#keys.get(keyId);
    if (key === undefined) return unauthenticated('NOT_FOUND');
    if (!/^\d{13}$/.test(timestamp) || Math.abs(Number(timestamp) - now) > SKEW_MS_MAX) return EXPIRED;
    const isSigned = isSignature(key.parsed, `${timestamp}${method}${path}`, signature);
    return isSigned ? key : unauthenticated('INCORRECT_API_KEY_SIGNATURE');
  }
}

export const MISSING_CREDENTIALS: SimulatorReply = json(401, {
  error: {
    code: 'signature_is_missing_from_headers',
    message: 'signature is missing from headers',
  },
});
const EXPIRED: SimulatorReply = json(401, {
  error: { code: 'header_timestamp_expired', message: 'header timestamp expired' },
});

/** RSA-PSS with SHA-256 and a salt of digest length, or plain Ed25519, depending on the key type. */
function isSignature(key: KeyObject, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (key.asymmetricKeyType === 'ed25519') return verify(null, Buffer.from(text), key, bytes);
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants;
  return verify('sha256', Buffer.from(text), { key, padding, saltLength }, bytes);
}

/** Whether the key has a scope. `write` includes `write::trade`. */
export const hasScope = ({ scopes }: ApiKey, need: string): boolean =>
  scopes.includes(need) || scopes.includes(need.split('::')[0] ?? need);

const SCOPES = ['read', 'write'];

/**
 * Reads a public key to register. A `.json` file contains `{"key_id", "public_key", "user"?, "scopes"?,
 * "subaccount"?}`. Any other file is a PEM, and its name without extension is the key id.
 */
export function readKeyFile(path: string): ApiKey {
  const text = readFileSync(path, 'utf8');
  if (extname(path) !== '.json')
    return toApiKey({ key_id: basename(path, extname(path)), public_key: text }, path);
  return toApiKey(JSON.parse(text) as Partial<KeyFile>, path);
}

interface KeyFile {
  readonly key_id: string;
  readonly public_key: string;
  readonly user: string;
  readonly scopes: readonly string[];
  readonly subaccount: number;
}

function toApiKey(file: Partial<KeyFile>, path: string): ApiKey {
  const { key_id: keyId, public_key: publicKey } = file;
  if (typeof keyId !== 'string' || typeof publicKey !== 'string') {
    throw new TypeError(`${path} needs key_id and public_key`);
  }
  const { user = 'crossbook', scopes = SCOPES, subaccount = null } = file;
  return { keyId, publicKey, user, scopes, subaccount };
}
