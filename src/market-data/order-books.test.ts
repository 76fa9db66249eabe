import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ManualClock } from '../../test/support/manual-clock.ts';
import type { InstrumentId } from '../contract/model/ids.ts';
import { parsePrice } from '../contract/model/money.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import { KALSHI } from '../domain/instruments/instrument.fixture.ts';
import { sides } from '../domain/order-books/book.fixture.ts';
import type { VenueBookUpdate } from '../ports/venue.ts';
import { createListing, createTrade, startMarket, type TestMarket } from './market.fixture.ts';

const A = 1001 as InstrumentId;
const goodSides = sides(['120 @ 0.47', '300 @ 0.46'], ['80 @ 0.49']);

function createUpdate(
  clock: ManualClock,
  kind: 'snapshot' | 'delta',
  bids: readonly string[],
  asks: readonly string[],
): VenueBookUpdate {
  return { kind, venueInstrumentId: 'A', ...sides(bids, asks), at: clock.now() };
}

const lost = (clock: ManualClock): VenueBookUpdate => ({
  kind: 'lost',
  venueInstrumentId: 'A',
  why: 'gap',
  at: clock.now(),
});

const snapshot = (clock: ManualClock): VenueBookUpdate => ({
  kind: 'snapshot',
  venueInstrumentId: 'A',
  ...goodSides,
  at: clock.now(),
});

/** A market whose Demo instrument A is open and has a book. */
async function withBook(): Promise<TestMarket> {
  const test = await startMarket();
  test.demo.onInstruments([createListing('A')]);
  test.demo.onBook(snapshot(test.clock));
  return test;
}

const usable = ({ market }: TestMarket): boolean | undefined => market.view.book(A)?.usable;

test('a received book is usable at once, and every change raises its sequence', async () => {
  const it = await withBook();
  const before = it.market.view.book(A) ?? assert.fail('there is a book');
  assert.ok(before.usable);
  assert.deepEqual(before.book.bids, goodSides.bids);
  it.clock.advance(10);
  it.demo.onBook(createUpdate(it.clock, 'delta', ['0 @ 0.47'], ['5 @ 0.48']));
  const after = it.market.view.book(A) ?? assert.fail('there is a book');
  assert.deepEqual(
    [after.book.bids, after.book.asks],
    Object.values(sides(['300 @ 0.46'], ['5 @ 0.48', '80 @ 0.49'])),
  );
  assert.ok(after.book.sequence > before.book.sequence);
  assert.equal(after.book.timestamp, it.clock.now());
});

test('D-03: a snapshot replaces the book and never merges with it', async () => {
  const it = await withBook();
  it.demo.onBook(createUpdate(it.clock, 'snapshot', ['1 @ 0.3'], []));
  const { bids, asks } = it.market.view.book(A)?.book ?? assert.fail('there is a book');
  assert.deepEqual({ bids, asks }, sides(['1 @ 0.3'], []));
});

test('I-26: a crossed or locked book is shown and not usable', async () => {
  const it = await withBook();
  it.demo.onBook(createUpdate(it.clock, 'delta', ['1 @ 0.49'], []));
  assert.equal(usable(it), false);
  assert.equal(it.market.view.book(A)?.book.bids.length, 3);
  it.demo.onBook(createUpdate(it.clock, 'delta', ['0 @ 0.49'], []));
  assert.equal(usable(it), true);
});

test('D-02: a lost book is not usable until the next snapshot, and its deltas are ignored', async () => {
  const it = await withBook();
  it.demo.onBook(lost(it.clock));
  assert.equal(usable(it), false);
  it.demo.onBook(createUpdate(it.clock, 'delta', ['9 @ 0.4'], []));
  assert.equal(usable(it), false);
  assert.deepEqual(it.market.view.book(A)?.book.bids, goodSides.bids);
  it.demo.onBook(snapshot(it.clock));
  assert.equal(usable(it), true);
});

test('D-06: an impossible delta is dropped and counted, and the book becomes unusable', async () => {
  const it = await withBook();
  it.demo.onBook(createUpdate(it.clock, 'delta', ['5 @ 1'], []));
  assert.equal(it.metrics.counts.get('market_book_dropped'), 1);
  assert.deepEqual(it.market.view.book(A)?.book.bids, goodSides.bids);
  assert.equal(usable(it), false);
});

test('I-26: only the book of an open market is usable', async () => {
  const it = await withBook();
  it.demo.onInstruments([createListing('A', { status: 'PAUSED' })]);
  assert.equal(usable(it), false);
  it.demo.onInstruments([createListing('A', { status: 'OPEN' })]);
  assert.equal(usable(it), true);
});

test('D-01, D-05: an external book becomes stale by the age of its data, a Demo book does not', async () => {
  const it = await withBook();
  const B = 1002 as InstrumentId;
  it.kalshi.onInstruments([createListing('B', { venue: KALSHI })]);
  it.kalshi.onBook({ ...snapshot(it.clock), venueInstrumentId: 'B' });
  it.clock.advance(15_000);
  assert.equal(it.market.view.book(B)?.usable, true);
  it.clock.advance(1);
  assert.equal(it.market.view.book(B)?.usable, false);
  assert.equal(it.market.view.book(B)?.ageMs, 15_001);
  assert.equal(usable(it), true);
  const late = {
    ...snapshot(it.clock),
    venueInstrumentId: 'B',
    at: (it.clock.now() - 20_000) as TimestampMs,
  };
  it.kalshi.onBook(late);
  assert.equal(it.market.view.book(B)?.usable, false);
});

test('the age of books of a venue is that of its oldest one of an open market', async () => {
  const it = await withBook();
  const at = (ageMs: number) => (it.clock.now() - ageMs) as TimestampMs;
  it.kalshi.onInstruments(['B', 'C', 'D'].map((native) => createListing(native, { venue: KALSHI })));
  for (const [venueInstrumentId, ageMs] of [
    ['B', 3_000],
    ['C', 2_000],
    ['D', 9_000],
  ] as const)
    it.kalshi.onBook({ ...snapshot(it.clock), venueInstrumentId, at: at(ageMs) });
  it.kalshi.onInstruments([createListing('D', { venue: KALSHI, status: 'CLOSED' })]);
  it.clock.advance(5_000);
  const { gauges } = it.metrics;
  assert.deepEqual([gauges.get('book_age_ms Kalshi'), gauges.get('book_age_ms Polymarket')], [8_000, 0]);
});

test('an unchanged book stays fresh while its feed confirms it, alone or with all books of the venue', async () => {
  const it = await withBook();
  const B = 1002 as InstrumentId;
  const alive = (venueInstrumentId: string | null): void =>
    it.kalshi.onBook({ kind: 'alive', venueInstrumentId, at: it.clock.now() });
  it.kalshi.onInstruments([createListing('B', { venue: KALSHI })]);
  it.kalshi.onBook({ ...snapshot(it.clock), venueInstrumentId: 'B' });
  const { timestamp, sequence } = it.market.view.book(B)?.book ?? assert.fail('there is a book');
  for (const word of ['B', null]) {
    it.clock.advance(15_000);
    alive(word);
    assert.equal(it.market.view.book(B)?.ageMs, 0);
  }
  it.clock.advance(15_001);
  const { state, book } = it.market.view.book(B) ?? assert.fail('there is a book');
  assert.equal(state, 'stale');
  assert.deepEqual([book.timestamp, book.sequence], [timestamp, sequence]);
});

test('a confirmation does not restore a lost book and does not cover later books', async () => {
  const it = await withBook();
  const B = 1002 as InstrumentId;
  it.kalshi.onInstruments([createListing('B', { venue: KALSHI })]);
  it.kalshi.onBook({ ...snapshot(it.clock), venueInstrumentId: 'B' });
  it.kalshi.onBook({ ...lost(it.clock), venueInstrumentId: 'B' });
  it.clock.advance(1);
  it.kalshi.onBook({ kind: 'alive', venueInstrumentId: null, at: it.clock.now() });
  assert.equal(it.market.view.book(B)?.state, 'gapped');
  it.clock.advance(1);
  const at = (it.clock.now() - 20_000) as TimestampMs;
  it.kalshi.onBook({ ...snapshot(it.clock), venueInstrumentId: 'B', at });
  assert.equal(it.market.view.book(B)?.state, 'stale');
});

test('I-24: a jump of the wall clock makes no book stale', async () => {
  const it = await withBook();
  it.kalshi.onInstruments([createListing('B', { venue: KALSHI })]);
  it.kalshi.onBook({ ...snapshot(it.clock), venueInstrumentId: 'B' });
  it.clock.jumpWall(3_600_000);
  assert.equal(it.market.view.book(1002 as InstrumentId)?.usable, true);
});

test('a book received before its instrument is cached becomes usable when the instrument is loaded', async () => {
  const it = await startMarket();
  it.demo.onInstruments([createListing('A')]);
  await it.market.flush();
  const again = await startMarket({ store: it.store });
  again.demo.onBook(snapshot(again.clock));
  assert.equal(usable(again), false);
  await again.market.view.prefetchInstrument(A);
  assert.equal(usable(again), true);
});

test('a restart never decreases a sequence', async () => {
  const it = await withBook();
  const before = it.market.view.book(A)?.book.sequence ?? 0;
  it.clock.advance(1_000);
  const again = await startMarket({ store: it.store, clock: it.clock });
  again.demo.onInstruments([createListing('A')]);
  again.demo.onBook(snapshot(it.clock));
  assert.ok((again.market.view.book(A)?.book.sequence ?? 0) > before);
});

test('a read returns an empty book for Demo, and a rejection when a live book is missing', async () => {
  const it = await startMarket();
  it.demo.onInstruments([createListing('A')]);
  it.kalshi.onInstruments([
    createListing('B', { venue: KALSHI }),
    createListing('C', { venue: KALSHI, status: 'CLOSED' }),
  ]);
  const [a, b, c] = await it.market.data.lookup([1001, 1002, 1003] as InstrumentId[]);
  const read = (instrument = a ?? assert.fail('it is known')) => it.market.data.book(instrument);
  const empty = await read(a);
  assert.ok(empty.ok && empty.value.bids.length === 0 && empty.value.asks.length === 0);
  const missing = await read(b);
  assert.ok(!missing.ok && missing.error.code === 'venue_unavailable');
  assert.ok((await read(c)).ok);
  it.kalshi.onBook({ ...snapshot(it.clock), venueInstrumentId: 'B' });
  assert.ok((await read(b)).ok);
  it.kalshi.onBook({ ...lost(it.clock), venueInstrumentId: 'B' });
  assert.ok(!(await read(b)).ok);
});

test('the mark is the mid, else the last price; listeners are notified of each change and only then', async () => {
  const it = await startMarket();
  const moved: (string | null)[] = [];
  it.market.view.onMarkChanged((id) => moved.push(String(it.market.view.mark(id))));
  const mark = (text: string) => String(parsePrice(text));
  it.demo.onInstruments([createListing('A')]);
  assert.equal(it.market.view.mark(A), null);
  it.demo.onTrades([createTrade('A', it.clock.now(), '0.4')]);
  it.demo.onTrades([createTrade('A', it.clock.now(), '0.4')]);
  it.demo.onBook(snapshot(it.clock));
  it.demo.onBook(createUpdate(it.clock, 'delta', ['9 @ 0.3'], []));
  it.demo.onTrades([createTrade('A', it.clock.now(), '0.6')]);
  it.demo.onBook(createUpdate(it.clock, 'delta', ['1 @ 0.48'], []));
  it.demo.onBook(createUpdate(it.clock, 'snapshot', [], []));
  assert.deepEqual(moved, ['0.4', '0.48', '0.485', '0.6'].map(mark));
});

test('changes before the first snapshot give no usable book', async () => {
  const it = await startMarket();
  it.demo.onInstruments([createListing('A')]);
  it.demo.onBook(createUpdate(it.clock, 'delta', ['120 @ 0.47'], ['80 @ 0.49']));
  assert.notEqual(usable(it), true);
  it.demo.onBook(snapshot(it.clock));
  assert.equal(usable(it), true);
});
