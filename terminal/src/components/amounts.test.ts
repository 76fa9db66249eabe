import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareAmounts,
  computeCost,
  computeShare,
  showAmount,
  showCents,
  showGain,
  showMoney,
  subtractAmounts,
  sumAmounts,
} from './amounts.ts';

test('sums and differences are exact to the last place of a fee', () => {
  assert.equal(sumAmounts(['0.1', '0.2', '-0.0000000000000001']), '0.2999999999999999');
  assert.equal(subtractAmounts('1', '1.25'), '-0.25');
  assert.equal(sumAmounts([]), '0');
});

test('a cost is price times quantity, and null while a figure is incomplete', () => {
  assert.equal(computeCost('0.00000001', '0.00000001'), '0.0000000000000001');
  assert.equal(computeCost('0.5', '12.'), null);
});

test('money has two places or more, and its sign', () => {
  assert.equal(showMoney('-3.1'), '−$3.10');
  assert.equal(showMoney('1234567.1234999'), '$1,234,567.1234');
  assert.equal(showMoney('1.125'), '$1.125');
  assert.equal(showMoney('1.36'), '$1.36');
  assert.equal(showCents('-1.355'), '−$1.36');
  assert.equal(showCents('19.03999999'), '$19.04');
  assert.equal(showCents('-0.001'), '$0.00');
  assert.equal(showGain('0'), '$0.00');
  assert.equal(showGain('2'), '+$2.00');
  assert.equal(showAmount('-1520.5'), '−1,520.5');
});

test('figures compare as numbers, not as text', () => {
  assert.equal(compareAmounts('10', '9'), 1);
  assert.equal(compareAmounts('-10', '9'), -1);
  assert.equal(compareAmounts('0.5', '0.50'), 0);
});

test('a bar is as long as its share, and empty when the whole is zero', () => {
  assert.equal(computeShare('5', '10'), 0.5);
  assert.equal(computeShare('50', '10'), 1);
  assert.equal(computeShare('5', '0'), 0);
});
