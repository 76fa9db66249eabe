import type { TimestampMs } from '#contract';

const COMPACT_AT = 1_024; // forgotten times at the front before the array is compacted

/**
 * Times of the last minutes, in constant time for each, however many there are: a `Map` would skip every deleted entry at each
 * look at its oldest one.
 */
export class RecentTimes {
  #times: TimestampMs[] = []; // in the order added; a clock may be set back
  #front = 0; // all before it are forgotten

  /** Adds a time, and forgets the oldest ones that are `keptMs` before it. */
  add(at: TimestampMs, keptMs: number): void {
    for (; this.#front < this.#times.length; this.#front += 1)
      if ((this.#times[this.#front] as TimestampMs) > at - keptMs) break;
    if (this.#front >= COMPACT_AT && 2 * this.#front >= this.#times.length) {
      this.#times = this.#times.slice(this.#front);
      this.#front = 0;
    }
    this.#times.push(at);
  }

  after(at: TimestampMs): readonly TimestampMs[] {
    return this.#times.slice(this.#front).filter((each) => each > at);
  }

  /** How many times are held, forgotten ones included. */
  get held(): number {
    return this.#times.length;
  }
}
