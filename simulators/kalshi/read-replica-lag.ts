interface Entry<Value> {
  readonly at: number;
  readonly value: Value;
}

/** Longer than any read lags behind. */
const KEPT_MS = 30_000;

/** Values that a reader sees as they were some time ago: the read side of an exchange trails its engine. */
export class VersionedMap<Value> {
  readonly #histories = new Map<string, Entry<Value>[]>(); // oldest first, never empty

  set(key: string, value: Value, at: number): void {
    const history = this.#histories.get(key);
    if (history === undefined) {
      this.#histories.set(key, [{ at, value }]);
      return;
    }
    history.push({ at, value });
    while ((history[1]?.at ?? at) < at - KEPT_MS) history.shift();
  }

  /** What is true now. */
  latest(key: string): Value | null {
    return this.#histories.get(key)?.at(-1)?.value ?? null;
  }

  /** What was true at `moment`; null when it was not there yet. */
  asOf(key: string, moment: number): Value | null {
    return this.#histories.get(key)?.findLast(({ at }) => at <= moment)?.value ?? null;
  }

  keys(): IterableIterator<string> {
    return this.#histories.keys();
  }
}
