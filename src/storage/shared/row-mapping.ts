import { getIdNumber, type Order, type OrderId, type Parent, type ParentId } from '#contract';
import {
  decodeOrder,
  decodeParent,
  encodeOrder,
  encodeParent,
  findOrderId,
  findParentId,
  type LedgerEntry,
  type LedgerEvent,
  type LedgerRows,
  UnreadableRecordError,
} from '#domain';
import type { WriteOp } from './sql-connections.ts';
import type { Row, SqlValue } from './sql-values.ts';
import { stateOps } from './state-tables.ts';
import { FILLS, LEG_NAMES } from './table-mapping.ts';

export const ORDER_COLUMNS = [
  'number',
  'account_id',
  'subaccount_id',
  'client_order_id',
  'instrument_id',
  'status',
  'tag',
  'state',
  'answer',
];

/** The row of a complex order, key column first. */
export const PARENT_ROW = {
  name: 'parents',
  columns: [
    'number',
    'account_id',
    'subaccount_id',
    'idempotency_key',
    'type',
    'instrument_id',
    'status',
    'tag',
    'state',
  ],
  keyColumns: 1,
};

/** SQL for the answer's text: an empty answer means that the order has not changed since its answer. */
export const ANSWER_TEXT = `CASE answer WHEN '' THEN state ELSE answer END`;

/** The tables that index entries, and children by complex order; `entryOps` fills them. */
export const ENTRY_TABLES = {
  order_entries: { name: 'order_entries', columns: ['order_number', 'seq'], keyColumns: 2 },
  anomaly_entries: { name: 'anomaly_entries', columns: ['seq'], keyColumns: 1 },
  parent_entries: { name: 'parent_entries', columns: ['parent_number', 'seq'], keyColumns: 2 },
  parent_orders: { name: 'parent_orders', columns: ['parent_number', 'order_number'], keyColumns: 2 },
} as const;
export type EntryTable = keyof typeof ENTRY_TABLES;

/** The write operations for the rows that the events changed. */
export function rowOps(rows: LedgerRows, events: readonly LedgerEvent[]): WriteOp[] {
  const ops = stateOps(rows);
  const answered = findAnsweredOrders(events);
  for (const row of rows.orders) ops.push(orderOp(row, answered.has(row.id)));
  for (const row of rows.parents) ops.push(['parents', ...parentParams(row)]);
  for (const row of rows.fills) ops.push(['fills', ...FILLS.toParams(row)]);
  for (const row of rows.legNames) ops.push(['leg_names', ...LEG_NAMES.toParams(row)]);
  return ops;
}

/** One operation for each order and complex order of an entry, each new child, and one if it records an anomaly. */
export function entryOps({ seq, events }: LedgerEntry): [EntryTable, ...SqlValue[]][] {
  const ids = new Set<OrderId>();
  for (const event of events) {
    const id = findOrderId(event);
    if (id !== null) ids.add(id);
  }
  const ops: [EntryTable, ...SqlValue[]][] = [];
  for (const id of ids) ops.push(['order_entries', getIdNumber(id), seq]);
  if (events.some(({ type }) => type === 'AnomalyRecorded')) ops.push(['anomaly_entries', seq]);
  const parentIds = new Set<ParentId>();
  for (const event of events) {
    const id = findParentId(event);
    if (id === null) continue;
    parentIds.add(id);
    if (event.type === 'OrderAccepted')
      ops.push(['parent_orders', getIdNumber(id), getIdNumber(event.order.id)]);
  }
  for (const id of parentIds) ops.push(['parent_entries', getIdNumber(id), seq]);
  return ops;
}

/** Only OrderAnswered sets the answer; other changes keep it. */
function findAnsweredOrders(events: readonly LedgerEvent[]): ReadonlySet<OrderId> {
  const ids = new Set<OrderId>();
  for (const event of events) if (event.type === 'OrderAnswered') ids.add(event.orderId);
  return ids;
}

/** @param isAnswered  the order's first answer belongs to this entry */
function orderOp(order: Order, isAnswered: boolean): WriteOp {
  const { answer } = order;
  if (!isAnswered || answer === null) return orderColumns('orders', order);
  if (isCopy(answer, order)) return orderColumns('orders_just_answered', order);
  return [...orderColumns('orders_answered', order), encodeOrder(answer)];
}

/** An order's complete row, in the order of ORDER_COLUMNS, with the answer as ANSWER_TEXT. */
export const orderParams = (order: Order): SqlValue[] => [
  ...orderColumns('orders', order).slice(1),
  order.answer === null ? null : encodeOrder(order.answer),
];

const orderColumns = (statement: string, order: Order): [string, ...SqlValue[]] => [
  statement,
  getIdNumber(order.id),
  order.accountId,
  order.subaccountId,
  order.clientOrderId,
  getShownInstrument(order),
  order.status,
  order.tag,
  encodeOrder(order),
];

/** True when both have the same fields except the answer, so that their texts are equal. */
function isCopy(answer: Order, order: Order): boolean {
  for (const name in answer) {
    const field = name as keyof Order;
    if (field !== 'answer' && answer[field] !== order[field]) return false;
  }
  return true;
}

/** The instrument shown in the order's record: the requested one, or the one that BEST_PRICE chose. */
function getShownInstrument(order: Order): number | null {
  if (order.routing.mode === 'SPLIT') return null;
  return order.instrumentId ?? order.legs.at(-1)?.instrumentId ?? null;
}

/** Reads an order from its row. Throws UnreadableRecordError, naming the row, when it is damaged. */
export function toOrder({ number, state, answer }: Row): Order {
  try {
    const isUnchanged = answer === ''; // since its answer
    const order = decodeOrder(String(state), isUnchanged || answer === null ? null : String(answer));
    if (getIdNumber(order.id) === number) return isUnchanged ? { ...order, answer: order } : order;
    throw new UnreadableRecordError(`holds ${order.id}`);
  } catch (error) {
    if (!(error instanceof UnreadableRecordError)) throw error;
    throw new UnreadableRecordError(`orders row ${String(number)} ${error.message}`);
  }
}

/** The row of a complex order, in the order of the columns. */
export const parentParams = (parent: Parent): SqlValue[] => [
  getIdNumber(parent.id),
  parent.accountId,
  parent.subaccountId,
  parent.idempotencyKey,
  parent.params.type,
  parent.instrumentId,
  parent.status,
  parent.tag,
  encodeParent(parent),
];

/** The complex order of a row. Throws UnreadableRecordError, naming the row, when it is damaged. */
export function toParent({ number, state }: Row): Parent {
  try {
    const parent = decodeParent(String(state));
    if (getIdNumber(parent.id) === number) return parent;
    throw new UnreadableRecordError(`holds ${parent.id}`);
  } catch (error) {
    if (!(error instanceof UnreadableRecordError)) throw error;
    throw new UnreadableRecordError(`parents row ${String(number)} ${error.message}`);
  }
}
