import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEAREST_PUBLISHED, pickDearer } from './dearest-fees.ts';
import { feeSchedule } from './fee-schedule.fixture.ts';

test('of two schedules the one with the higher taker fee at one half is dearer, whatever their exponents', () => {
  const usual = feeSchedule('0.07');
  const double = feeSchedule('0.14');
  const squared = feeSchedule('0.25', { exponent: 2 }); // 0.015625 at one half; 0.07 gives 0.0175
  const steep = feeSchedule('0.3', { exponent: 2 }); // 0.01875
  for (const [cheap, dear] of [
    [usual, double],
    [squared, usual],
    [usual, steep],
    [feeSchedule('0'), squared],
    [DEAREST_PUBLISHED, double],
  ] as const) {
    assert.equal(pickDearer(cheap, dear), dear);
    assert.equal(pickDearer(dear, cheap), dear);
  }
});
