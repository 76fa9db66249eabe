import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHeldPrices } from './held-prices.ts';

test('a position is shown with the prices of the outcome that is held', () => {
  const long = { side: 'BUY', outcome: 'YES', qty: '10', avg_price: '0.37', mark_price: '0.4' };
  assert.deepEqual(toHeldPrices(long), long);
  assert.deepEqual(toHeldPrices({ ...long, side: 'SELL', fair_price: '0.25' }), {
    side: 'BUY',
    outcome: 'NO',
    qty: '10',
    avg_price: '0.63',
    mark_price: '0.6',
    fair_price: '0.75',
  });
  const unmarked = { ...long, side: 'SELL', mark_price: null };
  assert.deepEqual(toHeldPrices(unmarked), { ...long, outcome: 'NO', avg_price: '0.63', mark_price: null });
});
