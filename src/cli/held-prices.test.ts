import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHeldPrices } from './held-prices.ts';

test('a position is shown with the prices of the outcome that is held', () => {
  const yes = { outcome: 'YES', qty: '10', avg_price: '0.37', mark_price: '0.4' };
  assert.deepEqual(toHeldPrices(yes), yes);
  assert.deepEqual(toHeldPrices({ ...yes, outcome: 'NO', fair_price: '0.25' }), {
    outcome: 'NO',
    qty: '10',
    avg_price: '0.63',
    mark_price: '0.6',
    fair_price: '0.75',
  });
  const unmarked = { ...yes, outcome: 'NO', mark_price: null };
  assert.deepEqual(toHeldPrices(unmarked), { ...unmarked, avg_price: '0.63' });
});
