import { readSecretFile, SecretFileError } from './secretfile.ts';

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
