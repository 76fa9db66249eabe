import { isLive, type Order, type OrderId } from '#contract';

/**
 * The live orders under each of their keys, such as the key of their position. Derived from the orders, never stored.
 */
export class LiveOrderIndex {
  readonly #keysOf: (order: Order) => readonly string[];
  readonly #orders = new Map<string, Map<OrderId, Order>>();

  /** @param keysOf  the keys of an order, which never change; none for an order that is not indexed */
  constructor(keysOf: (order: Order) => readonly string[]) {
    this.#keysOf = keysOf;
  }

  /** Indexes the present version of an order; one that has closed is no longer found. */
  put(order: Order): void {
    if (!isLive(order.status)) return this.delete(order);
    for (const key of this.#keysOf(order)) {
      const orders = this.#orders.get(key) ?? new Map<OrderId, Order>();
      this.#orders.set(key, orders.set(order.id, order));
    }
  }

  delete(order: Order): void {
    for (const key of this.#keysOf(order)) {
      const orders = this.#orders.get(key);
      orders?.delete(order.id);
      if (orders?.size === 0) this.#orders.delete(key);
    }
  }

  /** Oldest first, except that a reopened order is the newest. */
  get(key: string): readonly Order[] {
    return [...(this.#orders.get(key)?.values() ?? [])];
  }

  get isEmpty(): boolean {
    return this.#orders.size === 0;
  }

  size(key: string): number {
    return this.#orders.get(key)?.size ?? 0;
  }

  keys(): readonly string[] {
    return [...this.#orders.keys()];
  }
}
