import { type Notional, PRICE_ONE, type Price, parseQty, type Qty } from '#contract';
import type { FaultInjector } from '#matching-engine';
import type { Clock } from '#ports';
import type { Controls, MarketCommand, VenueCommand } from '../shared/simulator-types.ts';
import type { Fill, Order } from './exchange-records.ts';
import type { EventPublisher } from './exchange-transaction.ts';
import { type MarketCatalogue, type OwnFees, uuidFromName } from './kalshi-catalogue-rows.ts';
import type { KalshiExchangeCore } from './kalshi-exchange-core.ts';
import type { MarketLifecycle } from './market-lifecycle.ts';
import { renderMarket } from './render-markets.ts';
import { renderFill, renderOrder, renderPosition, renderSettlement, renderTrade } from './render-orders.ts';
import { type RequestRateLimiter, TIERS } from './request-costs.ts';
import type { TradingStatus } from './routes/exchange-status-routes.ts';
import { findStructure, type Market } from './sim-market.ts';
import type { ApiKey } from './simulator-keys.ts';
import type { StreamPublisher } from './stream-publisher.ts';
import { COUNT_STEP, money6, parsePrice4 } from './wire-units.ts';

interface ControlParts {
  readonly clock: Clock;
  readonly faults: FaultInjector;
  readonly core: KalshiExchangeCore;
  readonly catalogue: MarketCatalogue;
  readonly lifecycle: MarketLifecycle;
  readonly tradingStatus: TradingStatus;
  readonly publisher: StreamPublisher;
  readonly keys: readonly ApiKey[];
  readonly rateLimiter: RequestRateLimiter;
}

/** The admin commands of this exchange. */
export class KalshiControls implements Controls {
  readonly faults: FaultInjector;
  readonly #parts: ControlParts;

  constructor(parts: ControlParts) {
    this.faults = parts.faults;
    this.#parts = parts;
  }

  state(): unknown {
    return adminState(this.#parts.core, this.#parts.keys, this.#parts.clock.now());
  }

  market(command: MarketCommand): string | null {
    const { core, lifecycle, clock } = this.#parts;
    const market = core.markets.get(command.market);
    if (market === undefined) return `no market ${command.market}`;
    switch (command.verb) {
      case 'pause':
        return lifecycle.pause(market);
      case 'resume':
        return lifecycle.resume(market);
      case 'close':
        return lifecycle.close(market, clock.now());
      case 'tick':
        return lifecycle.restructure(market, findStructure(command.tick) ?? command.tick);
      case 'rules':
        return lifecycle.changeRules(market, command.rules);
      case 'settle':
        return this.#settle(market, command.result, command.value);
    }
  }

  venue(command: VenueCommand): string | null {
    if (command.verb === 'drop_sockets') this.#parts.publisher.dropAll();
    return this.#parts.tradingStatus.change(command);
  }

  /** `tier`, `fees` and `fill`: see the README. */
  act(command: Readonly<Record<string, unknown>>): string | null {
    const { act, tier: name, ms, order, count } = command;
    if (act === 'fill') return fillResting(this.#parts.core, order, count);
    if (act === 'fees') return this.#setFees(command);
    const tier = TIERS.find((each) => each.name === name);
    if (act !== 'tier' || tier === undefined)
      return `act is fill, fees, or tier with a tier of ${TIERS.map((each) => each.name).join(', ')}`;
    const { rateLimiter, clock } = this.#parts;
    const endsAt = typeof ms === 'number' ? Math.ceil((clock.now() + ms) / 1_000) * 1_000 : null;
    if (endsAt !== null) rateLimiter.grant({ tier, endsAt });
    else rateLimiter.set(tier);
    return null;
  }

  /** An event's fees are published; those of a series only before they change, in a list. */
  #setFees(command: Readonly<Record<string, unknown>>): string | null {
    const { series, event, type = null, multiplier = null, ms } = command;
    const { catalogue, publisher, clock } = this.#parts;
    if (type !== null && typeof type !== 'string') return 'type of fees is a text, or absent';
    if (multiplier !== null && typeof multiplier !== 'number')
      return 'multiplier of fees is a number, or absent';
    const fees: OwnFees = { type, multiplier };
    if (ms !== undefined && (typeof ms !== 'number' || typeof series !== 'string'))
      return 'ms of fees is a number, with a series';
    const at = ms === undefined ? null : clock.now() + ms;
    if (typeof series === 'string' && catalogue.setSeriesFees(series, fees, at)) return null;
    const changed = typeof event === 'string' && catalogue.setEventFees(event, fees) ? event : null;
    const published = changed === null ? undefined : catalogue.events.get(changed);
    if (published === undefined) return 'fees need a listed series or event';
    publisher.eventFees(published);
    return null;
  }

  #settle(market: Market, result: 'yes' | 'no' | 'scalar', text: string | undefined): string | null {
    const scalar = parsePrice4(text);
    if (result === 'scalar' && (scalar === null || scalar > PRICE_ONE))
      return 'scalar needs a value from 0 to 1';
    const whole = (result === 'yes' ? PRICE_ONE : 0n) as Price;
    const value = result === 'scalar' ? (scalar ?? whole) : whole;
    return this.#parts.lifecycle.determine(market, result, value, this.#parts.clock.now());
  }
}

/** Faults that only this exchange has, in addition to the common ones. */
export const KALSHI_FAULTS = {
  read_lag: 'portfolio reads lag by `ms` instead of the default',
  clock_skew: 'the exchange clock, including its Date header, is `ms` ahead',
  wrong_ack_id: 'the reply to a create, amend, decrease or cancel contains another order id',
  batch_interrupted: 'the first half of a batch of cancels is executed, and the reply is 500',
  omit_optional: 'the reply to a create, amend, decrease or cancel has no optional fields',
  ws_overflow: 'a subscription to `channel` ends with error 25 instead of a message',
  time_forms: 'while active: times have an offset and nine digits instead of Z and six',
  unknown_enum: 'orders are sent and read with an unknown status',
} as const satisfies Readonly<Record<string, string>>;

/** An outside trader takes all better prices, then `count` (default: the remaining count) of one resting order. */
function fillResting(core: KalshiExchangeCore, id: unknown, count: unknown): string | null {
  const order = typeof id === 'string' ? core.state.orders.latest(id) : null;
  const market = order === null ? undefined : core.markets.get(order.ticker);
  if (order?.status !== 'resting' || market === undefined) return 'order is the id of a resting order';
  const own = count === undefined ? order.qty - order.filledQty : parseQty(count);
  if (own === null || own === 0n) return 'count is a number of contracts';
  const { price } = order;
  const [restingSide, side] = order.side === 'bid' ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const);
  const better = market.book
    .levels(restingSide)
    .filter((level) => (restingSide === 'BUY' ? level.price > price : level.price < price));
  const qty = (better.reduce((sum, level) => sum + level.qty, 0n) + own) as Qty;
  core.runTransaction((transaction) => {
    const number = core.state.nextNumber();
    const taker = {
      id: number,
      owner: 'outside-trader',
      side,
      price,
      qty,
      tif: 'IOC',
      expiresAt: null,
    } as const;
    const result = market.book.submit(taker, transaction.at);
    if (result.ok) transaction.apply(market, result.value, null);
  });
  return null;
}

/** Publishes a fill of a resting order that did not happen: no trade, no cash change, nothing on REST. */
export function publishGhostFill(
  core: KalshiExchangeCore,
  publisher: EventPublisher,
  order: Order,
  id: string,
  at: number,
): void {
  if (order.status !== 'resting') return;
  const { user, subaccount, ticker, side, price } = order;
  const qty = COUNT_STEP * 100n;
  const fee = 0n as Notional;
  const facts = { user, subaccount, ticker, side, price, qty: qty as Qty, isTaker: false, fee, at };
  const fill: Fill = { number: 0, id, orderId: order.id, ...facts };
  const held = core.state.positions.latest(`${user}/${subaccount}/${ticker}`)?.qty ?? 0n;
  publisher.filled(fill, order, side === 'bid' ? held + qty : held - qty);
}

/** The exchange's state without read lag, rendered as in REST replies plus `user`. */
function adminState(core: KalshiExchangeCore, keys: readonly ApiKey[], now: number): unknown {
  const { state, markets } = core;
  const getShard = (ticker: string): number => markets.get(ticker)?.listing.shard ?? 0;
  const getEventTicker = (ticker: string): string => markets.get(ticker)?.listing.terms.eventTicker ?? '';
  const users = [...new Set(keys.map(({ user }) => user))];
  const orders = users.flatMap((user) =>
    state.getOrderIds(user).flatMap((id) => {
      const order = state.orders.latest(id);
      if (order === null) return [];
      return [{ user, ...renderOrder(order, getShard(order.ticker)), last_update_reason: order.reason }];
    }),
  );
  const positions = [...state.positions.keys()].sort().flatMap((key) => {
    const position = state.positions.latest(key);
    if (position === null) return [];
    const { user, subaccount, ticker } = position;
    return [{ user, subaccount, ...renderPosition(position, getShard(ticker)) }];
  });
  return {
    users: users.map((user) => ({ user, user_id: uuidFromName(user) })),
    orders,
    fills: users.flatMap((user) =>
      (state.fills.get(user) ?? []).map((fill) => ({ user, ...renderFill(fill, getShard(fill.ticker)) })),
    ),
    positions,
    settlements: users.flatMap((user) =>
      (state.settlements.get(user) ?? []).map((each) => ({
        user,
        ...renderSettlement(each, getEventTicker(each.ticker), getShard(each.ticker)),
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
