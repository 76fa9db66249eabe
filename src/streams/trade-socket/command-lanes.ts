/**
 * Runs commands in the order of the calls: one lane for each subaccount. A command starts when the one before it in
 * its lane has taken effect, whether its venue has replied or not. A command without a lane follows all earlier
 * ones, and all later ones follow it.
 */
export class CommandLanes {
  readonly #tails = new Map<string, Promise<void>>();
  #barrier: Promise<void> | null = null;

  /** @param work  calls its argument once it has taken effect; at the latest, its promise is settled then */
  async run<Value>(
    lane: string | null,
    work: (onDecided: () => void) => Promise<Value> | Value,
  ): Promise<Value> {
    const before = this.#findBefore(lane);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#append(lane, promise);
    if (before !== null) await before;
    try {
      return await work(resolve);
    } finally {
      resolve();
      this.#remove(lane, promise);
    }
  }

  #findBefore(lane: string | null): Promise<unknown> | null {
    if (lane !== null) return this.#tails.get(lane) ?? this.#barrier;
    if (this.#tails.size === 0) return this.#barrier;
    return Promise.all([...this.#tails.values(), this.#barrier]);
  }

  #append(lane: string | null, tail: Promise<void>): void {
    if (lane !== null) {
      this.#tails.set(lane, tail);
      return;
    }
    this.#tails.clear(); // the barrier follows them
    this.#barrier = tail;
  }

  #remove(lane: string | null, tail: Promise<void>): void {
    if (lane === null) {
      if (this.#barrier === tail) this.#barrier = null;
    } else if (this.#tails.get(lane) === tail) this.#tails.delete(lane);
  }
}
