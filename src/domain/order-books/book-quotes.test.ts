import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePrice, type Qty } from '../../contract/model/money.ts';
import { sides } from './book.fixture.ts';
import { computeMid, findPriceAtQty, isCrossed } from './live-order-book.ts';

test('D-04: a book is crossed when the best bid meets or passes the best ask', () => {
  assert.ok(!isCrossed(sides(['1 @ 0.47'], ['1 @ 0.48'])));
  assert.ok(isCrossed(sides(['1 @ 0.48'], ['1 @ 0.48'])));
  assert.ok(isCrossed(sides(['1 @ 0.49'], ['1 @ 0.48'])));
  assert.ok(!isCrossed(sides(['1 @ 0.49'], [])));
});

test('the mid is exact, and null with an empty side', () => {
  assert.equal(computeMid(sides(['1 @ 0.47'], ['1 @ 0.48'])), parsePrice('0.475'));
  assert.equal(computeMid(sides(['1 @ 0.47000001'], ['1 @ 0.47000002'])), parsePrice('0.47000002'));
  assert.equal(computeMid(sides([], ['1 @ 0.48'])), null);
});

test('the price at a quantity is that of the level where the quantity ends', () => {
  const { asks } = sides([], ['35 @ 0.52', '80 @ 0.54']);
  const reached = (qty: number) => findPriceAtQty(asks, (BigInt(qty) * 100_000_000n) as Qty);
  assert.equal(reached(35), parsePrice('0.52'));
  assert.equal(reached(36), parsePrice('0.54'));
  assert.equal(reached(999), parsePrice('0.54'));
  assert.equal(findPriceAtQty([], 1n as Qty), null);
});
