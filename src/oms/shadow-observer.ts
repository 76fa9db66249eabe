import {
  createLruCache,
  type Fill,
  type Leg,
  OBSERVED_AFTER_MS,
  type ObservationAnchor,
  type Order,
  type OrderId,
  type Price,
  type TimestampMs,
  type VenueName,
} from '#contract';
import type { StateStore } from '#orders';
import type { Clock, Timer } from '#ports';
import { commitRecord } from './call-audit.ts';

export interface Touch {
  readonly bid: Price | null; // of others, YES terms; null: none, or the book is not known
  readonly ask: Price | null;
}

export interface ShadowObserverDeps {
  readonly store: StateStore;
  readonly clock: Clock;
  /** Null: the venue has no live book of others, such as the built-in exchange. */
  readonly findTouch: (venue: VenueName, venueInstrumentId: string) => Touch | null;
  readonly onOrder: (listener: (order: Order) => void) => () => void;
  readonly onFill: (listener: (fill: Fill) => void) => () => void;
}

const ORDERS_KNOWN_MAX = 100_000;

/**
 * Records what the live book did after each order of profile shadow and after the first fill of each of its legs: at once,
 * and 1, 10 and 60 seconds later. What falls into a restart is not recorded.
 */
export class ShadowObserver {
  readonly #deps: ShadowObserverDeps;
  readonly #startedAt: TimestampMs;
  readonly #known = createLruCache<string, true>(ORDERS_KNOWN_MAX); // what is observed already
  readonly #timers = new Set<Timer>();
  readonly #ends: readonly (() => void)[];

  constructor(deps: ShadowObserverDeps) {
    this.#deps = deps;
    this.#startedAt = deps.clock.now();
    this.#ends = [deps.onOrder((order) => this.#onOrder(order)), deps.onFill((fill) => this.#onFill(fill))];
  }

  stop(): void {
    for (const end of this.#ends) end();
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }

  #onOrder(order: Order): void {
    if (order.createdAt < this.#startedAt) return; // its arrival was before this start
    for (const leg of order.legs) this.#observe(order.id, leg, 'ORDER');
  }

  #onFill({ orderId, leg: number }: Fill): void {
    const order = orderId === null ? undefined : this.#deps.store.state.orders.get(orderId);
    const leg = order?.legs.find(({ leg: each }) => each === number);
    if (order !== undefined && leg !== undefined) this.#observe(order.id, leg, 'FILL');
  }

  #observe(orderId: OrderId, leg: Leg, since: ObservationAnchor): void {
    const key = `${orderId} ${leg.leg} ${since}`;
    if (this.#known.get(key) === true) return;
    this.#known.set(key, true);
    for (const afterMs of OBSERVED_AFTER_MS) {
      if (afterMs === 0) this.#record(orderId, leg, since, 0);
      else this.#recordLater(orderId, leg, since, afterMs);
    }
  }

  #recordLater(orderId: OrderId, leg: Leg, since: ObservationAnchor, afterMs: number): void {
    const timer = this.#deps.clock.after(afterMs, () => {
      this.#timers.delete(timer);
      this.#record(orderId, leg, since, afterMs);
    });
    this.#timers.add(timer);
  }

  #record(
    orderId: OrderId,
    { leg, venue, venueInstrumentId }: Leg,
    since: ObservationAnchor,
    afterMs: number,
  ): void {
    const { store, findTouch } = this.#deps;
    if (store.failure !== null) return;
    const touch = findTouch(venue, venueInstrumentId);
    if (touch === null) return;
    void commitRecord(store, 'observed', venue, {
      type: 'BookObserved',
      orderId,
      leg,
      since,
      afterMs,
      ...touch,
    });
  }
}
