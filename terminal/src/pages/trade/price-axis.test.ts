import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildAxis, findRow } from './price-axis.ts';

const coarse = { price_tick: '0.01', min_price: '0.01', max_price: '0.99', price_bands: null };
const banded = {
  price_tick: '0.01',
  min_price: '0.01',
  max_price: '0.99',
  price_bands: [
    { from: '0', to: '0.03', step: '0.005' },
    { from: '0.03', to: '1', step: '0.01' },
  ],
};

test('an axis has every tick from the highest price to the lowest, also of bands', () => {
  const { prices } = buildAxis(coarse, 'YES');
  assert.deepEqual([prices.length, prices[0], prices[1], prices.at(-1)], [99, '0.99', '0.98', '0.01']);
  assert.deepEqual(buildAxis(banded, 'YES').prices.slice(-6), [
    '0.04',
    '0.03',
    '0.025',
    '0.02',
    '0.015',
    '0.01',
  ]);
});

test('the axis of NO has the complements, the highest first', () => {
  assert.deepEqual(buildAxis(banded, 'NO').prices.slice(0, 4), ['0.99', '0.985', '0.98', '0.975']);
});

test('a price between two rows belongs to the worse one: a bid to the lower, an ask to the higher', () => {
  const axis = buildAxis(coarse, 'YES');
  const rowOf = (price: string, side: 'bid' | 'ask') => axis.prices[findRow(axis, price, side)];
  assert.deepEqual([rowOf('0.45', 'bid'), rowOf('0.45', 'ask')], ['0.45', '0.45']);
  assert.deepEqual([rowOf('0.447', 'bid'), rowOf('0.447', 'ask')], ['0.44', '0.45']);
  assert.deepEqual([rowOf('0.995', 'ask'), rowOf('0.005', 'bid')], ['0.99', '0.01']);
});
