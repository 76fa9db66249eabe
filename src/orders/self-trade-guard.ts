import { assert, getIdNumber, isLive, type Leg, type Order, type OrderId } from '#contract';
import { termsAfterAmend } from '#domain';
import type { Clock, Log } from '#ports';
import type { Cancellation } from './cancellation.ts';
import { findOwnReached, isPreventedByVenue, type SelfTradeDeps } from './self-trade-check.ts';

export interface SelfTradeGuardDeps extends SelfTradeDeps {
  readonly cancellation: Cancellation;
  readonly clock: Clock;
  readonly log: Log;
  readonly intentAgeMsMax: number;
}

interface Waiter {
  readonly ids: Set<OrderId>; // orders whose end is awaited
  readonly done: () => void;
}

/**
 * Keeps an order with `self_trade` from trading with its own account where the venue does not (I-36). For
 * `CANCEL_RESTING` it cancels the orders in the way, and holds the new order until the end of each is proven. Two
 * orders never wait for each other: a held order waits only for orders accepted before it, and for orders that are
 * not held.
 *
 * Source  docs/decisions/order-flags.md
 */
export class SelfTradeGuard {
  readonly #deps: SelfTradeGuardDeps;
  readonly #held = new Set<OrderId>();
  readonly #waiters = new Set<Waiter>();

  constructor(deps: SelfTradeGuardDeps) {
    this.#deps = deps;
    deps.store.onDurable(({ orders }) => {
      for (const waiter of this.#waiters) this.#removeClosed(waiter, orders);
    });
  }

  /**
   * Calls `send` in the step in which no own order is in the way, at the latest `intentAgeMsMax` after the acceptance;
   * the gateway then refuses an order that still has one in the way. The order must be durable.
   */
  async whenClear(orderId: OrderId, acceptedAtMs: number, send: () => void): Promise<void> {
    const { clock, intentAgeMsMax, cancellation } = this.#deps;
    const untilMs = acceptedAtMs + intentAgeMsMax;
    try {
      for (;;) {
        const blocking = this.#findBlocking(orderId);
        const waitMs = untilMs - clock.monotonicMs();
        if (blocking.length === 0 || waitMs <= 0) break;
        this.#held.add(orderId);
        await cancellation.cancelByService(
          blocking.filter(({ pendingAction }) => pendingAction !== 'cancel'),
          'self_trade',
        );
        await this.#whenClosed(
          blocking.map(({ id }) => id),
          waitMs,
        );
      }
      send();
    } finally {
      this.#held.delete(orderId);
    }
  }

  /** The own orders that the leg would reach if it were sent now, unless its venue keeps it from trading with them. */
  findBlocking(order: Order, leg: Leg): readonly Order[] {
    if (order.selfTrade === null) return [];
    const { accountId, id, side } = order;
    const { venue, instrumentId, outcome, price, qty } = leg;
    const taker = { venue, instrumentId, accountId, orderId: id, side, outcome, price, qty };
    if (isPreventedByVenue(taker, this.#deps)) return [];
    const reached = findOwnReached(taker, this.#deps).map((crossed) => crossed.order);
    return reached.filter((other) => this.#mustEndFirst(other, order));
  }

  /** True if the venue is to prevent self-trades of this leg. */
  isPreventedByVenue({ accountId, id, side }: Order, leg: Leg): boolean {
    return isPreventedByVenue({ ...leg, accountId, orderId: id, side }, this.#deps);
  }

  /** An order that was accepted later is the incoming one, unless it was sent while this one was held. */
  #mustEndFirst(other: Order, order: Order): boolean {
    if (getIdNumber(other.id) < getIdNumber(order.id)) return true;
    return this.#held.has(order.id) && !this.#held.has(other.id);
  }

  #findBlocking(orderId: OrderId): readonly Order[] {
    const order = this.#deps.store.state.orders.get(orderId);
    if (order === undefined || !isLive(order.status) || order.pendingAction === 'cancel') return [];
    const terms = termsAfterAmend(order);
    return order.legs.filter(({ status }) => isLive(status)).flatMap((leg) => this.findBlocking(terms, leg));
  }

  /** Resolves once all these orders are closed, which is durable, or after `waitMs`. */
  async #whenClosed(ids: readonly OrderId[], waitMs: number): Promise<void> {
    const { store, clock } = this.#deps;
    await store.whenDurable();
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter: Waiter = { ids: new Set(ids), done: resolve };
    this.#waiters.add(waiter);
    this.#removeClosed(waiter, ids);
    const timer = clock.after(waitMs, resolve);
    await promise;
    timer.cancel();
    this.#waiters.delete(waiter);
  }

  #removeClosed({ ids, done }: Waiter, changed: Iterable<OrderId>): void {
    for (const id of changed) {
      const order = this.#deps.store.state.orders.get(id);
      if (order === undefined || !isLive(order.status)) ids.delete(id);
    }
    if (ids.size === 0) done();
  }
}

/** I-36: called in the step that sends the leg. */
export function assertNothingBlocks(guard: SelfTradeGuard, order: Order, leg: Leg): void {
  assert(guard.findBlocking(order, leg).length === 0, 'I-36: no own order is in the way of the leg');
}
