import type { VenueOrderId } from '../../../domain/model/ids.ts';
import type { PriceBand } from '../../../domain/model/instrument.ts';
import {
  ceilToTick,
  complement,
  floorToTick,
  type Price,
  type Qty,
  renderDecimal,
} from '../../../domain/model/money.ts';
import type { Outcome, Side } from '../../../domain/model/order.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type {
  VenueCloseReason,
  VenueFill,
  VenueOrder,
  VenueOrderStatus,
  VenueTrade,
} from '../../../ports/venue.ts';
import type { IdentityTerms } from '../orders/kalshi-client-ids.ts';
import type { ValueOf } from './kalshi-decoder.ts';
import type { FILL, TRADE, WireOrder } from './kalshi-messages.ts';
import type { STREAM_FILL, STREAM_TRADE, StreamOrder } from './kalshi-ws-messages.ts';

/** Kalshi keeps one book per market in YES terms. Buying YES and selling NO are the same there: a bid. */
export type BookSide = 'bid' | 'ask';

export const toBookSide = (side: Side, outcome: Outcome): BookSide =>
  (side === 'BUY') === (outcome === 'YES') ? 'bid' : 'ask';

export const toSide = (bookSide: BookSide, outcome: Outcome): Side =>
  (bookSide === 'bid') === (outcome === 'YES') ? 'BUY' : 'SELL';

/** Between the price of an outcome and the YES price, either way. */
export const convertYesPrice = (price: Price, outcome: Outcome): Price =>
  outcome === 'YES' ? price : complement(price);

/** What the venue says of an order, whichever message brought it. */
export interface OrderState {
  readonly orderId: VenueOrderId;
  readonly uuid: string | null;
  readonly ticker: string;
  readonly shard: number | null;
  readonly bookSide: BookSide | null;
  readonly status: 'resting' | 'canceled' | 'executed';
  readonly yesPrice: Price;
  readonly qty: Qty; // the total that is asked for
  readonly filledQty: Qty;
  readonly expiresAt: TimestampMs | null;
  readonly why: string | null; // `ExpiryCancel`, …
  readonly at: TimestampMs | null; // of its last change
}

export const toOrderState = (order: WireOrder): OrderState => ({
  ...commonOf(order),
  expiresAt: order.expiration_time,
  at: order.last_update_time ?? order.created_time,
});

export const streamToOrderState = (order: StreamOrder): OrderState => ({
  ...commonOf(order),
  expiresAt: order.expiration_ts_ms,
  at: order.last_updated_ts_ms ?? order.created_ts_ms,
});

function commonOf(order: WireOrder | StreamOrder): Omit<OrderState, 'expiresAt' | 'at'> {
  return {
    orderId: order.order_id as VenueOrderId,
    uuid: order.client_order_id,
    ticker: order.ticker,
    shard: order.exchange_index,
    bookSide: bookSideIn(order),
    status: order.status,
    yesPrice: order.yes_price_dollars as Price,
    qty: totalOf(order),
    filledQty: order.fill_count_fp as Qty,
    why: order.last_update_reason,
  };
}

/** An amend changes the total and may leave the initial count, which is all that a canceled order still shows. */
function totalOf(order: WireOrder | StreamOrder): Qty {
  const { status, initial_count_fp: initial, fill_count_fp: filled, remaining_count_fp: remaining } = order;
  if (status === 'resting') return (filled + remaining) as Qty;
  return (status === 'executed' || filled > initial ? filled : initial) as Qty;
}

interface Sided {
  readonly book_side: BookSide | null;
  readonly outcome_side: 'yes' | 'no' | null;
}

const bookSideIn = ({ book_side, outcome_side }: Sided): BookSide | null =>
  book_side ?? (outcome_side === null ? null : outcome_side === 'yes' ? 'bid' : 'ask');

export interface FillRecord {
  readonly tradeId: string;
  readonly orderId: VenueOrderId;
  readonly bookSide: BookSide | null;
  readonly yesPrice: Price;
  readonly qty: Qty;
  readonly fee: VenueFill['fee'];
  readonly isTaker: boolean;
  readonly at: TimestampMs | null;
}

export const toFillRecord = (fill: ValueOf<typeof FILL>): FillRecord => ({
  ...fillOf(fill),
  at: fill.created_time ?? secondsOf(fill.ts),
});

export const streamToFillRecord = (fill: ValueOf<typeof STREAM_FILL>): FillRecord => ({
  ...fillOf(fill),
  at: fill.ts_ms ?? secondsOf(fill.ts),
});

const fillOf = (fill: ValueOf<typeof FILL> | ValueOf<typeof STREAM_FILL>): Omit<FillRecord, 'at'> => ({
  tradeId: fill.trade_id,
  orderId: fill.order_id as VenueOrderId,
  bookSide: bookSideIn(fill),
  yesPrice: fill.yes_price_dollars as Price,
  qty: fill.count_fp as Qty,
  fee: fill.fee_cost,
  isTaker: fill.is_taker,
});

const secondsOf = (at: number | null): TimestampMs | null =>
  at === null ? null : ((at * 1000) as TimestampMs);

/**
 * A fill in the terms of its order. The venue knows no outcome but its book's side: where that is not the
 * order's, the fill is told as the opposite side, so that the engine can raise its alarm.
 */
export function toVenueFill(
  fill: FillRecord,
  order: { bookSide: BookSide; outcome: Outcome },
  now: TimestampMs,
): VenueFill {
  const { outcome } = order;
  return {
    venueTradeId: fill.tradeId,
    side: toSide(fill.bookSide ?? order.bookSide, outcome),
    outcome,
    price: convertYesPrice(fill.yesPrice, outcome),
    qty: fill.qty,
    fee: fill.fee,
    liquidity: fill.isTaker ? 'TAKER' : 'MAKER',
    settlement: 'FINAL',
    at: fill.at ?? now,
  };
}

interface Ended {
  readonly terms: IdentityTerms;
  readonly qty: Qty;
  readonly filledQty: Qty;
  readonly expiresAt: TimestampMs | null;
  readonly at: TimestampMs;
}

const WHY: Readonly<Record<string, VenueCloseReason>> = {
  ExpiryCancel: 'expired',
  CloseCancel: 'market_closed',
  HaltCancel: 'market_closed',
  SelfTradeCancel: 'venue_rule',
  MarginCancel: 'venue_rule',
  PostOnlyCrossCancel: 'venue_rule',
  ReduceOnlyCancel: 'venue_rule',
};

/** Our status and reason for a canceled order: what the venue says, or what its terms make of it. */
export function computeClose(
  order: Ended,
  why: string | null,
): { status: VenueOrderStatus; reason: VenueCloseReason } {
  const told = why === null ? undefined : WHY[why];
  const reason = told ?? impliedEnd(order);
  return { status: reason === 'expired' ? 'EXPIRED' : 'CANCELLED', reason };
}

function impliedEnd({ terms, filledQty, expiresAt, at }: Ended): VenueCloseReason {
  if (terms.tif === 'FOK') return 'fok_unfilled';
  if (terms.type === 'MARKET') return filledQty === 0n ? 'no_liquidity' : 'ioc_remainder';
  if (terms.tif === 'IOC') return 'ioc_remainder';
  return expiresAt !== null && wholeSecond(expiresAt) * 1000 <= at ? 'expired' : 'requested';
}

/** The second in which an order ends there: it never lives longer than asked. */
const wholeSecond = (expiresAt: TimestampMs): number => Math.floor(expiresAt / 1000);

const WIRE_TIF = {
  GTC: 'good_till_canceled',
  GTD: 'good_till_canceled',
  IOC: 'immediate_or_cancel',
  FOK: 'fill_or_kill',
} as const;

/** The body of a new order. `yesPrice` is the limit, or the bound of a MARKET order. */
export function renderOrder(order: VenueOrder, uuid: string, yesPrice: Price, shard: number | null) {
  const tif = order.type === 'MARKET' && order.tif !== 'FOK' ? 'IOC' : order.tif;
  return {
    ticker: order.venueInstrumentId,
    client_order_id: uuid,
    side: toBookSide(order.side, order.outcome),
    count: renderCount(order.qty),
    price: renderPrice(yesPrice),
    time_in_force: WIRE_TIF[tif],
    self_trade_prevention_type: 'taker_at_cross',
    ...(order.expiresAt === null ? {} : { expiration_time: wholeSecond(order.expiresAt) }),
    ...(shard === null ? {} : { exchange_index: shard }),
  };
}

/** At least as many decimals as the venue's own texts have. */
export const renderCount = (qty: Qty): string => withDecimals(renderDecimal(qty), 2);
export const renderPrice = (price: Price): string => withDecimals(renderDecimal(price), 4);

function withDecimals(text: string, least: number): string {
  const [whole = '0', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(least, '0')}`;
}

/** True for a price that a band holds. */
export const isOnGrid = (price: Price, bands: readonly PriceBand[]): boolean =>
  bands.some(({ from, to, step }) => price >= from && price <= to && (price - from) % step === 0n);

/** The nearest price of the grid that is no further: bids are rounded down, asks up. */
export function roundToGrid(price: Price, side: BookSide, bands: readonly PriceBand[]): Price {
  const band = bands.find(({ from, to }) => price >= from && price <= to);
  if (band === undefined) return price;
  const above = (price - band.from) as Price;
  const rounded = side === 'bid' ? floorToTick(above, band.step) : ceilToTick(above, band.step);
  return (band.from + rounded) as Price;
}

/** Null for a block trade, which was agreed elsewhere, and for one whose side is not told. */
export function toVenueTrade(trade: ValueOf<typeof TRADE> | ValueOf<typeof STREAM_TRADE>): VenueTrade | null {
  const bookSide =
    bookSideIn({ book_side: trade.taker_book_side, outcome_side: trade.taker_outcome_side }) ??
    bookSideIn({ book_side: null, outcome_side: trade.taker_side });
  if (trade.is_block_trade === true || bookSide === null) return null;
  return {
    venueInstrumentId: 'ticker' in trade ? trade.ticker : trade.market_ticker,
    venueTradeId: trade.trade_id,
    price: trade.yes_price_dollars as Price,
    qty: trade.count_fp as Qty,
    side: bookSide === 'bid' ? 'BUY' : 'SELL',
    at: 'created_time' in trade ? trade.created_time : trade.ts_ms,
  };
}
