/** One thing to tell, once it may be told. */
interface Entry {
  readonly tell: () => void;
  readonly told: PromiseWithResolvers<void>;
  isReady: boolean;
}

/**
 * Tells things in the order they happened, each once it is durable: nobody hears of a trade that a
 * crash could take back, and no older level of a book overwrites a newer one.
 */
export class Outbox {
  readonly #waiting: Entry[] = [];
  #failure: Error | null = null;

  /** Why nothing is told any more; null while all is well. */
  get failure(): Error | null {
    return this.#failure;
  }

  /**
   * Resolves when `tell` has run.
   *
   * @param durable  null for what needs no commit: told at once unless something before it waits
   */
  push(durable: Promise<void> | null, tell: () => void): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    const entry: Entry = { tell, told: Promise.withResolvers<void>(), isReady: durable === null };
    this.#waiting.push(entry);
    if (durable === null) this.#drain();
    else
      durable.then(
        () => this.#ready(entry),
        (error: unknown) => this.#fail(error),
      );
    return entry.told.promise;
  }

  /** Resolves when everything pushed so far has been told; rejects when it never will be. */
  drained(): Promise<void> {
    return this.push(null, () => undefined);
  }

  #ready(entry: Entry): void {
    entry.isReady = true;
    this.#drain();
  }

  #drain(): void {
    for (let next = this.#waiting[0]; next?.isReady === true; next = this.#waiting[0]) {
      this.#waiting.shift();
      next.tell();
      next.told.resolve();
    }
  }

  /** Memory is ahead of the disk from here on; only a restart can tell what is true. */
  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    for (const { told } of this.#waiting.splice(0)) told.reject(this.#failure);
  }
}
