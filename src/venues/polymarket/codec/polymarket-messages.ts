import {
  decode,
  err,
  getOwn,
  isJsonObject,
  listOf,
  object,
  ok,
  type Price,
  parsed,
  QTY_ZERO,
  type Qty,
  type Result,
  type Side,
  tolerated,
} from '#contract';
import type { ListPage } from '#venues/shared';
import {
  type Fields,
  isBlank,
  milliseconds,
  parseText,
  parseTexts,
  price,
  qty,
  side,
  text,
  toFields,
  unlessBlank,
} from './polymarket-decoder.ts';

/** The order status of the venue. `resolved`: cancelled because its market was resolved. */
export type WireOrderStatus = 'live' | 'delayed' | 'matched' | 'cancelled' | 'resolved' | 'invalid';

/** How the venue keeps an order from resting: FAK fills `part` of it, FOK the `whole` order or nothing. */
export type WireKill = 'part' | 'whole';

/** An order, by query or by event. */
export interface WireOrder {
  readonly id: string;
  readonly status: WireOrderStatus;
  readonly owner: string; // an API key: the one at the time of the order
  readonly makerAddress: string | null; // the wallet that holds the funds
  readonly tokenId: string;
  readonly side: Side;
  readonly price: Price; // of the token of the order
  readonly qty: Qty;
  readonly matched: Qty; // cumulative
  readonly kill: WireKill | null;
  readonly expirationMs: number | null; // as sent: a minute after the real expiry
  readonly createdMs: number | null; // whole seconds
  readonly atMs: number | null;
  readonly isEvent: boolean; // of the user channel; otherwise a record
}

export type WireTradeStatus = 'MATCHED' | 'MINED' | 'RETRYING' | 'CONFIRMED' | 'FAILED';

/**
 * One maker's part of a trade, in the terms of the maker's order. The venue leaves amounts of some trades empty.
 *
 * Source  Polymarket/rs-clob-client-v2#65 (2026-06): price, size and matched_amount as empty texts in `/data/trades`
 */
export interface WireMaker {
  readonly orderId: string;
  readonly owner: string;
  readonly makerAddress: string | null;
  readonly tokenId: string;
  readonly side: Side;
  readonly price: Price | null; // null: left empty
  readonly qty: Qty | null;
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
  readonly price: Price | null; // null: left empty
  readonly qty: Qty | null;
  readonly makers: readonly WireMaker[]; // an event may have none, although each trade has one
  readonly matchedAtMs: number;
  readonly updatedAtMs: number | null; // of the status, in whole seconds; null if the message does not contain it
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

const KILLS: Readonly<Record<string, WireKill>> = { FAK: 'part', FOK: 'whole' };

export const ORDER = object({
  id: text,
  owner: tolerated(text),
  maker_address: tolerated(text),
  asset_id: text,
  side,
  price,
  original_size: qty,
  size_matched: unlessBlank(qty, QTY_ZERO),
  order_type: tolerated(text),
  expiration: tolerated(milliseconds),
  created_at: tolerated(milliseconds),
  timestamp: tolerated(milliseconds),
});

export function parseOrder(value: unknown): Parsed<WireOrder> {
  if (!isJsonObject(value)) return err('an order that is not an object');
  const order = decode(ORDER, value);
  const status = parseOrderStatus(value);
  if (order === null || status === null) return err(describeUnknown('order', value));
  return ok({
    id: order.id,
    status,
    owner: order.owner ?? '',
    makerAddress: order.maker_address,
    tokenId: order.asset_id,
    side: order.side,
    price: order.price,
    qty: order.original_size,
    matched: order.size_matched,
    kill: getOwn(KILLS, order.order_type?.toUpperCase() ?? '') ?? null,
    expirationMs: order.expiration,
    createdMs: order.created_at,
    atMs: order.timestamp ?? order.created_at,
    isEvent: value['event_type'] !== undefined,
  });
}

/** The type of an event is more reliable than its status, which some events leave empty. */
function parseOrderStatus({ type, status }: Fields): WireOrderStatus | null {
  const said = parseStatusText(status);
  switch (parseText(type)?.toUpperCase() ?? '') {
    case 'CANCELLATION':
      return said === 'resolved' ? 'resolved' : 'cancelled';
    case 'PLACEMENT':
    case 'UPDATE': // filled or not: the matched size says so
      return isBlank(status) ? 'live' : said;
    default:
      return said;
  }
}

function parseStatusText(value: unknown): WireOrderStatus | null {
  const status = parseText(value)
    ?.toUpperCase()
    .replace(/^ORDER_STATUS_/, '');
  return ORDER_STATUSES.find(([prefix]) => status?.startsWith(prefix))?.[1] ?? null;
}

const TRADE_STATUSES: Readonly<Record<string, WireTradeStatus>> = {
  MATCHED: 'MATCHED',
  MATCHED_NOT_BROADCASTED: 'MATCHED',
  MINED: 'MINED',
  RETRYING: 'RETRYING',
  CONFIRMED: 'CONFIRMED',
  FAILED: 'FAILED',
};

const ROLES: Readonly<Record<string, 'TAKER' | 'MAKER'>> = { TAKER: 'TAKER', MAKER: 'MAKER' };

/** Events may lack the list of makers, the sides in it, our role and the time of the match. */
export const TRADE = object({
  id: text,
  status: parsed(
    'a trade status',
    (value) =>
      getOwn(
        TRADE_STATUSES,
        parseText(value)
          ?.toUpperCase()
          .replace(/^TRADE_STATUS_/, '') ?? '',
      ) ?? null,
  ),
  taker_order_id: text,
  trader_side: unlessBlank(
    parsed('TAKER or MAKER', (value) => getOwn(ROLES, parseText(value)?.toUpperCase() ?? '') ?? null),
    null,
  ),
  market: tolerated(text),
  asset_id: text,
  side,
  price: unlessBlank(price, null),
  size: unlessBlank(qty, null),
  maker_orders: unlessBlank(
    listOf(
      object({
        order_id: text,
        owner: tolerated(text),
        maker_address: tolerated(text),
        asset_id: text,
        side: unlessBlank(side, null),
        price: unlessBlank(price, null),
        matched_amount: unlessBlank(qty, null),
      }),
    ),
    [],
  ),
  match_time_nano: tolerated(parsed('nanoseconds', parseNanoseconds)),
  // Seconds, which have two spellings and are in every record.
  match_time: tolerated(milliseconds),
  matchtime: tolerated(milliseconds),
  last_update: tolerated(milliseconds),
  timestamp: tolerated(milliseconds), // of an event; of the first one it is the time of the match
});

export function parseTrade(value: unknown): Parsed<WireTrade> {
  if (!isJsonObject(value)) return err('a trade that is not an object');
  const trade = decode(TRADE, value);
  const matchedAtMs =
    trade?.match_time_nano ?? trade?.match_time ?? trade?.matchtime ?? trade?.timestamp ?? null;
  if (trade === null || matchedAtMs === null) return err(describeUnknown('trade', value));
  const { asset_id: tokenId, side: takerSide } = trade;
  return ok({
    id: trade.id,
    status: trade.status,
    takerOrderId: trade.taker_order_id,
    isTaker: trade.trader_side === null ? null : trade.trader_side === 'TAKER',
    conditionId: trade.market ?? '',
    tokenId,
    side: takerSide,
    price: trade.price,
    qty: trade.size,
    makers: trade.maker_orders.map((maker) => ({
      orderId: maker.order_id,
      owner: maker.owner ?? '',
      makerAddress: maker.maker_address,
      tokenId: maker.asset_id,
      // A maker of the taker's own token is on the other side.
      side: maker.side ?? ((maker.asset_id === tokenId) === (takerSide === 'BUY') ? 'SELL' : 'BUY'),
      price: maker.price,
      qty: maker.matched_amount,
    })),
    matchedAtMs,
    updatedAtMs: trade.last_update,
  });
}

function parseNanoseconds(value: unknown): number | null {
  const digits = parseText(value);
  return digits !== null && /^\d{16,20}$/.test(digits) ? Number(digits.slice(0, -6)) : null;
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
  const status = getOwn(ACK_STATUSES, parseText(fields['status'])?.toLowerCase() ?? '');
  if (fields['success'] !== true || fields['orderID'] !== id || status === undefined) return null;
  return { status, tradeIds: parseTexts(fields['tradeIDs']) };
}

/** The answer of `DELETE /order`: whether the order is cancelled, or why not. */
export interface WireCancel {
  readonly isCancelled: boolean;
  readonly why: string | null;
}

export function parseCancel(value: unknown, id: string): WireCancel | null {
  const fields = toFields(value);
  if (fields === null || !Array.isArray(fields['canceled'])) return null;
  const why = parseText(toFields(fields['not_canceled'])?.[id]);
  const isCancelled = parseTexts(fields['canceled']).includes(id);
  return isCancelled || why !== null ? { isCancelled, why } : null;
}

export const LAST_CURSOR = 'LTE=';

/** Parses a page of a private list; null if it is not one. */
export function parsePage(value: unknown): ListPage<unknown> | null {
  const fields = toFields(value);
  if (fields === null || !Array.isArray(fields['data'])) return null;
  const next = parseText(fields['next_cursor']);
  return { items: fields['data'] as readonly unknown[], next: next === LAST_CURSOR ? null : next };
}

/** Describes an unknown shape by its field names. Values are left out, so that no keys or amounts are logged. */
function describeUnknown(what: string, fields: Fields): string {
  const known = ['id', 'status', 'type', 'trader_side'].flatMap((name) => {
    const value = parseText(fields[name]);
    return value === null ? [] : [`${name} ${value.slice(0, 80)}`];
  });
  return `${what} not understood: ${known.join(', ')}; it has ${Object.keys(fields).slice(0, 40).join(' ')}`;
}
