import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MetricLabels, Metrics } from '../ports/telemetry.ts';
import { reportLag, toLagMs } from './event-loop-lag.ts';

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
