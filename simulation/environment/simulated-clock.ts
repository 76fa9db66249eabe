import type { TimestampMs } from '../../src/contract/model/time.ts';
import type { Clock, Timer } from '../../src/ports/environment.ts';
import type { SeededChoice } from '../seeded-choice.ts';

interface WaitingTimer {
  dueMs: number;
  readonly everyMs: number | null;
  readonly owner: MachineClock;
  readonly run: () => void;
}

/** The time of the simulation, shared by all machines. It advances from timer to timer. */
export class Time {
  nowMs = 0;
  readonly #dice: SeededChoice;
  readonly #waiting = new Set<WaitingTimer>();

  constructor(dice: SeededChoice) {
    this.#dice = dice;
  }

  /** A machine with a separate wall clock. */
  machine(wallMs: number): MachineClock {
    return new MachineClock(this, wallMs);
  }

  wait(owner: MachineClock, ms: number, everyMs: number | null, run: () => void): Timer {
    const timer: WaitingTimer = { dueMs: this.nowMs + Math.max(0, ms), everyMs, owner, run };
    this.#waiting.add(timer);
    return { cancel: () => void this.#waiting.delete(timer) };
  }

  /**
   * Runs one timer that is due by `untilMs`; the order of timers due at the same time is random. False if
   * there is none.
   */
  step(untilMs: number): boolean {
    const due = this.#nextDue(untilMs);
    if (due.length === 0) {
      this.nowMs = untilMs;
      return false;
    }
    const timer = due.length === 1 && due[0] !== undefined ? due[0] : this.#dice.pick(due);
    this.nowMs = Math.max(this.nowMs, timer.dueMs);
    if (timer.everyMs === null) this.#waiting.delete(timer);
    else timer.dueMs = Math.max(timer.dueMs + timer.everyMs, this.nowMs);
    timer.run();
    return true;
  }

  /** Advances the time without running timers, as in a stopped process or with a blocked event loop. */
  stall(ms: number): void {
    this.nowMs += ms;
  }

  /** Cancels the timers of a machine whose process has ended. */
  cancelTimers(owner: MachineClock): void {
    for (const timer of this.#waiting) if (timer.owner === owner) this.#waiting.delete(timer);
  }

  countTimers(owner: MachineClock): number {
    let count = 0;
    for (const timer of this.#waiting) if (timer.owner === owner) count += 1;
    return count;
  }

  /** True if a timer of the owner was due before now, which happens only after a stall. */
  hasOverdue(owner: MachineClock): boolean {
    for (const timer of this.#waiting) if (timer.owner === owner && timer.dueMs < this.nowMs) return true;
    return false;
  }

  #nextDue(untilMs: number): WaitingTimer[] {
    let due: WaitingTimer[] = [];
    let earliest = untilMs;
    for (const timer of this.#waiting) {
      if (timer.dueMs > earliest) continue;
      if (timer.dueMs < earliest) due = [];
      earliest = timer.dueMs;
      due.push(timer);
    }
    return due;
  }
}

/** The clock of one process: its wall clock may jump, its monotonic clock never does. */
export class MachineClock implements Clock {
  readonly #time: Time;
  #wallMs: number; // the wall clock at the start of the simulation
  #isStopped = false;

  constructor(time: Time, wallMs: number) {
    this.#time = time;
    this.#wallMs = wallMs;
  }

  now(): TimestampMs {
    // A timer may fire between two milliseconds; a wall clock has whole milliseconds.
    return Math.floor(this.#wallMs + this.#time.nowMs) as TimestampMs;
  }

  monotonicMs(): number {
    return this.#time.nowMs;
  }

  after(ms: number, run: () => void): Timer {
    return this.#isStopped ? NO_TIMER : this.#time.wait(this, ms, null, run);
  }

  every(ms: number, run: () => void): Timer {
    return this.#isStopped ? NO_TIMER : this.#time.wait(this, ms, Math.max(1, ms), run);
  }

  /** Changes only the wall clock, as an operator or a time server would. */
  jump(ms: number): void {
    this.#wallMs += ms;
  }

  /** The next process on the same machine has the same wall clock and no timers. */
  restart(): MachineClock {
    this.stop();
    return new MachineClock(this.#time, this.#wallMs);
  }

  /** The process has ended: no timer of it runs, and it can set none. */
  stop(): void {
    this.#isStopped = true;
    this.#time.cancelTimers(this);
  }

  get isBehind(): boolean {
    return this.#time.hasOverdue(this);
  }

  get timersWaiting(): number {
    return this.#time.countTimers(this);
  }
}

const NO_TIMER: Timer = { cancel: () => undefined };

/** Runs one iteration of the event loop with all its promise callbacks. */
export const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
