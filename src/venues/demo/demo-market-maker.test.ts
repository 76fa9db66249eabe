import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { createMemoryDemoStore } from '../../../test/support/storage/memory-demo-store.ts';
import { requirePresent } from '../../domain/model/assert.ts';
import type { VenueClientId } from '../../domain/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../../domain/model/money.ts';
import type { Venue, VenueOrder } from '../../ports/venue.ts';
import { ManualClock } from './demo-clock.fixture.ts';
import { advanceTime, createTestDemo, START } from './demo-harness.fixture.ts';
import { DEFAULT_DEMO_SETTINGS } from './demo-settings.ts';

const HOUR_MS = 3_600_000;
const LIVELY = { ...DEFAULT_DEMO_SETTINGS, historyDays: 0, scheduleStepMs: 1_000 };

async function liveDemo(seed = 1): Promise<{ venue: Venue; heard: RecordingListener; clock: ManualClock }> {
  const clock = new ManualClock(START);
  const heard = new RecordingListener();
  const venue = createTestDemo(createMemoryDemoStore(), { clock, seed, settings: LIVELY });
  await venue.start(heard);
  return { venue, heard, clock };
}

const order = (heard: RecordingListener, fields: Partial<VenueOrder>): VenueOrder => ({
  clientId: 'desk-1' as VenueClientId,
  venueInstrumentId: requirePresent([...heard.instruments.keys()][0], 'a first instrument'),
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  tif: 'GTC',
  price: parsePrice('0.02'),
  qty: parseQty('10') as Qty,
  expiresAt: null,
  ...fields,
});

test('every open book is two-sided and at least three levels deep, at the start and all along', async () => {
  const { heard, clock } = await liveDemo();
  for (let minute = 0; minute < 30; minute += 1) {
    for (const { venueInstrumentId: id, status, priceTick } of heard.instruments.values()) {
      if (status !== 'OPEN') continue;
      const [bids, asks] = [heard.levels(id, 'BUY'), heard.levels(id, 'SELL')];
      assert.ok(bids.length >= 3 && asks.length >= 3, `${id} in minute ${minute}`);
      const spread = requirePresent(asks[0], 'an ask').price - requirePresent(bids[0], 'a bid').price;
      assert.ok(spread >= priceTick && spread <= 8n * priceTick, `${id} spread ${spread}`);
      assert.ok(new Set(bids.map(({ qty }) => qty)).size > 1, 'several sizes');
    }
    await advanceTime(clock, 60_000);
  }
});

test('prints flow at the pace that is set, over many instruments and on both sides', async () => {
  const { heard, clock } = await liveDemo();
  await advanceTime(clock, HOUR_MS);
  const perSecond = heard.trades.length / 3_600;
  assert.ok(perSecond > 1 && perSecond < 3, `${perSecond} a second`);
  assert.ok(new Set(heard.trades.map((trade) => trade.venueInstrumentId)).size > 40);
  assert.equal(new Set(heard.trades.map((trade) => trade.side)).size, 2);
  assert.equal(new Set(heard.trades.map((trade) => trade.venueTradeId)).size, heard.trades.length);
});

test('books move: in an hour most best prices have changed', async () => {
  const { heard, clock } = await liveDemo();
  const ids = [...heard.instruments.values()].filter(({ status }) => status === 'OPEN');
  const bestOf = (id: string): bigint | undefined => heard.levels(id, 'BUY')[0]?.price;
  const before = ids.map(({ venueInstrumentId }) => bestOf(venueInstrumentId));
  await advanceTime(clock, HOUR_MS);
  const moved = ids.filter(({ venueInstrumentId }, index) => bestOf(venueInstrumentId) !== before[index]);
  assert.ok(moved.length > ids.length / 2, `${moved.length} of ${ids.length}`);
});

test('an order far from the market rests for hours, even when it is all there is', async () => {
  const { venue, heard, clock } = await liveDemo();
  const placed = await venue.place(order(heard, {}));
  assert.equal(placed.kind, 'report');
  await advanceTime(clock, 4 * HOUR_MS);
  const found = await venue.order('desk-1' as VenueClientId, '');
  assert.ok(found.kind === 'found');
  assert.deepEqual([found.report.status, found.report.filledQty], ['OPEN', 0n]);
});

test('makers step aside for a caller inside the spread; only takers trade with it', async () => {
  const { venue, heard, clock } = await liveDemo();
  const id = order(heard, {}).venueInstrumentId;
  const ask = requirePresent(heard.levels(id, 'SELL')[0], 'an ask').price;
  const swept = heard.levels(id, 'SELL').reduce((sum, { qty }) => sum + qty, 0n);
  const price = parsePrice('0.7') as Price;
  // Buys all there is and stands with the rest far above fair value, as the best bid by far.
  await venue.place(order(heard, { price, qty: (swept + (parseQty('1000000') as Qty)) as Qty }));
  assert.ok(price > ask);
  await advanceTime(clock, 20_000);
  assert.ok(requirePresent(heard.levels(id, 'SELL')[0], 'an ask again').price > price);
  const found = await venue.order('desk-1' as VenueClientId, id);
  assert.ok(found.kind === 'found');
  assert.equal(found.report.status, 'OPEN');
});

test('a swept book is two-sided again within a moment', async () => {
  const { venue, heard, clock } = await liveDemo();
  const sweep = order(heard, { type: 'MARKET', tif: 'IOC', price: null, qty: parseQty('1000000') as Qty });
  await venue.place(sweep);
  assert.equal(heard.levels(sweep.venueInstrumentId, 'SELL').length, 0);
  await advanceTime(clock, LIVELY.marketMakerStepMs);
  assert.ok(heard.levels(sweep.venueInstrumentId, 'SELL').length >= 3);
});

test('the same seed and the same clock give the same trades; another seed gives others', async () => {
  const runs = await Promise.all([liveDemo(7), liveDemo(7), liveDemo(8)]);
  for (const { clock } of runs) await advanceTime(clock, 10 * 60_000);
  const [first, second, third] = runs.map(({ heard }) => heard.trades);
  assert.ok((first?.length ?? 0) > 100);
  assert.deepEqual(first, second);
  assert.notDeepEqual(first, third);
});
