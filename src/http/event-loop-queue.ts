/**
 * Spreads work over iterations of the event loop. One waiter continues in each iteration, in the order of
 * arrival, so sockets and timers are served between any two pieces of work, of however many requests.
 */
export class EventLoopQueue {
  readonly #waiting: (() => void)[] = [];

  /** Resolves in a later iteration, when all earlier waiters have continued. */
  next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    if (this.#waiting.length === 1) this.#schedule();
    return promise;
  }

  #schedule(): void {
    setImmediate(() => {
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
