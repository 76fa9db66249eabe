import type { Config } from './config.ts';
import { isSealed, openSealed, SealError } from './sealed-secrets.ts';
import { readSecretFile, SecretFileError } from './secret-files.ts';

/** The settings that name a file with a credential of a venue. */
export const CREDENTIALS = {
  'venues.one.key_file': (config: Config) => config.venues.one.keyFile,
  'venues.two.private_key_file': (config: Config) => config.venues.two.privateKeyFile,
  'venues.two.credentials_file': (config: Config) => config.venues.two.credentialsFile,
} as const satisfies Record<string, (config: Config) => string>;

export type CredentialName = keyof typeof CREDENTIALS;

interface Credential {
  readonly text: string;
  readonly isSealed: boolean;
}

/**
 * A venue's credential as its file holds it, opened where it was sealed.
 *
 * @param path  of the file; the setting's own, or that of a local exchange in its place
 * Throws       SecretFileError naming the file, never with what it holds
 */
export function readCredential(name: CredentialName, path: string, { secrets }: Config): Credential {
  const text = readSecretFile(path);
  if (!isSealed(text)) return { text, isSealed: false };
  try {
    return { text: openSealed(text, masterKey(secrets.masterKeyFile), name), isSealed: true };
  } catch (error) {
    if (!(error instanceof SealError) && !(error instanceof SecretFileError)) throw error;
    throw new SecretFileError(`${path}: ${error.message}`);
  }
}

const VARIABLE = 'CROSSBOOK_MASTER_KEY';
const LENGTH_MIN = 16;

let taken: string | null = null;

/**
 * Takes the master key out of the environment, so that no child process inherits it and no report shows it.
 * Called first thing in `main.ts`.
 */
export function takeMasterKey(): void {
  taken = process.env[VARIABLE] || taken;
  delete process.env[VARIABLE];
}

/**
 * The key that sealed secrets are opened with: of the file that `secrets.master_key_file` names, else of the
 * environment. Throws SecretFileError when there is none, or one that can be guessed.
 */
export function masterKey(file: string): string {
  const key = file === '' ? taken : readSecretFile(file);
  if (key === null)
    throw new SecretFileError(
      `no master key: set secrets.master_key_file, or ${VARIABLE} in the environment`,
    );
  if (key.length < LENGTH_MIN)
    throw new SecretFileError(`the master key has less than ${LENGTH_MIN} characters`);
  return key;
}
