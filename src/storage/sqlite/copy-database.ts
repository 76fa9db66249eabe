import { chmodSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { StoreOpenError } from '#ports';
import type { ChainHead } from '#storage/shared';
import { openForReading, openForWriting } from './database.ts';
import { MARKET_SCHEMA } from './market/market-tables.ts';
import { LEDGER_SCHEMA } from './projections/ledger-schema.ts';

const PAGES_A_STEP = 1_000;
const OWNER_ONLY = 0o600;

/**
 * Copies a database file to a new file, also while its writer is active: the copy has all tables as they were at one commit,
 * and needs no other file. The writer continues; its write-ahead log grows until the copy is complete.
 *
 * Refuses  (StoreOpenError) a file that has not exactly the migrations of `schema`.
 */
export async function copyDatabase(file: string, target: string, schema: readonly string[]): Promise<void> {
  const source = openForReading(file, schema);
  try {
    // One read transaction over all steps: else a commit between two steps would begin the copy again, without end
    // under steady load.
    requireMigrated(source, file, schema);
    source.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    await backup(source, target, { rate: PAGES_A_STEP });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(target);
  try {
    // Without a write-ahead log a reader creates no file next to the copy.
    copy.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
  chmodSync(target, OWNER_ONLY);
}

function requireMigrated(database: DatabaseSync, file: string, schema: readonly string[]): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version === schema.length) return;
  throw new StoreOpenError(`${file} is of an earlier version: start this version of the service once`);
}

/** An entry of a ledger file, by default the newest one; null when there is no such entry. */
export function readEntryHead(file: string, seq?: number): ChainHead | null {
  const database = openForReading(file, LEDGER_SCHEMA);
  try {
    const row =
      seq === undefined
        ? database.prepare('SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1').get()
        : database.prepare('SELECT seq, hash FROM entries WHERE seq = ?').get(seq);
    return row === undefined ? null : { seq: Number(row['seq']), hash: String(row['hash']) };
  } finally {
    database.close();
  }
}

/** The highest instrument id in a file of market data; 0 without instruments. */
export function readHighestInstrumentId(file: string): number {
  using database = openForReading(file, MARKET_SCHEMA);
  const row = database.prepare('SELECT max(instrument_id) AS highest FROM instruments').get();
  return Number(row?.['highest'] ?? 0);
}

/** Skips ids of trade prints in a file of market data, which no process uses. */
export function skipPrintIds(file: string, count: number): void {
  using database = openForWriting(file, MARKET_SCHEMA);
  database
    .prepare(`UPDATE kept SET value = CAST(value AS INTEGER) + ? WHERE name = 'print_id_reserved'`)
    .run(count);
}
