import { randomBytes } from 'node:crypto';
import type { TimestampMs } from '#contract';
import type { Clock, Random, Timer } from '#ports';

const timer = (cancel: () => void): Timer => ({ cancel });

/** The system clock. Simulations pass their own. */
export const systemClock: Clock = {
  now: () => Date.now() as TimestampMs,
  monotonicMs: () => performance.now(),
  after: (ms, run) => {
    const id = setTimeout(run, ms);
    return timer(() => clearTimeout(id));
  },
  every: (ms, run) => {
    const id = setInterval(run, ms);
    return timer(() => clearInterval(id));
  },
};

/** System randomness. Simulations pass a seeded generator. */
export const systemRandom: Random = {
  next: () => Math.random(),
  hex: (length) => randomBytes(length).toString('hex'),
};

/** A random UUID (version 4). */
export function randomUuid(random: Random): string {
  const hex = random.hex(16);
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3] ?? '8';
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return [...parts, hex.slice(20)].join('-');
}
