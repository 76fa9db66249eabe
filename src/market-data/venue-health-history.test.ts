import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimestampMs } from '../contract/model/time.ts';
import { DEMO } from '../domain/instruments/instrument.fixture.ts';
import { VenueHealthHistory } from './venue-health.ts';

const NOON = Date.UTC(2026, 6, 1, 12);

const createCheck = (
  ms: number,
  healthy: boolean,
  latencyMs: number | null,
  reason: string | null = null,
) => ({
  venue: DEMO,
  checkedAt: (NOON + ms) as TimestampMs,
  healthy,
  latencyMs,
  reason,
});

test('a change is a new state or a new reason, not a repeated answer', () => {
  const history = new VenueHealthHistory();
  history.add(createCheck(0, true, 4));
  history.add(createCheck(5_000, true, 9));
  history.add(createCheck(10_000, false, null, 'timeout'));
  history.add(createCheck(11_000, false, null, 'timeout'));
  history.add(createCheck(12_000, false, null, 'trading is paused'));
  history.add(createCheck(13_000, true, 4));
  assert.deepEqual(
    history.changes().map(({ at, healthy, reason }) => [at - NOON, healthy, reason]),
    [
      [0, true, null],
      [10_000, false, 'timeout'],
      [12_000, false, 'trading is paused'],
      [13_000, true, null],
    ],
  );
});

test('latency is summarised per five minutes, by nearest rank, over answered checks', () => {
  const history = new VenueHealthHistory();
  for (let at = 0; at < 100; at += 1) history.add(createCheck(at * 1_000, true, 100 - at));
  history.add(createCheck(200_000, false, null, 'timeout'));
  history.add(createCheck(300_000, true, 7));
  assert.deepEqual(history.latencies(), [
    { t: NOON, checks: 100, p50Ms: 50, p90Ms: 90, p99Ms: 99, maxMs: 100 },
    { t: NOON + 300_000, checks: 1, p50Ms: 7, p90Ms: 7, p99Ms: 7, maxMs: 7 },
  ]);
});

test('the history is bounded and drops the oldest first', () => {
  const history = new VenueHealthHistory();
  for (let at = 0; at < 1_000; at += 1) history.add(createCheck(at * 300_000, at % 2 === 0, at));
  assert.deepEqual([history.changes().length, history.changes()[0]?.at], [500, NOON + 500 * 300_000]);
  assert.deepEqual([history.latencies().length, history.latencies()[0]?.maxMs], [288, 712]);
});
