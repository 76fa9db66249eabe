import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PRICE_ONE, type Price } from '../../src/contract/model/money.ts';
import { atOrAbove, atOrBelow, type Grid, isOnGrid, uniformGrid } from './price-steps.ts';

const cents = (text: number): Price => BigInt(Math.round(text * 1_000_000)) as Price;
/** A tenth of a cent at the edges, one cent in the middle. */
const TAPERED: Grid = [
  { start: cents(0), end: cents(10), step: cents(0.1) },
  { start: cents(10), end: cents(90), step: cents(1) },
  { start: cents(90), end: cents(100), step: cents(0.1) },
];

test('an on-grid price fits the step of its band, strictly between 0 and 1', () => {
  for (const price of [0.1, 9.9, 10, 11, 89, 90.1, 99.9])
    assert.ok(isOnGrid(TAPERED, cents(price)), `${price}`);
  for (const price of [0, 10.1, 50.5, 90.15, 100]) assert.ok(!isOnGrid(TAPERED, cents(price)), `${price}`);
});

test("the nearest allowed prices are on either side and inside the grid's ends", () => {
  assert.equal(atOrBelow(TAPERED, cents(10.5)), cents(10));
  assert.equal(atOrAbove(TAPERED, cents(89.5)), cents(90));
  assert.equal(atOrBelow(TAPERED, cents(100)), cents(99.9));
  assert.equal(atOrAbove(TAPERED, cents(0)), cents(0.1));
  assert.equal(atOrBelow(TAPERED, 1n as Price), null);
  assert.equal(atOrAbove(TAPERED, (PRICE_ONE - 1n) as Price), null);
});

test('rounding returns a grid price on the requested side, and keeps a price already on the grid', () => {
  const prices = fc.bigInt({ min: 1n, max: PRICE_ONE - 1n }) as fc.Arbitrary<Price>;
  fc.assert(
    fc.property(prices, fc.constantFrom(TAPERED, uniformGrid(cents(1))), (price, grid) => {
      const [below, above] = [atOrBelow(grid, price), atOrAbove(grid, price)];
      if (below !== null) assert.ok(isOnGrid(grid, below) && below <= price);
      if (above !== null) assert.ok(isOnGrid(grid, above) && above >= price);
      if (isOnGrid(grid, price)) assert.deepEqual([below, above], [price, price]);
    }),
  );
});
