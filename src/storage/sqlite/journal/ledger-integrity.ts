import type { DatabaseSync } from 'node:sqlite';
import { decodeEvents } from '../../../domain/events/event-codec.ts';
import type { LedgerState } from '../../../domain/projections/ledger-state.ts';
import { messageOf, type Problem, type Row, type SqlValue, StoreOpenError } from '../database.ts';
import type { SqliteReader } from '../projections/ledger-reader.ts';
import {
  ACCOUNTS,
  ASSET_REVIEWS,
  BINDINGS,
  KEYS,
  KILL_SWITCHES,
  LIMITS,
  POSITIONS,
  SUBACCOUNTS,
  type Table,
  VENUE_MARKS,
} from '../projections/table-mapping.ts';
import { type ChainedEntry, chainHash, GENESIS_HASH } from './hash-chain.ts';

const TAIL_ENTRIES = 1_000;

export interface StoredEntry extends ChainedEntry {
  readonly hash: string;
}

export const entryOf = (row: Row): StoredEntry => ({
  seq: Number(row['seq']),
  epoch: Number(row['epoch']),
  at: Number(row['at']),
  cause: String(row['cause']),
  actor: String(row['actor']),
  events: String(row['events']),
  hash: String(row['hash']),
});

/**
 * Checks the newest entries: whole, readable by this version, and chained to each other. Damage there
 * means that the last words of the ledger cannot be trusted; `crossbook verify` checks all of it.
 *
 * Refuses  (StoreOpenError) naming the file and the first entry that is wrong.
 */
export async function checkTail(file: string, reader: SqliteReader): Promise<void> {
  const rows = await reader.all('SELECT * FROM entries ORDER BY seq DESC LIMIT ?', [TAIL_ENTRIES + 1]);
  const entries = rows.map(entryOf).reverse();
  let before = entries.length > TAIL_ENTRIES ? entries.shift() : undefined;
  for (const entry of entries) {
    const wrong = whatIsWrong(before, entry) ?? whatIsUnreadable(entry);
    if (wrong !== null) throw new StoreOpenError(`${file} is damaged: entry ${entry.seq} ${wrong}`);
    before = entry;
  }
}

function whatIsUnreadable(entry: StoredEntry): string | null {
  try {
    decodeEvents(entry.events);
    return null;
  } catch (error) {
    return `cannot be read by this version: ${messageOf(error)}`;
  }
}

/** What is wrong with an entry that follows `before` (undefined: it is the first), or null. */
export function whatIsWrong(before: StoredEntry | undefined, entry: StoredEntry): string | null {
  const expected = (before?.seq ?? 0) + 1;
  if (entry.seq !== expected) return `stands where entry ${expected} should be`;
  if (entry.epoch < (before?.epoch ?? 1))
    return `was written by epoch ${entry.epoch}, before the one it follows`;
  if (entry.hash !== chainHash(before?.hash ?? GENESIS_HASH, entry)) return 'does not match its hash';
  return null;
}

/** Compares the tables that do not grow with history, whole, with a replayed state. */
export function* settingsProblems(database: DatabaseSync, state: LedgerState): Generator<Problem> {
  const accounts = [...state.accounts].map((accountId) => ({ accountId }));
  const bindings = [...state.bindings].map(([instrumentId, binding]) => ({ instrumentId, ...binding }));
  const marks = [...state.venueMarks].map(([venue, mark]) => ({ venue, mark }));
  yield* compare(database, ACCOUNTS, accounts);
  yield* compare(database, SUBACCOUNTS, state.subaccounts.values());
  yield* compare(database, KEYS, state.keys.values());
  yield* compare(database, LIMITS, state.limits.values());
  yield* compare(database, KILL_SWITCHES, state.killSwitches.values());
  yield* compare(database, BINDINGS, bindings);
  yield* compare(database, ASSET_REVIEWS, state.assetReviews.values());
  yield* compare(database, VENUE_MARKS, marks);
  yield* compare(database, POSITIONS, state.positions.values());
}

function* compare<Shape>(
  database: DatabaseSync,
  table: Table<Shape>,
  records: Iterable<Shape>,
): Generator<Problem> {
  const keyOf = (row: readonly SqlValue[]): string => row.slice(0, table.keyColumns).join(' ');
  const stored = new Map<string, string>();
  const rows = database.prepare(`SELECT ${table.columns.join(', ')} FROM ${table.name}`);
  rows.setReturnArrays(true);
  for (const row of rows.all() as unknown as SqlValue[][]) stored.set(keyOf(row), JSON.stringify(row));
  for (const record of records) {
    const expected = table.paramsOf(record);
    const key = keyOf(expected);
    if (stored.get(key) !== JSON.stringify(expected)) {
      yield { where: `${table.name} row ${key}`, what: 'is not what the journal makes it' };
    }
    stored.delete(key);
  }
  for (const key of stored.keys()) {
    yield { where: `${table.name} row ${key}`, what: 'is in no entry of the journal' };
  }
}
