import type { TimestampMs } from '../../src/domain/model/time.ts';
import type { Clock, Timer } from '../../src/ports/environment.ts';
import type { SeededChoice } from '../seeded-choice.ts';

interface Waiting {
  dueMs: number;
  readonly everyMs: number | null;
  readonly owner: MachineClock;
  readonly run: () => void;
}

/** The time of the whole simulation, shared by all machines. It moves only from timer to timer. */
export class Time {
  nowMs = 0;
  readonly #dice: SeededChoice;
  readonly #waiting = new Set<Waiting>();

  constructor(dice: SeededChoice) {
    this.#dice = dice;
  }

  /** A machine with its own wall clock. */
  machine(wallMs: number): MachineClock {
    return new MachineClock(this, wallMs);
  }

  wait(owner: MachineClock, ms: number, everyMs: number | null, run: () => void): Timer {
    const timer: Waiting = { dueMs: this.nowMs + Math.max(0, ms), everyMs, owner, run };
    this.#waiting.add(timer);
    return { cancel: () => void this.#waiting.delete(timer) };
  }

  /** Runs one timer due by `untilMs`; of those due at one instant any may come first. False when none is left. */
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

  /** Nothing runs for so long, and what was due meanwhile comes late: a stopped process, a blocked loop. */
  stall(ms: number): void {
    this.nowMs += ms;
  }

  /** What a machine that lost its process still had to do, it never does. */
  forget(owner: MachineClock): void {
    for (const timer of this.#waiting) if (timer.owner === owner) this.#waiting.delete(timer);
  }

  waitingOf(owner: MachineClock): number {
    let count = 0;
    for (const timer of this.#waiting) if (timer.owner === owner) count += 1;
    return count;
  }

  #nextDue(untilMs: number): Waiting[] {
    let due: Waiting[] = [];
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

/** The clock of one process: its wall may jump, its monotonic time never does. */
export class MachineClock implements Clock {
  readonly #time: Time;
  #wallMs: number; // what the wall showed when time began
  #isGone = false;

  constructor(time: Time, wallMs: number) {
    this.#time = time;
    this.#wallMs = wallMs;
  }

  now(): TimestampMs {
    // A wait may end between two milliseconds; a wall clock shows whole ones.
    return Math.floor(this.#wallMs + this.#time.nowMs) as TimestampMs;
  }

  monotonicMs(): number {
    return this.#time.nowMs;
  }

  after(ms: number, run: () => void): Timer {
    return this.#isGone ? NO_TIMER : this.#time.wait(this, ms, null, run);
  }

  every(ms: number, run: () => void): Timer {
    return this.#isGone ? NO_TIMER : this.#time.wait(this, ms, Math.max(1, ms), run);
  }

  /** Moves the wall clock alone, as an operator or a leap would. */
  jump(ms: number): void {
    this.#wallMs += ms;
  }

  /** The next process on the same machine: the same wall clock, none of the timers. */
  reborn(): MachineClock {
    this.stop();
    return new MachineClock(this.#time, this.#wallMs);
  }

  /** The process is gone: nothing that waited runs, and nothing more can wait. */
  stop(): void {
    this.#isGone = true;
    this.#time.forget(this);
  }

  get timersWaiting(): number {
    return this.#time.waitingOf(this);
  }
}

const NO_TIMER: Timer = { cancel: () => undefined };

/** Lets everything that is ready run: promises, and what they make ready. */
export const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
