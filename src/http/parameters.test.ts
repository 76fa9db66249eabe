import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../test/support/http/http-call.ts';

test('an invalid query parameter is 422 and named', async () => {
  const wrong = [
    ['/v1/candles', 'instrument_id'],
    ['/v1/candles?instrument_id=', 'instrument_id'],
    ['/v1/candles?instrument_id=1001&interval=2h', 'interval'],
    ['/v1/candles?instrument_id=1001&interval=1H', 'interval'],
    ['/v1/candles?instrument_id=1001&limit=0', 'limit'],
    ['/v1/candles?instrument_id=1001&limit=5001', 'limit'],
    ['/v1/candles?instrument_id=1001&limit=-5', 'limit'],
    ['/v1/candles?instrument_id=1001&limit=1.5', 'limit'],
    ['/v1/candles?instrument_id=1001&limit=', 'limit'],
    ['/v1/candles?instrument_id=1001&limit=ten', 'limit'],
    ['/v1/candles?instrument_id=1001&limit=1&limit=1', 'limit'],
    ['/v1/candles?instrument_id=1001&start=yesterday', 'start'],
    ['/v1/candles?instrument_id=1001&end=2026-02-31T00:00:00Z', 'end'],
    ['/v1/candles?instrument_id=1001&start=1782907200&end=1782907199', 'end'],
    ['/v1/prices?instrument_id=1001&type=TICKS', 'type'],
    ['/v1/tradeprints?after_id=-1', 'after_id'],
    ['/v1/markets/1001/trades?limit=5000', 'limit'],
    ['/v1/markets/1001/book?depth=0', 'depth'],
    ['/v1/markets/search?status=open', 'status'],
    ['/v1/markets/search?venue=demo', 'venue'],
    ['/v1/markets/search?venue=', 'venue'],
    ['/v1/markets/search?limit=201', 'limit'],
    [`/v1/markets/search?q=${'x'.repeat(201)}`, 'q'],
    ['/v1/markets/search?q=%FF', 'q'],
    ['/v1/markets/search?q=a%00b', 'q'],
    ['/v1/markets?venue=Elsewhere', 'venue'],
    ['/v1/generic-assets?venue=Elsewhere', 'venue'],
    ['/v1/orders', 'subaccount_id'],
    ['/v1/orders?subaccount_id=', 'subaccount_id'],
    ['/v1/orders?subaccount_id=a%20b', 'subaccount_id'],
    ['/v1/orders?subaccount_id=sa_1&status=DONE', 'status'],
    ['/v1/orders?subaccount_id=sa_1&limit=0', 'limit'],
    ['/v1/fills', 'subaccount_id'],
    ['/v1/fills?subaccount_id=sa_1&order_id=fil_1', 'order_id'],
    ['/v1/positions', 'subaccount_id'],
    ['/v1/risk', 'subaccount_id'],
  ] as const;
  for (const [url, field] of wrong) {
    const { status, body } = await get(url);
    assert.deepEqual([status, body.error, body.details?.fields?.[0]?.field], [422, 'validation', field], url);
  }
});

test('unknown parameters are ignored, even if repeated', async () => {
  assert.equal((await get('/v1/positions?subaccount_id=sa_1&x=1&x=2&%FF=%FF')).status, 200);
});
