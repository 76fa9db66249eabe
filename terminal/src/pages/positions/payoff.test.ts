import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '../../../../sdk/src/index.ts';
import { computePayoff, toClosingOrder } from './payoff.ts';

const held = (side: Position['side'], qty: string, average: string, mark: string): Position => ({
  instrument_id: 1001,
  side,
  qty,
  avg_price: average,
  unrealized_pnl: '0',
  subaccount_id: 'sa_1',
  venue: 'Demo',
  outcome: 'YES',
  mark_price: mark,
  realized_pnl: '0',
  updated_at: '2026-07-01T12:00:00.000Z',
});

test('a YES position gains 1 − price per contract, or loses its cost', () => {
  const payoff = computePayoff(held('BUY', '10', '0.4', '0.45'));
  assert.deepEqual(payoff, { paid: '4', worth: '4.5', ifYes: '6', ifNo: '-4' });
});

test('a short YES position is a NO position at 1 − price', () => {
  const payoff = computePayoff(held('SELL', '10', '0.4', '0.45'));
  assert.deepEqual(payoff, { paid: '6', worth: '5.5', ifYes: '-6', ifNo: '4' });
});

test('a position without cost has no possible loss', () => {
  assert.equal(computePayoff(held('BUY', '10', '0', '0.1')).ifNo, '0');
});

test('a position is closed by selling all of the held outcome, YES or NO, where it is held', () => {
  const terms = (side: Position['side']) => {
    const order = toClosingOrder(held(side, '10', '0.4', '0.45'));
    return [order.side, order.outcome, order.qty, order.type, order.tif, order.subaccount_id];
  };
  assert.deepEqual(terms('BUY'), ['SELL', 'YES', '10', 'MARKET', 'IOC', 'sa_1']);
  assert.deepEqual(terms('SELL'), ['SELL', 'NO', '10', 'MARKET', 'IOC', 'sa_1']);
});
