import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { MetricLabels, Metrics } from '../ports/telemetry.ts';
import { reportLag, toLagMs, watchEventLoop } from './event-loop-lag.ts';

test('lag is the time beyond the interval of the monitor, never below zero', () => {
  assert.equal(toLagMs(12_500_000), 2.5);
  assert.equal(toLagMs(9_000_000), 0);
});

test('a window has quantiles; only a blocking of one second is logged', () => {
  const calm = records({ p50: 0.1, p99: 3, max: 999 });
  assert.deepEqual(calm.gauges, { '0.5': 0.1, '0.99': 3, '1': 999 });
  assert.deepEqual([calm.counted, calm.warned], [[], []]);
  const stalled = records({ p50: 0.1, p99: 3, max: 2_000.4 });
  assert.deepEqual(stalled.counted, ['event_loop_stalls_total']);
  assert.deepEqual(stalled.warned, [{ ms: 2_000 }]);
});

test('a blocking of exactly one second is logged', () => {
  assert.equal(records({ p50: 0, p99: 0, max: 1_000 }).counted.length, 1);
});

test('each window reports its own quantiles, and nothing is measured after the stop', () => {
  const calls: string[] = [];
  const quantiles = new Map([
    [50, 12e6],
    [99, 13e6],
  ]);
  const monitor = {
    max: 14e6,
    percentile: (at: number) => quantiles.get(at) ?? 0,
    enable: () => calls.push('enable') > 0,
    disable: () => calls.push('disable') > 0,
    reset: () => void calls.push('reset'),
  };
  const clock = new ManualClock();
  const metrics: Metrics = {
    count: () => {},
    observe: () => {},
    gauge: (name, value, { quantile = '' } = {}) => void calls.push(`${name} ${quantile} ${value}`),
  };
  const stop = watchEventLoop({ clock, metrics, log: { info() {}, warn() {}, error() {} } }, monitor);
  const window = ['event_loop_lag_ms 0.5 2', 'event_loop_lag_ms 0.99 3', 'event_loop_lag_ms 1 4', 'reset'];
  clock.advance(10_000);
  assert.deepEqual(calls, ['enable', ...window, ...window]);
  stop();
  clock.advance(10_000);
  assert.deepEqual(calls.slice(9), ['disable']);
});

function records(lag: Parameters<typeof reportLag>[0]) {
  const gauges: Record<string, number> = {};
  const counted: string[] = [];
  const warned: unknown[] = [];
  const metrics: Metrics = {
    count: (name) => void counted.push(name),
    observe: () => {},
    gauge: (_name, value, labels: MetricLabels = {}) => void (gauges[labels.quantile ?? ''] = value),
  };
  reportLag(lag, { metrics, log: { info() {}, warn: (_, facts) => warned.push(facts), error() {} } });
  return { gauges, counted, warned };
}
