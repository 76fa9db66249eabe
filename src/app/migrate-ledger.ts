import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { systemClock } from '../platform/system-environment.ts';
import { StoreOpenError } from '../storage/shared/sql-values.ts';
import { openLedgerRows } from '../storage/sqlite/journal/ledger-rows.ts';
import { verifyLedgerFile } from '../storage/sqlite/journal/verify-ledger.ts';
import { LEDGER_FILE, lockDataDir, openStore } from '../storage/sqlite/sqlite-store.ts';
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
      const { importLedger } = await import('../storage/postgres/import-ledger.ts');
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
