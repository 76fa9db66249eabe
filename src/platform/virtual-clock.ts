import type { TimestampMs } from '#contract';
import type { Clock, Timer } from '#ports';

interface WaitingTimer {
  dueMs: number;
  order: number;
  readonly everyMs: number | null; // null: runs once
  readonly run: () => void;
}

/** A clock that moves only on request. Timers run in the order of their due times. */
export class VirtualClock implements Clock {
  readonly #startMs: number;
  readonly #waiting = new Set<WaitingTimer>();
  #nowMs: number;
  #timersMade = 0;

  constructor(startMs: number) {
    this.#startMs = startMs;
    this.#nowMs = startMs;
  }

  now(): TimestampMs {
    return this.#nowMs as TimestampMs;
  }

  monotonicMs(): number {
    return this.#nowMs - this.#startMs;
  }

  after(ms: number, run: () => void): Timer {
    return this.#wait(ms, null, run);
  }

  every(ms: number, run: () => void): Timer {
    return this.#wait(ms, Math.max(1, ms), run);
  }

  /** The due time of the next timer; null without one. */
  get nextDueMs(): number | null {
    return this.#next()?.dueMs ?? null;
  }

  moveTo(ms: number): void {
    this.#nowMs = Math.max(this.#nowMs, ms);
  }

  /** Moves to the next timer and runs it. */
  runNext(): void {
    const next = this.#next();
    if (next === null) return;
    this.moveTo(next.dueMs);
    if (next.everyMs === null) this.#waiting.delete(next);
    else {
      next.dueMs += next.everyMs;
      next.order = this.#timersMade += 1;
    }
    next.run();
  }

  #next(): WaitingTimer | null {
    let first: WaitingTimer | null = null;
    for (const timer of this.#waiting) {
      if (
        first === null ||
        timer.dueMs < first.dueMs ||
        (timer.dueMs === first.dueMs && timer.order < first.order)
      )
        first = timer;
    }
    return first;
  }

  #wait(ms: number, everyMs: number | null, run: () => void): Timer {
    this.#timersMade += 1;
    const timer = { dueMs: Math.ceil(this.#nowMs + Math.max(0, ms)), order: this.#timersMade, everyMs, run };
    this.#waiting.add(timer);
    return { cancel: () => void this.#waiting.delete(timer) };
  }
}
