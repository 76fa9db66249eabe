import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryMarketStore } from '../../test/support/storage/memory-market-store.ts';
import type { GenericAssetId, InstrumentId } from '../contract/model/ids.ts';
import type { Instrument } from '../contract/model/instrument.ts';
import { parsePrice } from '../contract/model/money.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import { DEMO, KALSHI, POLYMARKET } from '../domain/instruments/instrument.fixture.ts';
import { sides } from '../domain/order-books/book.fixture.ts';
import type { InstrumentBinding } from '../ports/journal.ts';
import type { MarketStore } from '../ports/market-store.ts';
import type { VenueAsset } from '../ports/venue.ts';
import { createListing, createTrade, startMarket, type TestMarket } from './market.fixture.ts';
import type { SearchQuery } from './market-data-types.ts';

const A = 1001 as InstrumentId;
const B = 1002 as InstrumentId;
const C = 1003 as InstrumentId;

const ids = (items: readonly { readonly instrumentId: InstrumentId }[]): readonly number[] =>
  items.map(({ instrumentId }) => instrumentId);
const query = (changes: Partial<SearchQuery> = {}): SearchQuery => ({
  q: null,
  venue: null,
  status: null,
  category: null,
  cursor: null,
  limit: 50,
  ...changes,
});
const createAsset = (...members: readonly [native: string, inverted: boolean][]): VenueAsset => ({
  title: 'Rain in London',
  description: null,
  category: 'Weather',
  members: members.map(([venueInstrumentId, inverted]) => ({ venueInstrumentId, inverted })),
});
const noAssetFilter = { q: null, venue: null, category: null, instrumentId: null };

/** Instrument changes that listeners received. */
function recordChanges({ market }: TestMarket): string[] {
  const received: string[] = [];
  market.view.onInstrumentChanged(({ instrumentId, status }) => received.push(`${instrumentId} ${status}`));
  return received;
}

test('a listed instrument is readable at once, and found by searches once it is saved', async () => {
  const it = await startMarket();
  it.demo.onInstruments([createListing('A'), createListing('B', { title: 'Snow' })]);
  assert.equal(it.market.view.instrument(A)?.ticker, 'A');
  assert.deepEqual(ids(await it.market.data.lookup([B, A, B, 99 as InstrumentId])), [B, A]);
  assert.equal((await it.market.data.instrumentByNativeId(DEMO, 'B'))?.instrumentId, B);
  assert.equal(await it.market.data.instrumentByNativeId(KALSHI, 'B'), null);
  assert.equal(await it.market.data.instrument(99 as InstrumentId), null);
  await it.market.flush();
  const found = await it.market.data.search(query({ q: 'london rain' }));
  assert.ok(found.ok);
  assert.deepEqual(ids(found.value.items), [A]);
  assert.equal(found.value.nextCursor, null);
});

test('a search is paged by its cursor, which no other search accepts', async () => {
  const it = await startMarket();
  it.demo.onInstruments(['A', 'B', 'C'].map((native) => createListing(native)));
  await it.market.flush();
  const seen: number[] = [];
  for (let cursor: string | null = null, pages = 0; pages === 0 || cursor !== null; pages += 1) {
    const page = await it.market.data.search(query({ q: 'rain', limit: 1, cursor }));
    assert.ok(page.ok);
    seen.push(...ids(page.value.items));
    cursor = page.value.nextCursor;
  }
  assert.deepEqual(seen, [A, B, C]);
  const first = await it.market.data.search(query({ q: 'rain', limit: 1 }));
  assert.ok(first.ok);
  for (const other of [{ q: 'london' }, { q: 'rain', status: 'OPEN' as const }, { q: 'rain', cursor: 'x' }]) {
    const refused = await it.market.data.search(query({ cursor: first.value.nextCursor, ...other }));
    assert.ok(!refused.ok && refused.error.code === 'invalid_cursor');
  }
});

test('a cursor stays valid after a restart', async () => {
  const it = await startMarket();
  it.demo.onInstruments(['A', 'B'].map((native) => createListing(native)));
  await it.market.flush();
  const first = await it.market.data.search(query({ limit: 1 }));
  assert.ok(first.ok);
  const random = { next: () => 0.5, hex: (length: number) => 'ff'.repeat(length) };
  const again = await startMarket({ store: it.store, random });
  const second = await again.market.data.search(query({ limit: 1, cursor: first.value.nextCursor }));
  assert.ok(second.ok);
  assert.deepEqual(ids(second.value.items), [B]);
});

test('a list streams the instruments of a venue by id in pages, up to its limit', async () => {
  const it = await startMarket();
  it.demo.onInstruments(Array.from({ length: 1_201 }, (_, at) => createListing(`N${at}`)));
  it.kalshi.onInstruments([createListing('K', { venue: KALSHI })]);
  await it.market.flush();
  const pagesOf = async (query: object): Promise<number[]> => {
    const sizes: number[] = [];
    const all = { venue: DEMO, q: null, afterId: null, limit: null, ...query };
    for await (const page of it.market.data.list(all)) sizes.push(page.length);
    return sizes;
  };
  assert.deepEqual(await pagesOf({}), [...Array.from({ length: 12 }, () => 100), 1]);
  assert.deepEqual(await pagesOf({ limit: 250 }), [100, 100, 50]);
  assert.deepEqual(await pagesOf({ venue: KALSHI }), [1]);
  assert.deepEqual(await pagesOf({ afterId: 2_200 }), [1]);
  assert.deepEqual(await pagesOf({ q: 'nowhere' }), []);
});

test('a match prefers an open instrument by its newest status, saved or not', async () => {
  const disk = createMemoryMarketStore();
  const it = await startMarket({ store: disk });
  it.demo.onInstruments([createListing('A', { ticker: 'RAIN' })]);
  it.kalshi.onInstruments([createListing('K', { ticker: 'rain', venue: KALSHI })]);
  await it.market.flush();
  const match = async (keys: object) =>
    (await it.market.data.match({ ticker: null, slug: null, venue: null, ...keys }))?.instrumentId ?? null;
  assert.equal(await match({ ticker: 'Rain' }), A);
  assert.equal(await match({ ticker: 'Rain', venue: KALSHI }), B);
  assert.equal(await match({ slug: 'a' }), A);
  assert.equal(await match({ slug: 'a', ticker: 'other' }), null);
  it.demo.onInstruments([createListing('A', { ticker: 'RAIN', status: 'CLOSED' })]);
  assert.equal(await match({ ticker: 'Rain' }), B);
});

test('the time of the last trade of a market is known after a restart', async () => {
  const it = await startMarket();
  it.demo.onInstruments([createListing('A'), createListing('B')]);
  assert.equal(it.demo.lastTradeAt?.('A'), null);
  it.demo.onTrades([createTrade('A', 5_000, '0.5')]);
  assert.equal(it.demo.lastTradeAt?.('A'), 5_000);
  await it.market.stop();
  const again = await startMarket({ store: it.store });
  assert.deepEqual(
    ['A', 'B', 'C'].map((id) => again.demo.lastTradeAt?.(id)),
    [5_000, null, null],
  );
});

test('ids keep their contracts over a restart, whatever the order of the listings', async () => {
  const it = await startMarket();
  it.demo.onInstruments([createListing('A'), createListing('B')]);
  await it.market.stop();
  const again = await startMarket({ store: it.store });
  again.demo.onInstruments([createListing('C'), createListing('B'), createListing('A')]);
  assert.equal(again.market.view.instrument(A)?.venueInstrumentId, 'A');
  assert.equal(again.market.view.instrument(B)?.venueInstrumentId, 'B');
  assert.equal(again.market.view.instrument(C)?.venueInstrumentId, 'C');
});

test('after the loss of market.db, ids with orders keep their contracts', async () => {
  const bindings: readonly InstrumentBinding[] = [{ instrumentId: B, venue: DEMO, venueInstrumentId: 'B' }];
  const it = await startMarket({ bindings });
  it.demo.onInstruments([createListing('A'), createListing('B')]);
  assert.equal(it.market.view.instrument(B)?.venueInstrumentId, 'B');
  assert.equal(it.market.view.instrument(A), null);
  assert.equal((await it.market.data.instrumentByNativeId(DEMO, 'A'))?.instrumentId, 1_000_000_001);
});

test('a catalogue that contradicts the ledger is corrected', async () => {
  const it = await startMarket();
  it.demo.onInstruments([createListing('A'), createListing('B')]);
  await it.market.stop();
  const bindings = [{ instrumentId: A, venue: DEMO, venueInstrumentId: 'B' }];
  const again = await startMarket({ store: it.store, bindings });
  again.demo.onInstruments([createListing('A'), createListing('B')]);
  await again.market.flush();
  const all = await again.market.data.search(query());
  assert.ok(all.ok);
  assert.deepEqual(
    all.value.items.map(({ instrumentId, ticker }) => `${instrumentId} ${ticker}`),
    ['1001 B', '1003 A'],
  );
});

test('listeners receive changes of status, result and terms after the catalogue has applied them', async () => {
  const it = await startMarket();
  const known: (string | undefined)[] = [];
  it.market.view.onInstrumentChanged(({ instrumentId }) =>
    known.push(it.market.view.instrument(instrumentId)?.status),
  );
  it.demo.onInstruments([createListing('A')]);
  await it.market.flush();
  const received = recordChanges(it);
  it.demo.onInstruments([createListing('A', { status: 'PAUSED' })]);
  it.demo.onInstruments([createListing('A', { status: 'PAUSED', title: 'Only the title is new' })]);
  it.demo.onInstruments([createListing('A', { status: 'SETTLED', result: 'VOID' })]);
  await it.market.flush();
  assert.deepEqual(received, ['1001 PAUSED', '1001 SETTLED']);
  assert.deepEqual(known, ['OPEN', 'PAUSED', 'SETTLED']);
});

test('after a restart, listeners receive only changes made while the service was down', async () => {
  const it = await startMarket();
  it.demo.onInstruments([createListing('A'), createListing('B')]);
  await it.market.stop();
  const again = await startMarket({ store: it.store });
  const received = recordChanges(again);
  again.demo.onInstruments([
    createListing('A'),
    createListing('B', { status: 'SETTLED', result: 'YES' }),
    createListing('C'),
  ]);
  await again.market.flush();
  assert.deepEqual(received, ['1002 SETTLED', '1003 OPEN']);
});

test('a loaded record never replaces a newer cached one', async () => {
  const disk = createMemoryMarketStore();
  const it = await startMarket({ store: disk });
  it.demo.onInstruments([createListing('A')]);
  await it.market.stop();
  const answer = Promise.withResolvers<void>();
  const instruments: MarketStore['instruments'] = async (ids) => {
    const stored = await disk.instruments(ids);
    await answer.promise;
    return stored;
  };
  const again = await startMarket({ store: { ...disk, instruments } });
  const loading: Promise<Instrument | null> = again.market.view.prefetchInstrument(A);
  again.demo.onInstruments([createListing('A', { status: 'CLOSED' })]);
  answer.resolve();
  assert.equal((await loading)?.status, 'CLOSED');
  assert.equal(again.market.view.instrument(A)?.status, 'CLOSED');
});

test('a generic asset keeps its id, and its members refer to it', async () => {
  const it = await startMarket();
  it.demo.onInstruments(['A', 'B', 'C'].map((native) => createListing(native)));
  it.demo.onAssets([
    createAsset(['A', false], ['B', true]),
    { ...createAsset(['C', false]), title: 'Other' },
  ]);
  assert.equal(it.market.view.instrument(B)?.genericAssetId, 501);
  await it.market.stop();
  const again = await startMarket({ store: it.store });
  assert.deepEqual(again.market.view.asset(501 as GenericAssetId)?.members, [
    { venue: DEMO, instrumentId: A, ticker: 'A', inverted: false },
    { venue: DEMO, instrumentId: B, ticker: 'B', inverted: true },
  ]);
  assert.equal((await again.market.view.prefetchInstrument(C))?.genericAssetId, 502);
  again.demo.onInstruments(['A', 'B', 'C'].map((native) => createListing(native)));
  again.demo.onAssets([
    { ...createAsset(['C', false]), title: 'Other' },
    createAsset(['A', false], ['C', false]),
  ]);
  assert.equal(again.market.view.instrument(B)?.genericAssetId, null);
  assert.equal(again.market.view.instrument(C)?.genericAssetId, 501);
});

test('an event closes with the last of its instruments, of which any may have no time', async () => {
  const event = (venueEventId: string) =>
    ({ venueEventId, title: null, series: null, exclusive: 'NONE' }) as const;
  const it = await startMarket();
  const closing = (native: string, id: string, closeTime: number | null) =>
    createListing(native, { event: event(id), closeTime: closeTime as TimestampMs | null });
  it.demo.onInstruments([
    closing('A', 'first', 2_000),
    closing('B', 'first', 3_000),
    closing('C', 'first', 1_000),
    closing('D', 'second', null),
    closing('E', 'second', 4_000),
    closing('F', 'third', null),
  ]);
  await it.market.flush();
  const all = { venue: null, q: null, status: null, series: null, afterId: null, limit: null };
  const found: unknown[] = [];
  for await (const page of it.market.data.events(all))
    for (const { event: named, closeTime } of page) found.push([named.venueEventId, closeTime]);
  assert.deepEqual(found, [
    ['first', 3_000],
    ['second', 4_000],
    ['third', null],
  ]);
});

test('groups of events that one more asset connects are one group, whatever the order of the approvals', async () => {
  // Each asset is an instrument of an event of Demo and one of Kalshi.
  const links = [
    ['A', 'first', 'V', 'one'],
    ['B', 'second', 'W', 'two'],
    ['C', 'first', 'X', 'two'],
    ['D', 'third', 'Y', 'three'],
  ] as const;
  for (const order of [links, links.toReversed(), [links[2], links[0], links[3], links[1]]] as const) {
    const it = await startMarket();
    const list = (native: string, venueEventId: string, venue = DEMO) =>
      createListing(native, { venue, event: { venueEventId, title: null, series: null, exclusive: 'NONE' } });
    it.demo.onInstruments(links.map(([native, event]) => list(native, event)));
    it.kalshi.onInstruments(links.map(([, , native, event]) => list(native, event, KALSHI)));
    await it.market.flush();
    for (const [at, [demo, , kalshi]] of order.entries()) {
      const members = [
        [DEMO, demo],
        [KALSHI, kalshi],
      ] as const;
      it.market.mappingSource.applyReview({
        genericAssetId: (1_000_001 + at) as GenericAssetId,
        status: 'APPROVED',
        simulated: true,
        title: demo,
        description: null,
        category: 'Weather',
        members: await Promise.all(
          members.map(async ([venue, native]) => {
            const found = await it.market.data.instrumentByNativeId(venue, native);
            const { instrumentId } = found ?? assert.fail(native);
            const named = { venue, venueInstrumentId: native, ticker: native };
            return { ...named, instrumentId, inverted: false, fingerprint: '' };
          }),
        ),
        by: 'acc_1',
        why: 'the same station',
        at: 1 as TimestampMs,
      });
    }
    const groups: number[][] = [];
    const all = { venue: null, q: null, afterId: null, limit: null };
    for await (const page of it.market.data.genericEvents(all))
      for (const { assetIds, events } of page)
        groups.push([assetIds.length, events.length, events.flatMap((each) => each.instrumentIds).length]);
    assert.deepEqual(
      groups.toSorted(([one = 0], [other = 0]) => one - other),
      [
        [1, 2, 2],
        [3, 4, 6],
      ],
    );
  }
});

test('assets are found by words, venue, category and member', async () => {
  const it = await startMarket();
  it.demo.onInstruments(['A', 'B'].map((native) => createListing(native)));
  it.demo.onAssets([
    createAsset(['A', false]),
    { ...createAsset(['B', false]), title: 'Snow', category: 'Winter' },
  ]);
  const find = async (query: object) =>
    (await it.market.data.assets({ ...noAssetFilter, ...query })).map(({ genericAssetId }) => genericAssetId);
  assert.deepEqual(await find({}), [501, 502]);
  assert.deepEqual(await find({ q: 'LONDON rain' }), [501]);
  assert.deepEqual(await find({ category: 'winter' }), [502]);
  assert.deepEqual(await find({ instrumentId: B }), [502]);
  assert.deepEqual(await find({ venue: KALSHI }), []);
  assert.equal(await it.market.data.asset(503 as GenericAssetId), null);
});

test('an unknown member is omitted from its asset', async () => {
  const it = await startMarket();
  it.demo.onInstruments([createListing('A')]);
  it.demo.onAssets([createAsset(['A', false], ['X', false]), createAsset(['Y', false])]);
  const assets = await it.market.data.assets(noAssetFilter);
  assert.deepEqual(
    assets.map(({ members }) => members.length),
    [1],
  );
});

test('an asset is open while any member is open', async () => {
  const it = await startMarket();
  it.demo.onInstruments([createListing('A', { status: 'CLOSED' }), createListing('B')]);
  it.demo.onAssets([createAsset(['A', false], ['B', false])]);
  const asset = it.market.view.asset(501 as GenericAssetId) ?? assert.fail('it is known');
  assert.equal(await it.market.data.assetStatus(asset), 'OPEN');
  it.demo.onInstruments([createListing('B', { status: 'PAUSED' })]);
  assert.equal(await it.market.data.assetStatus(asset), 'PAUSED');
});

test('the aggregated book contains tradable members only, and its sequence grows with every change', async () => {
  const it = await startMarket();
  it.demo.onInstruments(['A', 'B'].map((native) => createListing(native)));
  it.demo.onAssets([createAsset(['A', false], ['B', true])]);
  const publishBook = (venueInstrumentId: string, bids: readonly string[], asks: readonly string[]): void =>
    it.demo.onBook({ kind: 'snapshot', venueInstrumentId, ...sides(bids, asks), at: it.clock.now() });
  const asset = it.market.view.asset(501 as GenericAssetId) ?? assert.fail('it is known');
  const read = async () => {
    const result = await it.market.data.aggregatedBook(asset);
    return result.ok ? result.value : assert.fail('there is a book');
  };
  assert.deepEqual([(await read()).bids, (await read()).asks], [[], []]);
  publishBook('A', ['10 @ 0.4'], ['5 @ 0.45']);
  const first = await read();
  it.clock.advance(7);
  publishBook('B', ['20 @ 0.55'], ['30 @ 0.6']);
  const second = await read();
  assert.deepEqual(
    second.bids.map(({ price, qty }) => [price, qty]),
    sides(['40 @ 0.4'], []).bids.map(({ price, qty }) => [price, qty]),
  );
  assert.deepEqual(
    second.asks[0]?.breakdown.map(({ instrumentId }) => instrumentId),
    [A, B],
  );
  assert.equal(second.timestamp, it.clock.now());
  assert.ok(second.sequence > first.sequence);
  it.demo.onInstruments([createListing('B', { status: 'PAUSED' })]);
  const third = await read();
  assert.ok(third.sequence > second.sequence);
  assert.deepEqual(
    third.bids.map(({ price }) => price),
    [parsePrice('0.4')],
  );
  assert.equal(third.bids[0]?.breakdown.length, 1);
});

test('an asset without any available live book is refused, not returned empty', async () => {
  const it = await startMarket();
  it.kalshi.onInstruments([createListing('K', { venue: KALSHI })]);
  it.kalshi.onAssets([createAsset(['K', false])]);
  const asset = it.market.view.asset(501 as GenericAssetId) ?? assert.fail('it is known');
  const result = await it.market.data.aggregatedBook(asset);
  assert.ok(!result.ok && result.error.code === 'venue_unavailable');
});

test('venues are listed in configured order, disabled ones as DISABLED', async () => {
  const it = await startMarket();
  assert.deepEqual(
    it.market.data.venues().map(({ name, status }) => `${name} ${status}`),
    ['Demo LIVE', 'Kalshi LIVE', 'Polymarket DISABLED'],
  );
  assert.ok(!it.market.view.isVenueHealthy(DEMO));
  await it.market.startHealthChecks();
  assert.ok(it.market.view.isVenueHealthy(DEMO));
  assert.ok(!it.market.view.isVenueHealthy(POLYMARKET));
  assert.equal(it.market.data.venueHealth().length, 3);
});

test('a stopped market data service has saved everything and leaves no timer', async () => {
  const it = await startMarket();
  await it.market.startHealthChecks();
  it.demo.onInstruments([createListing('A')]);
  await it.market.stop();
  assert.equal(it.clock.timersWaiting, 0);
  assert.equal((await it.store.bindings(0, 9)).length, 1);
});

test("a venue's book age rises while its book is silent, and falls to 0 once no market is open", async () => {
  const it = await startMarket();
  const open = createListing('A', { venue: KALSHI });
  it.kalshi.onInstruments([open]);
  await it.market.flush();
  const book = sides(['10 @ 0.4'], ['10 @ 0.5']);
  it.kalshi.onBook({ kind: 'snapshot', venueInstrumentId: 'A', ...book, at: it.clock.now() });
  it.clock.advance(10_000);
  assert.equal(it.metrics.gauges.get(`book_age_ms ${KALSHI}`), 10_000);
  assert.equal(it.metrics.gauges.get(`book_age_ms ${DEMO}`), 0);
  it.kalshi.onInstruments([{ ...open, status: 'CLOSED' }]);
  await it.market.flush();
  it.clock.advance(5_000);
  assert.equal(it.metrics.gauges.get(`book_age_ms ${KALSHI}`), 0);
});
