export interface BackoffSettings {
  readonly firstMs: number;
  readonly maxMs: number;
  /** Spreads one delay, so that clients do not all retry at the same moment. The doubling ignores it. */
  readonly jitter?: (delayMs: number) => number;
}

/** Delays of an exponential back-off: `firstMs`, then twice the delay before, up to `maxMs`. */
export class Backoff {
  readonly #settings: BackoffSettings;
  #delayMs: number;

  constructor(settings: BackoffSettings) {
    this.#settings = settings;
    this.#delayMs = settings.firstMs;
  }

  /** @returns milliseconds to wait before the next attempt, with jitter applied */
  next(): number {
    const { maxMs, jitter } = this.#settings;
    const delayMs = this.#delayMs;
    this.#delayMs = Math.min(delayMs * 2, maxMs);
    return jitter === undefined ? delayMs : jitter(delayMs);
  }

  /** Call after a success: the next delay is `firstMs` again. */
  reset(): void {
    this.#delayMs = this.#settings.firstMs;
  }
}
