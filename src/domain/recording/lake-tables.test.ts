import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstrumentId, VenueName } from '../../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { type Coverage, CoverageTracker, mergeCoverage, toLakeRows } from './lake-tables.ts';
import { encodeUpdate, type RecordedBook, type SpoolLine } from './recorded-update.ts';

const DEMO = 'Demo' as VenueName;
const level = (price: string, qty: string) => ({
  price: parsePrice(price) as Price,
  qty: parseQty(qty) as Qty,
});
const book = (changes: Partial<RecordedBook>): SpoolLine => {
  const update: RecordedBook = {
    table: 'book',
    venue: DEMO,
    venueMs: 5 as TimestampMs,
    instrumentId: 1001 as InstrumentId,
    sequence: 7,
    kind: 'SNAPSHOT',
    bids: [],
    asks: [],
    ...changes,
  };
  return JSON.parse(encodeUpdate(update, 9_000)) as SpoolLine;
};

test('each level of a book is a row with exact decimals, and an empty book is one CLEAR row', () => {
  const head = { recv_us: 9_000, venue_ms: 5, instrument_id: 1001, sequence: 7 };
  const bids = [level('0.30000001', '12345678901.5')];
  assert.deepEqual(toLakeRows(book({ kind: 'DELTA', bids, asks: [level('0.4', '0')] })), [
    { ...head, kind: 'DELTA', side: 'BUY', price: '0.30000001', qty: '12345678901.5' },
    { ...head, kind: 'DELTA', side: 'SELL', price: '0.4', qty: '0' },
  ]);
  assert.deepEqual(toLakeRows(book({})), [{ ...head, kind: 'CLEAR', side: null, price: null, qty: null }]);
});

const status = (kind: string, value: string | null = null, instrument_id: number | null = null) => ({
  kind,
  value,
  instrument_id,
});

test('a gap of a venue lasts until the venue is healthy again; gaps of single books do not count', () => {
  const tracker = new CoverageTracker();
  tracker.add({ recv_us: 10, venue: 'Demo' }, status('HEALTHY'));
  tracker.add({ recv_us: 20, venue: 'Demo' }, status('GAP', 'no book', 1001));
  tracker.add({ recv_us: 30, venue: 'Demo' }, status('DISCONNECT', 'timeout'));
  tracker.add({ recv_us: 40, venue: 'Demo' }, status('HEALTHY'));
  assert.deepEqual(tracker.openVenues(), ['Demo']);
  tracker.add({ recv_us: 50, venue: 'Demo' }, status('GAP', 'stopped'));
  assert.deepEqual(tracker.openVenues(), []);
  const gaps = [
    { fromUs: 30, toUs: 40, reason: 'timeout' },
    { fromUs: 50, toUs: null, reason: 'stopped' },
  ];
  assert.deepEqual(tracker.coverage(), [{ venue: 'Demo', fromUs: 10, toUs: 50, gaps }]);
});

test('parts that follow each other are one span; a gap at the end, or a pause, begins another', () => {
  const part = (fromUs: number, toUs: number, gaps: Coverage['gaps'] = []): Coverage => ({
    venue: 'Demo',
    fromUs,
    toUs,
    gaps,
  });
  const spans = (parts: readonly Coverage[]) =>
    mergeCoverage(parts).map(({ fromUs, toUs }) => [fromUs, toUs]);
  assert.deepEqual(spans([part(5_000_000, 9_000_000), part(1_000_000, 4_900_000)]), [[1_000_000, 9_000_000]]);
  assert.equal(spans([part(1_000_000, 2_000_000), part(7_000_000, 9_000_000)]).length, 1);
  assert.equal(spans([part(1_000_000, 2_000_000), part(7_000_001, 9_000_000)]).length, 2);
  const open = { fromUs: 2_000_000, toUs: null, reason: 'stopped' };
  const merged = mergeCoverage([part(1_000_000, 2_000_000, [open]), part(2_500_000, 3_000_000)]);
  assert.deepEqual(merged, [
    part(1_000_000, 2_000_000, [{ ...open, toUs: 2_500_000 }]),
    part(2_500_000, 3_000_000),
  ]);
});
