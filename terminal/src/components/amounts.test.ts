import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareAmounts,
  computeCost,
  computeShare,
  showAmount,
  showFee,
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

test('money is rounded half up to the same number of places, with its sign', () => {
  assert.equal(showMoney('-3.1'), '−$3.10');
  assert.equal(showMoney('1234567.1234999', 4), '$1,234,567.1235');
  assert.equal(showMoney('1.125'), '$1.13');
  assert.equal(showMoney('1', 4), '$1.0000');
  assert.equal(showMoney('-1.355'), '−$1.36');
  assert.equal(showMoney('19.03999999'), '$19.04');
  assert.equal(showMoney('-0.001'), '$0.00');
  assert.equal(showGain('0'), '$0.00');
  assert.equal(showGain('2'), '+$2.00');
  assert.equal(showAmount('-1520.5'), '−1,520.5');
});

test('a fee is never shown lower than it is', () => {
  assert.equal(showFee('0.63588'), '$0.64');
  assert.equal(showFee('0.63581', 4), '$0.6359');
  assert.equal(showFee('0.49914', 4), '$0.4992');
  assert.equal(showFee('0.5', 4), '$0.5000');
  assert.equal(showFee('0.0000000000000001'), '$0.01');
  assert.equal(showFee('0'), '$0.00');
  assert.equal(showFee('-0.019'), '−$0.01');
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
