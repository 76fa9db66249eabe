import type { OrderId } from '../core/kernel/ids.ts';
import type { TimestampMs } from '../core/kernel/time.ts';

const ORDERS_MAX = 10_000;

/**
 * When the newest orders became durable and, in the same moment, were handed to the gate. Kept in memory
 * alone: writing it down would cost each order a commit, to tell a receipt of two milliseconds.
 */
export class Timings {
  readonly #sentAt = new Map<OrderId, TimestampMs>();

  note(id: OrderId, at: TimestampMs): void {
    this.#sentAt.set(id, at);
    if (this.#sentAt.size <= ORDERS_MAX) return;
    const oldest = this.#sentAt.keys().next();
    if (oldest.done !== true) this.#sentAt.delete(oldest.value);
  }

  sentAt(id: OrderId): TimestampMs | null {
    return this.#sentAt.get(id) ?? null;
  }
}
