import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { createMemoryDemoStore } from '../../../test/support/storage/memory-demo-store.ts';
import { requirePresent } from '../../contract/model/assert.ts';
import type { VenueClientId } from '../../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../../contract/model/money.ts';
import type { Venue, VenueOrder } from '../../ports/venue.ts';
import { ManualClock } from './demo-clock.fixture.ts';
import { advanceTime, createTestDemo, START } from './demo-harness.fixture.ts';
import { DEFAULT_DEMO_SETTINGS, LIVELY_DEMO_SETTINGS } from './demo-settings.ts';

const HOUR_MS = 3_600_000;
const USUAL = { ...DEFAULT_DEMO_SETTINGS, historyDays: 0, scheduleStepMs: 1_000 };

async function liveDemo(
  seed = 1,
  settings = USUAL,
): Promise<{ venue: Venue; listener: RecordingListener; clock: ManualClock }> {
  const clock = new ManualClock(START);
  const listener = new RecordingListener();
  const venue = createTestDemo(createMemoryDemoStore(), { clock, seed, settings });
  await venue.start(listener);
  return { venue, listener, clock };
}

const order = (listener: RecordingListener, fields: Partial<VenueOrder>): VenueOrder => ({
  clientId: 'order-1' as VenueClientId,
  venueInstrumentId: requirePresent([...listener.instruments.keys()][0], 'a first instrument'),
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  tif: 'GTC',
  price: parsePrice('0.02'),
  qty: parseQty('10') as Qty,
  expiresAt: null,
  ...fields,
});

test('every open book is always two-sided and at least three levels deep', async () => {
  const { listener, clock } = await liveDemo();
  for (let minute = 0; minute < 30; minute += 1) {
    for (const { venueInstrumentId: id, status, priceTick } of listener.instruments.values()) {
      if (status !== 'OPEN') continue;
      const [bids, asks] = [listener.levels(id, 'BUY'), listener.levels(id, 'SELL')];
      assert.ok(bids.length >= 3 && asks.length >= 3, `${id} in minute ${minute}`);
      const spread = requirePresent(asks[0], 'an ask').price - requirePresent(bids[0], 'a bid').price;
      assert.ok(spread >= priceTick && spread <= 8n * priceTick, `${id} spread ${spread}`);
      assert.ok(new Set(bids.map(({ qty }) => qty)).size > 1, 'several sizes');
    }
    await advanceTime(clock, 60_000);
  }
});

test('in a lively market most books have another best price within ten seconds, and trades are ten times as frequent', async () => {
  const seen = async (settings: typeof USUAL) => {
    const { listener, clock } = await liveDemo(1, settings);
    const bests = () =>
      new Map(
        [...listener.instruments.keys()].map((id) => [id, listener.levels(id, 'BUY')[0]?.price] as const),
      );
    const before = bests();
    let moved = 0;
    await advanceTime(clock, 10_000);
    for (const [id, price] of bests()) if (price !== before.get(id)) moved += 1;
    const open = [...listener.instruments.values()].filter(({ status }) => status === 'OPEN');
    const crossed = open.filter(({ venueInstrumentId: id }) => {
      const [bid, ask] = [listener.levels(id, 'BUY')[0], listener.levels(id, 'SELL')[0]];
      return bid === undefined || ask === undefined || bid.price >= ask.price;
    });
    return { moved, trades: listener.trades.length, crossed, open: open.length };
  };
  const [usual, lively] = [await seen(USUAL), await seen({ ...USUAL, ...LIVELY_DEMO_SETTINGS })];
  assert.ok(
    lively.moved > lively.open * 0.8 && usual.moved < usual.open * 0.6,
    `${lively.moved} ${usual.moved}`,
  );
  assert.ok(lively.trades > 100 && usual.trades < 60, `${lively.trades} ${usual.trades}`);
  assert.deepEqual([usual.crossed, lively.crossed], [[], []]);
});

test('trades happen at the configured rate, in many instruments and on both sides', async () => {
  const { listener, clock } = await liveDemo();
  await advanceTime(clock, HOUR_MS);
  const perSecond = listener.trades.length / 3_600;
  assert.ok(perSecond > 1 && perSecond < 3, `${perSecond} a second`);
  assert.ok(new Set(listener.trades.map((trade) => trade.venueInstrumentId)).size > 40);
  assert.equal(new Set(listener.trades.map((trade) => trade.side)).size, 2);
  assert.equal(new Set(listener.trades.map((trade) => trade.venueTradeId)).size, listener.trades.length);
});

test('most best prices change within an hour', async () => {
  const { listener, clock } = await liveDemo();
  const ids = [...listener.instruments.values()].filter(({ status }) => status === 'OPEN');
  const bestOf = (id: string): bigint | undefined => listener.levels(id, 'BUY')[0]?.price;
  const before = ids.map(({ venueInstrumentId }) => bestOf(venueInstrumentId));
  await advanceTime(clock, HOUR_MS);
  const moved = ids.filter(({ venueInstrumentId }, index) => bestOf(venueInstrumentId) !== before[index]);
  assert.ok(moved.length > ids.length / 2, `${moved.length} of ${ids.length}`);
});

test('an order far from the market rests for an hour', async () => {
  const { venue, listener, clock } = await liveDemo();
  const placed = await venue.place(order(listener, {}));
  assert.equal(placed.kind, 'report');
  await advanceTime(clock, HOUR_MS);
  const found = await venue.order('order-1' as VenueClientId, '');
  assert.ok(found.kind === 'found');
  assert.deepEqual([found.report.status, found.report.filledQty], ['OPEN', 0n]);
});

test('quotes move away from a caller inside the spread; only takers trade with it', async () => {
  const { venue, listener, clock } = await liveDemo();
  const id = order(listener, {}).venueInstrumentId;
  const ask = requirePresent(listener.levels(id, 'SELL')[0], 'an ask').price;
  const swept = listener.levels(id, 'SELL').reduce((sum, { qty }) => sum + qty, 0n);
  const price = parsePrice('0.7') as Price;
  // Buys every ask; the remainder rests far above fair value as the best bid.
  await venue.place(order(listener, { price, qty: (swept + (parseQty('1000000') as Qty)) as Qty }));
  assert.ok(price > ask);
  await advanceTime(clock, 20_000);
  assert.ok(requirePresent(listener.levels(id, 'SELL')[0], 'an ask again').price > price);
  const found = await venue.order('order-1' as VenueClientId, id);
  assert.ok(found.kind === 'found');
  assert.equal(found.report.status, 'OPEN');
});

test('a swept book is two-sided again after one step', async () => {
  const { venue, listener, clock } = await liveDemo();
  const sweep = order(listener, { type: 'MARKET', tif: 'IOC', price: null, qty: parseQty('1000000') as Qty });
  await venue.place(sweep);
  assert.equal(listener.levels(sweep.venueInstrumentId, 'SELL').length, 0);
  await advanceTime(clock, USUAL.marketMakerStepMs);
  assert.ok(listener.levels(sweep.venueInstrumentId, 'SELL').length >= 3);
});

test('the same seed and clock give the same trades; another seed gives others', async () => {
  const runs = await Promise.all([liveDemo(7), liveDemo(7), liveDemo(8)]);
  for (const { clock } of runs) await advanceTime(clock, 10 * 60_000);
  const [first, second, third] = runs.map(({ listener }) => listener.trades);
  assert.ok((first?.length ?? 0) > 100);
  assert.deepEqual(first, second);
  assert.notDeepEqual(first, third);
});
