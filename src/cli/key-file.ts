import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseBase64 } from '#contract';
import { EXIT, Failure } from './cli-failure.ts';
import { START } from './program-name.ts';

/** The credentials of a client, in the file that `start` and `key new` write. */
export interface KeyFile {
  readonly base_url: string; // of several nodes, separated by commas
  readonly key_id: string;
  readonly private_key: string; // base64 of the 32-byte seed
  readonly subaccounts: '*' | readonly string[];
}

/** Reads a key file. Fails with the action to take if it is missing or malformed. */
export function readKeyFile(path: string): KeyFile {
  const file = parseKeyFile(readText(path));
  if (file === null) {
    throw new Failure(
      `${path} is not a key file: it must hold base_url, key_id and private_key.`,
      EXIT.usage,
    );
  }
  return file;
}

/** Parses a key file; null if the text is malformed. */
function parseKeyFile(text: string): KeyFile | null {
  try {
    const { base_url, key_id, private_key, subaccounts } = JSON.parse(text) as Partial<KeyFile>;
    const isComplete = [base_url, key_id, private_key].every(
      (part) => typeof part === 'string' && part !== '',
    );
    if (!isComplete) return null;
    return { base_url, key_id, private_key, subaccounts: subaccounts ?? '*' } as KeyFile;
  } catch {
    return null;
  }
}

export const renderKeyFile = (file: KeyFile): string => `${JSON.stringify(file, null, 2)}\n`;

/** Replaces the file atomically, with mode 600. */
export function replaceKeyFile(path: string, file: KeyFile): void {
  const draft = `${path}.${process.pid}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, renderKeyFile(file), { mode: 0o600, flag: 'wx', flush: true });
  renameSync(draft, path);
}

/** Writes a new file with mode 600. Fails if the file exists. */
export function createKeyFile(path: string, file: KeyFile): void {
  try {
    writeFileSync(path, renderKeyFile(file), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'EEXIST' ? 'it already exists' : String(error);
    throw new Failure(`the key file ${path} was not written: ${why}.`, EXIT.usage);
  }
}

export interface CredentialSource {
  readonly key?: string | undefined; // --key
  readonly baseUrl?: string | undefined; // --base-url
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/**
 * Finds the signing key: `--key`, else CROSSBOOK_KEY_ID and CROSSBOOK_PRIVATE_KEY, else
 * CROSSBOOK_KEY_FILE, else the sandbox key of the data folder.
 */
export function findCredentials({ key, baseUrl, dataDir, env, cwd }: CredentialSource): KeyFile {
  const found = key === undefined ? (keyOfEnvironment(env) ?? env.CROSSBOOK_KEY_FILE) : key;
  const file =
    typeof found === 'object' ? found : readKeyFile(resolve(cwd, found ?? sandboxKeyPath(dataDir)));
  const urls = listAddresses(baseUrl ?? env.CROSSBOOK_BASE_URL ?? file.base_url);
  const invalid = urls.find((url) => !URL.canParse(url));
  if (invalid !== undefined)
    throw new Failure(`the base URL ${JSON.stringify(invalid)} is not a valid URL.`, EXIT.usage);
  return { ...file, base_url: urls.join(',') };
}

/** The addresses of a `base_url`, without the slash at their ends. */
export const listAddresses = (baseUrl: string): readonly string[] =>
  baseUrl.split(',').map((url) => url.trim().replace(/\/+$/, ''));

export const sandboxKeyPath = (dataDir: string): string => resolve(dataDir, 'sandbox-key.json');

function keyOfEnvironment(env: CredentialSource['env']): KeyFile | undefined {
  const { CROSSBOOK_KEY_ID: key_id, CROSSBOOK_PRIVATE_KEY: private_key } = env;
  if (!key_id || !private_key) return undefined;
  return { base_url: env.CROSSBOOK_BASE_URL ?? '', key_id, private_key, subaccounts: '*' };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = isMissing
      ? `it does not exist. \`${START}\` creates the sandbox key once the service is ready, which \`wait\` waits for; \`key new\` creates others`
      : String(error);
    throw new Failure(`cannot read the key file ${path}: ${why}.`, EXIT.usage);
  }
}

const SEED_BYTES = 32;
// The fixed header of an Ed25519 private key in PKCS #8 (RFC 8410); the seed follows it.
const PKCS8_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');

interface KeyPair {
  readonly privateKey: string; // base64 of the 32-byte seed
  readonly publicKey: string; // base64 of the 32 bytes
}

export function newKeyPair(): KeyPair {
  const { d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const privateKey = Buffer.from(d ?? '', 'base64url').toString('base64');
  return { privateKey, publicKey: derivePublicKey(privateKey) };
}

/** Derives the public key of a seed. Fails if the seed is malformed, without printing it. */
export function derivePublicKey(privateKey: string): string {
  const { x } = createPublicKey(toKeyObject(privateKey)).export({ format: 'jwk' });
  return Buffer.from(x ?? '', 'base64url').toString('base64');
}

/** Signs the UTF-8 bytes of the text; returns the signature in base64. */
export const signText = (privateKey: string, text: string): string =>
  sign(null, Buffer.from(text), toKeyObject(privateKey)).toString('base64');

function toKeyObject(privateKey: string): KeyObject {
  const seed = parseBase64(privateKey.trim(), SEED_BYTES);
  if (seed === null) throw new Failure('the private key is not a base64 seed of 32 bytes.', EXIT.usage);
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEADER, seed]), format: 'der', type: 'pkcs8' });
}
