import {
  ceilToTick,
  complement,
  floorToTick,
  getOwn,
  isYesBuy,
  type Outcome,
  type Price,
  type PriceBand,
  type Qty,
  renderDecimal,
  type Side,
  type TimestampMs,
  type ValueOf,
  type VenueOrderId,
} from '#contract';
import type { VenueCloseReason, VenueFill, VenueOrder, VenueOrderStatus, VenueTrade } from '#ports';
import type { IdentityTerms } from '../orders/kalshi-client-ids.ts';
import type { FILL, TRADE, WireOrder } from './kalshi-messages.ts';
import type { STREAM_FILL, STREAM_TRADE, StreamOrder } from './kalshi-ws-messages.ts';

/** Kalshi keeps one book per market in YES terms, so buying YES and selling NO are both a bid. */
export type BookSide = 'bid' | 'ask';

export const toBookSide = (side: Side, outcome: Outcome): BookSide =>
  isYesBuy(side, outcome) ? 'bid' : 'ask';

export const toSide = (bookSide: BookSide, outcome: Outcome): Side =>
  (bookSide === 'bid') === (outcome === 'YES') ? 'BUY' : 'SELL';

/** Converts the price of an outcome to the YES price, and the other way round. */
export const convertYesPrice = (price: Price, outcome: Outcome): Price =>
  outcome === 'YES' ? price : complement(price);

/** The state of an order in one message of the venue, over HTTP or the stream. */
export interface OrderState {
  readonly orderId: VenueOrderId;
  readonly uuid: string | null;
  readonly ticker: string;
  readonly shard: number | null;
  readonly bookSide: BookSide | null;
  readonly status: 'resting' | 'canceled' | 'executed';
  readonly yesPrice: Price;
  readonly qty: Qty; // the requested total
  readonly qtyPlaced: Qty; // before any amend
  readonly filledQty: Qty;
  readonly expiresAt: TimestampMs | null;
  readonly why: string | null; // `ExpiryCancel`, …
  readonly at: TimestampMs | null; // of its last change
}

export const toOrderState = (order: WireOrder): OrderState => ({
  ...toCommonFields(order),
  expiresAt: order.expiration_time,
  at: order.last_update_time ?? order.created_time,
});

export const streamToOrderState = (order: StreamOrder): OrderState => ({
  ...toCommonFields(order),
  expiresAt: order.expiration_ts_ms,
  at: order.last_updated_ts_ms ?? order.created_ts_ms,
});

function toCommonFields(order: WireOrder | StreamOrder): Omit<OrderState, 'expiresAt' | 'at'> {
  return {
    orderId: order.order_id,
    uuid: order.client_order_id,
    ticker: order.ticker,
    shard: order.exchange_index,
    bookSide: readBookSide(order),
    status: order.status,
    yesPrice: order.yes_price_dollars,
    qty: computeTotalQty(order),
    qtyPlaced: order.initial_count_fp,
    filledQty: order.fill_count_fp,
    why: order.last_update_reason,
  };
}

/**
 * An amend may change the total without the initial count, and a canceled order shows the initial count only. An order that
 * is executed without a trade has not been filled.
 */
function computeTotalQty(order: WireOrder | StreamOrder): Qty {
  const { status, initial_count_fp: initial, fill_count_fp: filled, remaining_count_fp: remaining } = order;
  if (status === 'resting') return (filled + remaining) as Qty;
  return (status === 'executed' && filled > 0n) || filled > initial ? filled : initial;
}

interface Sided {
  readonly book_side: BookSide | null;
  readonly outcome_side: 'yes' | 'no' | null;
}

const readBookSide = ({ book_side, outcome_side }: Sided): BookSide | null =>
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
  ...toFillFields(fill),
  at: fill.created_time ?? secondsToTimestamp(fill.ts),
});

export const streamToFillRecord = (fill: ValueOf<typeof STREAM_FILL>): FillRecord => ({
  ...toFillFields(fill),
  at: fill.ts_ms ?? secondsToTimestamp(fill.ts),
});

const toFillFields = (fill: ValueOf<typeof FILL> | ValueOf<typeof STREAM_FILL>): Omit<FillRecord, 'at'> => ({
  tradeId: fill.trade_id,
  orderId: fill.order_id,
  bookSide: readBookSide(fill),
  yesPrice: fill.yes_price_dollars,
  qty: fill.count_fp,
  fee: fill.fee_cost,
  isTaker: fill.is_taker,
});

const secondsToTimestamp = (at: number | null): TimestampMs | null =>
  at === null ? null : ((at * 1000) as TimestampMs);

/**
 * Converts a fill to the terms of its order. The venue reports a book side and no outcome. If that side is not
 * the order's, the fill gets the opposite side, so that the OMS raises an alarm.
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

interface ClosedOrder {
  readonly terms: IdentityTerms;
  readonly qty: Qty;
  readonly filledQty: Qty;
  readonly expiresAt: TimestampMs | null;
  readonly at: TimestampMs;
}

const CLOSE_REASONS: Readonly<Record<string, VenueCloseReason>> = {
  ExpiryCancel: 'expired',
  CloseCancel: 'market_closed',
  HaltCancel: 'market_paused',
  SelfTradeCancel: 'self_trade',
  MarginCancel: 'venue_rule',
  PostOnlyCrossCancel: 'post_only_cross',
  ReduceOnlyCancel: 'venue_rule',
};

/** Our status and reason for a canceled order: the venue's reason if it is known, else inferred from the terms. */
export function computeClose(
  order: ClosedOrder,
  why: string | null,
): { status: VenueOrderStatus; reason: VenueCloseReason; closeCode: string | null } {
  const reported = why === null ? undefined : getOwn(CLOSE_REASONS, why);
  const reason = reported ?? inferCloseReason(order);
  const isByRule =
    reported === 'venue_rule' ||
    reported === 'market_closed' ||
    reported === 'market_paused' ||
    reported === 'self_trade' ||
    reported === 'post_only_cross';
  // Nothing traded, so the venue refused the order, whatever its first answer was.
  const isRefused = reason === 'post_only_cross' && order.filledQty === 0n;
  const status = reason === 'expired' ? 'EXPIRED' : isRefused ? 'REJECTED' : 'CANCELLED';
  return { status, reason, closeCode: isByRule ? why : null };
}

function inferCloseReason({ terms, filledQty, expiresAt, at }: ClosedOrder): VenueCloseReason {
  if (terms.tif === 'FOK') return 'fok_unfilled';
  if (terms.type === 'MARKET') return filledQty === 0n ? 'no_liquidity' : 'ioc_remainder';
  if (terms.tif === 'IOC') return 'ioc_remainder';
  return expiresAt !== null && toWholeSeconds(expiresAt) * 1000 <= at ? 'expired' : 'requested';
}

/** Rounds down, so that an order never rests longer than requested. */
const toWholeSeconds = (expiresAt: TimestampMs): number => Math.floor(expiresAt / 1000);

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
    self_trade_prevention_type: order.selfTrade === 'CANCEL_RESTING' ? 'maker' : 'taker_at_cross',
    ...(order.postOnly ? { post_only: true } : {}),
    ...(order.cancelOnPause ? { cancel_order_on_pause: true } : {}),
    ...(order.expiresAt === null ? {} : { expiration_time: toWholeSeconds(order.expiresAt) }),
    ...(shard === null ? {} : { exchange_index: shard }),
  };
}

/** Decimal texts with at least as many decimals as the venue uses. */
export const renderCount = (qty: Qty): string => padDecimals(renderDecimal(qty), 2);
export const renderPrice = (price: Price): string => padDecimals(renderDecimal(price), 4);

function padDecimals(text: string, minDecimals: number): string {
  const [whole = '0', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(minDecimals, '0')}`;
}

/** True for a price on the grid of a band. */
export const isOnGrid = (price: Price, bands: readonly PriceBand[]): boolean =>
  bands.some(({ from, to, step }) => price >= from && price <= to && (price - from) % step === 0n);

/** Rounds a price to the grid away from the other side: bids down, asks up. */
export function roundToGrid(price: Price, side: BookSide, bands: readonly PriceBand[]): Price {
  const band = bands.find(({ from, to }) => price >= from && price <= to);
  if (band === undefined) return price;
  const above = (price - band.from) as Price;
  const rounded = side === 'bid' ? floorToTick(above, band.step) : ceilToTick(above, band.step);
  return (band.from + rounded) as Price;
}

/** Null for a block trade, which was agreed off the book, and for a trade without a side. */
export function toVenueTrade(trade: ValueOf<typeof TRADE> | ValueOf<typeof STREAM_TRADE>): VenueTrade | null {
  const bookSide =
    readBookSide({ book_side: trade.taker_book_side, outcome_side: trade.taker_outcome_side }) ??
    readBookSide({ book_side: null, outcome_side: trade.taker_side });
  if (trade.is_block_trade === true || bookSide === null) return null;
  return {
    venueInstrumentId: 'ticker' in trade ? trade.ticker : trade.market_ticker,
    venueTradeId: trade.trade_id,
    price: trade.yes_price_dollars,
    qty: trade.count_fp,
    side: bookSide === 'bid' ? 'BUY' : 'SELL',
    at: 'created_time' in trade ? trade.created_time : trade.ts_ms,
  };
}
