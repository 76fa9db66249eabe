import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { VenueName } from '../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty, renderDecimal } from '../contract/model/money.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import type { RecordedUpdate } from '../domain/recording/recorded-update.ts';
import type { RecorderStatus } from '../ports/recorder.ts';
import type { VenueBookUpdate } from '../ports/venue.ts';
import { createListing, createTrade, startMarket, type TestMarket } from './market.fixture.ts';
import type { RecordingSettings } from './recording-feed.ts';

const KALSHI = 'Kalshi' as VenueName;

/** Keeps what it receives; `beginPart` does what the recorder does at each hour. */
class KeptUpdates {
  readonly updates: RecordedUpdate[] = [];
  beginPart: () => void = () => undefined;

  record(update: RecordedUpdate): void {
    this.updates.push(update);
  }

  onPartBegun(listener: () => void): void {
    this.beginPart = listener;
  }

  status(): RecorderStatus {
    return assert.fail('the status is not read');
  }

  /** Books and statuses as short texts, and removes them. */
  take(): readonly string[] {
    return this.updates.splice(0).flatMap((update) => {
      if (update.table === 'book')
        return [
          `${update.kind} ${update.bids.map(({ price, qty }) => `${renderDecimal(price)}x${renderDecimal(qty)}`).join(' ')}`,
        ];
      if (update.table === 'print') return [`print ${renderDecimal(update.price)}`];
      return update.table === 'status'
        ? [`${update.kind} ${update.instrumentId === null ? update.venue : 'book'}`]
        : [];
    });
  }
}

async function record(
  settings: Partial<RecordingSettings> = {},
): Promise<TestMarket & { readonly kept: KeptUpdates }> {
  const kept = new KeptUpdates();
  const recording = {
    recorder: kept,
    settings: { venues: [], instruments: 'watched', ...settings } as const,
  };
  const market = await startMarket({ recording });
  market.demo.onInstruments([createListing('RAIN', { venue: 'Demo' as VenueName })]);
  market.kalshi.onInstruments([createListing('SNOW', { venue: KALSHI })]);
  await market.market.startHealthChecks();
  return { ...market, kept };
}

const bid = (price: string, qty: string) => ({
  price: parsePrice(price) as Price,
  qty: parseQty(qty) as Qty,
});

const update = (
  kind: 'snapshot' | 'delta',
  at: number,
  ...bids: ReturnType<typeof bid>[]
): VenueBookUpdate => ({
  kind,
  venueInstrumentId: 'SNOW',
  bids,
  asks: [],
  at: at as TimestampMs,
});

test('a book is recorded with its deltas; a confirmation and a delta without a snapshot are not', async () => {
  const { kalshi, clock, kept } = await record();
  const now = clock.now();
  kalshi.onBook(update('delta', now, bid('0.3', '1')));
  assert.deepEqual(kept.take(), ['HEALTHY Kalshi', 'OPEN book']);
  kalshi.onBook(update('snapshot', now, bid('0.3', '1')));
  kalshi.onBook({ kind: 'alive', venueInstrumentId: 'SNOW', at: now });
  kalshi.onBook(update('delta', now, bid('0.3', '0')));
  kalshi.onBook(update('snapshot', now));
  kalshi.onTrades([createTrade('SNOW', now + 1, '0.31')]);
  assert.deepEqual(kept.take(), ['SNAPSHOT 0.3x1', 'DELTA 0.3x0', 'CLEAR ', 'print 0.31']);
});

test('a lost book is a GAP, an old one STALE, and each ends with the next snapshot or confirmation', async () => {
  const { kalshi, clock, kept } = await record();
  kalshi.onBook(update('snapshot', clock.now(), bid('0.3', '1')));
  kept.take();
  kalshi.onBook({ kind: 'lost', venueInstrumentId: 'SNOW', why: 'sequence', at: clock.now() });
  kalshi.onBook({ kind: 'lost', venueInstrumentId: 'SNOW', why: 'sequence', at: clock.now() });
  kalshi.onBook(update('delta', clock.now(), bid('0.4', '1')));
  kalshi.onBook(update('snapshot', clock.now(), bid('0.5', '1')));
  assert.deepEqual(kept.take(), ['GAP book', 'SNAPSHOT 0.5x1']);
  clock.advance(17_000);
  assert.deepEqual(kept.take(), ['STALE book']);
  kalshi.onBook({ kind: 'alive', venueInstrumentId: 'SNOW', at: clock.now() });
  clock.advance(1_000);
  assert.deepEqual(kept.take(), ['HEALTHY book']);
});

test('a new part gets the venue, the instrument and the whole book, also before the next delta', async () => {
  const { kalshi, clock, kept } = await record();
  kalshi.onBook(update('snapshot', clock.now(), bid('0.3', '1')));
  kept.take();
  kept.beginPart();
  kalshi.onBook(update('delta', clock.now(), bid('0.4', '2')));
  clock.advance(0);
  await yieldToEventLoop();
  const [venue, ...rest] = kept.take();
  assert.equal(venue, 'HEALTHY Kalshi');
  assert.deepEqual(rest.toSorted(), ['DELTA 0.4x2', 'OPEN book', 'SNAPSHOT 0.3x1']);
});

test('only the selected venues and instruments are recorded', async () => {
  for (const [settings, count] of [
    [{ venues: ['Kalshi'] }, 1],
    [{ venues: ['Demo'] }, 0],
    [{ instruments: 'assets' }, 0],
    [{ instruments: [999_999] }, 0],
  ] as const) {
    const { kalshi, clock, kept } = await record(settings);
    kalshi.onBook(update('snapshot', clock.now(), bid('0.3', '1')));
    const books = kept.updates.filter(({ table }) => table === 'book');
    assert.equal(books.length, count, JSON.stringify(settings));
  }
});

test('a settled market is recorded with its price', async () => {
  const { kalshi, clock, kept } = await record();
  kalshi.onBook(update('snapshot', clock.now(), bid('0.3', '1')));
  const settled = { status: 'SETTLED', result: 'YES', settlementPrice: parsePrice('1') as Price } as const;
  kalshi.onInstruments([createListing('SNOW', { venue: KALSHI, ...settled })]);
  const last = kept.updates.at(-1);
  assert.ok(last?.table === 'status');
  assert.deepEqual([last.kind, last.value], ['SETTLED', '1']);
});
