import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { until } from '../../test/api-assertions.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { GenericAssetId, InstrumentId, VenueName } from '../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../contract/model/money.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import { feeSchedule } from '../domain/fees/fee-schedule.fixture.ts';
import { instrument as createInstrument, DEMO } from '../domain/instruments/instrument.fixture.ts';
import type { RecordedBook } from '../domain/recording/recorded-update.ts';
import { LakeCatalogue } from './lake-catalogue.ts';
import { findParts, readUpdates } from './lake-reader.ts';
import { LakeRecorder } from './lake-recorder.ts';

const START_MS = Date.parse('2026-07-01T12:20:00Z');
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const NO_METRICS = { count: () => undefined, observe: () => undefined, gauge: () => undefined };
const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const level = (price: string, qty: string) => ({
  price: parsePrice(price) as Price,
  qty: parseQty(qty) as Qty,
});

const bookOf = (venue: string, sequence: number): RecordedBook => ({
  table: 'book',
  venue: venue as VenueName,
  venueMs: 7 as TimestampMs,
  instrumentId: 1001 as InstrumentId,
  sequence,
  kind: 'SNAPSHOT',
  bids: [level('0.3', '1'), level('0.2', '2')],
  asks: [level('0.5', '3'), level('0.6', '4')],
});

/** Three parts, which begin at 12:20, 13:10 and 14:00, each with a book of two venues. */
async function recordThreeParts(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'crossbook-lake-'));
  folders.push(root);
  for (const part of [0, 1, 2]) {
    const clock = new ManualClock(START_MS + part * 50 * 60_000);
    const recorder = new LakeRecorder({ clock, log: SILENT, metrics: NO_METRICS, root, bytesMax: 1e9 });
    recorder.start();
    for (const venue of ['Demo', 'Kalshi']) recorder.record(bookOf(venue, part));
    await recorder.stop();
  }
  return root;
}

const toUs = (at: string): number => Date.parse(`2026-07-01T${at}:00Z`) * 1_000;

describe('the parts of a recording', () => {
  test('that a replay needs begin with the one under way at its start', async () => {
    const root = await recordThreeParts();
    const starts = (from: number, to: number): readonly string[] =>
      findParts(root, from, to).map((files) => {
        const isWhole = files.some(({ table }) => table === 'book');
        return `${files[0]?.part.hour}${isWhole ? '' : ' status'}`;
      });
    assert.deepEqual(starts(toUs('12:30'), toUs('13:30')), ['12', '13', '14 status']);
    assert.deepEqual(starts(toUs('13:05'), toUs('13:10')), ['12', '13 status'], 'the end is not included');
    assert.deepEqual(starts(toUs('13:10'), toUs('13:11')), ['13', '14 status'], 'begins at the start');
    assert.deepEqual(starts(toUs('14:30'), toUs('15:00')), ['14']);
    assert.deepEqual(starts(toUs('00:00'), toUs('23:00')), ['12', '13', '14'], 'from the first one');
  });

  test('give back every update in its order, with both sides, up to the end of the replay', async () => {
    const root = await recordThreeParts();
    const parts = findParts(root, toUs('12:00'), toUs('23:00'));
    const all = [];
    for await (const each of readUpdates(parts, toUs('23:00'))) all.push(each);
    const books = all.filter(({ update }) => update.table === 'book');
    assert.deepEqual(
      books.map(({ update }) => update),
      [0, 1, 2].flatMap((part) => ['Demo', 'Kalshi'].map((venue) => bookOf(venue, part))),
    );
    const times = all.map(({ recvUs }) => recvUs);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    const [first, second] = times;
    assert.ok(first !== undefined && second !== undefined);
    const until = [];
    for await (const { recvUs } of readUpdates(parts, second)) until.push(recvUs);
    assert.deepEqual(until, [first, second], 'an update at the end is included');
  });
});

test('I-R1: a replay that ends within a gap of the recording reads that the gap began', async () => {
  const root = mkdtempSync(join(tmpdir(), 'crossbook-lake-'));
  folders.push(root);
  const clock = new ManualClock(START_MS);
  const limits = { queueBytes: 4_000 };
  const recorder = new LakeRecorder({ clock, log: SILENT, metrics: NO_METRICS, root, bytesMax: 1e9, limits });
  recorder.start();
  for (let sequence = 0; recorder.status().state !== 'DROPPING'; sequence += 1)
    recorder.record(bookOf('Demo', sequence));
  clock.advance(600_000);
  recorder.record(bookOf('Demo', 999)); // dropped
  await until('the recorder resumes', () => {
    clock.advance(200);
    return recorder.status().state === 'RECORDING' ? true : null;
  });
  recorder.record(bookOf('Demo', 1_000));
  await recorder.stop();
  const [fromUs, endUs] = [START_MS * 1_000, (START_MS + 60_000) * 1_000];
  const kinds = [];
  for await (const { update } of readUpdates(findParts(root, fromUs, endUs), endUs))
    kinds.push(update.table === 'status' ? update.kind : update.table);
  assert.deepEqual([kinds[0], kinds.at(-1)], ['book', 'GAP']);
  assert.equal(kinds.filter((kind) => kind === 'GAP').length, 1);
});

test('what was recorded in every table is read as it was, in the order of its receipt', async () => {
  const root = mkdtempSync(join(tmpdir(), 'crossbook-lake-'));
  folders.push(root);
  const clock = new ManualClock(START_MS);
  const recorder = new LakeRecorder({ clock, log: SILENT, metrics: NO_METRICS, root, bytesMax: 1e9 });
  recorder.start();
  const ms = (at: number): TimestampMs => at as TimestampMs;
  const full = createInstrument(1001, {
    openTime: ms(1_000),
    closeTime: ms(2_000),
    updatedAt: ms(3_000),
    status: 'SETTLED',
    result: 'YES',
    settlementPrice: parsePrice('1') as Price,
    priceBands: [{ from: 0n as Price, to: parsePrice('1') as Price, step: parsePrice('0.01') as Price }],
    fees: feeSchedule('0.07', { makerRate: '0.0175', cashStep: '0.01' }),
    genericAssetId: 501 as GenericAssetId,
    event: { venueEventId: 'E', title: 'Rain', series: 'S', exclusive: 'AT_MOST_ONE' },
    outcomeName: 'Rain',
    rulesSecondary: 'Void if cancelled.',
    venueTerms: { strike_type: 'greater' },
  });
  const empty = createInstrument(1002, { openTime: null, closeTime: null, fees: null, description: null });
  const venue = DEMO;
  const print = {
    table: 'print',
    venue,
    venueMs: ms(8),
    id: 5,
    instrumentId: full.instrumentId,
    price: parsePrice('0.3') as Price,
    qty: parseQty('2') as Qty,
    side: 'SELL',
  } as const;
  const status = (kind: 'STALE' | 'HEALTHY', instrumentId: InstrumentId | null, value: string | null) =>
    ({ table: 'status', venue, instrumentId, kind, value }) as const;
  const updates = [
    status('HEALTHY', null, null),
    { table: 'instrument', venue, instrument: full },
    print,
    bookOf('Demo', 1),
    { table: 'instrument', venue, instrument: empty },
    status('STALE', full.instrumentId, 'too old'),
    { ...print, side: 'BUY', id: 6 },
    bookOf('Demo', 2),
  ] as const;
  for (const update of updates) recorder.record(update);
  await recorder.stop();
  const read = [];
  for await (const { update } of readUpdates(findParts(root, 0, toUs('23:00')), toUs('23:00')))
    read.push(update);
  assert.deepEqual(read.slice(0, -1), updates);
  assert.equal(read.at(-1)?.table, 'status', 'the end of the recording');
});

describe('the catalogue of a recording', () => {
  test('deletes the oldest hours until the rest fits exactly, with their coverage', async () => {
    const root = await recordThreeParts();
    const catalogue = new LakeCatalogue(root);
    catalogue.refresh(new Set());
    const { bytes } = catalogue;
    catalogue.prune(bytes);
    assert.equal(catalogue.bytes, bytes, 'nothing is above the limit');
    assert.equal(catalogue.coverage().length, 6, 'three spans of each venue');
    catalogue.prune(bytes - 1);
    assert.ok(catalogue.bytes < bytes);
    assert.deepEqual(
      new Set(findParts(root, 0, toUs('23:00')).map(([file]) => file?.part.hour)),
      new Set(['13', '14']),
    );
    assert.equal(catalogue.coverage().length, 4);
    const froms = catalogue.coverage().map(({ fromUs }) => fromUs);
    assert.ok(
      froms.every((fromUs) => fromUs >= toUs('13:10')),
      'what is deleted is not covered',
    );
  });
});
