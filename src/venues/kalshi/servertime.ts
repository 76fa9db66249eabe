import type { TimestampMs } from '../../core/kernel/time.ts';
import type { Clock } from '../../ports/clock.ts';

const SECOND_MS = 1_000;

/**
 * The venue's time, learned from the Date header of its answers. A header tells whole seconds, so each one
 * bounds the difference from two sides, and many together narrow it. It is kept against the monotonic
 * clock: somebody setting the machine's clock changes no signature.
 */
export class ServerTime {
  readonly #clock: Clock;
  #low: number; // venue time minus monotonic time lies within these
  #high: number;
  #isMeasured = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#low = clock.now() - clock.monotonicMs();
    this.#high = this.#low;
  }

  now(): TimestampMs {
    const offset = this.#isMeasured
      ? (this.#low + this.#high) / 2
      : this.#clock.now() - this.#clock.monotonicMs();
    return Math.floor(this.#clock.monotonicMs() + offset) as TimestampMs;
  }

  /** How far the machine's own clock is behind the venue's; null before the first answer. */
  get skewMs(): number | null {
    return this.#isMeasured ? this.now() - this.#clock.now() : null;
  }

  /** @param date  the header of an answer to what was sent at `sentMs`, monotonic */
  learn(date: string | undefined, sentMs: number): void {
    const at = date === undefined ? Number.NaN : Date.parse(date);
    if (Number.isNaN(at)) return;
    const low = at - this.#clock.monotonicMs();
    const high = at + SECOND_MS - 1 - sentMs;
    const isWithin = this.#isMeasured && low <= this.#high && high >= this.#low;
    // Bounds that exclude what we believed mean that a clock was set: believe the newest.
    this.#low = isWithin ? Math.max(low, this.#low) : low;
    this.#high = isWithin ? Math.min(high, this.#high) : high;
    this.#isMeasured = true;
  }
}
