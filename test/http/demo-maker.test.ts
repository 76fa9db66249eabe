import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { parseUnits, renderUnits, sumDecimals } from '../support/decimal.ts';
import { createRestingOrder, getBook, getFills, getOrder, submit } from '../support/order-bodies.ts';
import type { Instrument } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();

test('a resting order that is matched fills as maker at its own price', async () => {
  // The market maker may move its quotes between the read of the book and the order.
  const { instrument_id, price, maker } = await until('an order rests inside of a spread', async () => {
    const inside = await insideOfASpread();
    const order = createRestingOrder({ ...inside, subaccount_id: 'sa_2', qty: '10', post_only: true });
    const placed = await submit(api, order);
    return placed.status === 'OPEN' ? { ...inside, maker: placed } : null;
  });
  const filled = await until('the maker is filled', async () => {
    await submit(api, createRestingOrder({ instrument_id, side: 'SELL', price, qty: '10', tif: 'IOC' }));
    const now = await getOrder(api, maker.id);
    return now.status === 'FILLED' ? now : null;
  });
  const fills = await getFills(api, 'sa_2', `&order_id=${maker.id}`);
  assert.equal(sumDecimals(fills.map(({ qty }) => qty)), parseUnits('10'));
  assert.equal(filled.avg_fill_price, price);
  assert.ok(fills.every((fill) => fill.liquidity === 'MAKER' && fill.price === price));
});

/** A price above every bid and below every ask of some market in whole lots. */
async function insideOfASpread(): Promise<{ readonly instrument_id: number; readonly price: string }> {
  const open = await api.ok<{ items: readonly Instrument[] }>(
    'GET',
    '/v1/markets/search?status=OPEN&limit=200',
  );
  for (const { instrument_id, price_tick: tick } of open.items) {
    const { bids, asks } = await getBook(api, instrument_id);
    const price = parseUnits(bids[0]?.price ?? '0') + parseUnits(tick);
    if (price + parseUnits(tick) < parseUnits(asks[0]?.price ?? '0'))
      return { instrument_id, price: renderUnits(price) };
  }
  return assert.fail('some market has room between bid and ask');
}
