/** Reads a program's key from a key file or the environment. Node only. */
import { asObject } from './json.ts';

export interface Credentials {
  readonly baseUrl: string;
  readonly keyId: string;
  readonly privateKey: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const KEY_FILE = './data/sandbox-key.json';
const BASE_URL = 'http://127.0.0.1:8787';

/**
 * The credentials of a key file, `{"base_url","key_id","private_key"}`. Throws the file system's error, or
 * TypeError (without the key) if a field is missing.
 */
export async function credentialsFromFile(path: string): Promise<Credentials> {
  const fs = await importNodeFs();
  const file = asObject(JSON.parse(await fs.readFile(path, 'utf8')));
  const field = (name: string): string => {
    const value = file?.[name];
    if (typeof value !== 'string') throw new TypeError(`${path}: ${name} is missing`);
    return value;
  };
  return { baseUrl: field('base_url'), keyId: field('key_id'), privateKey: field('private_key') };
}

/**
 * The credentials from CROSSBOOK_KEY_ID and CROSSBOOK_PRIVATE_KEY, or else from the file CROSSBOOK_KEY_FILE.
 */
export async function credentialsFromEnv(env: Environment = processEnv()): Promise<Credentials> {
  const { CROSSBOOK_BASE_URL: baseUrl, CROSSBOOK_KEY_ID: keyId, CROSSBOOK_PRIVATE_KEY: privateKey } = env;
  if (keyId && privateKey) return { baseUrl: baseUrl || BASE_URL, keyId, privateKey };
  // Only one of the two is probably a mistake, and using another key than the intended one would be worse
  // than an error.
  if (keyId || privateKey)
    throw new TypeError('set both CROSSBOOK_KEY_ID and CROSSBOOK_PRIVATE_KEY, or neither');
  const fromFile = await credentialsFromFile(env['CROSSBOOK_KEY_FILE'] || KEY_FILE);
  return baseUrl ? { ...fromFile, baseUrl } : fromFile;
}

function processEnv(): Environment {
  const { process } = globalThis as { process?: { env: Environment } };
  if (process === undefined) throw new TypeError('there is no environment here; use new Crossbook({ … })');
  return process.env;
}

// A computed name, because a bundler for browsers would follow an import that it can read.
function importNodeFs(): Promise<{ readFile(path: string, encoding: 'utf8'): Promise<string> }> {
  const name = ['node', 'fs/promises'].join(':');
  return import(/* webpackIgnore: true */ /* @vite-ignore */ name);
}
