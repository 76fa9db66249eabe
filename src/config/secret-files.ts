import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorMessage } from '#contract';
import { HOME_DIR } from './load-config.ts';

/** A credential file that cannot be used. The message names the file and the remedy, never the content. */
export class SecretFileError extends Error {
  override readonly name = 'SecretFileError';
}

/**
 * Reads a file that holds a key and trims white space. A relative path starts at the project's folder, as in
 * all settings.
 *
 * Throws SecretFileError if the file is missing, empty or not a regular file, or if other users can access
 * it.
 */
export function readSecretFile(path: string): string {
  const full = resolve(HOME_DIR, path);
  const file = open(full);
  try {
    // Checks the opened file, so that it cannot be replaced between the check and the read.
    const { mode } = fstatSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new SecretFileError(
        `${full}: users other than its owner can read or change it (mode ${(mode & 0o777).toString(8)}); ` +
          `run chmod 600 ${full}`,
      );
    }
    const text = read(file, full).trim();
    if (text === '') throw new SecretFileError(`${full}: the file is empty`);
    return text;
  } finally {
    closeSync(file);
  }
}

function open(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw new SecretFileError(`${path}: ${errorMessage(error)}`);
  }
}

function read(file: number, path: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SecretFileError(`${path}: ${errorMessage(error)}`);
  }
}
