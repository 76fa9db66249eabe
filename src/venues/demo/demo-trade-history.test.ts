import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { createMemoryDemoStore } from '../../../test/support/storage/memory-demo-store.ts';
import { requirePresent } from '../../contract/model/assert.ts';
import { ManualClock } from './demo-clock.fixture.ts';
import { createTestDemo, START } from './demo-harness.fixture.ts';

const DAY_MS = 86_400_000;
const published = async (seed: number, clock = new ManualClock(START)): Promise<RecordingListener> => {
  const listener = new RecordingListener();
  await createTestDemo(createMemoryDemoStore(), { clock, seed, settings: { historyDays: 14 } }).start(
    listener,
  );
  return listener;
};

test('the first start publishes two weeks of trades: oldest first, at most 150,000, all on their grid', async () => {
  const listener = await published(1);
  const { trades } = listener;
  const end = Date.parse(START);
  assert.ok(trades.length > 30_000 && trades.length <= 150_000, `${trades.length} trades`);
  assert.ok(requirePresent(trades[0], 'a first').at < end - 13 * DAY_MS);
  assert.ok(requirePresent(trades.at(-1), 'a last').at < end);
  for (const [index, { at, price, qty, venueInstrumentId }] of trades.entries()) {
    const market = requirePresent(listener.instruments.get(venueInstrumentId), venueInstrumentId);
    assert.ok(at >= (trades[index - 1]?.at ?? 0), 'oldest first');
    assert.ok(at >= (market.openTime ?? 0) && at < (market.closeTime ?? 0), 'while it was open');
    assert.ok(price % market.priceTick === 0n && price >= market.priceMin && price <= market.priceMax);
    assert.ok(qty % market.qtyStep === 0n && qty >= market.qtyMin);
  }
  assert.equal(new Set(trades.map(({ venueTradeId }) => venueTradeId)).size, trades.length);
});

test('the last trade of the history is near the first quotes', async () => {
  const listener = await published(1);
  const last = new Map(listener.trades.map((trade) => [trade.venueInstrumentId, trade]));
  for (const { venueInstrumentId: id, status, priceTick } of listener.instruments.values()) {
    const trade = last.get(id);
    if (status !== 'OPEN' || trade === undefined) continue;
    const [bid] = listener.levels(id, 'BUY');
    const gap = trade.price - requirePresent(bid, 'a bid').price;
    const near = priceTick * 6n + 2_000_000n;
    assert.ok(gap > -near && gap < near, `${id}: ${trade.price} against ${bid?.price}`);
  }
});

test('the same seed and start time give the same trades', async () => {
  const [first, second, other] = [await published(3), await published(3), await published(4)];
  assert.deepEqual(first.trades, second.trades);
  assert.notDeepEqual(first.trades, other.trades);
});

test('the history is published only once per store', async () => {
  const clock = new ManualClock(START);
  const store = createMemoryDemoStore();
  const settings = { historyDays: 1 };
  const [first, second] = [new RecordingListener(), new RecordingListener()];
  await createTestDemo(store, { clock, settings }).start(first);
  await createTestDemo(store, { clock, settings }).start(second);
  assert.ok(first.trades.length > 0);
  assert.equal(second.trades.length, 0);
});
