import type { TimestampMs } from '../../src/contract/model/time.ts';
import type { Clock, Timer } from '../../src/ports/environment.ts';

interface WaitingTimer {
  dueMs: number;
  readonly order: number;
  readonly everyMs: number | null; // null for a timer that runs once
  readonly run: () => void;
}

/** A clock that only a test advances. Starts at 2026-07-01T12:00:00.000Z. */
export class ManualClock implements Clock {
  #wallMs: number;
  #monotonicMs = 0;
  #timersMade = 0;
  readonly #waiting = new Set<WaitingTimer>();

  constructor(startMs = 1_782_907_200_000) {
    this.#wallMs = startMs;
  }

  now(): TimestampMs {
    return this.#wallMs as TimestampMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  after(ms: number, run: () => void): Timer {
    return this.#wait(ms, null, run);
  }

  every(ms: number, run: () => void): Timer {
    return this.#wait(ms, Math.max(1, ms), run);
  }

  /** Advances by `ms`. Timers that are due run in order, each with its due time as the present. */
  advance(ms: number): void {
    const until = this.#monotonicMs + ms;
    for (let due = this.#nextDue(until); due !== null; due = this.#nextDue(until)) {
      this.#advanceTo(Math.max(due.dueMs, this.#monotonicMs));
      if (due.everyMs === null) this.#waiting.delete(due);
      else due.dueMs += due.everyMs;
      due.run();
    }
    this.#advanceTo(until);
  }

  /** Changes only the wall clock, as an operator or a time server would: no timer runs because of it. */
  jumpWall(ms: number): void {
    this.#wallMs += ms;
  }

  /** The number of waiting timers, so that a test can prove that a component cleaned up. */
  get timersWaiting(): number {
    return this.#waiting.size;
  }

  #wait(ms: number, everyMs: number | null, run: () => void): Timer {
    this.#timersMade += 1;
    const timer: WaitingTimer = {
      dueMs: this.#monotonicMs + Math.max(0, ms),
      order: this.#timersMade,
      everyMs,
      run,
    };
    this.#waiting.add(timer);
    return { cancel: () => void this.#waiting.delete(timer) };
  }

  #nextDue(until: number): WaitingTimer | null {
    let first: WaitingTimer | null = null;
    for (const timer of this.#waiting) {
      if (timer.dueMs > until) continue;
      const isEarlier =
        first === null ||
        timer.dueMs < first.dueMs ||
        (timer.dueMs === first.dueMs && timer.order < first.order);
      if (isEarlier) first = timer;
    }
    return first;
  }

  #advanceTo(monotonicMs: number): void {
    this.#wallMs += monotonicMs - this.#monotonicMs;
    this.#monotonicMs = monotonicMs;
  }
}
