import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TRIGGER_SOURCES, type TriggerSource } from '../../contract/model/complex-order-types.ts';
import type { Price } from '../../contract/model/money.ts';
import type { Outcome, Side } from '../../contract/model/order.ts';
import { findWatchedPrice, isTriggerMet, toTouch } from './trigger.ts';

const cents = (value: number): Price => BigInt(value * 1_000_000) as Price;
const SIDES: readonly Side[] = ['BUY', 'SELL'];
const OUTCOMES: readonly Outcome[] = ['YES', 'NO'];
/** The best YES prices of books with both sides, one side and none. */
const BOOKS = [
  { bid: 40, ask: 46 },
  { bid: 40, ask: null },
  { bid: null, ask: 46 },
  { bid: null, ask: null },
] as const;

/** The watched price in cents, by the words of the documentation. */
function expectWatched(
  source: TriggerSource,
  outcome: Outcome,
  side: Side,
  { bid, ask }: (typeof BOOKS)[number],
): number | null {
  if (source === 'LAST') return 44;
  const isYes = outcome === 'YES';
  if (source === 'MID') return bid === null || ask === null ? null : isYes ? 43 : 57;
  // A BUY takes the ask of its outcome; the ask of NO is what a bid for YES leaves.
  if (side === 'BUY') return isYes ? ask : bid === null ? null : 100 - bid;
  return isYes ? bid : ask === null ? null : 100 - ask;
}

describe('the price that a trigger watches', () => {
  for (const source of TRIGGER_SOURCES)
    for (const outcome of OUTCOMES)
      for (const side of SIDES)
        for (const book of BOOKS)
          test(`${source} of ${side} ${outcome} with bid ${book.bid} and ask ${book.ask}`, () => {
            const [bid, ask] = [book.bid, book.ask].map((each) => (each === null ? null : cents(each)));
            const touch = toTouch(outcome, bid ?? null, ask ?? null);
            const expected = expectWatched(source, outcome, side, book);
            assert.equal(
              findWatchedPrice(source, side, touch, cents(44)),
              expected === null ? null : cents(expected),
            );
          });

  test('LAST without a trade is no price, whatever the book has', () => {
    for (const side of SIDES)
      assert.equal(findWatchedPrice('LAST', side, { bid: cents(40), ask: cents(46) }, null), null);
  });
});

describe('a trigger', () => {
  for (const [side, below, at, above] of [
    ['BUY', false, true, true],
    ['SELL', true, true, false],
  ] as const)
    test(`of a ${side} is met ${below ? 'at or below' : 'at or above'} its price, and without a price never`, () => {
      const met = [49, 50, 51].map((watched) => isTriggerMet(cents(50), side, cents(watched)));
      assert.deepEqual([...met, isTriggerMet(cents(50), side, null)], [below, at, above, false]);
    });
});
