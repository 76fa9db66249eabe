import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Qty } from '../../core/kernel/decimal.ts';
import { HeldBook, worstPrice } from './books.ts';

const cents = (count: number): bigint => BigInt(count) * 1_000_000n;
const lots = (count: number): bigint => BigInt(count) * 100_000_000n;
const side = (...levels: readonly (readonly [number, number])[]) =>
  levels.map(([price, size]) => [cents(price), lots(size)] as const);
const shown = (levels: readonly { price: bigint; qty: bigint }[]) =>
  levels.map(({ price, qty }) => [Number(price / 1_000_000n), Number(qty / 100_000_000n)]);

test('NO levels with NO prices and with YES prices make the same book', () => {
  const yes = side([45, 200], [47, 120]);
  const legPriced = new HeldBook({ yes, no: side([46, 80], [48, 35]) }, false);
  const yesPriced = new HeldBook({ yes, no: side([54, 80], [52, 35]) }, true);
  for (const book of [legPriced, yesPriced]) {
    assert.deepEqual(shown(book.bids()), [
      [47, 120],
      [45, 200],
    ]);
    assert.deepEqual(shown(book.asks()), [
      [52, 35],
      [54, 80],
    ]);
    assert.equal(book.isCrossed, false);
  }
});

test('read with the wrong sense, a book is crossed', () => {
  assert.ok(new HeldBook({ yes: side([47, 1]), no: side([46, 1]) }, true).isCrossed);
});

test('a change is added to the size, and a level at zero is gone', () => {
  const book = new HeldBook({ yes: side([47, 120]), no: null }, true);
  assert.equal(book.apply('yes', cents(47), -lots(20))?.level.qty, lots(100));
  assert.equal(book.apply('no', cents(52), lots(5))?.level.qty, lots(5));
  assert.equal(book.apply('yes', cents(47), -lots(100))?.level.qty, 0n);
  assert.deepEqual([shown(book.bids()), shown(book.asks())], [[], [[52, 5]]]);
});

test('a level that would be negative tells that something was missed', () => {
  const book = new HeldBook({ yes: side([47, 1]), no: null }, true);
  assert.equal(book.apply('yes', cents(47), -lots(2)), null);
  assert.equal(book.apply('no', cents(60), -lots(1)), null);
});

test('the worst price is that of the level where the quantity ends', () => {
  const asks = new HeldBook({ yes: null, no: side([52, 35], [54, 80]) }, true).asks();
  assert.equal(worstPrice(asks, lots(35) as Qty), cents(52));
  assert.equal(worstPrice(asks, lots(36) as Qty), cents(54));
  assert.equal(worstPrice(asks, lots(999) as Qty), cents(54));
  assert.equal(worstPrice([], lots(1) as Qty), null);
});
