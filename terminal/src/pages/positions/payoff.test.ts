import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '../../../../sdk/src/index.ts';
import { payoffOf } from './payoff.ts';

const held = (side: Position['side'], qty: string, average: string, mark: string): Position => ({
  instrument_id: 1001,
  side,
  qty,
  avg_price: average,
  unrealized_pnl: '0',
  subaccount_id: 'sa_1',
  venue: 'Demo',
  outcome: side === 'BUY' ? 'YES' : 'NO',
  mark_price: mark,
  realized_pnl: '0',
  updated_at: '2026-07-01T12:00:00.000Z',
});

test('who holds YES gains what it left of one, or loses what it cost', () => {
  const payoff = payoffOf(held('BUY', '10', '0.4', '0.45'));
  assert.deepEqual(payoff, { paid: '4', worth: '4.5', ifYes: '6', ifNo: '-4' });
});

test('who is short of YES holds NO, at what YES leaves of one', () => {
  const payoff = payoffOf(held('SELL', '10', '0.4', '0.45'));
  assert.deepEqual(payoff, { paid: '6', worth: '5.5', ifYes: '-6', ifNo: '4' });
});

test('what cost nothing cannot be lost', () => {
  assert.equal(payoffOf(held('BUY', '10', '0', '0.1')).ifNo, '0');
});
