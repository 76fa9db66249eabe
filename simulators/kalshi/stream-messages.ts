import { ONE } from '#contract';
import { computeVolume, findLastTrade } from './candle-history.ts';
import type { Fill, Order, OrderGroup, Position, Trade } from './exchange-records.ts';
import type { LifecycleEvent } from './exchange-transaction.ts';
import { type KalshiEvent, uuidFromName } from './kalshi-catalogue-rows.ts';
import type { GroupEvent } from './order-groups.ts';
import { renderBestPrices, renderPriceStructure } from './render-markets.ts';
import { LEGACY_ACTION, renderAmounts, renderDirection, renderLevels } from './render-orders.ts';
import type { LevelChange, Market } from './sim-market.ts';
import { count2, money4, money6, price4 } from './wire-units.ts';

type Fields = Readonly<Record<string, unknown>>;

const seconds = (ms: number): number => Math.floor(ms / 1000);
/** The price of the NO leg, or the equivalent YES price. An ask in the book is a NO bid. */
const noPrice = (price: bigint, useYesPrice: boolean): bigint => (useYesPrice ? price : ONE - price);

/** Renders the whole book as subscribers know it. An empty side is left out. */
export function renderSnapshotMessage(
  { ticker, listing, publishedLevels }: Market,
  useYesPrice: boolean,
): Fields {
  const yes = renderLevels(publishedLevels.BUY, (price) => price);
  const no = renderLevels(publishedLevels.SELL, (price) => noPrice(price, useYesPrice));
  return {
    market_ticker: ticker,
    market_id: listing.marketId,
    ...(yes.length === 0 ? {} : { yes_dollars_fp: yes }),
    ...(no.length === 0 ? {} : { no_dollars_fp: no }),
  };
}

/** Renders the change of one level as a signed difference, not as the new size. */
export const renderDeltaMessage = (
  market: Market,
  change: LevelChange,
  useYesPrice: boolean,
  at: number,
): Fields => ({
  market_ticker: market.ticker,
  market_id: market.listing.marketId,
  price_dollars: price4(change.side === 'BUY' ? change.price : noPrice(change.price, useYesPrice)),
  delta_fp: count2(change.delta),
  side: change.side === 'BUY' ? 'yes' : 'no',
  ts: new Date(at).toISOString(),
  ts_ms: at,
});

export const renderTickerMessage = (market: Market, at: number): Fields => ({
  market_id: market.listing.marketId,
  market_ticker: market.ticker,
  price_dollars: price4(findLastTrade(market)?.price ?? 0n),
  ...renderBestPrices(market),
  last_trade_size_fp: count2(findLastTrade(market)?.qty ?? 0n),
  volume_fp: count2(computeVolume(market, at)),
  open_interest_fp: count2(market.row.openInterest),
  dollar_volume: Number(computeVolume(market, at) / (2n * ONE)),
  dollar_open_interest: Number(market.row.openInterest / (2n * ONE)),
  ts: seconds(at),
  ts_ms: at,
  time: new Date(at).toISOString(),
});

export const renderTradeMessage = (trade: Trade): Fields => ({
  trade_id: trade.id,
  market_ticker: trade.ticker,
  yes_price_dollars: price4(trade.price),
  no_price_dollars: price4(ONE - trade.price),
  count_fp: count2(trade.qty),
  taker_side: trade.takerSide === 'bid' ? 'yes' : 'no',
  taker_outcome_side: trade.takerSide === 'bid' ? 'yes' : 'no',
  taker_book_side: trade.takerSide,
  is_block_trade: false,
  ts: seconds(trade.at),
  ts_ms: trade.at,
});

export const renderFillMessage = (fill: Fill, order: Order, shard: number, postPosition: bigint): Fields => ({
  trade_id: fill.id,
  order_id: fill.orderId,
  ...(order.clientId === '' ? {} : { client_order_id: order.clientId }),
  market_ticker: fill.ticker,
  exchange_index: shard,
  is_taker: fill.isTaker,
  ...renderDirection(fill.side),
  ...LEGACY_ACTION,
  purchased_side: fill.side === 'bid' ? 'yes' : 'no',
  yes_price_dollars: price4(fill.price),
  count_fp: count2(fill.qty),
  fee_cost: money6(fill.fee),
  post_position_fp: count2(postPosition),
  ts: seconds(fill.at),
  ts_ms: fill.at,
  subaccount: fill.subaccount,
});

export const renderOrderMessage = (order: Order, shard: number): Fields => ({
  order_id: order.id,
  user_id: uuidFromName(order.user),
  ...(order.clientId === '' ? {} : { client_order_id: order.clientId }),
  ticker: order.ticker,
  exchange_index: shard,
  status: order.status,
  ...renderDirection(order.side),
  is_yes: order.side === 'bid',
  yes_price_dollars: price4(order.price),
  ...renderAmounts(order),
  self_trade_prevention_type: order.selfTrade,
  ...(order.groupId === undefined ? {} : { order_group_id: order.groupId }),
  created_time: new Date(order.createdAt).toISOString(),
  created_ts_ms: order.createdAt,
  last_update_time: new Date(order.updatedAt).toISOString(),
  last_updated_ts_ms: order.updatedAt,
  ...(order.expiresAt === null ? {} : renderExpiry(order.expiresAt)),
  ...(order.reason === null ? {} : { last_update_reason: order.reason }),
  subaccount_number: order.subaccount,
});

const renderExpiry = (expiresAt: number): Fields => ({
  expiration_time: new Date(expiresAt).toISOString(),
  expiration_ts_ms: expiresAt,
});

export const renderPositionMessage = (position: Position): Fields => ({
  user_id: uuidFromName(position.user),
  market_ticker: position.ticker,
  position_fp: count2(position.qty),
  position_cost_dollars: money4(position.cost),
  realized_pnl_dollars: money4(position.realized),
  fees_paid_dollars: money4(position.fees),
  position_fee_cost_dollars: money4(position.openFees),
  volume_fp: count2(position.volume),
  subaccount: position.subaccount,
});

/** A new group and a new limit carry the limit. */
export const renderGroupMessage = (group: OrderGroup, event: GroupEvent, at: number): Fields => ({
  event_type: event,
  order_group_id: group.id,
  ...(event === 'created' || event === 'limit_updated' ? { contracts_limit_fp: count2(group.limit) } : {}),
  ts_ms: at,
});

/** Renders a lifecycle change. Times are in seconds. */
export function renderLifecycleMessage(market: Market, event: LifecycleEvent): Fields {
  const { row, ticker } = market;
  const head = { event_type: event.type, market_ticker: ticker };
  switch (event.type) {
    case 'created':
      return { ...head, ...renderCreated(market) };
    case 'activated':
    case 'deactivated':
      return { ...head, is_deactivated: event.isDeactivated };
    case 'close_date_updated':
      return { ...head, close_ts: seconds(row.closeAt) };
    case 'determined': {
      const determination = { determination_ts: seconds(row.determinedAt ?? 0) };
      return { ...head, result: row.result, settlement_value: price4(row.value ?? 0n), ...determination };
    }
    case 'settled':
      return { ...head, settled_ts: seconds(row.settledAt ?? 0) };
    case 'price_level_structure_updated':
      return { ...head, ...renderPriceStructure(market) };
  }
}

/** The fees of an event; null where those of its series apply. */
export const renderFeeMessage = ({ ticker, ownFees }: KalshiEvent): Fields => ({
  event_ticker: ticker,
  fee_type_override: ownFees.type,
  fee_multiplier_override: ownFees.multiplier,
});

/** Texts, times and price grid of a new market. */
const renderCreated = (market: Market): Fields => ({
  exchange_index: market.listing.shard,
  open_ts: seconds(market.row.openAt),
  close_ts: seconds(market.row.closeAt),
  additional_metadata: {
    name: market.listing.terms.eventTitle,
    title: market.listing.terms.eventTitle,
    yes_sub_title: market.listing.terms.yesSubTitle,
    no_sub_title: market.listing.terms.yesSubTitle,
    rules_primary: market.listing.terms.rulesPrimary,
    rules_secondary: market.listing.terms.rulesSecondary ?? '',
    can_close_early: true,
    event_ticker: market.listing.terms.eventTicker,
  },
  ...renderPriceStructure(market),
});

/** The rules of a WebSocket channel. */
interface ChannelRules {
  readonly needsTickers: boolean;
  readonly isFiltered: boolean; // filtered by tickers, if given
  readonly hasSeq: boolean;
}

const rules = (needsTickers: boolean, isFiltered: boolean, hasSeq: boolean): ChannelRules => ({
  needsTickers,
  isFiltered,
  hasSeq,
});

export const CHANNELS: Readonly<Record<string, ChannelRules>> = {
  orderbook_delta: rules(true, true, true),
  ticker: rules(false, true, false),
  trade: rules(false, true, true),
  fill: rules(false, true, false),
  user_orders: rules(false, true, false),
  market_positions: rules(false, true, false),
  market_lifecycle_v2: rules(false, false, true),
  multivariate_market_lifecycle: rules(false, false, true),
  order_group_updates: rules(false, false, true),
};

/** Error codes of the WebSocket, with the venue's texts. */
export const SOCKET_ERRORS: Readonly<Record<number, string>> = {
  1: 'Unable to process message',
  2: 'Params required',
  3: 'Channels required',
  4: 'Subscription IDs required',
  5: 'Unknown command',
  7: 'Unknown subscription ID',
  8: 'Unknown channel name',
  10: 'Channel error',
  11: 'Invalid parameter',
  12: 'Exactly one subscription ID is required',
  13: 'Unsupported action',
  14: 'Market ticker required',
  15: 'Action required',
  25: 'Subscription buffer overflow',
};

/** One subscription of one WebSocket. */
export interface Subscription {
  readonly sid: number;
  readonly channel: string;
  tickers: Set<string> | null; // null: all markets
  readonly useYesPrice: boolean;
  readonly skipAck: boolean;
  seq: number;
}

export const isSubscribedTo = ({ tickers }: Subscription, ticker: string): boolean =>
  tickers === null || tickers.has(ticker);
