import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Price, parsePrice, type Qty } from '../../contract/model/money.ts';
import { changes, level, sides, someSides } from './book.fixture.ts';
import { applyDelta, LEVELS_MAX, LiveOrderBook } from './live-order-book.ts';

const price = (text: string): Price => parsePrice(text) ?? assert.fail(text);

test('levels set in place give the same book as deltas', () => {
  const runs = fc.array(fc.record({ bids: changes, asks: changes }), { maxLength: 12 });
  fc.assert(
    fc.property(someSides, runs, (start, deltas) => {
      const held = new LiveOrderBook(start);
      let whole = start;
      for (const delta of deltas) {
        whole = applyDelta(whole, delta) ?? assert.fail('sound changes are taken');
        for (const bid of delta.bids) assert.ok(held.set('BUY', bid));
        for (const ask of delta.asks) assert.ok(held.set('SELL', ask));
      }
      assert.deepEqual(held.snapshot(), whole);
    }),
  );
});

test('a quantity change is added to the level, and a level at zero is removed', () => {
  const held = new LiveOrderBook(sides(['120 @ 0.47'], []));
  assert.deepEqual(held.add('BUY', price('0.47'), -2_000_000_000n), level('100 @ 0.47'));
  assert.deepEqual(held.add('SELL', price('0.52'), 500_000_000n), level('5 @ 0.52'));
  assert.deepEqual(held.add('BUY', price('0.47'), -10_000_000_000n), level('0 @ 0.47'));
  assert.deepEqual(held.snapshot(), sides([], ['5 @ 0.52']));
});

test('D-06: an invalid level is rejected and changes nothing', () => {
  const start = sides(['1 @ 0.47'], []);
  const held = new LiveOrderBook(start);
  assert.equal(held.add('BUY', price('0.47'), -100_000_001n), null);
  assert.equal(held.add('SELL', price('0.6'), -1n), null);
  for (const side of ['BUY', 'SELL'] as const) {
    assert.equal(held.set(side, level('5 @ 0')), false);
    assert.equal(held.set(side, level('5 @ 1')), false);
    assert.equal(held.set(side, { price: price('0.3'), qty: -1n as Qty }), false);
  }
  assert.deepEqual(held.snapshot(), start);
});

test('a side accepts no more levels than the maximum', () => {
  const held = new LiveOrderBook();
  for (let at = 1; at <= LEVELS_MAX; at += 1)
    held.set('SELL', { price: BigInt(at) as Price, qty: 1n as Qty });
  assert.equal(held.set('SELL', level('1 @ 0.9')), false);
  assert.equal(
    held.set('SELL', { price: 5n as Price, qty: 2n as Qty }),
    true,
    'one that is there may change',
  );
  assert.equal(held.asks.length, LEVELS_MAX);
});

test('a snapshot does not change when the book changes', () => {
  const held = new LiveOrderBook(sides(['1 @ 0.47'], []));
  const before = held.snapshot();
  held.set('BUY', level('2 @ 0.46'));
  assert.deepEqual(before, sides(['1 @ 0.47'], []));
  assert.deepEqual(held.bids, [level('1 @ 0.47'), level('2 @ 0.46')]);
});
