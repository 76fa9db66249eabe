import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fill } from '../../../../sdk/src/index.ts';
import { fillMarks, toBars } from './chart-data.ts';

const candle = { t: 3_600_000, o: '0.4', h: '0.55', l: '0.35', c: '0.5', v: '9', source: 'TRADES' } as const;

test('a candle without a volume has none, not 0', () => {
  const { v: _volume, ...prices } = candle;
  assert.equal(toBars([prices], false)[0]?.volume, null);
});

test('the high of one outcome is the low of the other', () => {
  assert.deepEqual(toBars([candle], false), [
    { time: 3_600, open: 0.4, high: 0.55, low: 0.35, close: 0.5, volume: 9 },
  ]);
  assert.deepEqual(toBars([candle], true), [
    { time: 3_600, open: 0.6, high: 0.65, low: 0.45, close: 0.5, volume: 9 },
  ]);
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

test('fills are placed at their candle, oldest first, in terms of the shown outcome', () => {
  const fills = [fill('b', { outcome: 'NO' }), fill('a', { timestamp: 3_599_999 })];
  assert.deepEqual(fillMarks(fills, 'YES', '1h'), [
    { id: 'a', side: 'BUY', price: '0.4', qty: '5', count: 1, time: 0 },
    { id: 'b', side: 'SELL', price: '0.6', qty: '5', count: 1, time: 7_200 },
  ]);
});

test('voided fills and settlements are not drawn as fills', () => {
  const fills = [
    fill('a', { settlement: 'VOID' }),
    fill('b', { liquidity: 'SETTLEMENT' }),
    fill('c', { liquidity: 'ADOPTED' }),
  ];
  assert.deepEqual(fillMarks(fills, 'YES', '1h'), []);
});

test('fills of one candle and side are one mark at their average price', () => {
  const fills = [fill('c', {}), fill('b', { side: 'SELL' }), fill('a', { price: '0.7', qty: '10' })];
  assert.deepEqual(fillMarks(fills, 'YES', '1h'), [
    { id: 'c', side: 'BUY', price: '0.6', qty: '15', count: 2, time: 7_200 },
    { id: 'b', side: 'SELL', price: '0.4', qty: '5', count: 1, time: 7_200 },
  ]);
});
