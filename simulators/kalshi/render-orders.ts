import { ONE, type Price } from '#contract';
import {
  type BookSide,
  computeRemaining,
  type Fill,
  type Order,
  type Position,
  type Settlement,
  type Trade,
} from './exchange-records.ts';
import { uuidFromName } from './kalshi-catalogue-rows.ts';
import type { Placed } from './kalshi-exchange-core.ts';
import { cents, count2, floorDivide, money6, price4, rfc3339 } from './wire-units.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Emits both the legacy and the current side fields. */
export const renderDirection = (side: BookSide): Fields => ({
  outcome_side: side === 'bid' ? 'yes' : 'no',
  book_side: side,
  side: side === 'bid' ? 'yes' : 'no',
});
/** The legacy `action` of orders in lists and of all fills; the stream's `user_order` never had it. */
export const LEGACY_ACTION = { action: 'buy' } as const;

/** Renders an order for REST. */
export const renderOrder = (order: Order, shard: number): Fields => ({
  order_id: order.id,
  user_id: uuidFromName(order.user),
  client_order_id: order.clientId,
  ticker: order.ticker,
  exchange_index: shard,
  ...renderDirection(order.side),
  ...LEGACY_ACTION,
  type: 'limit',
  status: order.status,
  yes_price_dollars: price4(order.price),
  no_price_dollars: price4(ONE - order.price),
  ...renderAmounts(order),
  created_time: rfc3339(order.createdAt),
  last_update_time: rfc3339(order.updatedAt),
  expiration_time: order.expiresAt === null ? null : rfc3339(order.expiresAt),
  self_trade_prevention_type: order.selfTrade,
  order_group_id: order.groupId ?? null,
  cancel_order_on_pause: order.cancelOnPause,
  subaccount_number: order.subaccount,
});

/** Counts and sums of an order; the same on REST and WebSocket. */
export const renderAmounts = (order: Order): Fields => ({
  initial_count_fp: count2(order.initialQty),
  fill_count_fp: count2(order.filledQty),
  remaining_count_fp: count2(computeRemaining(order)),
  taker_fill_cost_dollars: money6(order.takerCost),
  maker_fill_cost_dollars: money6(order.makerCost),
  taker_fees_dollars: money6(order.takerFees),
  maker_fees_dollars: money6(order.makerFees),
});

/** Renders the reply to a create. Averages are present only when something filled. */
export function renderPlaced({ order, filledQty, cost, fees }: Placed): Fields {
  const averages =
    filledQty === 0n
      ? {}
      : { average_fill_price: price4(cost / filledQty), average_fee_paid: average4(fees, filledQty) };
  return {
    order_id: order.id,
    client_order_id: order.clientId,
    fill_count: count2(filledQty),
    remaining_count: count2(computeRemaining(order)),
    ...averages,
    ts_ms: order.updatedAt,
  };
}

/** The fee per contract, rounded to the nearest ten-thousandth. */
const average4 = (fees: bigint, qty: bigint): string =>
  price4(floorDivide(fees * 2n + qty * 10_000n, qty * 20_000n) * 10_000n);

export const renderFill = (fill: Fill, shard: number): Fields => ({
  fill_id: fill.id,
  trade_id: fill.id,
  order_id: fill.orderId,
  ticker: fill.ticker,
  market_ticker: fill.ticker,
  exchange_index: shard,
  ...renderDirection(fill.side),
  ...LEGACY_ACTION,
  count_fp: count2(fill.qty),
  yes_price_dollars: price4(fill.price),
  no_price_dollars: price4(ONE - fill.price),
  is_taker: fill.isTaker,
  fee_cost: money6(fill.fee),
  created_time: rfc3339(fill.at),
  ts: Math.floor(fill.at / 1000),
  subaccount_number: fill.subaccount,
});

export const renderPosition = (position: Position, shard: number): Fields => ({
  ticker: position.ticker,
  exchange_index: shard,
  position_fp: count2(position.qty),
  market_exposure_dollars: money6(position.cost),
  total_traded_dollars: money6(position.traded),
  realized_pnl_dollars: money6(position.realized),
  fees_paid_dollars: money6(position.fees),
  last_updated_ts: rfc3339(position.updatedAt),
});

export const renderSettlement = (settlement: Settlement, eventTicker: string, shard: number): Fields => {
  const isYes = settlement.qty > 0n;
  const [count, cost] = [count2(isYes ? settlement.qty : -settlement.qty), money6(settlement.cost)];
  return {
    ticker: settlement.ticker,
    exchange_index: shard,
    event_ticker: eventTicker,
    market_result: settlement.result,
    yes_count_fp: isYes ? count : '0.00',
    yes_total_cost_dollars: isYes ? cost : '0.000000',
    no_count_fp: isYes ? '0.00' : count,
    no_total_cost_dollars: isYes ? '0.000000' : cost,
    revenue: cents(settlement.revenue),
    settled_time: rfc3339(settlement.at),
    fee_cost: money6(settlement.fees),
    value: settlement.result === 'scalar' ? Number(settlement.value / 1_000_000n) : null,
  };
};

export const renderTrade = (trade: Trade): Fields => ({
  trade_id: trade.id,
  ticker: trade.ticker,
  count_fp: count2(trade.qty),
  yes_price_dollars: price4(trade.price),
  no_price_dollars: price4(ONE - trade.price),
  taker_outcome_side: trade.takerSide === 'bid' ? 'yes' : 'no',
  taker_book_side: trade.takerSide,
  taker_side: trade.takerSide === 'bid' ? 'yes' : 'no',
  created_time: rfc3339(trade.at),
  is_block_trade: false,
});

/** Renders `[["0.4500","200.00"],…]`, worst price first and best last. */
export const renderLevels = (
  levels: Iterable<readonly [bigint, bigint]>,
  toPrice: (price: bigint) => bigint,
): readonly (readonly [string, string])[] =>
  [...levels]
    .map(([price, qty]) => [toPrice(price), qty] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([price, qty]) => [price4(price), count2(qty)] as const);

export const toNoPrice = (price: bigint): Price => (ONE - price) as Price;
