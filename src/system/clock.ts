import type { TimestampMs } from '../core/kernel/time.ts';
import type { Clock, Timer } from '../ports/clock.ts';

/** The longest wait that setTimeout keeps; anything longer it would run at once. */
const TIMEOUT_MAX_MS = 2_147_483_647;

/** The machine's own time: the wall clock for stamps, the monotonic one for waiting. */
export const systemClock: Clock = {
  now: () => Date.now() as TimestampMs,
  monotonicMs: () => performance.now(),
  after: (ms, run) => after(ms, run),
  every(ms, run) {
    const timer = setInterval(run, ms);
    return { cancel: () => clearInterval(timer) };
  },
};

/** A GTD order may expire in years, so a long wait is walked in stretches. */
function after(ms: number, run: () => void): Timer {
  let timer: NodeJS.Timeout;
  const wait = (rest: number): void => {
    const stretch = Math.min(rest, TIMEOUT_MAX_MS);
    timer = setTimeout(() => (rest > stretch ? wait(rest - stretch) : run()), stretch);
  };
  wait(ms);
  return { cancel: () => clearTimeout(timer) };
}
