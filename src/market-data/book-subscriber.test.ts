import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { GenericAssetId, InstrumentId } from '../contract/model/ids.ts';
import type { VenueInstrument } from '../contract/model/instrument.ts';
import { DEMO, KALSHI } from '../domain/instruments/instrument.fixture.ts';
import { sides } from '../domain/order-books/book.fixture.ts';
import type { Venue, VenueHealth } from '../ports/venue.ts';
import { CAPABILITIES, createListing, HEALTHY, startMarket, type TestMarket } from './market.fixture.ts';

const A = 1001 as InstrumentId;

test('the first read of a book subscribes and waits for its snapshot; the next read does not wait', async (t) => {
  const it = await createHarness(t, [createListing('A', { venue: KALSHI })]);
  const reading = read(it, A);
  await untilRequested(it, 'watch A');
  publishBook(it, 'A');
  assert.equal((await reading).ok, true);
  assert.equal((await read(it, A)).ok, true);
  assert.deepEqual(it.requests, ['watch A']);
});

test('a book that does not arrive in time is refused, and returned after it arrives', async (t) => {
  const it = await createHarness(t, [createListing('A', { venue: KALSHI })]);
  const readings = [read(it, A), read(it, A)];
  await untilRequested(it, 'watch A');
  it.clock.advance(1_499);
  publishBook(it, 'B'); // another one does not help
  it.clock.advance(1);
  for (const result of await Promise.all(readings))
    assert.equal(!result.ok && result.error.code, 'venue_unavailable');
  publishBook(it, 'A');
  assert.equal((await read(it, A)).ok, true);
});

test('a read does not wait for an unhealthy venue', async (t) => {
  const it = await createHarness(t, [createListing('A', { venue: KALSHI })], { ...HEALTHY, healthy: false });
  const result = await read(it, A);
  assert.equal(!result.ok && result.error.code, 'venue_unavailable');
  assert.deepEqual(it.requests, ['watch A']);
});

test('a read does not wait for the book of a market that is neither open nor paused', async (t) => {
  const unopened = createListing('A', { venue: KALSHI, status: 'UNOPENED' });
  const it = await createHarness(t, [unopened, createListing('B', { venue: KALSHI, status: 'CLOSED' })]);
  for (const id of [1001, 1002]) assert.equal((await read(it, id as InstrumentId)).ok, true);
  assert.deepEqual(it.requests, []);
});

test('reading prices or trades and warming an instrument subscribe to the book, reading statistics does not', async (t) => {
  const natives = ['A', 'B', 'C', 'D', 'E'];
  const it = await createHarness(
    t,
    natives.map((native) => createListing(native, { venue: KALSHI })),
  );
  const { data, view } = it.market;
  const [a, b, c, d, e] = natives.map((_, index) => (1001 + index) as InstrumentId);
  assert.ok(a !== undefined && b !== undefined && c !== undefined && d !== undefined && e !== undefined);
  await data.stats(a);
  await data.prints({ instrumentId: b, limit: 1, afterId: null });
  await data.prices({ instrumentId: c, limit: 1, start: null, end: null, bucket: null });
  await data.candles({ instrumentId: d, limit: 1, start: null, end: null, interval: '1m' });
  await view.prefetchInstrument(e);
  assert.deepEqual(
    it.requests,
    natives.slice(1).map((native) => `watch ${native}`),
  );
});

test('routing waits for the books of all members in parallel', async (t) => {
  const it = await createHarness(t, [
    createListing('A', { venue: KALSHI }),
    createListing('B', { venue: KALSHI }),
  ]);
  const members = ['A', 'B'].map((venueInstrumentId) => ({ venueInstrumentId, inverted: false }));
  it.kalshi.onAssets([{ title: 'Rain', description: null, category: 'weather', members }]);
  const ids = [1001, 1002] as InstrumentId[];
  await it.market.view.prefetchAsset(501 as GenericAssetId);
  const warming = it.market.view.waitForBooks(ids);
  await untilRequested(it, 'watch B');
  publishBook(it, 'A');
  publishBook(it, 'B');
  await warming;
  for (const id of [1001, 1002]) assert.equal(it.market.view.book(id as InstrumentId)?.state, 'live');
});

test('beyond a thousand waiting readers, a further one is answered at once', async (t) => {
  const it = await createHarness(t, [
    createListing('A', { venue: KALSHI }),
    createListing('B', { venue: KALSHI }),
  ]);
  const { view } = it.market;
  for (const id of [1001, 1002]) await view.prefetchInstrument(id as InstrumentId);
  let waiting = 1_000;
  const readers = Array.from({ length: 1_000 }, () => view.waitForBooks([A]).then(() => (waiting -= 1)));
  await view.waitForBooks([1002 as InstrumentId]);
  assert.equal(waiting, 1_000);
  publishBook(it, 'A');
  await Promise.all(readers);
  let isAnswered = false;
  const next = view.waitForBooks([1002 as InstrumentId]).then(() => {
    isAnswered = true;
  });
  await new Promise(setImmediate);
  assert.equal(isAnswered, false); // those that were answered wait no more
  publishBook(it, 'B');
  await next;
  assert.equal(view.book(1002 as InstrumentId)?.state, 'live');
});

test('a released book is removed, ignores late updates, and continues its sequence when it returns', async (t) => {
  const it = await createHarness(t, [createListing('A', { venue: KALSHI })]);
  await it.market.view.prefetchInstrument(A);
  for (let times = 0; times < 3; times++) publishBook(it, 'A');
  const before = it.market.view.book(A)?.book.sequence ?? assert.fail('the book was received');
  it.clock.advance(300_000);
  await untilRequested(it, 'unwatch A');
  publishBook(it, 'A');
  assert.equal(it.market.view.book(A), null);
  await it.market.view.prefetchInstrument(A);
  publishBook(it, 'A');
  assert.ok((it.market.view.book(A)?.book.sequence ?? 0) > before);
});

test('a held instrument is subscribed after a start without a reader and never released', async (t) => {
  const it = await createHarness(t, [createListing('A', { venue: KALSHI })], HEALTHY, [A]);
  it.clock.advance(5_000);
  await untilRequested(it, 'watch A');
  it.clock.advance(900_000);
  await turns();
  assert.deepEqual(it.requests, ['watch A']);
});

type SubscriberHarness = TestMarket & { readonly requests: string[] };

/** A market with a Kalshi that publishes books only on subscription and lists `instruments`. */
async function createHarness(
  t: TestContext,
  instruments: readonly VenueInstrument[],
  health: VenueHealth = HEALTHY,
  held: readonly InstrumentId[] = [],
): Promise<SubscriberHarness> {
  const requests: string[] = [];
  const capabilities = { ...CAPABILITIES, bookDelivery: 'on_subscribe' } as const;
  const venue = {
    name: KALSHI,
    capabilities,
    health: async () => health,
    watch: (id: string) => requests.push(`watch ${id}`),
    unwatch: (id: string) => requests.push(`unwatch ${id}`),
  } as unknown as Venue;
  const it = await startMarket({
    venues: [
      { name: DEMO, capabilities: CAPABILITIES, venue: null, bookAgeMsMax: null, watchedMax: 0 },
      { name: KALSHI, capabilities, venue, bookAgeMsMax: 3_600_000, watchedMax: 10 },
    ],
    holdings: { has: (id) => held.includes(id), ids: () => held },
  });
  t.after(() => it.market.stop());
  await it.market.startHealthChecks();
  it.kalshi.onInstruments(instruments);
  return { ...it, requests };
}

async function read(it: SubscriberHarness, id: InstrumentId) {
  const instrument = (await it.market.data.instrument(id)) ?? assert.fail('it is listed');
  return it.market.data.book(instrument);
}

function publishBook({ kalshi, clock }: SubscriberHarness, venueInstrumentId: string): void {
  kalshi.onBook({
    kind: 'snapshot',
    venueInstrumentId,
    ...sides(['10 @ 0.4'], ['10 @ 0.5']),
    at: clock.now(),
  });
}

/** Runs pending work until the venue receives the request. */
async function untilRequested({ requests }: SubscriberHarness, what: string): Promise<void> {
  while (!requests.includes(what)) await turns();
}

const turns = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
