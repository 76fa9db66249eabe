import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fill } from '../../../../sdk/src/index.ts';
import { barsOf, fillMarks } from './chart-data.ts';

const candle = { t: 3_600_000, o: '0.4', h: '0.55', l: '0.35', c: '0.5', v: '9' };

test('the other outcome has the highest where this one has the lowest', () => {
  assert.deepEqual(barsOf([candle], false), [{ time: 3_600, open: 0.4, high: 0.55, low: 0.35, close: 0.5 }]);
  assert.deepEqual(barsOf([candle], true), [{ time: 3_600, open: 0.6, high: 0.65, low: 0.45, close: 0.5 }]);
});

const fill = (id: string, change: Partial<Fill>): Fill =>
  ({
    id,
    side: 'BUY',
    outcome: 'YES',
    price: '0.4',
    qty: '5',
    liquidity: 'TAKER',
    settlement: 'FINAL',
    timestamp: 7_300_000,
    ...change,
  }) as Fill;

test('fills stand at their candle, oldest first, as the outcome shown sees them', () => {
  const fills = [fill('b', { outcome: 'NO' }), fill('a', { timestamp: 3_599_999 })];
  assert.deepEqual(fillMarks(fills, 'YES', '1h'), [
    { id: 'a', side: 'BUY', price: '0.4', qty: '5', time: 0 },
    { id: 'b', side: 'SELL', price: '0.6', qty: '5', time: 7_200 },
  ]);
});

test('what was undone and what a market paid out is no fill of the picture', () => {
  const fills = [fill('a', { settlement: 'VOID' }), fill('b', { liquidity: 'SETTLEMENT' })];
  assert.deepEqual(fillMarks(fills, 'YES', '1h'), []);
});
