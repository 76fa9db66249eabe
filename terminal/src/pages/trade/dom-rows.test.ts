import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderBook } from '../../../../sdk/src/index.ts';
import { ladderRows } from './dom-rows.ts';

const levels = (...prices: string[]) => prices.map((price) => ({ price, qty: '5' }));
const book = {
  bids: levels('0.4', '0.39', '0.38', '0.3'),
  asks: levels('0.42', '0.43', '0.44'),
} as unknown as OrderBook;

const listPrices = (...args: Parameters<typeof ladderRows>): readonly string[] =>
  ladderRows(...args).map(({ side, price }) => `${side} ${price}`);

test('prices fall from the asks to the bids, and NO is the inverted book', () => {
  assert.deepEqual(listPrices(book, 'YES', 2), ['ask 0.43', 'ask 0.42', 'bid 0.4', 'bid 0.39']);
  assert.deepEqual(listPrices(book, 'NO', 2), ['ask 0.61', 'ask 0.6', 'bid 0.58', 'bid 0.57']);
});
