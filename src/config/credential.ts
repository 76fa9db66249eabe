import type { Config } from '../config.ts';
import { masterKey } from './masterkey.ts';
import { isSealed, openSealed, SealError } from './sealed.ts';
import { readSecretFile, SecretFileError } from './secretfile.ts';

/** The settings that name a file with a credential of a venue. */
export const CREDENTIALS = {
  'venues.one.key_file': (config: Config) => config.venues.one.keyFile,
  'venues.two.private_key_file': (config: Config) => config.venues.two.privateKeyFile,
  'venues.two.credentials_file': (config: Config) => config.venues.two.credentialsFile,
} as const satisfies Record<string, (config: Config) => string>;

export type CredentialName = keyof typeof CREDENTIALS;

export interface Credential {
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
