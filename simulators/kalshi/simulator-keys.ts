import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { SimulatorReply, SimulatorRequest } from '../shared/simulator-types.ts';
import { json, unauthenticated } from './kalshi-errors.ts';

/** A registered API key. The exchange never sees the private half. */
export interface ApiKey {
  readonly keyId: string;
  readonly user: string;
  readonly publicKey: string; // PEM
  readonly scopes: readonly string[]; // `read`, `write`, `write::trade`, …
  readonly subaccount: number | null; // locked to it
}

/** Accepts 10 s either way, as the exchange was seen to. */
const SKEW_MS_MAX = 10_000;

/** Checks who sends a request: key, time, signature. */
export class KeyRing {
  readonly #keys = new Map<string, ApiKey & { readonly parsed: KeyObject }>();

  constructor(keys: readonly ApiKey[]) {
    for (const key of keys) {
      this.#keys.set(key.keyId, { ...key, parsed: createPublicKey(key.publicKey) });
    }
  }

  /** The key, null when the request carries no credentials at all, or the 401 that it deserves. */
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

/** RSA-PSS with SHA-256 and a salt of its length, or plain Ed25519, by the kind of the key. */
function isSignature(key: KeyObject, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (key.asymmetricKeyType === 'ed25519') return verify(null, Buffer.from(text), key, bytes);
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants;
  return verify('sha256', Buffer.from(text), { key, padding, saltLength }, bytes);
}

/** Whether a key may do what `need` names: `write` holds `write::trade`. */
export const hasScope = ({ scopes }: ApiKey, need: string): boolean =>
  scopes.includes(need) || scopes.includes(need.split('::')[0] ?? need);

const SCOPES = ['read', 'write'];

/**
 * A public key to register. A `.json` file says everything: `{"key_id", "public_key", "user"?, "scopes"?,
 * "subaccount"?}`; of any other file the text is the PEM, and the name without its ending the key id.
 */
export function readKeyFile(path: string): ApiKey {
  const text = readFileSync(path, 'utf8');
  if (extname(path) !== '.json')
    return keyOf({ key_id: basename(path, extname(path)), public_key: text }, path);
  return keyOf(JSON.parse(text) as Partial<KeyFile>, path);
}

interface KeyFile {
  readonly key_id: string;
  readonly public_key: string;
  readonly user: string;
  readonly scopes: readonly string[];
  readonly subaccount: number;
}

function keyOf(file: Partial<KeyFile>, path: string): ApiKey {
  const { key_id: keyId, public_key: publicKey } = file;
  if (typeof keyId !== 'string' || typeof publicKey !== 'string') {
    throw new TypeError(`${path} needs key_id and public_key`);
  }
  const { user = 'crossbook', scopes = SCOPES, subaccount = null } = file;
  return { keyId, publicKey, user, scopes, subaccount };
}
