import type { TimestampMs } from '../../contract/model/time.ts';
import type { Clock, Timer } from '../../ports/environment.ts';

interface Waiting {
  at: number;
  readonly everyMs: number | null;
  readonly run: () => void;
}

/** A clock that a test advances. A wait of 0 ms ends at once, as on an idle machine. */
export class ManualClock implements Clock {
  #now: number;
  readonly #waiting = new Set<Waiting>();

  constructor(now: string) {
    this.#now = Date.parse(now);
  }

  now(): TimestampMs {
    return this.#now as TimestampMs;
  }

  monotonicMs(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): Timer {
    if (ms > 0) return this.#wait({ at: this.#now + ms, everyMs: null, run });
    queueMicrotask(run);
    return { cancel: () => undefined };
  }

  every(ms: number, run: () => void): Timer {
    return this.#wait({ at: this.#now + ms, everyMs: ms, run });
  }

  get timers(): number {
    return this.#waiting.size;
  }

  /** Runs every timer due within `ms`, earliest first. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== null; next = this.#next(end)) {
      this.#now = next.at;
      if (next.everyMs === null) this.#waiting.delete(next);
      else next.at += next.everyMs;
      next.run();
    }
    this.#now = end;
  }

  #next(end: number): Waiting | null {
    let next: Waiting | null = null;
    for (const waiting of this.#waiting) {
      if (waiting.at <= end && (next === null || waiting.at < next.at)) next = waiting;
    }
    return next;
  }

  #wait(waiting: Waiting): Timer {
    this.#waiting.add(waiting);
    return { cancel: () => void this.#waiting.delete(waiting) };
  }
}
