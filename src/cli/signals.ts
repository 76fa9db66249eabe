import type { Clock } from '../ports/clock.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// One Ctrl-C reaches us up to three times: from the terminal, from npm and from the launcher.
const SAME_WISH_MS = 500;
const EXIT_AT_ONCE = 130;

/**
 * Resolves with the first stop signal. A second one, later than half a second after it, calls
 * `exitNow`: the operator will not wait for the drain.
 */
export function stopSignal(
  source: Pick<NodeJS.Process, 'on'>,
  clock: Pick<Clock, 'monotonicMs'>,
  exitNow: (exitCode: number) => void,
): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | null = null;
    for (const signal of STOP_SIGNALS) {
      source.on(signal, () => {
        if (firstAt !== null && clock.monotonicMs() - firstAt > SAME_WISH_MS) exitNow(EXIT_AT_ONCE);
        firstAt ??= clock.monotonicMs();
        resolve(signal);
      });
    }
  });
}
