import { floorToLot, isLive, type Order, type OrderId, type Qty, sumFilledQty } from '#contract';
import { type Excess, findExcess, findReducedPositions } from '#domain';
import type { Amendment, Cancellation, StateStore } from '#orders';
import type { Log, MarketView } from '#ports';

export interface ReduceOnlyGuardDeps {
  readonly store: StateStore;
  readonly market: MarketView;
  readonly amendment: Amendment;
  readonly cancellation: Cancellation;
  readonly log: Log;
}

/**
 * Keeps the live reduce-only orders within their position (I-35). When another fill, a settlement or a void makes the
 * position smaller, the newest orders are lowered first. An order that cannot be lowered, or would fall below
 * the market's minimum, is cancelled with reason `reduce_only`.
 *
 * Source  docs/decisions/order-flags.md
 */
export class ReduceOnlyGuard {
  readonly #deps: ReduceOnlyGuardDeps;
  readonly #lowering = new Set<OrderId>();
  #isStopped = false;

  constructor(deps: ReduceOnlyGuardDeps) {
    this.#deps = deps;
  }

  /** Checks what changed while the service was down, then every change. */
  start(): void {
    const { store } = this.#deps;
    for (const key of store.state.exposure.reduceOnly.keys()) this.#check(key);
    store.onDurable(({ orders, positions }) => {
      if (store.state.exposure.reduceOnly.isEmpty) return;
      const keys = new Set(positions.keys());
      for (const id of orders) {
        const order = store.state.orders.get(id);
        for (const key of order === undefined ? [] : findReducedPositions(order)) keys.add(key);
      }
      for (const key of keys) this.#check(key);
    });
  }

  stop(): void {
    this.#isStopped = true;
  }

  #check(key: string): void {
    const { store } = this.#deps;
    if (this.#isStopped || store.failure !== null) return;
    const orders = store.state.exposure.reduceOnly.get(key);
    if (orders.length === 0) return;
    const net = store.state.positions.get(key)?.net ?? 0n;
    for (const excess of findExcess(orders, net, key)) this.#lower(excess);
  }

  #lower({ order, cut }: Excess): void {
    const qty = this.#toLowered(order, cut);
    // A second attempt means that the first was refused.
    if (qty === null || this.#lowering.has(order.id)) return this.#cancel(order.id);
    this.#lowering.add(order.id);
    this.#deps.amendment
      .lower(order.id, qty)
      .then((isRequested) => {
        if (!isRequested) this.#cancel(order.id);
      })
      .catch((error: unknown) => this.#logFailure(order.id, error))
      .finally(() => this.#lowering.delete(order.id));
  }

  /** The new total quantity of the order; null when it must be cancelled instead. */
  #toLowered(order: Order, cut: Qty): Qty | null {
    const [leg, ...others] = order.legs;
    if (others.length > 0) return null; // a decrease of the order may be taken from another leg
    const instrument = leg === undefined ? null : this.#deps.market.instrument(leg.instrumentId);
    const isResting = order.status === 'OPEN' || order.status === 'PARTIAL';
    if (instrument === null || !isResting || order.pendingAction !== null) return null;
    const qty = floorToLot((order.qty - cut) as Qty, instrument.qtyStep);
    return qty - sumFilledQty(order) < instrument.qtyMin ? null : qty;
  }

  #cancel(orderId: OrderId): void {
    const order = this.#deps.store.state.orders.get(orderId);
    if (order === undefined || !isLive(order.status) || order.pendingAction === 'cancel') return;
    this.#deps.cancellation
      .cancelByService([order], 'reduce_only')
      .catch((error: unknown) => this.#logFailure(orderId, error));
  }

  #logFailure(orderId: OrderId, error: unknown): void {
    this.#deps.log.error('a reduce-only order could not be lowered', { orderId, why: String(error) });
  }
}
