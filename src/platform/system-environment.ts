import { randomFillSync } from 'node:crypto';
import type { TimestampMs } from '#contract';
import type { Clock, Random, Timer } from '#ports';

/** The longest delay that setTimeout supports; it would run a longer one at once. */
const TIMEOUT_MAX_MS = 2_147_483_647;

/** The system clock: wall-clock time for timestamps, monotonic time for timers. */
export const systemClock: Clock = {
  now: () => Date.now() as TimestampMs,
  monotonicMs: () => performance.now(),
  after: (ms, run) => scheduleOnce(ms, run),
  every(ms, run) {
    const timer = setInterval(run, ms);
    return { cancel: () => clearInterval(timer) };
  },
};

/** A GTD order may expire in years, so a long delay is split into several timers. */
function scheduleOnce(ms: number, run: () => void): Timer {
  let timer: NodeJS.Timeout;
  const wait = (rest: number): void => {
    const stretch = Math.min(rest, TIMEOUT_MAX_MS);
    timer = setTimeout(() => (rest > stretch ? wait(rest - stretch) : run()), stretch);
  };
  wait(ms);
  return { cancel: () => clearTimeout(timer) };
}

const POOL_BYTES = 4096;
const TWO_POW_53 = 2 ** 53;

/**
 * The system's random number generator, unpredictable enough for key and order ids. It reads random bytes in
 * blocks, because a system call for a few bytes costs more than using them.
 */
export function systemRandom(): Random {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  const take = (length: number): Buffer => {
    if (length > POOL_BYTES) return randomFillSync(Buffer.alloc(length));
    if (used + length > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    used += length;
    return pool.subarray(used - length, used);
  };
  return {
    next() {
      const bytes = take(7);
      // 53 bits fill a double's fraction exactly: 5 bits of the first byte and the next six bytes.
      return (((bytes[0] ?? 0) & 31) * 2 ** 48 + bytes.readUIntBE(1, 6)) / TWO_POW_53;
    },
    hex: (length) => take(length).toString('hex'),
  };
}
