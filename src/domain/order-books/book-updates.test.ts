import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Level } from '../../contract/model/book.ts';
import { changes, level, sides, someSides } from './book.fixture.ts';
import { applyDelta, applySnapshot, EMPTY_SIDES, LEVELS_MAX } from './live-order-book.ts';

const book = sides(['120 @ 0.47', '300 @ 0.46'], ['80 @ 0.49', '10 @ 0.5']);

test('a snapshot replaces the book, and an empty side is an empty array', () => {
  assert.deepEqual(applySnapshot(book), book);
  assert.deepEqual(applySnapshot(EMPTY_SIDES), { bids: [], asks: [] });
});

test('D-06: an invalid snapshot is rejected completely', () => {
  const bad: readonly (readonly [string, readonly string[]])[] = [
    ['no quantity', ['0 @ 0.47']],
    ['a price of nothing', ['5 @ 0']],
    ['a price of all', ['5 @ 1']],
    ['a price beyond all', ['5 @ 1.01']],
    ['a price twice', ['5 @ 0.47', '6 @ 0.47']],
    ['worse before better', ['5 @ 0.46', '6 @ 0.47']],
  ];
  for (const [why, bids] of bad) assert.equal(applySnapshot(sides(bids, [])), null, why);
  assert.equal(applySnapshot(sides([], ['5 @ 0.5', '6 @ 0.49'])), null, 'asks fall');
  const negative = { price: level('1 @ 0.4').price, qty: -1n as Level['qty'] };
  assert.equal(applySnapshot({ bids: [negative], asks: [] }), null, 'negative');
  const many = Array.from({ length: LEVELS_MAX + 1 }, (_, at) => ({
    price: BigInt(at + 1) as Level['price'],
    qty: 1n as Level['qty'],
  }));
  assert.equal(applySnapshot({ bids: [], asks: many }), null, 'too many levels');
});

test('a delta sets, adds and removes levels in sorted order', () => {
  const after = applyDelta(book, sides(['0 @ 0.46', '7 @ 0.45', '5 @ 0.48', '1 @ 0.47'], ['9 @ 0.495']));
  assert.deepEqual(
    after,
    sides(['5 @ 0.48', '1 @ 0.47', '7 @ 0.45'], ['80 @ 0.49', '9 @ 0.495', '10 @ 0.5']),
  );
});

test('removing a level that is not there changes nothing', () => {
  assert.deepEqual(applyDelta(book, sides(['0 @ 0.3'], [])), book);
});

test('D-06: an invalid delta is rejected completely and leaves the book unchanged', () => {
  const before = structuredClone(book);
  assert.equal(applyDelta(book, sides(['5 @ 0.44'], ['5 @ 1'])), null);
  assert.equal(applyDelta(book, sides(['5 @ 0.44', '0 @ 0.44'], [])), null);
  assert.deepEqual(book, before);
});

test('any sequence of deltas gives the same book as a map of prices, best level first', () => {
  const runs = fc.array(fc.record({ bids: changes, asks: changes }), { maxLength: 12 });
  fc.assert(
    fc.property(someSides, runs, (start, deltas) => {
      let now = start;
      const bids = new Map(start.bids.map((it) => [it.price, it.qty]));
      const asks = new Map(start.asks.map((it) => [it.price, it.qty]));
      for (const delta of deltas) {
        now = applyDelta(now, delta) ?? assert.fail('sound changes are taken');
        for (const { price, qty } of delta.bids) bids.set(price, qty);
        for (const { price, qty } of delta.asks) asks.set(price, qty);
      }
      assert.deepEqual(now, { bids: levels(bids).toReversed(), asks: levels(asks) });
      assert.deepEqual(applySnapshot(now), now);
    }),
  );
});

const levels = (byPrice: ReadonlyMap<Level['price'], Level['qty']>): readonly Level[] =>
  Array.from(byPrice, ([price, qty]) => ({ price, qty }))
    .filter(({ qty }) => qty > 0n)
    .toSorted((a, b) => Number(a.price - b.price));
