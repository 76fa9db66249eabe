import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { messageOf, StoreOpenError } from './database.ts';

export interface DataLock {
  release(): void;
}

/**
 * Makes this process the only one that writes in the data folder. The operating system holds the lock
 * for as long as the process lives, so it cannot go stale, not even after kill -9.
 *
 * Refuses  (StoreOpenError) while another process holds it, naming that process.
 */
export function lockDataDir(dataDir: string, pid: number): DataLock {
  // The holder's pid stands in a file of its own: closing any handle on a locked file gives its POSIX
  // locks up, so nothing but SQLite may ever open lock.db.
  const pidFile = join(dataDir, 'lock.pid');
  const database = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!messageOf(error).includes('locked')) throw error;
    throw new StoreOpenError(`${dataDir} is in use by ${holderIn(pidFile)}; stop it first`);
  }
  writeFileSync(pidFile, String(pid));
  return { release: () => database.close() };
}

function holderIn(pidFile: string): string {
  try {
    return `process ${readFileSync(pidFile, 'utf8')}`;
  } catch {
    return 'another process'; // it has taken the lock and not yet written its pid
  }
}
