import { uuidFromName } from './kalshi-catalogue-rows.ts';
import type { KalshiExchangeCore } from './kalshi-exchange-core.ts';
import { renderMarket } from './render-markets.ts';
import { renderFill, renderOrder, renderPosition, renderSettlement, renderTrade } from './render-orders.ts';
import type { ApiKey } from './simulator-keys.ts';
import { money6 } from './wire-units.ts';

/**
 * The exchange's truth, without any lag, in the words of its REST answers: what an audit compares a
 * caller's belief with. `user` is added to each row.
 */
export function adminState(core: KalshiExchangeCore, keys: readonly ApiKey[], now: number): unknown {
  const { state, markets } = core;
  const shardOf = (ticker: string): number => markets.get(ticker)?.listing.shard ?? 0;
  const eventOf = (ticker: string): string => markets.get(ticker)?.listing.terms.eventTicker ?? '';
  const users = [...new Set(keys.map(({ user }) => user))];
  const orders = users.flatMap((user) =>
    state.getOrderIds(user).flatMap((id) => {
      const order = state.orders.latest(id);
      if (order === null) return [];
      return [{ user, ...renderOrder(order, shardOf(order.ticker)), last_update_reason: order.reason }];
    }),
  );
  const positions = [...state.positions.keys()].sort().flatMap((key) => {
    const position = state.positions.latest(key);
    if (position === null) return [];
    const { user, subaccount, ticker } = position;
    return [{ user, subaccount, ...renderPosition(position, shardOf(ticker)) }];
  });
  return {
    users: users.map((user) => ({ user, user_id: uuidFromName(user) })),
    orders,
    fills: users.flatMap((user) =>
      (state.fills.get(user) ?? []).map((fill) => ({ user, ...renderFill(fill, shardOf(fill.ticker)) })),
    ),
    positions,
    settlements: users.flatMap((user) =>
      (state.settlements.get(user) ?? []).map((each) => ({
        user,
        ...renderSettlement(each, eventOf(each.ticker), shardOf(each.ticker)),
      })),
    ),
    cash: [...state.cash.values()].map(({ user, subaccount, shard, amount }) => ({
      user,
      subaccount,
      exchange_index: shard,
      cash_dollars: money6(amount),
      available_dollars: money6(core.funds.getAvailable(user, subaccount, shard) ?? amount),
    })),
    markets: [...markets.values()].map((market) => renderMarket(market, now)),
    trades: [...markets.values()].flatMap(({ tradeHistory }) => tradeHistory.trades.map(renderTrade)),
  };
}
