import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock, Log, Metrics } from '#ports';

const RESOLUTION_MS = 10;
const WINDOW_MS = 5_000;
const STALL_MS = 1_000;

interface LagMonitor {
  readonly max: number; // nanoseconds
  percentile(at: number): number;
  enable(): unknown;
  disable(): unknown;
  reset(): void;
}

/**
 * Measures event loop lag, and logs a warning when the loop was blocked for more than one second.
 *
 * @param delay  the monitor of the process; only tests replace it
 * @returns a function that stops the measurement
 */
export function watchEventLoop(
  deps: { clock: Clock; metrics: Metrics; log: Log },
  delay: LagMonitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS }),
): () => void {
  delay.enable();
  const timer = deps.clock.every(WINDOW_MS, () => {
    reportLag(
      { p50: toLagMs(delay.percentile(50)), p99: toLagMs(delay.percentile(99)), max: toLagMs(delay.max) },
      deps,
    );
    delay.reset();
  });
  return () => {
    timer.cancel();
    delay.disable();
  };
}

/** The monitor measures its 10 ms timer in nanoseconds; the time beyond 10 ms is lag. */
export const toLagMs = (sleepNs: number): number => Math.max(0, sleepNs / 1e6 - RESOLUTION_MS);

/** One window's figures, in milliseconds. */
export function reportLag(
  lag: { readonly p50: number; readonly p99: number; readonly max: number },
  { metrics, log }: { readonly metrics: Metrics; readonly log: Log },
): void {
  metrics.gauge('event_loop_lag_ms', lag.p50, { quantile: '0.5' });
  metrics.gauge('event_loop_lag_ms', lag.p99, { quantile: '0.99' });
  metrics.gauge('event_loop_lag_ms', lag.max, { quantile: '1' });
  if (lag.max < STALL_MS) return;
  metrics.count('event_loop_stalls_total');
  log.warn('event loop was blocked', { ms: Math.round(lag.max) });
}
