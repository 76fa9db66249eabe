import type { TimestampMs } from '#contract';

interface Expiry {
  readonly at: TimestampMs;
  readonly id: number;
}

/** Expiry times of GTD orders, sorted with the next one last, so that reading it is O(1). */
export class ExpiryQueue {
  readonly #entries: Expiry[] = [];

  nextAt(): TimestampMs | null {
    return this.#entries[this.#entries.length - 1]?.at ?? null;
  }

  add(id: number, at: TimestampMs): void {
    this.#entries.splice(this.#indexOf(id, at), 0, { at, id });
  }

  remove(id: number, at: TimestampMs): void {
    const index = this.#indexOf(id, at);
    if (this.#entries[index]?.id === id) this.#entries.splice(index, 1);
  }

  /** Id of the earliest expired order; null when none has expired. */
  due(now: TimestampMs): number | null {
    const next = this.#entries[this.#entries.length - 1];
    return next !== undefined && next.at <= now ? next.id : null;
  }

  #indexOf(id: number, at: TimestampMs): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#entries[middle];
      const isLater = entry !== undefined && (entry.at > at || (entry.at === at && entry.id > id));
      if (isLater) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
