import type { Notional, Price, Qty, TimestampMs } from '#contract';
import type { BookChange, CloseReason } from '#matching-engine';
import type { Random } from '#ports';
import type { StoredRow } from '../shared/exchange-store.ts';
import { randomUuid } from '../shared/process-environment.ts';
import { fillPosition, flatPosition } from './account-funds.ts';
import type {
  Fill,
  Order,
  OrderGroup,
  Position,
  Settlement,
  Trade,
  UpdateReason,
} from './exchange-records.ts';
import { cashKey, type ExchangeState, encode, holdingKey } from './exchange-state.ts';
import type { Listing } from './kalshi-catalogue-rows.ts';
import { charge, type Precision, tradeFee } from './kalshi-fees.ts';
import { type GroupEvent, withMatched } from './order-groups.ts';
import type { LevelChange, Market, MarketRow } from './sim-market.ts';

const REASONS: Readonly<Record<CloseReason, UpdateReason | null>> = {
  requested: null,
  ioc_remainder: null,
  fok_unfilled: null,
  no_liquidity: null,
  expired: 'ExpiryCancel',
  market_closed: 'CloseCancel',
  post_only_cross: 'PostOnlyCrossCancel',
  self_trade: 'SelfTradeCancel',
};

/**
 * One atomic change of the exchange. It updates the state, collects the rows to store, and holds back the
 * messages to publish until the rows are stored.
 */
export class ExchangeTransaction {
  readonly at: TimestampMs;
  readonly matchedGroups = new Set<string>(); // groups with a fill in this transaction
  readonly #state: ExchangeState;
  readonly #random: Random;
  readonly #precision: Precision;
  readonly #rows = new Map<string, StoredRow>();
  readonly #markets = new Map<Market, Order | null>(); // changed books, each with the user's order that caused it
  readonly #pendingEvents: ((publisher: EventPublisher) => void)[] = [];
  readonly #orders = new Map<string, Order>();
  readonly #positions = new Map<string, Position>();

  constructor(state: ExchangeState, random: Random, precision: Precision, at: TimestampMs) {
    this.#state = state;
    this.#random = random;
    this.#precision = precision;
    this.at = at;
  }

  get rows(): readonly StoredRow[] {
    return [...this.#rows.values()];
  }

  /** Keys `user/subaccount/ticker` of all holdings whose position or orders changed. */
  get holdings(): readonly string[] {
    const ofOrders = [...this.#orders.values()].map((each) =>
      holdingKey(each.user, each.subaccount, each.ticker),
    );
    return [...new Set([...ofOrders, ...this.#positions.keys()])];
  }

  /** Applies the result of a book operation. `cause` is the user's order behind it, if any. */
  apply(market: Market, change: BookChange, cause: Order | null): void {
    for (const trade of change.trades) {
      const side = trade.takerSide === 'BUY' ? 'bid' : 'ask';
      const { price, qty } = trade;
      const number = this.#state.nextNumber();
      const id = randomUuid(this.#random);
      this.#addTrade(market, { number, id, ticker: market.ticker, price, qty, takerSide: side, at: this.at });
      this.#fillOrder(market, trade.makerId, id, price, qty, false);
      this.#fillOrder(market, trade.takerId, id, price, qty, true);
    }
    for (const { id, reason } of change.closed) this.endOrder(id, REASONS[reason]);
    if (change.levels.length > 0 || change.trades.length > 0) this.#markets.set(market, cause);
  }

  /** Closes an order in a book without a fill. */
  endOrder(number: number, reason: UpdateReason | null): void {
    const order = this.#state.getByBookId(number);
    if (order === null) return;
    this.putOrder({ ...order, status: 'canceled', reason: reason ?? order.reason, updatedAt: this.at });
  }

  putOrder(order: Order): void {
    this.#state.putOrder(order, this.at);
    this.#orders.set(order.id, order);
    this.#storeRow('order', order.id, order);
  }

  markClientIdUsed(user: string, clientId: string): void {
    const key = `${user}/${clientId}`;
    this.#state.markClientIdUsed(key);
    this.#storeRow('client', key, 1);
  }

  /** Stores a market that was listed after the first start, so that a restart lists it again. */
  putListed({ ticker, event }: Listing): void {
    this.#storeRow('listed', ticker, event);
  }

  putMarket(market: Market, row: Partial<MarketRow>): void {
    market.row = { ...market.row, updatedAt: this.at, ...row };
    this.#storeRow('market', market.ticker, market.row);
  }

  putPosition(position: Position): void {
    const key = holdingKey(position.user, position.subaccount, position.ticker);
    this.#state.positions.set(key, position, this.at);
    this.#positions.set(key, position);
    this.#storeRow('position', key, position);
  }

  putSettlement(settlement: Settlement): void {
    this.#state.putSettlement(settlement);
    this.#storeRow('settlement', String(settlement.number), settlement);
  }

  putGroup(group: OrderGroup, event: GroupEvent): void {
    this.#storeGroup(group);
    this.publishOnCommit((publisher) => publisher.group(group, event, this.at));
  }

  deleteGroup(group: OrderGroup): void {
    this.#state.groups.delete(group.id);
    this.#deleteRow('group', group.id);
    this.publishOnCommit((publisher) => publisher.group(group, 'deleted', this.at));
  }

  addCash(user: string, subaccount: number, shard: number, change: bigint): void {
    const key = cashKey(user, subaccount, shard);
    const amount = ((this.#state.cash.get(key)?.amount ?? 0n) + change) as Notional;
    const cash = { user, subaccount, shard, amount };
    this.#state.cash.set(key, cash);
    this.#storeRow('cash', key, cash);
  }

  publishOnCommit(event: (publisher: EventPublisher) => void): void {
    this.#pendingEvents.push(event);
  }

  publishLifecycle(market: Market, event: LifecycleEvent): void {
    this.publishOnCommit((publisher) => publisher.lifecycle(market, event));
  }

  /** Publishes all messages. Call it after the rows are stored. */
  publish(publisher: EventPublisher): void {
    for (const event of this.#pendingEvents) event(publisher);
    for (const [market, cause] of this.#markets) {
      const changes = market.takeChanges();
      if (changes.length > 0) publisher.levels(market, changes, cause);
    }
    for (const order of this.#orders.values()) publisher.order(order);
    for (const position of this.#positions.values()) publisher.position(position);
    for (const market of this.#markets.keys()) publisher.ticker(market);
  }

  #addTrade(market: Market, trade: Trade): void {
    const left = market.tradeHistory.add(trade, market.bid, market.ask);
    this.#storeRow('trade', `${trade.ticker}/${trade.number}`, trade);
    if (left !== null) this.#deleteRow('trade', `${left.ticker}/${left.number}`);
    const { volume, openInterest } = market.row;
    // Approximation for display: a taker bid opens the full quantity, a taker ask closes half of it.
    const opened = trade.takerSide === 'bid' ? trade.qty : 0n - trade.qty / 2n;
    this.putMarket(market, {
      updatedAt: market.row.updatedAt, // trading does not change the market's update time
      volume: (volume + trade.qty) as Qty,
      openInterest: (openInterest + opened > 0n ? openInterest + opened : 0n) as Qty,
    });
    this.publishOnCommit((publisher) => publisher.trade(trade));
  }

  #fillOrder(market: Market, number: number, id: string, price: Price, qty: Qty, isTaker: boolean): void {
    const order = this.#state.getByBookId(number);
    if (order === null) return;
    const group = this.#state.groups.get(order.groupId ?? '');
    if (group !== undefined) {
      this.#storeGroup(withMatched(group, qty, this.at));
      this.matchedGroups.add(group.id);
    }
    const { user, subaccount, ticker, side } = order;
    const before =
      this.#state.positions.latest(holdingKey(user, subaccount, ticker)) ??
      flatPosition(user, subaccount, ticker);
    const filled = fillPosition(before, side, price, qty, this.at);
    const model = tradeFee(market.listing.fees, isTaker, price, qty);
    const charged = charge(filled.revenue, model, order.carry, this.#precision);
    this.addCash(user, subaccount, market.listing.shard, charged.change);
    this.putPosition(withFee(filled.position, charged.fee));
    const after = filledOrder(order, price, qty, isTaker, charged.fee, charged.carry, this.at);
    this.putOrder(after);
    const fill: Fill = {
      number: this.#state.nextNumber(),
      id,
      orderId: order.id,
      user,
      subaccount,
      ticker,
      side,
      price,
      qty,
      isTaker,
      fee: charged.fee,
      at: this.at,
    };
    this.#state.putFill(fill);
    this.#storeRow('fill', String(fill.number), fill);
    this.publishOnCommit((publisher) => publisher.filled(fill, after, filled.position.qty));
  }

  #storeGroup(group: OrderGroup): void {
    this.#state.groups.set(group.id, group);
    this.#storeRow('group', group.id, group);
  }

  #storeRow(kind: string, key: string, value: unknown): void {
    this.#rows.set(`${kind}\n${key}`, { kind, key, value: encode(value) });
  }

  #deleteRow(kind: string, key: string): void {
    this.#rows.set(`${kind}\n${key}`, { kind, key, value: null });
  }
}

const withFee = (position: Position, fee: Notional): Position => ({
  ...position,
  fees: (position.fees + fee) as Notional,
  openFees: (position.qty === 0n ? 0n : position.openFees + fee) as Notional,
});

function filledOrder(
  order: Order,
  price: Price,
  qty: Qty,
  isTaker: boolean,
  fee: Notional,
  carry: Notional,
  at: number,
): Order {
  const filledQty = (order.filledQty + qty) as Qty;
  const cost = qty * (order.side === 'bid' ? price : 100_000_000n - price);
  const money = isTaker
    ? { takerCost: (order.takerCost + cost) as Notional, takerFees: (order.takerFees + fee) as Notional }
    : { makerCost: (order.makerCost + cost) as Notional, makerFees: (order.makerFees + fee) as Notional };
  const status = filledQty === order.qty ? 'executed' : 'resting';
  return { ...order, ...money, filledQty, status, carry, updatedAt: at, reason: 'Trade' };
}

/** A lifecycle change of a market, as published on `market_lifecycle_v2`. */
export type LifecycleEvent =
  | { readonly type: 'created' }
  | { readonly type: 'deactivated' | 'activated'; readonly isDeactivated: boolean }
  | { readonly type: 'close_date_updated' }
  | { readonly type: 'determined' }
  | { readonly type: 'settled' }
  | { readonly type: 'price_level_structure_updated' };

/** Publishes stored changes in the order in which they happened. */
export interface EventPublisher {
  levels(market: Market, changes: readonly LevelChange[], cause: Order | null): void;
  trade(trade: Trade): void;
  ticker(market: Market): void;
  filled(fill: Fill, order: Order, postPosition: bigint): void;
  order(order: Order): void;
  position(position: Position): void;
  lifecycle(market: Market, event: LifecycleEvent): void;
  group(group: OrderGroup, event: GroupEvent, at: number): void;
}
