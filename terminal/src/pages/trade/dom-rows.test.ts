import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderBook } from '../../../../sdk/src/index.ts';
import { findNeighbour, ladderRows } from './dom-rows.ts';

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

test('a deeper level with an order of the user replaces the last shown level', () => {
  const mine = new Map([['bid/0.3', '5']]);
  assert.deepEqual(listPrices(book, 'YES', 2, mine), ['ask 0.43', 'ask 0.42', 'bid 0.4', 'bid 0.3']);
});

test('arrow keys start at the spread, move row by row, and continue from a price that has disappeared', () => {
  const rows = ladderRows(book, 'YES', 3);
  assert.equal(findNeighbour(rows, null, 1), '0.4');
  assert.equal(findNeighbour(rows, null, -1), '0.42');
  assert.equal(findNeighbour(rows, '0.4', 1), '0.39');
  assert.equal(findNeighbour(rows, '0.4', -1), '0.42');
  assert.equal(findNeighbour(rows, '0.41', 1), '0.4');
  assert.equal(findNeighbour(rows, '0.38', 1), null);
  assert.equal(findNeighbour([], null, 1), null);
});
