import { assert, present } from '../../src/domain/model/assert.ts';
import { type Notional, ONE, type Qty } from '../../src/domain/model/money.ts';
import { err, ok, type Result } from '../../src/domain/model/result.ts';
import type { Clock, Random } from '../../src/ports/environment.ts';
import type { ExchangeStore } from '../shared/exchange-store.ts';
import { uuidOf } from '../shared/process-environment.ts';
import { Funds } from './account-funds.ts';
import type { EventPublisher } from './event-publisher.ts';
import type { Order, UpdateReason } from './exchange-records.ts';
import { holdingKey, type State } from './exchange-state.ts';
import { ExchangeTransaction } from './exchange-transaction.ts';
import type { Precision } from './kalshi-fees.ts';
import { type Refused, refused } from './kalshi-router.ts';
import { type Amendment, bookOrderOf, capped, newOrder, type OrderRequest } from './order-request.ts';
import { validateAmendment, validateOrder } from './order-validation.ts';
import type { Market } from './sim-market.ts';

/** What an answer tells of a placed or amended order: what this request filled, and at what cost. */
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
  readonly sink: EventPublisher;
  readonly precision: Precision;
  readonly state: State;
  readonly markets: ReadonlyMap<string, Market>;
  /** Whether new and amended orders are refused on a shard. */
  readonly isTradingPaused: (shard: number) => boolean;
}

interface Found {
  readonly order: Order;
  readonly market: Market;
}

/** The exchange floor: every change of users' orders and money, one whole turn each. */
export class KalshiExchangeCore {
  readonly state: State;
  readonly markets: ReadonlyMap<string, Market>;
  readonly funds: Funds;
  readonly #parts: KalshiExchangeCoreParts;
  #turn: ExchangeTransaction | null = null;

  constructor(parts: KalshiExchangeCoreParts) {
    this.#parts = parts;
    this.state = parts.state;
    this.markets = parts.markets;
    this.funds = new Funds(parts.state, parts.markets);
  }

  /** Runs `change` as one turn: made durable, then told. A turn inside a turn is part of it. */
  turn<Value>(change: (turn: ExchangeTransaction) => Value): Value {
    if (this.#turn !== null) return change(this.#turn);
    const { clock, random, precision, store, sink } = this.#parts;
    const turn = new ExchangeTransaction(this.state, random, precision, clock.now());
    this.#turn = turn;
    let value: Value;
    try {
      value = change(turn);
    } finally {
      this.#turn = null;
    }
    for (const key of turn.holdings) this.funds.refreshHolding(key, turn.at);
    store.commit(turn.rows);
    turn.publish(sink);
    return value;
  }

  /** Places an order. A FOK that is killed leaves no order, but its client id is used up. */
  place(user: string, draft: OrderRequest): Result<Placed, Refused> {
    return this.turn((turn) => {
      const market = this.markets.get(draft.ticker);
      if (market === undefined || (draft.shard !== null && draft.shard !== market.listing.shard)) {
        return err(refused(404, 'market_not_found'));
      }
      this.#expire(turn, market);
      const refusal = this.#judge(user, draft, market, turn.at);
      if (refusal !== null) return err(refusal);
      const held = this.state.positions.now(holdingKey(user, draft.subaccount, draft.ticker))?.qty ?? 0n;
      return this.#enter(turn, user, capped(draft, held), market);
    });
  }

  /** Changes price and total of a resting order. Only a pure decrease keeps its place. */
  amend(user: string, id: string, amendment: Amendment): Result<Placed, Refused> {
    return this.turn((turn) => {
      const found = this.#resting(turn, user, id);
      if (found === null) return err(refused(404, 'not_found'));
      const { order, market } = found;
      const refusal = this.#judgeAmendment(order, amendment, market);
      if (refusal !== null) return err(refusal);
      const { price, qty, clientId } = amendment;
      if (clientId !== null && clientId !== order.clientId) turn.burn(user, clientId);
      const terms = { price, qty, initialQty: qty, clientId: clientId ?? order.clientId };
      turn.putOrder({ ...order, ...terms, updatedAt: turn.at, reason: 'Amend' });
      const change = { price, qty, tif: null, expiresAt: null };
      const result = market.book.amend(order.number, change, turn.at);
      assert(result.ok, 'an amendment that was judged is taken');
      turn.apply(market, result.value, order);
      return ok(this.#placed(id, order));
    });
  }

  /**
   * Lowers what remains, in place. To nothing is a cancel.
   *
   * @param leaves  what shall remain, from what does
   */
  decrease(user: string, id: string, leaves: (remaining: bigint) => bigint): Result<Order, Refused> {
    return this.turn((turn) => {
      const found = this.#resting(turn, user, id);
      if (found === null) return err(refused(404, 'not_found'));
      const { order, market } = found;
      const remaining = order.qty - order.filledQty;
      const left = leaves(remaining);
      if (left > remaining) return err(refused(400, 'invalid_order', 'not a decrease'));
      if (market.book.state !== 'OPEN') return err(refused(400, 'MARKET_NOT_ACTIVE'));
      if (left <= 0n) {
        this.#cancel(turn, found, 'Decrease');
        return ok(this.#now(id));
      }
      const qty = (order.filledQty + left) as Qty;
      turn.putOrder({ ...order, qty, updatedAt: turn.at, reason: 'Decrease' });
      const change = { price: null, qty, tif: null, expiresAt: null };
      const result = market.book.amend(order.number, change, turn.at);
      assert(result.ok, 'a decrease that was judged is taken');
      turn.apply(market, result.value, order);
      return ok(this.#now(id));
    });
  }

  /**
   * Ends a resting order. The value is the order as it was, so that the answer can say what went.
   *
   * @param shard  where it is looked for; null looks everywhere
   */
  cancel(user: string, id: string, shard: number | null, reason?: UpdateReason): Result<Order, Refused> {
    return this.turn((turn) => {
      const found = this.#resting(turn, user, id);
      if (found === null || (shard !== null && shard !== found.market.listing.shard)) {
        return err(refused(404, 'not_found'));
      }
      if (found.market.book.state === 'CLOSED') return err(refused(400, 'MARKET_NOT_ACTIVE'));
      this.#cancel(turn, found, reason ?? null);
      return ok(found.order);
    });
  }

  /** Orders whose time has come leave; asked often, since nobody else may touch their market. */
  expireDue(): void {
    const now = this.#parts.clock.now();
    for (const market of this.markets.values()) {
      if ((market.book.nextExpiryAt() ?? Number.POSITIVE_INFINITY) > now) continue;
      this.turn((turn) => this.#expire(turn, market));
    }
  }

  #judge(user: string, draft: OrderRequest, market: Market, now: number): Refused | null {
    const { shard } = market.listing;
    if (this.#parts.isTradingPaused(shard)) return refused(409, 'trading_is_paused');
    const { clientId, subaccount, side, price, qty } = draft;
    if (this.state.isUsed(user, clientId)) return refused(409, 'order_already_exists');
    const refusal = validateOrder(draft, market, now);
    if (refusal !== null) return refusal;
    if (this.funds.availableOf(user, subaccount, shard) === null) {
      return refused(404, 'insufficient_shard_balance');
    }
    if (draft.reduceOnly) return null;
    const claim = { user, subaccount, side, price, qty, replaces: null };
    return this.funds.covers(claim, market) ? null : refused(400, 'insufficient_balance');
  }

  #judgeAmendment(order: Order, amendment: Amendment, market: Market): Refused | null {
    if (this.#parts.isTradingPaused(market.listing.shard)) return refused(409, 'trading_is_paused');
    const { clientId, price } = amendment;
    const isRenamed = clientId !== null && clientId !== order.clientId;
    if (isRenamed && this.state.isUsed(order.user, clientId)) return refused(409, 'order_already_exists');
    const refusal = validateAmendment(order, amendment, market);
    if (refusal !== null) return refusal;
    const { user, subaccount, side } = order;
    const qty = amendment.qty - order.filledQty;
    const claim = { user, subaccount, side, price, qty, replaces: order };
    return this.funds.covers(claim, market) ? null : refused(400, 'insufficient_balance');
  }

  #enter(
    turn: ExchangeTransaction,
    user: string,
    draft: OrderRequest,
    market: Market,
  ): Result<Placed, Refused> {
    const order = newOrder(this.state.nextNumber(), uuidOf(this.#parts.random), user, draft, turn.at);
    if (draft.clientId !== '') turn.burn(user, draft.clientId);
    if (order.qty === 0n) {
      turn.putOrder({ ...order, status: 'canceled', reason: 'ReduceOnlyCancel' });
      return ok(this.#placed(order.id, order));
    }
    const result = market.book.submit(bookOrderOf(order, draft.tif), turn.at);
    assert(result.ok, 'an order that was judged is taken');
    const isKilled = result.value.closed.some(({ reason }) => reason === 'fok_unfilled');
    if (isKilled) return err(refused(409, 'fill_or_kill_insufficient_resting_volume'));
    turn.putOrder(order);
    turn.apply(market, result.value, order);
    return ok(this.#placed(order.id, order));
  }

  #cancel(turn: ExchangeTransaction, { order, market }: Found, reason: UpdateReason | null): void {
    const result = market.book.cancel(order.number);
    assert(result.ok, 'a resting order is in its book');
    turn.apply(market, result.value, order);
    if (reason !== null) turn.putOrder({ ...this.#now(order.id), reason });
  }

  /** The user's order if it still rests, its own time having been looked at. */
  #resting(turn: ExchangeTransaction, user: string, id: string): Found | null {
    const known = this.state.orders.now(id);
    const market = known === null ? undefined : this.markets.get(known.ticker);
    if (known === null || known.user !== user || market === undefined) return null;
    this.#expire(turn, market);
    const order = this.#now(id);
    return order.status === 'resting' ? { order, market } : null;
  }

  #expire(turn: ExchangeTransaction, market: Market): void {
    turn.apply(market, market.book.expire(turn.at), null);
  }

  #placed(id: string, before: Order): Placed {
    const order = this.#now(id);
    const filledQty = (order.filledQty - before.filledQty) as Qty;
    const own = order.takerCost + order.makerCost - before.takerCost - before.makerCost;
    const cost = order.side === 'bid' ? own : filledQty * ONE - own;
    const fees = order.takerFees + order.makerFees - before.takerFees - before.makerFees;
    return { order, filledQty, cost: cost as Notional, fees: fees as Notional };
  }

  #now(id: string): Order {
    return present(this.state.orders.now(id), `order ${id}`);
  }
}
