import type { Order, OrderId } from '#contract';
import type { Clock, Timer } from '#ports';

interface Waiter {
  readonly resolve: (order: Order) => void;
  readonly timer: Timer;
}

/** Callers that wait for a change of an order, each at most for its timeout. They receive only durable state. */
export class AckWaiters {
  readonly #clock: Clock;
  readonly #waiters = new Map<OrderId, Waiter[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  hasWaiters(id: OrderId): boolean {
    return this.#waiters.has(id);
  }

  /** Resolves with the order passed to `resolve`, or after `waitMs` with the result of `onTimeout`. */
  wait(id: OrderId, waitMs: number, onTimeout: () => Promise<Order> | Order): Promise<Order> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        resolve,
        timer: this.#clock.after(waitMs, () => {
          this.#remove(id, waiter);
          Promise.resolve(onTimeout()).then(resolve, reject);
        }),
      };
      this.#waiters.set(id, [...(this.#waiters.get(id) ?? []), waiter]);
    });
  }

  /** Resolves every waiter of the order. */
  resolve(order: Order): void {
    for (const { timer, resolve } of this.#waiters.get(order.id) ?? []) {
      timer.cancel();
      resolve(order);
    }
    this.#waiters.delete(order.id);
  }

  #remove(id: OrderId, waiter: Waiter): void {
    const rest = (this.#waiters.get(id) ?? []).filter((other) => other !== waiter);
    if (rest.length === 0) this.#waiters.delete(id);
    else this.#waiters.set(id, rest);
  }
}
