import {
  getIdNumber,
  type Order,
  type OrderId,
  type Parent,
  type ParentId,
  type Position,
  type TokenClaim,
  type TokenPairs,
} from '#contract';
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
import {
  APPROVALS,
  ASSET_REVIEWS,
  BINDINGS,
  FILLS,
  GUARDS,
  KEYS,
  KILL_SWITCHES,
  LEG_NAMES,
  LIMITS,
  OPERATIONS,
  POSITIONS,
  PROTECTIONS,
  SESSIONS,
  SUBACCOUNTS,
  TOKEN_CLAIMS,
  TOKEN_PAIRS,
  VENUE_MARKS,
} from './table-mapping.ts';

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

/** Columns of the tables that index entries, and children by complex order; `entryOps` fills them. */
export const ENTRY_COLUMNS = {
  order_entries: ['order_number', 'seq'],
  anomaly_entries: ['seq'],
  parent_entries: ['parent_number', 'seq'],
  parent_orders: ['parent_number', 'order_number'],
} as const;
export type EntryTable = keyof typeof ENTRY_COLUMNS;

/** The write operations for the rows that the events changed. */
export function rowOps(rows: LedgerRows, events: readonly LedgerEvent[]): WriteOp[] {
  const ops: WriteOp[] = [];
  for (const accountId of rows.accounts) ops.push(['accounts', accountId]);
  for (const row of rows.subaccounts) ops.push(['subaccounts', ...SUBACCOUNTS.toParams(row)]);
  for (const row of rows.keys) ops.push(['keys', ...KEYS.toParams(row)]);
  for (const row of rows.limits) ops.push(['limits', ...LIMITS.toParams(row)]);
  for (const row of rows.killSwitches) ops.push(['kill_switches', ...KILL_SWITCHES.toParams(row)]);
  for (const row of rows.guards) ops.push(['guards', ...GUARDS.toParams(row)]);
  for (const row of rows.protections) ops.push(['maker_protections', ...PROTECTIONS.toParams(row)]);
  for (const row of rows.sessions) ops.push(['sessions', ...SESSIONS.toParams(row)]);
  for (const id of rows.endedSessions) ops.push(['session_ended', id]);
  for (const row of rows.approvals) ops.push(['approvals', ...APPROVALS.toParams(row)]);
  for (const id of rows.forgottenApprovals) ops.push(['approval_forgotten', id]);
  for (const row of rows.operations) ops.push(['position_operations', ...OPERATIONS.toParams(row)]);
  for (const id of rows.forgottenOperations) ops.push(['position_operation_forgotten', id]);
  for (const row of rows.claims) ops.push(claimOp(row));
  for (const row of rows.bindings) ops.push(['bindings', ...BINDINGS.toParams(row)]);
  for (const row of rows.assetReviews) ops.push(['asset_reviews', ...ASSET_REVIEWS.toParams(row)]);
  for (const row of rows.venueMarks) ops.push(['venue_marks', ...VENUE_MARKS.toParams(row)]);
  const answered = findAnsweredOrders(events);
  for (const row of rows.orders) ops.push(orderOp(row, answered.has(row.id)));
  for (const row of rows.parents) ops.push(['parents', ...parentParams(row)]);
  for (const row of rows.fills) ops.push(['fills', ...FILLS.toParams(row)]);
  for (const row of rows.legNames) ops.push(['leg_names', ...LEG_NAMES.toParams(row)]);
  for (const row of rows.positions) ops.push(positionOp(row));
  for (const row of rows.tokenPairs) ops.push(tokenPairsOp(row));
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

function positionOp(position: Position): WriteOp {
  if (position.net !== 0n) return ['positions', ...POSITIONS.toParams(position)];
  return ['position_closed', position.accountId, position.subaccountId, position.instrumentId];
}

function tokenPairsOp(row: TokenPairs): WriteOp {
  if (row.pairs !== 0n) return ['token_pairs', ...TOKEN_PAIRS.toParams(row)];
  return ['token_pairs_gone', row.accountId, row.subaccountId, row.instrumentId];
}

function claimOp(row: TokenClaim): WriteOp {
  if (row.payout !== 0n) return ['token_claims', ...TOKEN_CLAIMS.toParams(row)];
  return ['token_claim_gone', row.accountId, row.subaccountId, row.instrumentId];
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
  const names = Object.keys(answer) as (keyof Order)[];
  return names.every((name) => name === 'answer' || answer[name] === order[name]);
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
