import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFees } from './fee-check.ts';
import type { KalshiClient } from './http/kalshi-client.ts';
import { TICKER } from './kalshi-harness.fixture.ts';
import { order, price, testAdapter } from './kalshi-orders.fixture.ts';

testAdapter('the fees of own fills are as the model computes', async ({ venue, harness }) => {
  assert.equal((await venue.place(order({ tif: 'IOC', price: price('0.9') }))).kind, 'report');
  await harness.pass(1_000);
  const checks = await harness.run(harness.createUndrivenVenue().check());
  const { ok, detail } = checks.find(({ name }) => name === 'fees') ?? assert.fail('a check of fees');
  assert.equal(ok, true, detail);
  assert.match(detail, /^[1-9]\d* of the newest fills are as the model computes$/);
});

/** One taker fill of 10 at 0.50 with this fee, in a series of this type. */
const checkOne = (fee: string, type = 'quadratic') => {
  const fill = {
    ticker: TICKER,
    market_ticker: null,
    trade_id: 't',
    order_id: 'o',
    yes_price_dollars: 50_000_000n,
    count_fp: 1_000_000_000n,
    fee_cost: BigInt(Math.round(Number(fee) * 1e6)) * 10_000_000_000n,
    is_taker: true,
    created_time: 0,
    ts: null,
  };
  const answers: Readonly<Record<string, unknown>> = {
    '/portfolio/fills': { items: [fill], unread: [] },
    [`/markets/${TICKER}`]: { market: { event_ticker: 'E' } },
    '/events/E': { event: { series_ticker: 'S', fee_type_override: null, fee_multiplier_override: null } },
    '/series/S': { series: { fee_type: type, fee_multiplier: 1 } },
  };
  const client = { get: async (path: string) => ({ kind: 'ok', value: answers[path] }) };
  return checkFees(client as never as KalshiClient, '0.0001');
};

test('a fee of one cash step more or less passes, another fails with both amounts', async () => {
  for (const fee of ['0.175', '0.1751', '0.1749']) assert.equal((await checkOne(fee)).ok, true, fee);
  for (const fee of ['0.18', '0.17', '0']) {
    const { ok, detail } = await checkOne(fee);
    assert.equal(ok, false, fee);
    assert.match(detail, new RegExp(`^1 of 1 differ from the model: .* \\$${fee} instead of \\$0\\.175`));
  }
});

test('a formula that is not known compares nothing', async () => {
  assert.deepEqual(await checkOne('0.175', 'flat'), {
    name: 'fees',
    ok: true,
    detail: 'no fill to compare with the model',
  });
});
