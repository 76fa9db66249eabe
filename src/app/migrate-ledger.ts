import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#config';
import { systemClock } from '#platform';
import { StoreOpenError } from '#ports';
import { LEDGER_FILE, lockDataDir, openLedgerRows, openStore, verifyLedgerFile } from '#storage/sqlite';
import { noteMovedLedger } from './moved-ledger.ts';
import type { MigrationReport } from './types.ts';

/**
 * Moves the ledger of a data folder to an empty database: copies every table, and verifies the hash chain and the tables
 * on both sides. The file stays as it is, but is not opened for writing any more.
 *
 * Refuses  (StoreOpenError) a folder in use, a ledger or a copy that does not verify, and a database that is not empty.
 */
export async function migrateLedger({ dataDir, profile }: Config, url: string): Promise<MigrationReport> {
  const file = join(dataDir, LEDGER_FILE);
  if (!existsSync(file)) throw new StoreOpenError(`${dataDir} has no ledger`);
  // Brings a ledger of an earlier version to the present tables, and the state of Demo into it.
  await (await openStore({ dataDir, profile, clock: systemClock, pid: process.pid })).close();
  const lock = lockDataDir(dataDir, process.pid);
  try {
    const [problem] = verifyLedgerFile(file).problems;
    if (problem !== undefined) throw new StoreOpenError(`${file} differs: ${problem.where}: ${problem.what}`);
    const source = openLedgerRows(file);
    try {
      const { importLedger } = await import('#storage/postgres');
      const report = await importLedger(url, source.tables);
      noteMovedLedger(dataDir, url);
      return report;
    } finally {
      source.close();
    }
  } finally {
    lock.release();
  }
}
