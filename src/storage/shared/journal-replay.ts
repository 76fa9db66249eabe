import {
  DefectError,
  type Fill,
  getIdNumber,
  isLive,
  isParentOver,
  type Order,
  type OrderId,
  type Parent,
  type ParentId,
  type TimestampMs,
} from '#contract';
import {
  applyEntry,
  createLedgerState,
  decodeEvents,
  findParentId,
  type LedgerEntry,
  type LedgerEvent,
  type LedgerState,
  type LegName,
  toLedgerRows,
  UnreadableRecordError,
} from '#domain';
import { findChainProblem, type StoredEntry } from './journal-audit.ts';
import {
  ANSWER_TEXT,
  ENTRY_TABLES,
  type EntryTable,
  entryOps,
  ORDER_COLUMNS,
  orderParams,
  PARENT_ROW,
  parentParams,
  toOrder,
  toParent,
} from './row-mapping.ts';
import type { Problem, SqlValue } from './sql-values.ts';
import { rowsOfState } from './state-tables.ts';
import { FILLS, LEG_NAMES, type Table } from './table-mapping.ts';

export interface VerifyReport {
  readonly entries: number; // read and checked
  readonly ok: boolean;
  readonly problems: readonly Problem[]; // at most PROBLEMS_MAX
}

export const PROBLEMS_MAX = 100;

/** A table whose rows are looked up by their first columns. A column may be an SQL expression. */
export type StoredTable = Pick<Table<never>, 'name' | 'columns' | 'keyColumns'>;

/** The stored tables of a ledger, all at one moment. */
export interface LedgerTables {
  /** The columns of the row with this key; null when there is none. */
  row(table: StoredTable, key: readonly SqlValue[]): readonly SqlValue[] | null;
  count(table: string): number;
  /** All rows of a table that does not grow with history. */
  rows(table: StoredTable): readonly (readonly SqlValue[])[];
}

/** Orders with the text of their answer. */
export const ORDER_ROWS: StoredTable = {
  name: 'orders',
  columns: [...ORDER_COLUMNS.slice(0, -1), ANSWER_TEXT],
  keyColumns: 1,
};

/** Replays the journal and compares orders and fills with their rows. */
export class JournalReplay {
  readonly state = createLedgerState();
  /** False once an entry could not be applied; then the state cannot be compared with the tables. */
  isComplete = true;
  entries = 0;
  #isAtEnd = false;
  #orders = 0;
  #parents = 0;
  #fills = 0;
  #legNames = 0;
  readonly #entryRows: Record<EntryTable, number> = {
    order_entries: 0,
    anomaly_entries: 0,
    parent_entries: 0,
    parent_orders: 0,
  };
  readonly #tables: LedgerTables;
  #before: StoredEntry | undefined;

  constructor(tables: LedgerTables) {
    this.#tables = tables;
  }

  /** The problems of the next entry. */
  *add(entry: StoredEntry): Generator<Problem> {
    const chainProblem = findChainProblem(this.#before, entry);
    if (chainProblem !== null) yield { where: `entry ${entry.seq}`, what: chainProblem };
    if (this.isComplete) yield* this.#apply(entry);
    this.#before = entry;
    this.entries += 1;
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
      for (const parent of rows.parents) this.#dropParentIfStored(parent);
      this.#parents += entry.events.filter(({ type }) => type === 'ParentAccepted').length;
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
    if (isLive(order.status) || !this.#isStored(ORDER_ROWS, orderParams(order))) return;
    this.state.orders.delete(order.id);
  }

  /** Drops a complex order that is over and whose row is correct. */
  #dropParentIfStored(parent: Parent): void {
    if (!isParentOver(parent.status) || !this.#isStored(PARENT_ROW, parentParams(parent))) return;
    this.state.parents.delete(parent.id);
  }

  /** Reloads a dropped order from its row, which was correct when the order was dropped, and its complex order. */
  #reload(event: LedgerEvent): void {
    const id = findChangedOrderId(event);
    if (id !== null && !this.state.orders.has(id)) {
      const row = this.#tables.row(ORDER_ROWS, [getIdNumber(id)]);
      const [number = null, state = null, answer = null] = [row?.[0], row?.at(-2), row?.at(-1)];
      if (row !== null) this.state.orders.set(id, toOrder({ number, state, answer }));
    }
    const order = id === null ? undefined : this.state.orders.get(id);
    if (event.type !== 'ParentAccepted') this.#reloadParent(order?.parentId ?? findParentId(event));
  }

  #reloadParent(id: ParentId | null): void {
    if (id === null || this.state.parents.has(id)) return;
    const row = this.#tables.row(PARENT_ROW, [getIdNumber(id)]);
    const [number = null, state = null] = [row?.[0], row?.at(-1)];
    if (row !== null) this.state.parents.set(id, toParent({ number, state }));
  }

  /** A pending fill may still change: its row is compared when it settles, or at the end. */
  *#checkFill(fill: Fill): Generator<Problem> {
    if (fill.settlement === 'PENDING' && !this.#isAtEnd) return;
    if (!this.#isStored(FILLS, FILLS.toParams(fill))) yield differs('fills', getIdNumber(fill.id));
  }

  *#checkLegName(name: LegName): Generator<Problem> {
    const expected = LEG_NAMES.toParams(name);
    if (this.#isStored(LEG_NAMES, expected)) return;
    yield {
      where: `leg_names row ${name.venue} ${name.clientId}`,
      what: 'differs from the replayed journal',
    };
  }

  *#checkEntryRows(entry: LedgerEntry): Generator<Problem> {
    for (const [table, ...expected] of entryOps(entry)) {
      this.#entryRows[table] += 1;
      if (this.#isStored(ENTRY_TABLES[table], expected)) continue;
      yield { where: `${table} row ${expected.join(' ')}`, what: 'is missing' };
    }
  }

  /** After the last entry: compares the orders still in memory and the tables that do not grow with history. */
  *finish(): Generator<Problem> {
    if (!this.isComplete) return;
    for (const order of this.state.orders.values()) {
      if (!this.#isStored(ORDER_ROWS, orderParams(order))) yield differs('orders', getIdNumber(order.id));
    }
    for (const parent of this.state.parents.values()) {
      if (!this.#isStored(PARENT_ROW, parentParams(parent))) yield differs('parents', getIdNumber(parent.id));
    }
    this.#isAtEnd = true;
    for (const fill of this.state.pendingFills.values()) yield* this.#checkFill(fill);
    yield* this.#compareCount('orders', this.#orders);
    yield* this.#compareCount('parents', this.#parents);
    yield* this.#compareCount('fills', this.#fills);
    yield* this.#compareCount('leg_names', this.#legNames);
    for (const [table, count] of Object.entries(this.#entryRows)) yield* this.#compareCount(table, count);
    yield* findTableProblems(this.#tables, this.state);
  }

  *#compareCount(table: string, expected: number): Generator<Problem> {
    const count = this.#tables.count(table);
    if (count !== expected)
      yield { where: table, what: `holds ${count} rows; the journal yields ${expected}` };
  }

  /** True when the row with this key (the first values) holds exactly these values. */
  #isStored(table: StoredTable, expected: readonly SqlValue[]): boolean {
    const stored = this.#tables.row(table, expected.slice(0, table.keyColumns));
    return (
      stored !== null &&
      stored.length === expected.length &&
      expected.every((value, index) => value === stored[index])
    );
  }
}

function findChangedOrderId(event: LedgerEvent): OrderId | null {
  if (event.type === 'FillRecorded' || event.type === 'FillVoided') return event.fill.orderId;
  if (event.type === 'AnomalyRecorded' || event.type === 'BookObserved') return null;
  return 'orderId' in event ? event.orderId : null;
}

const differs = (table: string, number: number): Problem => ({
  where: `${table} row ${number}`,
  what: 'differs from the replayed journal',
});

/** Events that insert a row into the fills table; other events only settle a fill. */
const NEW_FILL: ReadonlySet<LedgerEvent['type']> = new Set(['FillRecorded', 'FillVoided']);

/** Compares the tables that do not grow with history with a replayed state. */
function* findTableProblems(stored: LedgerTables, state: LedgerState): Generator<Problem> {
  for (const [table, records] of rowsOfState(state)) yield* compareTable(stored, table, records);
}

function* compareTable<Shape>(
  tables: LedgerTables,
  table: Table<Shape>,
  records: Iterable<Shape>,
): Generator<Problem> {
  const keyOf = (row: readonly SqlValue[]): string => row.slice(0, table.keyColumns).join(' ');
  const stored = new Map<string, string>();
  for (const row of tables.rows(table)) stored.set(keyOf(row), JSON.stringify(row));
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
