import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { ApiKey } from './keys.ts';

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
