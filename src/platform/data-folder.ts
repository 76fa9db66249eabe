import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A data folder that other users can read or change, or that contains a link. The message names the remedy.
 */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** Only the owner may enter the folder; only the owner may read or write what the process creates. */
const OTHERS = 0o077;

/**
 * Creates the data folder with mode 700, or checks the existing one, before any file in it is opened. Files
 * that the process creates from then on have mode 600.
 *
 * Refuses (DataFolderError) a folder or file of another user, a folder that other users can enter, and a
 * symbolic link in the folder. Throws the system's error if the folder cannot be created or written.
 */
export function prepareDataFolder(dataDir: string): void {
  if (hasModes) process.umask(OTHERS);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const problem = findFolderProblem(dataDir);
  if (problem !== null) throw new DataFolderError(`the data folder ${dataDir}: ${problem}.`);
  accessSync(dataDir, constants.W_OK | constants.X_OK);
  if (hasModes) closeToOthers(dataDir);
}

/** Why an existing data folder is not safe to use, and the remedy; null if it is safe. Changes nothing. */
export function findFolderProblem(dataDir: string): string | null {
  if (!hasModes) return null;
  // The folder itself may be reached through a link, e.g. to another disk.
  const folder = statSync(dataDir);
  if (!folder.isDirectory()) return 'it is not a directory; choose another with CROSSBOOK_DATA_DIR';
  if (!isOwn(folder)) return `it belongs to user ${folder.uid}; run chown ${getOwnUid()} ${dataDir}`;
  if ((folder.mode & OTHERS) !== 0)
    return `other users can enter it (mode ${toOctal(folder.mode)}); run chmod 700 ${dataDir}`;
  for (const { name } of readdirSync(dataDir, { withFileTypes: true })) {
    const entry = lstatSync(join(dataDir, name), { throwIfNoEntry: false });
    if (entry === undefined) continue; // a temporary file that was deleted meanwhile
    // A link could make the service overwrite a file elsewhere, or store its ledger where others can read it.
    if (entry.isSymbolicLink()) return `${name} is a symbolic link; remove it or put the file itself there`;
    if (!isOwn(entry)) return `${name} belongs to user ${entry.uid}; run chown -R ${getOwnUid()} ${dataDir}`;
  }
  return null;
}

/** Earlier versions created files with mode 644. */
function closeToOthers(dataDir: string): void {
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(dataDir, entry.name);
    const { mode } = lstatSync(path, { throwIfNoEntry: false }) ?? { mode: 0 };
    if ((mode & OTHERS) !== 0) chmodSync(path, mode & 0o700);
  }
}

/** Windows has no comparable users and modes. */
const hasModes = process.platform !== 'win32';

const getOwnUid = (): number => process.getuid?.() ?? 0;
const isOwn = ({ uid }: { readonly uid: number }): boolean => uid === getOwnUid();
const toOctal = (mode: number): string => (mode & 0o777).toString(8);
