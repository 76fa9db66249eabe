import type { TimestampMs } from '#contract';

export interface Timer {
  cancel(): void;
}

/** Time and timers. The simulation supplies its own clock, so no domain or oms code may read the system clock. */
export interface Clock {
  /** Wall clock, Unix milliseconds. It may jump, so use it only for timestamps and expiry. */
  now(): TimestampMs;
  /** Monotonic milliseconds, for durations and deadlines. */
  monotonicMs(): number;
  after(ms: number, run: () => void): Timer;
  every(ms: number, run: () => void): Timer;
}

/** Resolves after `ms`; with 0, once the event loop has handled what is waiting. */
export const wait = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });

/** Random numbers; seeded in the simulation. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** `length` random bytes as lower-case hex. */
  hex(length: number): string;
}
