import type { OrderId } from '../domain/model/ids.ts';
import type { Order } from '../domain/model/order.ts';
import type { Clock, Timer } from '../ports/environment.ts';

interface Waiting {
  readonly resolve: (order: Order) => void;
  readonly timer: Timer;
}

/**
 * Callers waiting to hear what became of an order, each until the order has moved far enough or the
 * wait is over. Resolved only with state that is durable.
 */
export class AckWaiters {
  readonly #clock: Clock;
  readonly #waiting = new Map<OrderId, Waiting[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  hasWaiters(id: OrderId): boolean {
    return this.#waiting.has(id);
  }

  /** Resolves with the order given to `give`, or with what `late` returns once `waitMs` has passed. */
  wait(id: OrderId, waitMs: number, late: () => Promise<Order> | Order): Promise<Order> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        resolve,
        timer: this.#clock.after(waitMs, () => {
          this.#drop(id, waiting);
          Promise.resolve(late()).then(resolve, reject);
        }),
      };
      this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), waiting]);
    });
  }

  resolve(order: Order): void {
    for (const { timer, resolve } of this.#waiting.get(order.id) ?? []) {
      timer.cancel();
      resolve(order);
    }
    this.#waiting.delete(order.id);
  }

  #drop(id: OrderId, waiting: Waiting): void {
    const rest = (this.#waiting.get(id) ?? []).filter((other) => other !== waiting);
    if (rest.length === 0) this.#waiting.delete(id);
    else this.#waiting.set(id, rest);
  }
}
