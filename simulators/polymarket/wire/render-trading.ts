import { renderDecimal } from '#contract';
import { renderMicro } from '../trading/micro-units.ts';
import type { MakerPart, VenueOrder, VenueTrade } from '../trading/order-records.ts';
import type { Market } from '../trading/outcome-market.ts';

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Renders an order as in `GET /data/order/{id}` and the open list. */
export function renderOrder(
  order: VenueOrder,
  market: Market,
  size: (micro: bigint) => string,
  status: string,
) {
  return {
    id: order.id,
    status,
    owner: order.owner,
    maker_address: order.makerAddress,
    market: order.condition,
    asset_id: order.token,
    side: order.side,
    original_size: size(order.shares),
    size_matched: size(order.matched),
    price: renderDecimal(order.price),
    outcome: market.outcomes[order.outcome],
    expiration: String(order.expiration),
    order_type: order.type,
    associate_trades: order.tradeIds,
    created_at: seconds(order.createdAt),
  };
}

/** Renders an order event of the user channel. */
export function renderOrderEvent(order: VenueOrder, market: Market, type: string, at: number) {
  return {
    event_type: 'order',
    type,
    id: order.id,
    owner: order.owner,
    order_owner: order.owner,
    market: order.condition,
    asset_id: order.token,
    side: order.side,
    original_size: renderMicro(order.shares),
    size_matched: renderMicro(order.matched),
    price: renderDecimal(order.price),
    outcome: market.outcomes[order.outcome],
    order_type: order.type,
    status: order.status,
    expiration: String(order.expiration),
    maker_address: order.makerAddress,
    associate_trades: order.tradeIds.length === 0 ? null : order.tradeIds,
    created_at: String(seconds(order.createdAt)),
    timestamp: String(at),
  };
}

/** Renders the event of a killed FOK order: its status has the reason, and some fields are empty. */
export function renderKilledEvent(order: VenueOrder, market: Market, reason: string, at: number) {
  return {
    ...renderOrderEvent(order, market, 'CANCELLATION', at),
    status: `CANCELED_${reason}`,
    size_matched: '',
    created_at: '',
  };
}

/** Renders a trade for one of its owners, the taker or a maker, as in `GET /data/trades`. */
export function renderTrade(trade: VenueTrade, market: Market, isTaker: boolean) {
  return {
    ...tradeCore(trade, market, isTaker),
    status: `TRADE_STATUS_${trade.status}`,
    match_time_nano: `${trade.matchedAt}000000`,
    maker_orders: trade.makers.map((part) => renderPart(part, market)),
    ...(trade.status === 'FAILED' ? { err_msg: 'the transaction was reverted' } : {}),
  };
}

/** Renders a trade event of the user channel. */
export function renderTradeEvent(trade: VenueTrade, market: Market, isTaker: boolean) {
  return {
    event_type: 'trade',
    type: 'TRADE',
    ...tradeCore(trade, market, isTaker),
    status: trade.status,
    trade_owner: trade.owner,
    maker_orders: trade.makers.map((part) => ({ ...renderPart(part, market), outcome_index: part.outcome })),
    timestamp: String(trade.updatedAt),
  };
}

/** Renders the reply to an accepted order. Amounts are set only when something matched at once. */
export function renderPlaced(order: VenueOrder, status: string, trade: VenueTrade | null) {
  const [making, taking] = trade === null ? ['', ''] : matchedAmounts(trade);
  return {
    success: true,
    errorMsg: '',
    orderID: order.id,
    status,
    makingAmount: making,
    takingAmount: taking,
    ...(trade === null ? {} : { tradeIDs: [trade.id] }),
  };
}

function tradeCore(trade: VenueTrade, market: Market, isTaker: boolean) {
  return {
    id: trade.id,
    taker_order_id: trade.takerOrderId,
    market: trade.condition,
    asset_id: trade.token,
    side: trade.side,
    size: renderMicro(trade.shares),
    fee_rate_bps: '0',
    price: renderDecimal(trade.price),
    match_time: String(seconds(trade.matchedAt)),
    last_update: String(seconds(trade.updatedAt)),
    outcome: market.outcomes[trade.outcome],
    bucket_index: 0,
    owner: trade.owner,
    maker_address: trade.makerAddress,
    // The transaction hash is known when the trade is mined.
    transaction_hash: trade.status === 'MATCHED' ? '' : trade.hash,
    trader_side: isTaker ? 'TAKER' : 'MAKER',
  };
}

const renderPart = (part: MakerPart, market: Market) => ({
  order_id: part.orderId,
  owner: part.owner,
  maker_address: part.makerAddress,
  matched_amount: renderMicro(part.shares),
  price: renderDecimal(part.price),
  fee_rate_bps: '',
  asset_id: part.token,
  outcome: market.outcomes[part.outcome],
  side: part.side,
});

function matchedAmounts(trade: VenueTrade): readonly [string, string] {
  const usd = renderMicro((trade.shares * trade.price) / 100_000_000n);
  const shares = renderMicro(trade.shares);
  return trade.side === 'BUY' ? [usd, shares] : [shares, usd];
}
