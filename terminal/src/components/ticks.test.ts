import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepPrice } from './ticks.ts';

const even = { price_tick: '0.01', min_price: '0.01', max_price: '0.99', price_bands: null };
const banded = {
  ...even,
  price_tick: '0.001',
  min_price: '0.001',
  price_bands: [
    { from: '0', to: '0.1', step: '0.001' },
    { from: '0.1', to: '1', step: '0.01' },
  ],
};

test('a price moves by the tick of its market and stops at the price range', () => {
  assert.equal(stepPrice(even, '0.5', 'YES', 1), '0.51');
  assert.equal(stepPrice(even, '0.5', 'YES', -1), '0.49');
  assert.equal(stepPrice(even, '0.99', 'YES', 1), '0.99');
  assert.equal(stepPrice(even, '0.01', 'YES', -1), '0.01');
});

test('at the edge of two price bands, the tick of the band moved into applies', () => {
  assert.equal(stepPrice(banded, '0.1', 'YES', 1), '0.11');
  assert.equal(stepPrice(banded, '0.1', 'YES', -1), '0.099');
});

test('NO moves opposite to YES, by the ticks of YES', () => {
  assert.equal(stepPrice(banded, '0.9', 'NO', 1), '0.901');
  assert.equal(stepPrice(banded, '0.9', 'NO', -1), '0.89');
});

test('an empty or half-typed price does not move', () => {
  for (const text of ['', '.', '0.']) assert.equal(stepPrice(even, text, 'YES', 1), text);
});

test('the finest tick moves by its last digit, both ways and for both outcomes', () => {
  const finest = { ...even, price_tick: '0.00000001', min_price: '0.00000001', max_price: '0.99999999' };
  for (const outcome of ['YES', 'NO'] as const) {
    assert.equal(stepPrice(finest, '0.5', outcome, 1), '0.50000001');
    assert.equal(stepPrice(finest, '0.50000001', outcome, -1), '0.5');
    assert.equal(stepPrice(finest, '0.99999999', outcome, 1), '0.99999999');
  }
});
