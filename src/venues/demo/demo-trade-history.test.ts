import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { createMemoryDemoStore } from '../../../test/support/storage/memory-demo-store.ts';
import { requirePresent } from '../../domain/model/assert.ts';
import { ManualClock } from './demo-clock.fixture.ts';
import { createTestDemo, START } from './demo-harness.fixture.ts';

const DAY_MS = 86_400_000;
const told = async (seed: number, clock = new ManualClock(START)): Promise<RecordingListener> => {
  const heard = new RecordingListener();
  await createTestDemo(createMemoryDemoStore(), { clock, seed, settings: { historyDays: 14 } }).start(heard);
  return heard;
};

test('two weeks of trades are told, oldest first, not more than 150,000, all on their grid', async () => {
  const heard = await told(1);
  const { trades } = heard;
  const end = Date.parse(START);
  assert.ok(trades.length > 30_000 && trades.length <= 150_000, `${trades.length} trades`);
  assert.ok(requirePresent(trades[0], 'a first').at < end - 13 * DAY_MS);
  assert.ok(requirePresent(trades.at(-1), 'a last').at < end);
  for (const [index, { at, price, qty, venueInstrumentId }] of trades.entries()) {
    const market = requirePresent(heard.instruments.get(venueInstrumentId), venueInstrumentId);
    assert.ok(at >= (trades[index - 1]?.at ?? 0), 'oldest first');
    assert.ok(at >= (market.openTime ?? 0) && at < (market.closeTime ?? 0), 'while it was open');
    assert.ok(price % market.priceTick === 0n && price >= market.priceMin && price <= market.priceMax);
    assert.ok(qty % market.qtyStep === 0n && qty >= market.qtyMin);
  }
  assert.equal(new Set(trades.map(({ venueTradeId }) => venueTradeId)).size, trades.length);
});

test('history ends where the present begins: the last trade is near the quotes', async () => {
  const heard = await told(1);
  const last = new Map(heard.trades.map((trade) => [trade.venueInstrumentId, trade]));
  for (const { venueInstrumentId: id, status, priceTick } of heard.instruments.values()) {
    const trade = last.get(id);
    if (status !== 'OPEN' || trade === undefined) continue;
    const [bid] = heard.levels(id, 'BUY');
    const gap = trade.price - requirePresent(bid, 'a bid').price;
    const near = priceTick * 6n + 2_000_000n;
    assert.ok(gap > -near && gap < near, `${id}: ${trade.price} against ${bid?.price}`);
  }
});

test('the same seed and start tell the same trades', async () => {
  const [first, second, other] = [await told(3), await told(3), await told(4)];
  assert.deepEqual(first.trades, second.trades);
  assert.notDeepEqual(first.trades, other.trades);
});

test('history is told once in the life of a store', async () => {
  const clock = new ManualClock(START);
  const store = createMemoryDemoStore();
  const settings = { historyDays: 1 };
  const [first, second] = [new RecordingListener(), new RecordingListener()];
  await createTestDemo(store, { clock, settings }).start(first);
  await createTestDemo(store, { clock, settings }).start(second);
  assert.ok(first.trades.length > 0);
  assert.equal(second.trades.length, 0);
});
