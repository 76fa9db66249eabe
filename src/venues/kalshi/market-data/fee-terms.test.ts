import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feesOf } from './kalshi-listing.ts';

const of = (type: string, multiplier = 1, isWaived = false) =>
  feesOf({ type, multiplier, isWaived }, '0.0001');

test('each fee type has its taker and maker rate', () => {
  const rates = (type: string) => [of(type)?.takerRate, of(type)?.makerRate];
  assert.deepEqual(rates('quadratic'), [7_000_000n, 0n]);
  assert.deepEqual(rates('quadratic_with_maker_fees'), [7_000_000n, 1_750_000n]);
  assert.deepEqual(rates('quadratic_with_combo_maker_fees'), [7_000_000n, 3_500_000n]);
});

test('the multiplier of the series scales both', () => {
  assert.equal(of('quadratic', 0.5)?.takerRate, 3_500_000n);
  assert.equal(of('quadratic_with_maker_fees', 2)?.makerRate, 3_500_000n);
});

test('a fee is rounded up to a millionth of a dollar, cash to what the account settles in', () => {
  const direct = feesOf({ type: 'quadratic', multiplier: 1, isWaived: false }, '0.0001');
  const other = feesOf({ type: 'quadratic', multiplier: 1, isWaived: false }, '0.01');
  assert.deepEqual([direct?.fillStep, direct?.fillRounding], [10n ** 10n, 'up']);
  assert.deepEqual([direct?.cashStep, other?.cashStep], [10n ** 12n, 10n ** 14n]);
});

test('while fees are waived nothing is charged, and cash still moves in whole steps', () => {
  const waived = of('quadratic_with_maker_fees', 1, true);
  assert.deepEqual([waived?.takerRate, waived?.makerRate, waived?.cashStep], [0n, 0n, 10n ** 12n]);
});

test('a formula that we do not know is no schedule', () => {
  for (const type of ['flat', 'margin_market_fees', '']) assert.equal(of(type), null);
  assert.equal(of('quadratic', -1), null);
});
