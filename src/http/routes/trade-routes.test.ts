import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../../test/support/http/http-call.ts';
import type { TestApiOptions } from '../../../test/support/http/http-fakes.ts';

test('trades and prints have the same record, with their defaults', async () => {
  const requested: unknown[] = [];
  const options: TestApiOptions = {
    marketData: {
      prints: async (query) => {
        requested.push(query);
        return [];
      },
    },
  };
  const print = {
    id: 70012,
    instrument_id: 1001,
    venue: 'Demo',
    price: '0.47',
    qty: '4',
    side: 'BUY',
    timestamp: 1782907200008,
  };
  assert.deepEqual((await get('/v1/markets/1001/trades')).body, [print]);
  assert.deepEqual((await get('/v1/tradeprints')).body, [print]);
  await get('/v1/markets/1001/trades?limit=7', options);
  await get('/v1/tradeprints', options);
  await get('/v1/tradeprints?instrument_id=Demo:RAIN-LON-JUL01&after_id=5&limit=1000', options);
  assert.deepEqual(requested, [
    { instrumentId: 1001, limit: 7, afterId: null },
    { instrumentId: null, limit: 100, afterId: null },
    { instrumentId: 1001, limit: 1000, afterId: 5 },
  ]);
  assert.equal((await get('/v1/tradeprints?instrument_id=9')).status, 404);
});

test('a statistic that the venue does not publish is omitted', async () => {
  const { body } = await get('/v1/markets/1001/stats');
  assert.deepEqual(body, {
    instrument_id: 1001,
    volume_24h: '1520',
    open_interest: '800',
    as_of: 1782907200000,
    source: 'VENUE',
  });
});

test('candles and prices use their defaults and ranges', async () => {
  const requested: unknown[] = [];
  const remember = async (query: unknown) => {
    requested.push(query);
    return [];
  };
  const options: TestApiOptions = { marketData: { candles: remember, prices: remember } };
  assert.deepEqual((await get('/v1/candles?instrument_id=1001')).body, [
    { t: 1782907200000, o: '0.45', h: '0.49', l: '0.44', c: '0.47', v: '310', source: 'TRADES' },
  ]);
  assert.deepEqual((await get('/v1/prices?instrument_id=1001')).body, [
    { timestamp: 1782907200000, price: '0.47', source: 'TRADES' },
  ]);
  await get('/v1/candles?instrument_id=1001', options);
  await get(
    '/v1/candles?instrument_id=1001&interval=5m&limit=3&start=1782907200&end=2026-07-02T00:00:00Z',
    options,
  );
  await get('/v1/prices?instrument_id=1001', options);
  await get('/v1/prices?instrument_id=1001&type=aggregated', options);
  assert.deepEqual(requested, [
    { instrumentId: 1001, limit: 500, start: null, end: null, interval: '1h' },
    { instrumentId: 1001, limit: 3, start: 1782907200000, end: 1782950400000, interval: '5m' },
    { instrumentId: 1001, limit: 100, start: null, end: null, bucket: null },
    { instrumentId: 1001, limit: 100, start: null, end: null, bucket: '1h' },
  ]);
});
