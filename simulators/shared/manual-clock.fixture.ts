import type { TimestampMs } from '../../src/contract/model/time.ts';
import type { Clock, Random, Timer } from '../../src/ports/environment.ts';

interface Waiting {
  dueMs: number;
  readonly everyMs: number | null;
  readonly run: () => void;
}

/** A clock that a test moves by hand. It runs due timers on the way. */
export class ManualClock implements Clock {
  readonly #startMs: number;
  readonly #waiting = new Set<Waiting>();
  #nowMs = 0;

  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  now(): TimestampMs {
    return (this.#startMs + this.#nowMs) as TimestampMs;
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  after(ms: number, run: () => void): Timer {
    return this.#wait({ dueMs: this.#nowMs + ms, everyMs: null, run });
  }

  every(ms: number, run: () => void): Timer {
    return this.#wait({ dueMs: this.#nowMs + ms, everyMs: ms, run });
  }

  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (let next = this.#next(untilMs); next !== null; next = this.#next(untilMs)) {
      this.#nowMs = next.dueMs;
      if (next.everyMs === null) this.#waiting.delete(next);
      else next.dueMs += next.everyMs;
      next.run();
    }
    this.#nowMs = untilMs;
  }

  #wait(waiting: Waiting): Timer {
    this.#waiting.add(waiting);
    return { cancel: () => void this.#waiting.delete(waiting) };
  }

  #next(untilMs: number): Waiting | null {
    let first: Waiting | null = null;
    for (const each of this.#waiting) {
      if (each.dueMs <= untilMs && (first === null || each.dueMs < first.dueMs)) first = each;
    }
    return first;
  }
}

/** Returns the same numbers for the same seed. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  const byte = (): string =>
    Math.floor(next() * 256)
      .toString(16)
      .padStart(2, '0');
  return { next, hex: (length) => Array.from({ length }, byte).join('') };
}
