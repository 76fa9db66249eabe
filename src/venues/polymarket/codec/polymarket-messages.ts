import type { Price, Qty } from '../../../domain/model/money.ts';
import type { Side } from '../../../domain/model/order.ts';
import { err, ok, type Result } from '../../../domain/model/result.ts';
import { decimalOf, type Fields, fieldsOf, millisecondsOf, textOf, textsOf } from './polymarket-decoder.ts';

/** The order status of the venue. `resolved`: cancelled because its market was resolved. */
export type WireOrderStatus = 'live' | 'delayed' | 'matched' | 'cancelled' | 'resolved' | 'invalid';

/** An order, by query or by event. */
export interface WireOrder {
  readonly id: string;
  readonly status: WireOrderStatus;
  readonly owner: string; // an API key
  readonly tokenId: string;
  readonly side: Side;
  readonly price: Price; // of the token of the order
  readonly qty: Qty;
  readonly matched: Qty; // cumulative
  readonly isKilled: boolean; // FAK or FOK: an unfilled remainder is cancelled, so status `matched` may mean partly filled
  readonly expirationMs: number | null; // as sent: a minute after the real expiry
  readonly createdMs: number | null; // whole seconds
  readonly atMs: number | null;
}

export type WireTradeStatus = 'MATCHED' | 'MINED' | 'RETRYING' | 'CONFIRMED' | 'FAILED';

/** One maker's part of a trade, in the terms of the maker's order. */
export interface WireMaker {
  readonly orderId: string;
  readonly owner: string;
  readonly tokenId: string;
  readonly side: Side;
  readonly price: Price;
  readonly qty: Qty;
}

/** One of our trades. Token, side, price and size are the taker's, even if we were a maker. */
export interface WireTrade {
  readonly id: string;
  readonly status: WireTradeStatus;
  readonly takerOrderId: string;
  readonly isTaker: boolean | null; // we were; null if the message does not contain it
  readonly conditionId: string;
  readonly tokenId: string;
  readonly side: Side;
  readonly price: Price;
  readonly qty: Qty;
  readonly makers: readonly WireMaker[]; // an event may have none, although each trade has one
  readonly matchedAtMs: number;
}

/** A parsed value, or the description of an unknown shape. */
type Parsed<Value> = Result<Value, string>;

/** Matched by prefix, first match wins: the venue appends reasons to these. */
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
  if (fields === null) return err('an order that is not an object');
  const id = textOf(fields['id']);
  const status = parseOrderStatus(fields);
  const side = parseSide(fields['side']);
  const tokenId = textOf(fields['asset_id']);
  const price = decimalOf(fields['price']);
  const qty = decimalOf(fields['original_size']);
  const matched = decimalOf(isBlank(fields['size_matched']) ? '0' : fields['size_matched']);
  if (id === null || status === null || side === null) return err(describeUnknown('order', fields));
  if (tokenId === null || price === null || qty === null || matched === null)
    return err(describeUnknown('order', fields));
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

function parseOrderStatus(fields: Fields): WireOrderStatus | null {
  // The event type is more reliable than its status, which some events leave empty.
  if (fields['type'] === 'CANCELLATION') {
    return parseStatusText(fields['status']) === 'resolved' ? 'resolved' : 'cancelled';
  }
  return parseStatusText(fields['status']);
}

function parseStatusText(value: unknown): WireOrderStatus | null {
  const text = textOf(value)
    ?.toUpperCase()
    .replace(/^ORDER_STATUS_/, '');
  return ORDER_STATUSES.find(([prefix]) => text?.startsWith(prefix))?.[1] ?? null;
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
  if (fields === null) return err('a trade that is not an object');
  const id = textOf(fields['id']);
  const status = TRADE_STATUSES[textOf(fields['status'])?.replace(/^TRADE_STATUS_/, '') ?? ''];
  const takerOrderId = textOf(fields['taker_order_id']);
  const side = parseSide(fields['side']);
  const tokenId = textOf(fields['asset_id']);
  const price = decimalOf(fields['price']);
  const qty = decimalOf(fields['size']);
  const isTaker = parseRole(fields['trader_side']);
  const matchedAtMs = parseNanoseconds(fields['match_time_nano']) ?? parseMatchTime(fields);
  if (id === null || status === undefined || takerOrderId === null || side === null) {
    return err(describeUnknown('trade', fields));
  }
  if (tokenId === null || price === null || qty === null || matchedAtMs === null || isTaker === undefined) {
    return err(describeUnknown('trade', fields));
  }
  const makers = parseMakers(fields['maker_orders'], { tokenId, side });
  if (makers === null) return err(describeUnknown('trade', fields));
  return ok({
    id,
    status,
    takerOrderId,
    isTaker,
    conditionId: textOf(fields['market']) ?? '',
    tokenId,
    side,
    price: price as Price,
    qty: qty as Qty,
    makers,
    matchedAtMs,
  });
}

/** Null if the message does not contain it, as some events do; undefined if it is unknown. */
function parseRole(value: unknown): boolean | null | undefined {
  if (isBlank(value)) return null;
  if (value === 'TAKER') return true;
  return value === 'MAKER' ? false : undefined;
}

/** Events may lack the list, and the sides in it: a maker of the taker's own token is on the other side. */
function parseMakers(
  value: unknown,
  taker: Pick<WireTrade, 'tokenId' | 'side'>,
): readonly WireMaker[] | null {
  if (isBlank(value)) return [];
  if (!Array.isArray(value)) return null;
  const makers: WireMaker[] = [];
  for (const item of value as readonly unknown[]) {
    const fields = fieldsOf(item);
    const orderId = textOf(fields?.['order_id']);
    const tokenId = textOf(fields?.['asset_id']);
    const derivedSide = (tokenId === taker.tokenId) === (taker.side === 'BUY') ? 'SELL' : 'BUY';
    const side = isBlank(fields?.['side']) ? derivedSide : parseSide(fields?.['side']);
    const price = decimalOf(fields?.['price']);
    const qty = decimalOf(fields?.['matched_amount']);
    if (orderId === null || tokenId === null || side === null || price === null || qty === null) return null;
    const owner = textOf(fields?.['owner']) ?? '';
    makers.push({ orderId, owner, tokenId, side, price: price as Price, qty: qty as Qty });
  }
  return makers;
}

/** The match time in seconds, which has two spellings and is in every record. */
const parseMatchTime = (fields: Fields): number | null =>
  millisecondsOf(fields['match_time']) ?? millisecondsOf(fields['matchtime']);

function parseNanoseconds(value: unknown): number | null {
  const text = textOf(value);
  return text !== null && /^\d{16,20}$/.test(text) ? Number(text.slice(0, -6)) : null;
}

/** The answer of `POST /order` to an accepted order. `tradeIds` are the trades of its first matches. */
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

/** Null for an answer that does not clearly accept the order with this id. */
export function parseAck(fields: Fields, id: string): WireAck | null {
  const status = ACK_STATUSES[textOf(fields['status'])?.toLowerCase() ?? ''];
  if (fields['success'] !== true || fields['orderID'] !== id || status === undefined) return null;
  return { status, tradeIds: textsOf(fields['tradeIDs']) };
}

/** The answer of `DELETE /order`: whether the order is cancelled, or why not. */
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

/** A page of a private list. `next` is null on the last page. */
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
  const text = textOf(value)?.toUpperCase();
  return text === 'BUY' || text === 'SELL' ? text : null;
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Describes an unknown shape by its field names. Values are left out, so that no keys or amounts are logged. */
function describeUnknown(what: string, fields: Fields): string {
  const known = ['id', 'status', 'type', 'trader_side'].flatMap((name) => {
    const value = textOf(fields[name]);
    return value === null ? [] : [`${name} ${value.slice(0, 80)}`];
  });
  return `${what} not understood: ${known.join(', ')}; it has ${Object.keys(fields).slice(0, 40).join(' ')}`;
}
