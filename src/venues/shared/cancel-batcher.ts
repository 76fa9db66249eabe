import { assert } from '#contract';

export interface CancelBatcherDeps<Cancel, Result> {
  /** Most cancels of one request. */
  readonly getSizeMax: () => number;
  /** Waits until the rate limit allows a request of `count` cancels; false if that takes too long. */
  readonly reserve: (count: number) => Promise<boolean>;
  /**
   * Sends one request.
   *
   * @returns a result for each cancel, in their order; or `batch_refused`: the venue refused several as a whole, which
   *   says nothing about any of them
   */
  readonly send: (batch: readonly Cancel[]) => Promise<readonly Result[] | 'batch_refused'>;
  /** The result of a cancel for which nothing was reserved. */
  readonly unsent: Result;
}

interface WaitingCancel<Cancel, Result> {
  readonly cancel: Cancel;
  readonly done: PromiseWithResolvers<Result>;
}

/**
 * Sends cancels together. A cancel never waits for others to fill a batch: what is queued when the rate limit allows
 * the next request goes with it. While the limit is used up the queue grows, and so do the batches. If the venue
 * refuses a batch as a whole, perhaps because of one of its cancels, each is sent alone.
 *
 * Source  docs/decisions/order-lifecycle.md
 */
export class CancelBatcher<Cancel, Result> {
  readonly #deps: CancelBatcherDeps<Cancel, Result>;
  readonly #waiting: WaitingCancel<Cancel, Result>[] = []; // oldest first
  #isSending = false;

  constructor(deps: CancelBatcherDeps<Cancel, Result>) {
    this.#deps = deps;
  }

  add(cancel: Cancel): Promise<Result> {
    const done = Promise.withResolvers<Result>();
    this.#waiting.push({ cancel, done });
    if (!this.#isSending) void this.#sendAll();
    return done.promise;
  }

  async #sendAll(): Promise<void> {
    const { getSizeMax, reserve } = this.#deps;
    this.#isSending = true;
    await Promise.resolve(); // cancels that are requested in the same step go together
    while (this.#waiting.length > 0) {
      const count = Math.max(1, Math.min(this.#waiting.length, getSizeMax()));
      const isReserved = await reserve(count);
      void this.#dispatch(this.#take(count), isReserved);
    }
    this.#isSending = false;
  }

  /** The newest cancel and the oldest ones: a single cancel does not wait for the end of a cancel-all. */
  #take(count: number): readonly WaitingCancel<Cancel, Result>[] {
    const newest = this.#waiting.splice(-1);
    return [...this.#waiting.splice(0, count - 1), ...newest];
  }

  async #dispatch(batch: readonly WaitingCancel<Cancel, Result>[], isReserved: boolean): Promise<void> {
    const { send, unsent } = this.#deps;
    try {
      const results = isReserved ? await send(batch.map(({ cancel }) => cancel)) : [];
      if (results === 'batch_refused') return this.#dispatchEach(batch);
      for (const [index, { done }] of batch.entries()) done.resolve(results[index] ?? unsent);
    } catch (error) {
      for (const { done } of batch) done.reject(error);
    }
  }

  #dispatchEach(batch: readonly WaitingCancel<Cancel, Result>[]): void {
    assert(batch.length > 1, 'a single cancel is never refused as a batch');
    for (const each of batch)
      void this.#deps.reserve(1).then((isReserved) => this.#dispatch([each], isReserved));
  }
}
