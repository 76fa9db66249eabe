import type { DatabaseSync } from 'node:sqlite';
import type { LedgerState } from '../../core/ledger/state.ts';
import type { Table } from './columns.ts';
import type { SqlValue } from './database.ts';
import type { Problem } from './problem.ts';
import {
  ACCOUNTS,
  ASSET_REVIEWS,
  BINDINGS,
  KEYS,
  KILL_SWITCHES,
  LIMITS,
  POSITIONS,
  SUBACCOUNTS,
  VENUE_MARKS,
} from './tables.ts';

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
