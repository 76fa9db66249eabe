import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeSpread, flipPrice, showAverage, showPrice, showPrices } from './prices.ts';

test('a probability in cents, percent and odds', () => {
  assert.equal(showPrice('0.475', 'cents'), '47.5¢');
  assert.equal(showPrice('0.475', 'percent'), '47.5%');
  assert.equal(showPrice('0.475', 'odds'), '2.11');
  assert.equal(showPrice('0', 'odds'), '–');
});

test('an average is rounded where it is shown, half up', () => {
  assert.equal(showAverage('0.53281056', 'cents'), '53.28¢');
  assert.equal(showAverage('0.53285', 'cents'), '53.29¢');
});

test('NO is what YES leaves of one', () => {
  assert.equal(flipPrice('0.4'), '0.6');
  assert.equal(computeSpread('0.5', '0.4'), '-0.1');
});

test('prices of a column are aligned at the decimal point', () => {
  assert.deepEqual(showPrices(['0.53', '0.531', '0.5'], 'cents'), ['53.0¢', '53.1¢', '50.0¢']);
  assert.deepEqual(showPrices(['0.53', '0.5'], 'cents'), ['53¢', '50¢']);
});

test('a spread needs both prices', () => {
  assert.equal(computeSpread('0.40000001', '0.4000001'), '0.00000009');
  for (const [bid, ask] of [
    ['', '0.4'],
    ['0.4', ''],
    ['', ''],
  ] as const)
    assert.equal(computeSpread(bid, ask), '');
});

test('text that is no price is shown unchanged', () => {
  assert.equal(flipPrice(''), '');
  assert.equal(flipPrice('0.00000001'), '0.99999999');
});
