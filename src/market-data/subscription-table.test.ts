import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { InstrumentId, VenueName } from '../contract/model/ids.ts';
import { DEMO, KALSHI } from '../domain/instruments/instrument.fixture.ts';
import type { Venue } from '../ports/venue.ts';
import { SubscriptionTable } from './book-subscriptions.ts';
import { CAPABILITIES, CountedMetrics } from './market.fixture.ts';

test('an instrument is subscribed once, however often it is requested', () => {
  const { list, want, said } = createHarness();
  assert.ok(want(1) && want(1));
  assert.deepEqual(said, ['watch I1']);
  assert.ok(list.isSubscribed(KALSHI, 1 as InstrumentId));
});

test('a venue that publishes all books receives no subscription', () => {
  const { list, said } = createHarness();
  const instrument = { instrumentId: 1 as InstrumentId, venue: DEMO, venueInstrumentId: 'I1' };
  assert.ok(list.subscribe(instrument));
  assert.deepEqual([said, list.venues, list.isOnDemand(DEMO)], [[], [KALSHI], false]);
});

test('an idle subscription is released, and a renewed one stays', () => {
  const { list, want, said, clock, released, metrics } = createHarness();
  want(1);
  want(2);
  clock.advance(600);
  want(1);
  clock.advance(400);
  list.releaseIdle();
  assert.deepEqual([said.slice(2), released], [['unwatch I2'], [2]]);
  assert.equal(metrics.gauges.get(`market_watched ${KALSHI}`), 1);
  clock.advance(600);
  list.releaseIdle();
  assert.deepEqual(released, [2, 1]);
  assert.equal(metrics.gauges.get(`market_watched ${KALSHI}`), 0);
});

test('at the limit the least recently requested subscription is released first', () => {
  const { want, released } = createHarness();
  for (const id of [1, 2, 3, 1, 4]) assert.ok(want(id));
  assert.deepEqual(released, [2]);
});

test('an instrument with an order or a position is never released', () => {
  const { list, want, clock, released, held } = createHarness();
  for (const id of [1, 2, 3]) want(id);
  held.add(1);
  want(4);
  assert.deepEqual(released, [2]);
  clock.advance(1_000);
  list.releaseIdle();
  assert.deepEqual(released, [2, 3, 4]);
});

test('when all subscribed instruments are held, another is refused unless it is held too', () => {
  const { want, said, held, metrics } = createHarness();
  for (const id of [1, 2, 3]) held.add(id);
  for (const id of [1, 2, 3]) want(id);
  assert.equal(want(4), false);
  assert.equal(metrics.counts.get('market_watch_refused'), 1);
  held.add(5);
  assert.ok(want(5));
  assert.deepEqual(said, ['watch I1', 'watch I2', 'watch I3', 'watch I5']);
});

function createHarness() {
  const said: string[] = [];
  const released: InstrumentId[] = [];
  const held = new Set<number>();
  const clock = new ManualClock();
  const metrics = new CountedMetrics();
  const list = new SubscriptionTable({
    venues: [createVenue(DEMO, 'all', said), createVenue(KALSHI, 'on_subscribe', said)],
    clock,
    metrics,
    holdings: { has: (id) => held.has(id), ids: () => [] },
    idleMs: 1_000,
    onReleased: (id) => released.push(id),
  });
  const want = (id: number): boolean =>
    list.subscribe({ instrumentId: id as InstrumentId, venue: KALSHI, venueInstrumentId: `I${id}` });
  return { list, want, said, released, held, clock, metrics };
}

function createVenue(name: VenueName, bookDelivery: 'all' | 'on_subscribe', said: string[]) {
  const venue = {
    name,
    watch: (id: string) => said.push(`watch ${id}`),
    unwatch: (id: string) => said.push(`unwatch ${id}`),
  } as unknown as Venue;
  return { name, capabilities: { ...CAPABILITIES, bookDelivery }, venue, bookAgeMsMax: null, watchedMax: 3 };
}
