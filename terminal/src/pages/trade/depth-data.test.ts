import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderBook } from '../../../../sdk/src/index.ts';
import { computeDepth, nearlyAll } from './depth-data.ts';

const book = {
  bids: [
    { price: '0.4', qty: '5' },
    { price: '0.39', qty: '0.5' },
  ],
  asks: [
    { price: '0.42', qty: '1' },
    { price: '0.43', qty: '2' },
  ],
} as unknown as OrderBook;

test('each step holds the total quantity up to its price, best first', () => {
  assert.deepEqual(computeDepth(book, 'YES'), {
    bids: [
      { price: '0.4', total: '5' },
      { price: '0.39', total: '5.5' },
    ],
    asks: [
      { price: '0.42', total: '1' },
      { price: '0.43', total: '3' },
    ],
  });
  assert.deepEqual(computeDepth(book, 'NO').bids, [
    { price: '0.58', total: '1' },
    { price: '0.57', total: '3' },
  ]);
});

test('the chart ends where little quantity is left', () => {
  const steps = [
    { price: '0.4', total: '90' },
    { price: '0.39', total: '97' },
    { price: '0.01', total: '100' },
  ];
  assert.deepEqual(nearlyAll(steps), steps.slice(0, 2));
  assert.deepEqual(nearlyAll([]), []);
});

test('a step that holds exactly 95 percent is the last', () => {
  const steps = [
    { price: '0.4', total: '95' },
    { price: '0.39', total: '96' },
    { price: '0.38', total: '100' },
  ];
  assert.deepEqual(nearlyAll(steps), steps.slice(0, 1));
});
