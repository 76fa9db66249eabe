import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { decodeEvents } from '../../../domain/events/event-codec.ts';
import type { LedgerEntry, LedgerEvent, LegName } from '../../../domain/events/event-schema.ts';
import { UnreadableRecordError } from '../../../domain/events/record-format.ts';
import { DefectError } from '../../../domain/model/assert.ts';
import { getIdNumber, type OrderId } from '../../../domain/model/ids.ts';
import { type Fill, isLive, type Order } from '../../../domain/model/order.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import { applyEntry, createLedgerState } from '../../../domain/projections/ledger-projection.ts';
import { type LedgerState, toLedgerRows } from '../../../domain/projections/ledger-state.ts';
import { openForReading, type Problem, type SqlValue } from '../database.ts';
import { LEDGER_SCHEMA } from '../projections/ledger-schema.ts';
import {
  ANSWER_TEXT,
  ENTRY_COLUMNS,
  type EntryTable,
  entryOps,
  ORDER_COLUMNS,
  orderParams,
  toOrder,
} from '../projections/row-mapping.ts';
import {
  ACCOUNTS,
  ASSET_REVIEWS,
  BINDINGS,
  FILLS,
  KEYS,
  KILL_SWITCHES,
  LEG_NAMES,
  LIMITS,
  POSITIONS,
  SUBACCOUNTS,
  type Table,
  VENUE_MARKS,
} from '../projections/table-mapping.ts';
import { findChainProblem, type StoredEntry, toStoredEntry } from './ledger-audit.ts';

interface VerifyReport {
  readonly entries: number; // read and checked
  readonly ok: boolean;
  readonly problems: readonly Problem[]; // at most PROBLEMS_MAX
}

export const PROBLEMS_MAX = 100;

/** Runs `verifyLedger` on a ledger file, also while a service uses it. Refuses (StoreOpenError) a file that is not a ledger. */
export function verifyLedgerFile(file: string): VerifyReport {
  const database = openForReading(file, LEDGER_SCHEMA);
  try {
    return verifyLedger(database);
  } finally {
    database.close();
  }
}

/**
 * Verifies the whole ledger: sequence numbers are complete, hashes chain, and replaying the events yields every
 * stored table. Any changed bit is detected.
 *
 * Memory use is that of a running service, not of the history: a closed order whose row is correct is dropped and
 * read again from its row when a later event concerns it.
 */
export function verifyLedger(database: DatabaseSync): VerifyReport {
  database.exec('BEGIN'); // one consistent view of all tables
  try {
    const problems = [...findFileProblems(database)];
    const replay = new JournalReplay(database);
    for (const problem of replay.run()) addProblem(problems, problem);
    if (replay.isComplete)
      for (const problem of findTableProblems(database, replay.state)) addProblem(problems, problem);
    return { entries: replay.entries, ok: problems.length === 0, problems };
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return { entries: 0, ok: false, problems: [{ where: 'file', what: error.message }] };
  } finally {
    database.exec('ROLLBACK');
  }
}

/** Problems of pages and indexes that SQLite's integrity check reports. */
function findFileProblems(database: DatabaseSync): Problem[] {
  const rows = database.prepare(`PRAGMA integrity_check(${PROBLEMS_MAX})`).all();
  const found = rows.map((row) => String(row['integrity_check']));
  return found.filter((what) => what !== 'ok').map((what) => ({ where: 'file', what }));
}

function addProblem(problems: Problem[], problem: Problem): void {
  if (problems.length < PROBLEMS_MAX) problems.push(problem);
}

const isSqliteError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';

/** Replays the journal and compares orders and fills with their rows. */
export class JournalReplay {
  readonly state = createLedgerState();
  /** False once an entry could not be applied; then the state cannot be compared with the tables. */
  isComplete = true;
  entries = 0;
  #isAtEnd = false;
  #orders = 0;
  #fills = 0;
  #legNames = 0;
  readonly #entryRows: Record<EntryTable, number> = { order_entries: 0, anomaly_entries: 0 };
  readonly #database: DatabaseSync;
  readonly #orderRow: StatementSync;
  readonly #orderRecord: StatementSync;
  readonly #fillRow: StatementSync;
  readonly #legNameRow: StatementSync;
  readonly #entryRow: Record<EntryTable, StatementSync>;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#orderRow = rowStatement(database, 'orders', [...ORDER_COLUMNS.slice(0, -1), ANSWER_TEXT]);
    this.#fillRow = rowStatement(database, FILLS.name, FILLS.columns);
    this.#legNameRow = rowStatement(
      database,
      LEG_NAMES.name,
      LEG_NAMES.columns,
      'venue = ? AND client_id = ?',
    );
    this.#entryRow = {
      order_entries: entryRowStatement(database, 'order_entries'),
      anomaly_entries: entryRowStatement(database, 'anomaly_entries'),
    };
    this.#orderRecord = database.prepare('SELECT * FROM orders WHERE number = ?');
  }

  *run(): Generator<Problem> {
    let before: StoredEntry | undefined;
    for (const row of this.#database.prepare('SELECT * FROM entries ORDER BY seq').iterate()) {
      const entry = toStoredEntry(row);
      const chainProblem = findChainProblem(before, entry);
      if (chainProblem !== null) yield { where: `entry ${entry.seq}`, what: chainProblem };
      if (this.isComplete) yield* this.#apply(entry);
      before = entry;
      this.entries += 1;
    }
    if (this.isComplete) yield* this.#finish();
  }

  *#apply(stored: StoredEntry): Generator<Problem> {
    try {
      const entry: LedgerEntry = {
        ...stored,
        at: stored.at as TimestampMs,
        events: decodeEvents(stored.events),
      };
      for (const event of entry.events) this.#reload(event);
      yield* this.#checkEntryRows(entry);
      const rows = toLedgerRows(this.state, applyEntry(this.state, entry));
      for (const order of rows.orders) this.#dropIfStored(order);
      this.#orders += entry.events.filter(({ type }) => type === 'OrderAccepted').length;
      this.#fills += entry.events.filter(({ type }) => NEW_FILL.has(type)).length;
      for (const fill of rows.fills) yield* this.#checkFill(fill);
      this.#legNames += rows.legNames.length;
      for (const name of rows.legNames) yield* this.#checkLegName(name);
    } catch (error) {
      if (!(error instanceof UnreadableRecordError) && !(error instanceof DefectError)) throw error;
      this.isComplete = false;
      const what = `cannot be replayed, so the tables are not compared: ${error.message}`;
      yield { where: `entry ${stored.seq}`, what };
    }
  }

  /** Drops a closed order whose row is correct: the row can replace it. */
  #dropIfStored(order: Order): void {
    if (isLive(order.status) || !isStoredRow(this.#orderRow, orderParams(order))) return;
    this.state.orders.delete(order.id);
  }

  /** Reloads a dropped order from its row, which was correct when the order was dropped. */
  #reload(event: LedgerEvent): void {
    const id = findChangedOrderId(event);
    if (id === null || this.state.orders.has(id)) return;
    const row = this.#orderRecord.get(getIdNumber(id));
    if (row !== undefined) this.state.orders.set(id, toOrder(row));
  }

  /** A pending fill may still change: its row is compared when it settles, or at the end. */
  *#checkFill(fill: Fill): Generator<Problem> {
    if (fill.settlement === 'PENDING' && !this.#isAtEnd) return;
    if (!isStoredRow(this.#fillRow, FILLS.toParams(fill))) yield differs('fills', getIdNumber(fill.id));
  }

  *#checkLegName(name: LegName): Generator<Problem> {
    const expected = LEG_NAMES.toParams(name);
    if (isStoredRow(this.#legNameRow, expected, LEG_NAMES.keyColumns)) return;
    yield {
      where: `leg_names row ${name.venue} ${name.clientId}`,
      what: 'differs from the replayed journal',
    };
  }

  *#checkEntryRows(entry: LedgerEntry): Generator<Problem> {
    for (const [table, ...expected] of entryOps(entry)) {
      this.#entryRows[table] += 1;
      if (isStoredRow(this.#entryRow[table], expected, expected.length)) continue;
      yield { where: `${table} row ${expected.join(' ')}`, what: 'is missing' };
    }
  }

  /** Compares the orders still in memory: live ones, and closed ones whose rows were never correct. */
  *#finish(): Generator<Problem> {
    for (const order of this.state.orders.values()) {
      if (!isStoredRow(this.#orderRow, orderParams(order))) yield differs('orders', getIdNumber(order.id));
    }
    this.#isAtEnd = true;
    for (const fill of this.state.pendingFills.values()) yield* this.#checkFill(fill);
    yield* this.#compareCount('orders', this.#orders);
    yield* this.#compareCount('fills', this.#fills);
    yield* this.#compareCount('leg_names', this.#legNames);
    for (const [table, count] of Object.entries(this.#entryRows)) yield* this.#compareCount(table, count);
  }

  *#compareCount(table: string, expected: number): Generator<Problem> {
    const row = this.#database.prepare(`SELECT count(*) AS count FROM ${table}`).get();
    const count = Number(row?.['count']);
    if (count !== expected)
      yield { where: table, what: `holds ${count} rows; the journal yields ${expected}` };
  }
}

function findChangedOrderId(event: LedgerEvent): OrderId | null {
  if (event.type === 'FillRecorded' || event.type === 'FillVoided') return event.fill.orderId;
  return 'orderId' in event && event.type !== 'AnomalyRecorded' ? event.orderId : null;
}

const differs = (table: string, number: number): Problem => ({
  where: `${table} row ${number}`,
  what: 'differs from the replayed journal',
});

/** Events that insert a row into the fills table; other events only settle a fill. */
const NEW_FILL: ReadonlySet<LedgerEvent['type']> = new Set(['FillRecorded', 'FillVoided']);

function rowStatement(
  database: DatabaseSync,
  table: string,
  columns: readonly string[],
  where = 'number = ?',
): StatementSync {
  const statement = database.prepare(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${where}`);
  statement.setReturnArrays(true);
  return statement;
}

const entryRowStatement = (database: DatabaseSync, table: EntryTable): StatementSync => {
  const columns = ENTRY_COLUMNS[table];
  return rowStatement(database, table, columns, columns.map((column) => `${column} = ?`).join(' AND '));
};

/** True when the row with this key (the first values of `expected`) holds exactly these values. */
function isStoredRow(statement: StatementSync, expected: readonly SqlValue[], keyColumns = 1): boolean {
  const stored: unknown = statement.get(...expected.slice(0, keyColumns));
  return (
    Array.isArray(stored) &&
    stored.length === expected.length &&
    expected.every((value, index) => value === stored[index])
  );
}

/** Compares the tables that do not grow with history with a replayed state. */
export function* findTableProblems(database: DatabaseSync, state: LedgerState): Generator<Problem> {
  const accounts = [...state.accounts].map((accountId) => ({ accountId }));
  const bindings = [...state.bindings].map(([instrumentId, binding]) => ({ instrumentId, ...binding }));
  const marks = [...state.venueMarks].map(([venue, mark]) => ({ venue, mark }));
  yield* compareTable(database, ACCOUNTS, accounts);
  yield* compareTable(database, SUBACCOUNTS, state.subaccounts.values());
  yield* compareTable(database, KEYS, state.keys.values());
  yield* compareTable(database, LIMITS, state.limits.values());
  yield* compareTable(database, KILL_SWITCHES, state.killSwitches.values());
  yield* compareTable(database, BINDINGS, bindings);
  yield* compareTable(database, ASSET_REVIEWS, state.assetReviews.values());
  yield* compareTable(database, VENUE_MARKS, marks);
  yield* compareTable(database, POSITIONS, state.positions.values());
}

function* compareTable<Shape>(
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
    const expected = table.toParams(record);
    const key = keyOf(expected);
    if (stored.get(key) !== JSON.stringify(expected)) {
      yield { where: `${table.name} row ${key}`, what: 'differs from the replayed journal' };
    }
    stored.delete(key);
  }
  for (const key of stored.keys()) {
    yield { where: `${table.name} row ${key}`, what: 'has no source in the journal' };
  }
}
