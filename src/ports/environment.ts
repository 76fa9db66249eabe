import type { TimestampMs } from '../domain/model/time.ts';

export interface Timer {
  cancel(): void;
}

/** Time and waiting. The simulation drives it; nothing in core/ or engine/ asks the machine. */
export interface Clock {
  /** Wall clock, Unix milliseconds. It may jump; use it for stamps and expiry only. */
  now(): TimestampMs;
  /** Milliseconds that never run backwards, for durations and deadlines. */
  monotonicMs(): number;
  after(ms: number, run: () => void): Timer;
  every(ms: number, run: () => void): Timer;
}

/** Randomness, seeded in the simulation. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** `length` bytes as lower-case hex. */
  hex(length: number): string;
}
