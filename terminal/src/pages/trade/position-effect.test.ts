import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderPreview, Position } from '../../../../sdk/src/index.ts';
import { computeEffect } from './position-effect.ts';

const held = (side: 'BUY' | 'SELL', qty: string, avg_price: string): Position =>
  ({ instrument_id: 7, side, qty, avg_price, outcome: side === 'BUY' ? 'YES' : 'NO' }) as Position;

/** The plan of one leg that trades `qty` at once; `cost` contains the fee and is negative for proceeds. */
const plan = (qty: string, cost: string, fee: string, outcome: 'YES' | 'NO' = 'YES') =>
  ({
    legs: [
      {
        leg: 1,
        venue: 'Demo',
        instrument_id: 7,
        outcome,
        price: null,
        qty,
        expected: { takes_qty: qty, rests_qty: '0', avg_price: null, fee, cost },
      },
    ],
    totals: { cost, fees: fee, max_loss: '0', payout: qty },
  }) as Pick<OrderPreview, 'legs' | 'totals'>;

test('closing a position realises the difference to its average and risks nothing more', () => {
  const effect = computeEffect({ side: 'SELL' }, plan('31', '-13.02', '0.31'), [held('BUY', '31', '0.46')]);
  assert.equal(effect?.realised, '-0.93');
  assert.equal(effect?.realisedAfterFees, '-1.24');
  assert.equal(effect?.opened, null);
  assert.deepEqual(effect?.changes, [{ instrumentId: 7, venue: 'Demo', before: '31 YES', after: 'none' }]);
});

test('a sale without a position is a purchase of the other outcome', () => {
  const effect = computeEffect({ side: 'SELL' }, plan('20', '-8', '0'), []);
  assert.equal(effect?.realised, null);
  assert.deepEqual(effect?.opened, { maxLoss: '12', maxProfit: '8', payout: '20' });
  assert.equal(effect?.changes[0]?.after, '20 NO');
});

test('a sale of more than is held closes the position and opens the rest', () => {
  const effect = computeEffect({ side: 'SELL' }, plan('20', '-9.8', '0.2'), [held('BUY', '5', '0.4')]);
  assert.equal(effect?.realised, '0.5');
  assert.equal(effect?.realisedAfterFees, null);
  assert.deepEqual(effect?.opened, { maxLoss: '7.65', maxProfit: '7.35', payout: '15' });
  assert.deepEqual([effect?.changes[0]?.before, effect?.changes[0]?.after], ['5 YES', '15 NO']);
});

test('buying back a sold outcome realises the other way round', () => {
  const effect = computeEffect({ side: 'BUY' }, plan('10', '3.1', '0.1'), [held('SELL', '10', '0.5')]);
  assert.equal(effect?.realised, '2');
  assert.equal(effect?.realisedAfterFees, '1.9');
  assert.equal(effect?.changes[0]?.after, 'none');
});

test('a held NO is sold at prices of NO', () => {
  const effect = computeEffect({ side: 'SELL' }, plan('10', '-6', '0', 'NO'), [held('SELL', '10', '0.45')]);
  assert.equal(effect?.realised, '0.5');
  assert.equal(effect?.changes[0]?.before, '10 NO');
});

test('a purchase adds to what is held, and can lose its cost with fees', () => {
  const effect = computeEffect({ side: 'BUY' }, plan('10', '4.1', '0.1'), [held('BUY', '5', '0.3')]);
  assert.deepEqual(effect?.opened, { maxLoss: '4.1', maxProfit: '5.9', payout: '10' });
  assert.equal(effect?.changes[0]?.after, '15 YES');
});
