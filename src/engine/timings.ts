import { LRUCache } from 'lru-cache';
import type { OrderId } from '../core/kernel/ids.ts';
import type { TimestampMs } from '../core/kernel/time.ts';

const ORDERS_MAX = 10_000;

/**
 * When the newest orders became durable and, in the same moment, were handed to the gate. Kept in memory
 * alone: writing it down would cost each order a commit, to tell a receipt of two milliseconds.
 */
export class Timings {
  readonly #sentAt = new LRUCache<OrderId, TimestampMs>({ max: ORDERS_MAX });

  note(id: OrderId, at: TimestampMs): void {
    this.#sentAt.set(id, at);
  }

  sentAt(id: OrderId): TimestampMs | null {
    return this.#sentAt.peek(id) ?? null;
  }
}
