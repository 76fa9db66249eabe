import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { DEMO, KALSHI, POLYMARKET } from '../domain/instruments/instrument.fixture.ts';
import type { VenueHealth } from '../ports/venue.ts';
import { CAPABILITIES, CountedMetrics, createTestVenue, HEALTHY } from './market.fixture.ts';
import type { MarketVenue } from './market-data-types.ts';
import { VenueHealthMonitor } from './venue-health.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type OfService = Pick<MarketVenue, 'healthWarning' | 'healthNote'>;

function watchHealth(health: () => Promise<VenueHealth>, ofService: OfService = {}) {
  const clock = new ManualClock();
  const common = { capabilities: CAPABILITIES, bookAgeMsMax: null, watchedMax: 100 };
  const venues = [
    { ...common, name: DEMO, venue: createTestVenue(DEMO, async () => HEALTHY) },
    { ...common, ...ofService, name: KALSHI, venue: createTestVenue(KALSHI, health) },
    { ...common, name: POLYMARKET, venue: null },
  ];
  const metrics = new CountedMetrics();
  return { clock, metrics, watch: new VenueHealthMonitor(venues, clock, metrics) };
}

test('before the first answer no venue counts as healthy', () => {
  const { watch } = watchHealth(async () => HEALTHY);
  assert.ok(!watch.isHealthy(DEMO));
  assert.deepEqual(
    watch.states().map(({ reason }) => reason),
    ['starting', 'starting', 'disabled'],
  );
});

test('every venue is listed in configured order with its answer', async () => {
  const { clock, watch } = watchHealth(async () => ({ healthy: true, latencyMs: 12.4, reason: null }));
  await watch.start();
  const checkedAt = clock.now();
  assert.deepEqual(watch.states(), [
    { venue: DEMO, healthy: true, latencyMs: 0, checkedAt, reason: null },
    { venue: KALSHI, healthy: true, latencyMs: 12, checkedAt, reason: null },
    { venue: POLYMARKET, healthy: false, latencyMs: null, checkedAt, reason: 'disabled' },
  ]);
});

test('a changed answer is visible after the next check', async () => {
  let answer: VenueHealth = HEALTHY;
  const { clock, watch } = watchHealth(async () => answer);
  await watch.start();
  answer = { healthy: false, latencyMs: null, reason: 'maintenance' };
  clock.advance(5_000);
  await settle();
  assert.ok(!watch.isHealthy(KALSHI));
  assert.equal(watch.states()[1]?.reason, 'maintenance');
});

test('the gauge of a venue falls while it is down and rises when it recovers and leaves the others', async () => {
  let answer: VenueHealth = HEALTHY;
  const { clock, metrics, watch } = watchHealth(async () => answer);
  await watch.start();
  const gauged = (): unknown[] =>
    [DEMO, KALSHI, POLYMARKET].map((name) => metrics.gauges.get(`venue_healthy ${name}`));
  assert.deepEqual(gauged(), [1, 1, 0]);
  answer = { healthy: false, latencyMs: null, reason: 'maintenance' };
  clock.advance(5_000);
  await settle();
  assert.deepEqual(gauged(), [1, 0, 0]);
  answer = HEALTHY;
  clock.advance(1_000);
  await settle();
  assert.deepEqual(gauged(), [1, 1, 0]);
  watch.stop();
});

test('the gauge of a limited venue is that of a venue that responds and states a reason', async () => {
  let answer: VenueHealth = HEALTHY;
  const { clock, metrics, watch } = watchHealth(async () => answer);
  await watch.start();
  const gauged = (): unknown[] =>
    [DEMO, KALSHI, POLYMARKET].map((name) => metrics.gauges.get(`venue_limited ${name}`));
  assert.deepEqual(gauged(), [0, 0, 0]);
  for (const [healthy, limited] of [
    [true, 1],
    [false, 0], // `venue_healthy` says so
  ] as const) {
    answer = { healthy, latencyMs: 5, reason: 'the venue throttles orders' };
    clock.advance(5_000);
    await settle();
    assert.deepEqual(gauged(), [0, limited, 0]);
  }
  answer = HEALTHY;
  clock.advance(1_000);
  await settle();
  assert.deepEqual(gauged(), [0, 0, 0]);
  watch.stop();
});

test('a note of the venue is shown while nothing is wrong, limits nothing, and ends with it', async () => {
  const noted: VenueHealth = { healthy: true, latencyMs: 5, reason: null, note: 'new fields' };
  let answer = noted;
  let warning: string | null = null;
  const { clock, metrics, watch } = watchHealth(async () => answer, {
    healthWarning: () => warning,
    healthNote: () => 'two orders of another program',
  });
  await watch.start();
  const shown = () => watch.states()[1]?.reason;
  assert.equal(shown(), 'new fields; two orders of another program');
  assert.equal(metrics.gauges.get(`venue_limited ${KALSHI}`), 0);
  assert.deepEqual(
    watch.history(KALSHI)?.changes.map(({ reason }) => reason),
    ['starting', null],
  );
  warning = 'a break';
  assert.equal(shown(), 'a break');
  warning = null;
  for (const [next, expected] of [
    [{ ...noted, reason: 'throttled' }, 'throttled'],
    [HEALTHY, 'two orders of another program'],
  ] as const) {
    answer = next;
    clock.advance(5_000);
    await settle();
    assert.equal(shown(), expected);
  }
  watch.stop();
});

test('a venue that throws or never answers is unhealthy and does not delay the others', async () => {
  const { watch } = watchHealth(() => Promise.reject(new Error('connection refused')));
  await watch.start();
  assert.equal(watch.states()[1]?.reason, 'connection refused');
  const silent = watchHealth(() => new Promise(() => undefined));
  const started = silent.watch.start();
  silent.clock.advance(1_000);
  await started;
  assert.equal(silent.watch.states()[1]?.reason, 'starting');
  silent.clock.advance(4_000);
  await settle();
  assert.equal(silent.watch.states()[1]?.reason, 'timeout');
  assert.ok(silent.watch.isHealthy(DEMO));
  silent.watch.stop();
});

test('an unhealthy venue is checked every second, with one check at a time, until it recovers', async () => {
  let checks = 0;
  let answer = Promise.withResolvers<VenueHealth>();
  const { clock, watch } = watchHealth(() => {
    checks += 1;
    return answer.promise;
  });
  const started = watch.start();
  clock.advance(3_000);
  await started;
  assert.equal(checks, 1);
  answer.resolve({ healthy: false, latencyMs: null, reason: 'starting up' });
  await settle();
  answer = Promise.withResolvers();
  answer.resolve(HEALTHY);
  clock.advance(1_000);
  await settle();
  assert.ok(watch.isHealthy(KALSHI));
  clock.advance(4_000);
  assert.equal(checks, 2);
  clock.advance(1_000);
  assert.equal(checks, 3);
});

test('a stopped monitor leaves no timer', async () => {
  const { clock, watch } = watchHealth(async () => HEALTHY);
  await watch.start();
  watch.stop();
  assert.equal(clock.timersWaiting, 0);
});

test('a venue history contains changes since the start and remaining budgets', async () => {
  let answer: VenueHealth = HEALTHY;
  const { clock, watch } = watchHealth(async () => answer);
  await watch.start();
  answer = { healthy: false, latencyMs: null, reason: 'maintenance' };
  clock.advance(5_000);
  await settle();
  const history = watch.history(KALSHI);
  assert.deepEqual(
    history?.changes.map(({ healthy, reason }) => [healthy, reason]),
    [
      [false, 'starting'],
      [true, null],
      [false, 'maintenance'],
    ],
  );
  assert.deepEqual(
    [history?.reason, history?.latencies[0]?.checks, history?.budgets],
    ['maintenance', 1, []],
  );
  assert.equal(watch.history('Nowhere' as typeof KALSHI), null);
});

test('what blocks new orders at a venue is its reason while it does, not until the next check', async () => {
  const found: { why: string | null } = { why: 'no new orders: not reconciled yet' };
  const venue = createTestVenue(DEMO, async () => HEALTHY);
  const common = { capabilities: CAPABILITIES, bookAgeMsMax: null, watchedMax: 100 };
  const listed = { ...common, name: DEMO, venue, healthWarning: () => found.why };
  const watch = new VenueHealthMonitor([listed], new ManualClock(), new CountedMetrics());
  await watch.start();
  const read = () => [watch.states()[0]?.reason, watch.history(DEMO)?.reason];
  assert.deepEqual(read(), [found.why, found.why]);
  found.why = null;
  assert.deepEqual(read(), [null, null]);
  watch.stop();
});
