import { numberOf } from '../../../domain/model/ids.ts';
import { isLive } from '../../../domain/model/order.ts';
import type { FillQuery, OrderQuery } from '../../../ports/journal.ts';
import type { SqlValue } from '../database.ts';

export interface Query {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

// The same words as in the index orders_live, so that SQLite sees it may use that index.
const LIVE = `status IN ('PENDING_SUBMISSION', 'OPEN', 'PARTIAL')`;

export const LIVE_ORDERS = `SELECT * FROM orders INDEXED BY orders_live WHERE ${LIVE} ORDER BY number`;

// Each query names its index: the planner knows nothing of how the rows are spread, and its guess
// would be the difference between a page and the whole history.

/** A page of an account's orders, newest first. A live status is looked up among the live ones alone. */
export function ordersQuery(query: OrderQuery): Query {
  const where = new Where(query.accountId, query.subaccountId);
  const live = query.status !== undefined && isLive(query.status);
  if (live) where.and(LIVE);
  where.andIf('status = ?', query.status);
  where.andIf('client_order_id = ?', query.clientOrderId);
  where.andIf('instrument_id = ?', query.instrumentId);
  where.andIf('number < ?', query.before);
  if (query.clientOrderId !== undefined) return where.newestFirst('orders', 'orders_once', query.limit);
  return where.newestFirst('orders', live ? 'orders_live' : 'orders_of_subaccount', query.limit);
}

/** Fills that a venue could still undo: few, however long the history is. */
export const PENDING_FILLS = `SELECT * FROM fills INDEXED BY fills_pending WHERE settlement = 'PENDING' ORDER BY number`;

/** The newest entries that record an anomaly, newest first. */
export const NEWEST_ANOMALIES = `SELECT events FROM anomaly_entries JOIN entries USING (seq)
  ORDER BY anomaly_entries.seq DESC LIMIT ?`;

/** Fills of all accounts in the order they were recorded. */
export const FILLS_AFTER = 'SELECT * FROM fills WHERE number > ? ORDER BY number LIMIT ?';

/** A page of an account's fills, newest first. */
export function fillsQuery(query: FillQuery): Query {
  const where = new Where(query.accountId, query.subaccountId);
  where.andIf('order_number = ?', query.orderId === undefined ? undefined : numberOf(query.orderId));
  where.andIf('instrument_id = ?', query.instrumentId);
  where.andIf('timestamp >= ?', query.start);
  where.andIf('timestamp < ?', query.end);
  where.andIf('number < ?', query.before);
  const index = query.orderId === undefined ? 'fills_of_subaccount' : 'fills_once';
  return where.newestFirst('fills', index, query.limit);
}

class Where {
  readonly #terms = ['account_id = ?', 'subaccount_id = ?'];
  readonly #params: SqlValue[];

  constructor(accountId: string, subaccountId: string) {
    this.#params = [accountId, subaccountId];
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
    const sql = `SELECT * FROM ${table} INDEXED BY ${index} WHERE ${where} ORDER BY number DESC LIMIT ?`;
    return { sql, params: [...this.#params, limit] };
  }
}
