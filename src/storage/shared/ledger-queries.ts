import { getIdNumber, isLive, isParentOver, type TimestampMs } from '#contract';
import { type AnomalyRecorded, decodeEvents, type LedgerEntry, UnreadableRecordError } from '#domain';
import {
  ANOMALIES_MAX,
  type FillQuery,
  type LedgerSnapshot,
  type OrderQuery,
  type ParentQuery,
  StoreOpenError,
} from '#ports';
import { toOrder, toParent } from './row-mapping.ts';
import type { ChainHead } from './signed-heads.ts';
import type { SqlDialect, SqlReader } from './sql-connections.ts';
import type { Row, SqlValue } from './sql-values.ts';
import { readState } from './state-tables.ts';
import { FILLS } from './table-mapping.ts';

/**
 * Loads the state that a start needs, using indexes only: closed orders and settled fills are not read.
 *
 * Refuses  (StoreOpenError) invalid rows, naming place and row.
 */
export async function loadSnapshot(reader: SqlReader, dialect: SqlDialect): Promise<LedgerSnapshot> {
  try {
    return await readSnapshot(reader, dialect);
  } catch (error) {
    if (!(error instanceof UnreadableRecordError)) throw error;
    throw new StoreOpenError(`${dialect.place} is damaged: ${error.message}`, { cause: error });
  }
}

async function readSnapshot(reader: SqlReader, dialect: SqlDialect): Promise<LedgerSnapshot> {
  return {
    ...(await readState(reader)),
    orders: (await reader.all(liveOrders(dialect), [])).map(toOrder),
    parents: (await reader.all(liveParents(dialect), [])).map(toParent),
    pendingFills: (await reader.all(pendingFills(dialect), [])).map(FILLS.toRecord),
    anomalies: await newestAnomalies(reader),
    seq: await readMax(reader, 'seq', 'entries'),
    ...(await readNumbers(reader, dialect)),
    lastAt: await readLastTime(reader),
  };
}

type AssignedNumbers = Pick<
  LedgerSnapshot,
  'orderNumber' | 'fillNumber' | 'parentNumber' | 'instrumentIdSkipped' | 'assetIdSkipped'
>;

/** The highest numbers that are assigned, or that may have been assigned after a backup that was restored. */
async function readNumbers(reader: SqlReader, { from }: SqlDialect): Promise<AssignedNumbers> {
  const row = await reader.get(
    `SELECT events FROM ${from('entries', 'entries_of_restores')} WHERE cause = 'restore' ORDER BY seq DESC LIMIT 1`,
  );
  const events = row === null ? [] : decodeEvents(String(row['events']));
  const restored = events.find((event) => event.type === 'LedgerRestored');
  return {
    orderNumber: Math.max(await readMax(reader, 'number', 'orders'), restored?.orderNumber ?? 0),
    fillNumber: Math.max(await readMax(reader, 'number', 'fills'), restored?.fillNumber ?? 0),
    parentNumber: Math.max(await readMax(reader, 'number', 'parents'), restored?.parentNumber ?? 0),
    instrumentIdSkipped: restored?.instrumentIdSkipped ?? 0,
    assetIdSkipped: restored?.assetIdSkipped ?? 0,
  };
}

async function readLastTime(reader: SqlReader): Promise<TimestampMs | null> {
  const row = await reader.get('SELECT at FROM entries ORDER BY seq DESC LIMIT 1');
  return row === null ? null : (Number(row['at']) as TimestampMs);
}

async function newestAnomalies(reader: SqlReader): Promise<readonly AnomalyRecorded[]> {
  const rows = await reader.all(NEWEST_ANOMALIES, [ANOMALIES_MAX]);
  return rows
    .toReversed()
    .flatMap(({ events }) => decodeEvents(String(events)))
    .filter((event) => event.type === 'AnomalyRecorded');
}

export async function readMax(reader: SqlReader, column: string, table: string): Promise<number> {
  const row = await reader.get(`SELECT max(${column}) AS highest FROM ${table}`);
  return Number(row?.['highest'] ?? 0);
}

export interface Query {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

// Repeats the condition of the index orders_live, so that SQLite can use that index.
const LIVE = `status IN ('PENDING_SUBMISSION', 'OPEN', 'PARTIAL')`;

export const liveOrders = ({ from }: SqlDialect): string =>
  `SELECT * FROM ${from('orders', 'orders_live')} WHERE ${LIVE} ORDER BY number`;

// Each query names its index: SQLite's planner has no statistics, and a wrong choice would scan the whole history
// instead of one page.

/** A page of an account's orders, newest first. A live status uses the index of live orders. */
export function ordersQuery(query: OrderQuery, dialect: SqlDialect): Query {
  const where = new Where(query.accountId, query.subaccountId, dialect);
  const live = query.status !== undefined && isLive(query.status);
  if (live) where.and(LIVE);
  where.andIf('status = ?', query.status);
  where.andIf('client_order_id = ?', query.clientOrderId);
  where.andIf('instrument_id = ?', query.instrumentId);
  where.andIf('number < ?', query.before);
  const parent = query.parentId === undefined ? undefined : getIdNumber(query.parentId);
  where.andIf('number IN (SELECT order_number FROM parent_orders WHERE parent_number = ?)', parent);
  where.andIf('tag = ?', query.tag);
  if (query.clientOrderId !== undefined) return where.newestFirst('orders', 'orders_once', query.limit);
  if (query.tag !== undefined && !live) return where.newestFirst('orders', 'orders_of_tag', query.limit);
  return where.newestFirst('orders', live ? 'orders_live' : 'orders_of_subaccount', query.limit);
}

// Repeats the condition of the index parents_live.
const PARENT_LIVE = `status IN ('WAITING', 'WORKING', 'PAUSED', 'CANCELLING')`;

const liveParents = ({ from }: SqlDialect): string =>
  `SELECT * FROM ${from('parents', 'parents_live')} WHERE ${PARENT_LIVE} ORDER BY number`;

/** A page of an account's complex orders, newest first. */
export function parentsQuery(query: ParentQuery, dialect: SqlDialect): Query {
  const where = new Where(query.accountId, query.subaccountId, dialect);
  const isLiveOnly = query.status !== undefined && !isParentOver(query.status);
  if (isLiveOnly) where.and(PARENT_LIVE);
  where.andIf('status = ?', query.status);
  where.andIf('type = ?', query.type);
  where.andIf('instrument_id = ?', query.instrumentId);
  where.andIf('number < ?', query.before);
  where.andIf('tag = ?', query.tag);
  const index = query.tag === undefined ? 'parents_of_subaccount' : 'parents_of_tag';
  return where.newestFirst('parents', isLiveOnly ? 'parents_live' : index, query.limit);
}

/** Fills that a venue can still reverse: few, independent of the length of the history. */
const pendingFills = ({ from }: SqlDialect): string =>
  `SELECT * FROM ${from('fills', 'fills_pending')} WHERE settlement = 'PENDING' ORDER BY number`;

/** The newest entries that record an anomaly, newest first. */
export const NEWEST_ANOMALIES = `SELECT events FROM anomaly_entries JOIN entries USING (seq)
  ORDER BY anomaly_entries.seq DESC LIMIT ?`;

/** Fills of all accounts in the order they were recorded. */
export const FILLS_AFTER = 'SELECT * FROM fills WHERE number > ? ORDER BY number LIMIT ?';

/** A page of an account's fills, newest first. */
export function fillsQuery(query: FillQuery, dialect: SqlDialect): Query {
  const where = new Where(query.accountId, query.subaccountId, dialect);
  where.andIf('order_number = ?', query.orderId === undefined ? undefined : getIdNumber(query.orderId));
  where.andIf('instrument_id = ?', query.instrumentId);
  where.andIf('timestamp >= ?', query.start);
  where.andIf('timestamp < ?', query.end);
  where.andIf('number < ?', query.before);
  where.andIf('tag = ?', query.tag);
  const ofSubaccount = query.tag === undefined ? 'fills_of_subaccount' : 'fills_of_tag';
  const index = query.orderId === undefined ? ofSubaccount : 'fills_once';
  return where.newestFirst('fills', index, query.limit);
}

class Where {
  readonly #terms = ['account_id = ?', 'subaccount_id = ?'];
  readonly #params: SqlValue[];
  readonly #dialect: SqlDialect;

  constructor(accountId: string, subaccountId: string, dialect: SqlDialect) {
    this.#params = [accountId, subaccountId];
    this.#dialect = dialect;
  }

  and(term: string): void {
    this.#terms.push(term);
  }

  andIf(term: string, param: SqlValue | undefined): void {
    if (param === undefined) return;
    this.#terms.push(term);
    this.#params.push(param);
  }

  newestFirst(table: string, index: string, limit: number): Query {
    const where = this.#terms.join(' AND ');
    const rows = this.#dialect.from(table, index);
    const sql = `SELECT * FROM ${rows} WHERE ${where} ORDER BY number DESC LIMIT ?`;
    return { sql, params: [...this.#params, limit] };
  }
}

/** The entry with this number, by default the newest one; null when there is none. */
export async function readHead(reader: SqlReader, seq?: number): Promise<ChainHead | null> {
  const row =
    seq === undefined
      ? await reader.get('SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1')
      : await reader.get('SELECT seq, hash FROM entries WHERE seq = ?', seq);
  return row === null ? null : { seq: Number(row['seq']), hash: String(row['hash']) };
}

/** An entry of the journal from its row. */
export const toLedgerEntry = ({ seq, at, cause, actor, events }: Row): LedgerEntry => ({
  seq: Number(seq),
  at: Number(at) as TimestampMs,
  cause: String(cause),
  actor: String(actor),
  events: decodeEvents(String(events)),
});
