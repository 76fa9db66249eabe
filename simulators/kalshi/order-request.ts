import type { Notional, Price, Qty, TimestampMs } from '#contract';
import type { BookOrder, SelfTrade } from '#matching-engine';
import { isOnGrid } from '../shared/price-steps.ts';
import type { SimulatorReply } from '../shared/simulator-types.ts';
import { computeClosable } from './account-funds.ts';
import type { BookSide, Order, SelfTradePrevention, TimeInForce } from './exchange-records.ts';
import { flat, type Rejection, reject } from './kalshi-errors.ts';
import type { Market } from './sim-market.ts';
import type { ApiKey } from './simulator-keys.ts';
import { parseCount, parsePrice4 } from './wire-units.ts';

/** A new order: fields parsed, rules not yet checked. */
export interface OrderRequest {
  readonly ticker: string;
  readonly side: BookSide;
  readonly qty: Qty;
  readonly price: Price;
  readonly tif: TimeInForce;
  readonly selfTrade: SelfTradePrevention;
  readonly clientId: string; // '' means none
  readonly expiresAt: number | null; // Unix ms
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  readonly cancelOnPause: boolean;
  readonly groupId: string | null;
  readonly subaccount: number;
  readonly shard: number | null; // null: route by ticker
}

export interface Amendment {
  readonly ticker: string;
  readonly side: BookSide;
  readonly price: Price;
  readonly qty: Qty; // new total quantity
  readonly clientId: string | null; // a new client id, or null to keep the old one
}

const SELF_TRADE: Readonly<Record<SelfTradePrevention, SelfTrade>> = {
  taker_at_cross: 'cut_taker',
  maker: 'cancel_maker',
};
const NOTHING = 0n as Notional;

/** Creates the order before any match. */
export function createOrder(
  number: number,
  id: string,
  user: string,
  request: OrderRequest,
  at: number,
): Order {
  const { subaccount, clientId, ticker, side, price, selfTrade, expiresAt, cancelOnPause, groupId } = request;
  return {
    number,
    id,
    user,
    subaccount,
    clientId,
    ticker,
    side,
    price,
    selfTrade,
    expiresAt,
    cancelOnPause,
    ...(groupId === null ? {} : { groupId }),
    postOnly: request.postOnly,
    initialQty: request.qty,
    qty: request.qty,
    filledQty: 0n as Qty,
    status: 'resting',
    takerCost: NOTHING,
    makerCost: NOTHING,
    takerFees: NOTHING,
    makerFees: NOTHING,
    carry: NOTHING,
    createdAt: at,
    updatedAt: at,
    reason: null,
  };
}

/** Converts an order to its book form. */
export const toBookOrder = (order: Order, tif: TimeInForce): BookOrder => ({
  id: order.number,
  owner: `${order.user}/${order.subaccount}`,
  side: order.side === 'bid' ? 'BUY' : 'SELL',
  price: order.price,
  qty: order.qty,
  tif: bookTif(tif, order.expiresAt),
  expiresAt: order.expiresAt as TimestampMs | null,
  selfTrade: SELF_TRADE[order.selfTrade],
});

function bookTif(tif: TimeInForce, expiresAt: number | null): BookOrder['tif'] {
  if (tif === 'immediate_or_cancel') return 'IOC';
  if (tif === 'fill_or_kill') return 'FOK';
  return expiresAt === null ? 'GTC' : 'GTD';
}

/** Limits a reduce-only order to the quantity that closes the position, possibly zero. */
export function capToPosition(request: OrderRequest, held: bigint): OrderRequest {
  if (!request.reduceOnly) return request;
  const most = computeClosable(held, request.side);
  return { ...request, qty: (request.qty < most ? request.qty : most) as Qty };
}

type Fields = Readonly<Record<string, unknown>>;

const TIFS = ['good_till_canceled', 'immediate_or_cancel', 'fill_or_kill'] as const;
const SIDES = ['bid', 'ask'] as const;
const SELF_TRADES = ['taker_at_cross', 'maker'] as const;
const CLIENT_ID = /^[A-Za-z0-9+=_:-]{0,64}$/;
const SUBACCOUNT_MAX = 63;

/** Parses a create body. Returns the error reply if it is unreadable. */
export function parseOrderRequest(input: unknown, key: ApiKey): OrderRequest | SimulatorReply {
  if (!isJsonObject(input)) return flat('bad_request', 'json: an object is required');
  const mistyped = findMistyped(input);
  if (mistyped !== null) return flat('bad_request', mistyped);
  const qty = parseCount(input.count);
  const price = parsePrice4(input.price);
  const side = parseEnum(SIDES, input.side);
  const tif = parseEnum(TIFS, input.time_in_force);
  const selfTrade = parseEnum(SELF_TRADES, input.self_trade_prevention_type);
  const clientId = input.client_order_id ?? '';
  if (typeof input.ticker !== 'string') return flat('invalid_parameters', 'ticker is required');
  if (side === null) return flat('invalid_parameters', 'side must be bid or ask');
  if (qty === null) return flat('invalid_parameters', 'count must be positive, with at most two decimals');
  if (price === null) return flat('invalid_parameters', 'price must have at most four decimals');
  if (tif === null) return flat('invalid_parameters', 'unknown time_in_force');
  if (selfTrade === null) return flat('invalid_parameters', 'unknown self_trade_prevention_type');
  if (typeof clientId !== 'string' || !CLIENT_ID.test(clientId)) {
    return flat('invalid_parameters', 'client_order_id');
  }
  const subaccount = (input.subaccount as number | undefined) ?? key.subaccount ?? 0;
  if (subaccount < 0 || subaccount > SUBACCOUNT_MAX) return flat('invalid_parameters', 'subaccount');
  return {
    ticker: input.ticker,
    side,
    qty,
    price,
    tif,
    selfTrade,
    clientId,
    subaccount,
    expiresAt: input.expiration_time === undefined ? null : (input.expiration_time as number) * 1000,
    postOnly: input.post_only === true,
    reduceOnly: input.reduce_only === true,
    cancelOnPause: input.cancel_order_on_pause === true,
    groupId: typeof input.order_group_id === 'string' ? input.order_group_id : null,
    shard: parseShard(input.exchange_index),
  };
}

/** Parses an amend body. Returns the error reply if it is unreadable. */
export function parseAmendment(input: unknown): Amendment | SimulatorReply {
  if (!isJsonObject(input)) return flat('bad_request', 'json: an object is required');
  const mistyped = findMistyped(input);
  if (mistyped !== null) return flat('bad_request', mistyped);
  const qty = parseCount(input.count);
  const price = parsePrice4(input.price);
  const side = parseEnum(SIDES, input.side);
  if (typeof input.ticker !== 'string' || side === null || qty === null || price === null) {
    return flat('invalid_parameters', 'ticker, side, price and count are required');
  }
  const clientId = input.updated_client_order_id;
  if (clientId !== undefined && (typeof clientId !== 'string' || !CLIENT_ID.test(clientId))) {
    return flat('invalid_parameters', 'updated_client_order_id');
  }
  return { ticker: input.ticker, side, qty, price, clientId: clientId ?? null };
}

/** Parses the shard of a request; absent or -1 means route by ticker. */
export const parseShard = (input: unknown): number | null =>
  typeof input === 'number' && input >= 0 ? input : null;

export const isJsonObject = (input: unknown): input is Fields =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** Describes the first field with a wrong JSON type, as the venue's decoder does. */
function findMistyped(fields: Fields): string | null {
  for (const name of [
    'ticker',
    'count',
    'price',
    'side',
    'time_in_force',
    'client_order_id',
    'order_group_id',
  ]) {
    if (name === 'order_group_id' && fields[name] === null) continue;
    const value = fields[name];
    if (value !== undefined && typeof value !== 'string') return describeMistype(name, value, 'string');
  }
  for (const name of ['expiration_time', 'subaccount', 'exchange_index']) {
    const value = fields[name];
    if (value !== undefined && !Number.isSafeInteger(value)) return describeMistype(name, value, 'int');
  }
  for (const name of ['post_only', 'reduce_only', 'cancel_order_on_pause']) {
    const value = fields[name];
    if (value !== undefined && typeof value !== 'boolean') return describeMistype(name, value, 'bool');
  }
  return null;
}

const describeMistype = (name: string, value: unknown, wanted: string): string =>
  `json: cannot unmarshal ${typeof value} into Go struct field .${name} of type ${wanted}`;

const parseEnum = <Word extends string>(words: readonly Word[], input: unknown): Word | null =>
  words.find((word) => word === input) ?? null;

const TIME_MAX = 8_640_000_000_000_000; // the last time that can be written as text

/** Checks an order's terms against its market. Funds and client id are checked by the exchange core. */
export function validateOrder(request: OrderRequest, market: Market, now: number): Rejection | null {
  if (market.book.state !== 'OPEN') return reject(400, 'MARKET_NOT_ACTIVE');
  if (!isOnGrid(market.grid, request.price)) return reject(400, 'invalid_price');
  const isIoc = request.tif === 'immediate_or_cancel';
  if (request.reduceOnly && !isIoc) return invalid('reduce_only can only be used with IoC orders');
  if (request.expiresAt !== null) {
    if (isIoc) return invalid('Cannot specify both IoC and expiration timestamp');
    if (request.tif === 'fill_or_kill') return invalid('Cannot specify both FoK and expiration timestamp');
    if (request.expiresAt <= now) return invalid('expiration timestamp is in the past');
    if (request.expiresAt > TIME_MAX) return invalid('expiration timestamp is out of range');
  }
  if (!request.postOnly) return null;
  if (request.tif !== 'good_till_canceled') return invalid('post only orders must be able to rest');
  return crosses(request.side, request.price, market) ? invalid('post only cross') : null;
}

/** Checks whether a resting order can be amended as requested. */
export function validateAmendment(order: Order, amendment: Amendment, market: Market): Rejection | null {
  if (market.book.state !== 'OPEN') return reject(400, 'MARKET_NOT_ACTIVE');
  if (amendment.ticker !== order.ticker || amendment.side !== order.side) {
    return invalid('ticker and side must match the order');
  }
  if (!isOnGrid(market.grid, amendment.price)) return reject(400, 'invalid_price');
  if (order.postOnly === true && crosses(order.side, amendment.price, market))
    return invalid('post only cross');
  return amendment.qty <= order.filledQty ? invalid('count must exceed the filled count') : null;
}

const invalid = (details: string): Rejection => reject(400, 'invalid_order', details);

function crosses(side: BookSide, price: bigint, { book }: Market): boolean {
  const facing = book.best(side === 'bid' ? 'SELL' : 'BUY')?.price;
  return facing !== undefined && (side === 'bid' ? facing <= price : facing >= price);
}
