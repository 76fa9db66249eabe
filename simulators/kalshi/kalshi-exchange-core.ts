import { assert, err, type Notional, ONE, ok, type Qty, type Result, requirePresent } from '#contract';
import type { Clock, Random } from '#ports';
import type { ExchangeStore } from '../shared/exchange-store.ts';
import { randomUuid } from '../shared/process-environment.ts';
import { AccountFunds } from './account-funds.ts';
import type { Order, OrderGroup, UpdateReason } from './exchange-records.ts';
import { type ExchangeState, holdingKey } from './exchange-state.ts';
import { type EventPublisher, ExchangeTransaction } from './exchange-transaction.ts';
import { type Rejection, reject } from './kalshi-errors.ts';
import type { Precision } from './kalshi-fees.ts';
import { checkGroup, type GroupEvent, isLimitHit } from './order-groups.ts';
import {
  type Amendment,
  capToPosition,
  createOrder,
  type OrderRequest,
  toBookOrder,
  validateAmendment,
  validateOrder,
} from './order-request.ts';
import type { Market } from './sim-market.ts';

/** The result of placing or amending an order: the order, and the fills of this request with their cost. */
export interface Placed {
  readonly order: Order;
  readonly filledQty: Qty;
  readonly cost: Notional; // price × count of those fills, on the YES scale
  readonly fees: Notional;
}

export interface KalshiExchangeCoreParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: ExchangeStore;
  readonly publisher: EventPublisher;
  readonly precision: Precision;
  readonly state: ExchangeState;
  readonly markets: ReadonlyMap<string, Market>;
  /** Whether the shard rejects new and amended orders. */
  readonly isTradingPaused: (shard: number) => boolean;
}

interface Found {
  readonly order: Order;
  readonly market: Market;
}

/** The exchange core. It runs each change of orders and cash as one transaction. */
export class KalshiExchangeCore {
  readonly state: ExchangeState;
  readonly markets: ReadonlyMap<string, Market>;
  readonly funds: AccountFunds;
  readonly #parts: KalshiExchangeCoreParts;
  #transaction: ExchangeTransaction | null = null;

  constructor(parts: KalshiExchangeCoreParts) {
    this.#parts = parts;
    this.state = parts.state;
    this.markets = parts.markets;
    this.funds = new AccountFunds(parts.state, parts.markets);
  }

  /**
   * Runs `change` as one transaction: update, store, publish. A nested call joins the running transaction.
   */
  runTransaction<Value>(change: (transaction: ExchangeTransaction) => Value): Value {
    if (this.#transaction !== null) return change(this.#transaction);
    const { clock, random, precision, store, publisher } = this.#parts;
    const transaction = new ExchangeTransaction(this.state, random, precision, clock.now());
    this.#transaction = transaction;
    let value: Value;
    try {
      value = change(transaction);
      this.#limitGroups(transaction);
    } finally {
      this.#transaction = null;
    }
    for (const key of transaction.holdings) this.funds.refreshHolding(key, transaction.at);
    store.commit(transaction.rows);
    transaction.publish(publisher);
    return value;
  }

  /** Places an order. A killed FOK leaves no order but uses up its client id. */
  place(user: string, request: OrderRequest): Result<Placed, Rejection> {
    return this.runTransaction((transaction) => {
      const market = this.markets.get(request.ticker);
      if (market === undefined || (request.shard !== null && request.shard !== market.listing.shard)) {
        return err(reject(404, 'market_not_found'));
      }
      this.#expire(transaction, market);
      const rejection = this.#checkOrder(user, request, market, transaction.at);
      if (rejection !== null) return err(rejection);
      const held =
        this.state.positions.latest(holdingKey(user, request.subaccount, request.ticker))?.qty ?? 0n;
      return this.#submit(transaction, user, capToPosition(request, held), market);
    });
  }

  /** Changes price and total quantity of a resting order. Only a pure decrease keeps its queue position. */
  amend(user: string, id: string, amendment: Amendment): Result<Placed, Rejection> {
    return this.runTransaction((transaction) => {
      const found = this.#findResting(transaction, user, id);
      if (found === null) return err(reject(404, 'not_found'));
      const { order, market } = found;
      const rejection = this.#checkAmendment(order, amendment, market);
      if (rejection !== null) return err(rejection);
      const { price, qty, clientId } = amendment;
      if (clientId !== null && clientId !== order.clientId) transaction.markClientIdUsed(user, clientId);
      const terms = { price, qty, initialQty: qty, clientId: clientId ?? order.clientId };
      transaction.putOrder({ ...order, ...terms, updatedAt: transaction.at, reason: 'Amend' });
      const change = { price, qty, tif: null, expiresAt: null };
      const result = market.book.amend(order.number, change, transaction.at);
      assert(result.ok, 'the book accepts a validated amendment');
      transaction.apply(market, result.value, order);
      return ok(this.#toPlaced(id, order));
    });
  }

  /**
   * Lowers the remaining quantity and keeps the queue position. Zero cancels the order.
   *
   * @param leaves  computes the new remaining quantity from the current one
   */
  decrease(user: string, id: string, leaves: (remaining: bigint) => bigint): Result<Order, Rejection> {
    return this.runTransaction((transaction) => {
      const found = this.#findResting(transaction, user, id);
      if (found === null) return err(reject(404, 'not_found'));
      const { order, market } = found;
      const remaining = order.qty - order.filledQty;
      const left = leaves(remaining);
      if (left > remaining) return err(reject(400, 'invalid_order', 'not a decrease'));
      if (market.book.state !== 'OPEN') return err(reject(400, 'MARKET_NOT_ACTIVE'));
      if (left <= 0n) {
        this.#cancel(transaction, found, 'Decrease');
        return ok(this.#getOrder(id));
      }
      const qty = (order.filledQty + left) as Qty;
      transaction.putOrder({ ...order, qty, updatedAt: transaction.at, reason: 'Decrease' });
      const change = { price: null, qty, tif: null, expiresAt: null };
      const result = market.book.amend(order.number, change, transaction.at);
      assert(result.ok, 'the book accepts a validated decrease');
      transaction.apply(market, result.value, order);
      return ok(this.#getOrder(id));
    });
  }

  /**
   * Cancels a resting order and returns it as it was before, for the reply.
   *
   * @param shard  the shard to search; null searches all
   */
  cancel(user: string, id: string, shard: number | null, reason?: UpdateReason): Result<Order, Rejection> {
    return this.runTransaction((transaction) => {
      const found = this.#findResting(transaction, user, id);
      if (found === null || (shard !== null && shard !== found.market.listing.shard)) {
        return err(reject(404, 'not_found'));
      }
      if (found.market.book.state === 'CLOSED') return err(reject(400, 'MARKET_NOT_ACTIVE'));
      this.#cancel(transaction, found, reason ?? null);
      return ok(found.order);
    });
  }

  /** Stores a changed order group. One that is triggered has no resting orders. */
  putGroup(group: OrderGroup, event: GroupEvent): void {
    this.runTransaction((transaction) => {
      transaction.putGroup(group, event);
      if (group.isTriggered) this.#cancelGroup(group);
    });
  }

  /** Removes an order group and cancels its orders. */
  removeGroup(group: OrderGroup): void {
    this.runTransaction((transaction) => {
      this.#cancelGroup(group);
      transaction.deleteGroup(group);
    });
  }

  #cancelGroup(group: OrderGroup): void {
    for (const { id } of this.state.getRestingInGroup(group)) this.cancel(group.user, id, null);
  }

  #limitGroups(transaction: ExchangeTransaction): void {
    for (const id of transaction.matchedGroups) {
      const group = this.state.groups.get(id);
      if (group === undefined || group.isTriggered || !isLimitHit(group, transaction.at)) continue;
      this.putGroup({ ...group, isTriggered: true }, 'triggered');
    }
  }

  /** Expires due orders in all markets. Called on a timer, because a market may get no other request. */
  expireDue(): void {
    const now = this.#parts.clock.now();
    for (const market of this.markets.values()) {
      if ((market.book.nextExpiryAt() ?? Number.POSITIVE_INFINITY) > now) continue;
      this.runTransaction((transaction) => this.#expire(transaction, market));
    }
  }

  #checkOrder(user: string, request: OrderRequest, market: Market, now: number): Rejection | null {
    const { shard } = market.listing;
    if (this.#parts.isTradingPaused(shard)) return reject(409, 'trading_is_paused');
    const { clientId, subaccount, side, price, qty } = request;
    if (this.state.isClientIdUsed(user, clientId)) return reject(409, 'order_already_exists');
    const rejection = validateOrder(request, market, now);
    if (rejection !== null) return rejection;
    if (request.groupId !== null) {
      const group = this.state.groups.get(request.groupId) ?? null;
      const refused = checkGroup(group, { user, subaccount, shard });
      if (refused !== null) return refused;
    }
    if (this.funds.getAvailable(user, subaccount, shard) === null) {
      return reject(404, 'insufficient_shard_balance');
    }
    if (request.reduceOnly) return null;
    const claim = { user, subaccount, side, price, qty, replaces: null };
    return this.funds.covers(claim, market) ? null : reject(400, 'insufficient_balance');
  }

  #checkAmendment(order: Order, amendment: Amendment, market: Market): Rejection | null {
    if (this.#parts.isTradingPaused(market.listing.shard)) return reject(409, 'trading_is_paused');
    const { clientId, price } = amendment;
    const isRenamed = clientId !== null && clientId !== order.clientId;
    if (isRenamed && this.state.isClientIdUsed(order.user, clientId))
      return reject(409, 'order_already_exists');
    const rejection = validateAmendment(order, amendment, market);
    if (rejection !== null) return rejection;
    const { user, subaccount, side } = order;
    const qty = amendment.qty - order.filledQty;
    const claim = { user, subaccount, side, price, qty, replaces: order };
    return this.funds.covers(claim, market) ? null : reject(400, 'insufficient_balance');
  }

  #submit(
    transaction: ExchangeTransaction,
    user: string,
    request: OrderRequest,
    market: Market,
  ): Result<Placed, Rejection> {
    const order = createOrder(
      this.state.nextNumber(),
      randomUuid(this.#parts.random),
      user,
      request,
      transaction.at,
    );
    if (request.clientId !== '') transaction.markClientIdUsed(user, request.clientId);
    if (order.qty === 0n) {
      transaction.putOrder({ ...order, status: 'canceled', reason: 'ReduceOnlyCancel' });
      return ok(this.#toPlaced(order.id, order));
    }
    const result = market.book.submit(toBookOrder(order, request.tif), transaction.at);
    assert(result.ok, 'the book accepts a validated order');
    const isKilled = result.value.closed.some(({ reason }) => reason === 'fok_unfilled');
    if (isKilled) return err(reject(409, 'fill_or_kill_insufficient_resting_volume'));
    transaction.putOrder(order);
    transaction.apply(market, result.value, order);
    return ok(this.#toPlaced(order.id, order));
  }

  #cancel(transaction: ExchangeTransaction, { order, market }: Found, reason: UpdateReason | null): void {
    const result = market.book.cancel(order.number);
    assert(result.ok, 'a resting order is in its book');
    transaction.apply(market, result.value, order);
    if (reason !== null) transaction.putOrder({ ...this.#getOrder(order.id), reason });
  }

  /** Expires due orders, then returns the user's order if it still rests. */
  #findResting(transaction: ExchangeTransaction, user: string, id: string): Found | null {
    const known = this.state.orders.latest(id);
    const market = known === null ? undefined : this.markets.get(known.ticker);
    if (known === null || known.user !== user || market === undefined) return null;
    this.#expire(transaction, market);
    const order = this.#getOrder(id);
    return order.status === 'resting' ? { order, market } : null;
  }

  #expire(transaction: ExchangeTransaction, market: Market): void {
    transaction.apply(market, market.book.expire(transaction.at), null);
  }

  #toPlaced(id: string, before: Order): Placed {
    const order = this.#getOrder(id);
    const filledQty = (order.filledQty - before.filledQty) as Qty;
    const own = order.takerCost + order.makerCost - before.takerCost - before.makerCost;
    const cost = order.side === 'bid' ? own : filledQty * ONE - own;
    const fees = order.takerFees + order.makerFees - before.takerFees - before.makerFees;
    return { order, filledQty, cost: cost as Notional, fees: fees as Notional };
  }

  #getOrder(id: string): Order {
    return requirePresent(this.state.orders.latest(id), `order ${id}`);
  }
}
