import type { Price, Qty } from '../../../domain/model/money.ts';
import type { Side } from '../../../domain/model/order.ts';
import { err, ok, type Result } from '../../../domain/model/result.ts';
import { decimalOf, type Fields, fieldsOf, millisecondsOf, textOf, textsOf } from './polymarket-decoder.ts';

/** What the venue says an order is. `resolved`: cancelled because its market was. */
export type WireOrderStatus = 'live' | 'delayed' | 'matched' | 'cancelled' | 'resolved' | 'invalid';

/** An order, by query or by event. */
export interface WireOrder {
  readonly id: string;
  readonly status: WireOrderStatus;
  readonly owner: string; // an API key
  readonly tokenId: string;
  readonly side: Side;
  readonly price: Price; // of its own token
  readonly qty: Qty;
  readonly matched: Qty; // cumulative
  readonly isKilled: boolean; // FAK or FOK: what is not filled at once is dead, and `matched` may be less than all
  readonly expirationMs: number | null; // as sent: a minute after the order really ends
  readonly createdMs: number | null; // whole seconds
  readonly atMs: number | null;
}

export type WireTradeStatus = 'MATCHED' | 'MINED' | 'RETRYING' | 'CONFIRMED' | 'FAILED';

/** One maker's part of a trade, in that maker's own terms. */
export interface WireMaker {
  readonly orderId: string;
  readonly owner: string;
  readonly tokenId: string;
  readonly side: Side;
  readonly price: Price;
  readonly qty: Qty;
}

/** A trade of ours. Token, side, price and size are the taker's, whoever we were in it. */
export interface WireTrade {
  readonly id: string;
  readonly status: WireTradeStatus;
  readonly takerOrderId: string;
  readonly isTaker: boolean; // we were
  readonly conditionId: string;
  readonly tokenId: string;
  readonly side: Side;
  readonly price: Price;
  readonly qty: Qty;
  readonly makers: readonly WireMaker[];
  readonly matchedAtMs: number;
}

/** A shape that we do not know: its words, for the alarm. */
type Parsed<Value> = Result<Value, string>;

/** The first word that fits counts: the venue adds prefixes and reasons to these. */
const ORDER_STATUSES: readonly (readonly [string, WireOrderStatus])[] = [
  ['LIVE', 'live'],
  ['UNMATCHED', 'live'], // a delayed order that found nothing and rests now
  ['DELAYED', 'delayed'],
  ['MATCHED', 'matched'],
  ['CANCELED_MARKET_RESOLVED', 'resolved'],
  ['CANCELLED_MARKET_RESOLVED', 'resolved'],
  ['CANCELED', 'cancelled'],
  ['CANCELLED', 'cancelled'],
  ['INVALID', 'invalid'],
];

const KILLING_TYPES: ReadonlySet<string> = new Set(['FAK', 'FOK']);

export function parseOrder(value: unknown): Parsed<WireOrder> {
  const fields = fieldsOf(value);
  if (fields === null) return err('an order that is no object');
  const id = textOf(fields['id']);
  const status = orderStatusOf(fields);
  const side = parseSide(fields['side']);
  const tokenId = textOf(fields['asset_id']);
  const price = decimalOf(fields['price']);
  const qty = decimalOf(fields['original_size']);
  const matched = decimalOf(fields['size_matched'] ?? '0');
  if (id === null || status === null || side === null) return err(strange('order', fields));
  if (tokenId === null || price === null || qty === null || matched === null)
    return err(strange('order', fields));
  return ok({
    id,
    status,
    owner: textOf(fields['owner']) ?? '',
    tokenId,
    side,
    price: price as Price,
    qty: qty as Qty,
    matched: matched as Qty,
    isKilled: KILLING_TYPES.has(textOf(fields['order_type']) ?? ''),
    expirationMs: millisecondsOf(fields['expiration']),
    createdMs: millisecondsOf(fields['created_at']),
    atMs: millisecondsOf(fields['timestamp']) ?? millisecondsOf(fields['created_at']),
  });
}

function orderStatusOf(fields: Fields): WireOrderStatus | null {
  // The event's own type is plainer than its status, and some events carry an empty one.
  if (fields['type'] === 'CANCELLATION') {
    return statusWord(fields['status']) === 'resolved' ? 'resolved' : 'cancelled';
  }
  return statusWord(fields['status']);
}

function statusWord(value: unknown): WireOrderStatus | null {
  const word = textOf(value)
    ?.toUpperCase()
    .replace(/^ORDER_STATUS_/, '');
  return ORDER_STATUSES.find(([prefix]) => word?.startsWith(prefix))?.[1] ?? null;
}

const TRADE_STATUSES: Readonly<Record<string, WireTradeStatus>> = {
  MATCHED: 'MATCHED',
  MATCHED_NOT_BROADCASTED: 'MATCHED',
  MINED: 'MINED',
  RETRYING: 'RETRYING',
  CONFIRMED: 'CONFIRMED',
  FAILED: 'FAILED',
};

export function parseTrade(value: unknown): Parsed<WireTrade> {
  const fields = fieldsOf(value);
  if (fields === null) return err('a trade that is no object');
  const id = textOf(fields['id']);
  const status = TRADE_STATUSES[textOf(fields['status'])?.replace(/^TRADE_STATUS_/, '') ?? ''];
  const takerOrderId = textOf(fields['taker_order_id']);
  const traderSide = fields['trader_side'];
  const side = parseSide(fields['side']);
  const tokenId = textOf(fields['asset_id']);
  const price = decimalOf(fields['price']);
  const qty = decimalOf(fields['size']);
  const makers = makersOf(fields['maker_orders']);
  const matchedAtMs = nanosecondsOf(fields['match_time_nano']) ?? matchSecondsOf(fields);
  if (id === null || status === undefined || takerOrderId === null || side === null) {
    return err(strange('trade', fields));
  }
  if (tokenId === null || price === null || qty === null || makers === null || matchedAtMs === null) {
    return err(strange('trade', fields));
  }
  if (traderSide !== 'TAKER' && traderSide !== 'MAKER') return err(strange('trade', fields));
  return ok({
    id,
    status,
    takerOrderId,
    isTaker: traderSide === 'TAKER',
    conditionId: textOf(fields['market']) ?? '',
    tokenId,
    side,
    price: price as Price,
    qty: qty as Qty,
    makers,
    matchedAtMs,
  });
}

function makersOf(value: unknown): readonly WireMaker[] | null {
  if (!Array.isArray(value)) return null;
  const makers: WireMaker[] = [];
  for (const item of value as readonly unknown[]) {
    const fields = fieldsOf(item);
    const orderId = textOf(fields?.['order_id']);
    const tokenId = textOf(fields?.['asset_id']);
    const side = parseSide(fields?.['side']);
    const price = decimalOf(fields?.['price']);
    const qty = decimalOf(fields?.['matched_amount']);
    if (orderId === null || tokenId === null || side === null || price === null || qty === null) return null;
    const owner = textOf(fields?.['owner']) ?? '';
    makers.push({ orderId, owner, tokenId, side, price: price as Price, qty: qty as Qty });
  }
  return makers;
}

/** Both spellings of the same moment; the seconds alone are what every record has. */
const matchSecondsOf = (fields: Fields): number | null =>
  millisecondsOf(fields['match_time']) ?? millisecondsOf(fields['matchtime']);

function nanosecondsOf(value: unknown): number | null {
  const text = textOf(value);
  return text !== null && /^\d{16,20}$/.test(text) ? Number(text.slice(0, -6)) : null;
}

/** What `POST /order` answers when it takes an order. `tradeIds` are those of its first matches. */
export interface WireAck {
  readonly status: 'live' | 'matched' | 'delayed';
  readonly tradeIds: readonly string[];
}

const ACK_STATUSES: Readonly<Record<string, WireAck['status']>> = {
  live: 'live',
  unmatched: 'live',
  matched: 'matched',
  delayed: 'delayed',
};

/** Null for an answer that does not plainly take the order with this id. */
export function parseAck(fields: Fields, id: string): WireAck | null {
  const status = ACK_STATUSES[textOf(fields['status'])?.toLowerCase() ?? ''];
  if (fields['success'] !== true || fields['orderID'] !== id || status === undefined) return null;
  return { status, tradeIds: textsOf(fields['tradeIDs']) };
}

/** What `DELETE /order` answers: whether it names the order as cancelled, and else why not. */
export interface WireCancel {
  readonly isCancelled: boolean;
  readonly why: string | null;
}

export function parseCancel(value: unknown, id: string): WireCancel | null {
  const fields = fieldsOf(value);
  if (fields === null || !Array.isArray(fields['canceled'])) return null;
  const why = textOf(fieldsOf(fields['not_canceled'])?.[id]);
  const isCancelled = textsOf(fields['canceled']).includes(id);
  return isCancelled || why !== null ? { isCancelled, why } : null;
}

/** A page of a private list. `next` is null on the last one. */
export interface WirePage {
  readonly items: readonly unknown[];
  readonly next: string | null;
}

export const LAST_CURSOR = 'LTE=';

export function parsePage(value: unknown): WirePage | null {
  const fields = fieldsOf(value);
  if (fields === null || !Array.isArray(fields['data'])) return null;
  const next = textOf(fields['next_cursor']);
  return { items: fields['data'] as readonly unknown[], next: next === LAST_CURSOR ? null : next };
}

export function parseSide(value: unknown): Side | null {
  if (value === 'BUY' || value === 'SELL') return value;
  const word = textOf(value)?.toUpperCase();
  return word === 'BUY' || word === 'SELL' ? word : null;
}

/** Names, never values: keys and amounts of an unknown shape are nobody's business in a log. */
function strange(what: string, fields: Fields): string {
  const told = ['id', 'status', 'type', 'trader_side'].flatMap((name) => {
    const value = textOf(fields[name]);
    return value === null ? [] : [`${name} ${value.slice(0, 80)}`];
  });
  return `${what} not understood: ${told.join(', ')}; it has ${Object.keys(fields).slice(0, 40).join(' ')}`;
}
