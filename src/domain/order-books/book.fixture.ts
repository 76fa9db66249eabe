import fc from 'fast-check';
import type { Level } from '../../contract/model/book.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../../contract/model/money.ts';
import type { BookSides } from './live-order-book.ts';

/** `'40 @ 0.61'` as a level. */
export function level(text: string): Level {
  const [qty, price] = text.split(' @ ');
  return { price: parsePrice(price) as Price, qty: parseQty(qty) as Qty };
}

export const sides = (bids: readonly string[], asks: readonly string[]): BookSides => ({
  bids: bids.map(level),
  asks: asks.map(level),
});

// Ordinary objects, so that they compare as equal to those of the product code.
const PLAIN = { noNullPrototype: true };

const cents = fc.integer({ min: 1, max: 99 }).map((cent) => (BigInt(cent) * 1_000_000n) as Price);
const qty = fc.integer({ min: 0, max: 5 }).map((lots) => (BigInt(lots) * 100_000_000n) as Qty);

/** Changes of one side without duplicate prices, some with quantity zero. */
export const changes = fc.uniqueArray(fc.record({ price: cents, qty }, PLAIN), {
  selector: (change) => change.price,
  maxLength: 8,
});

/** A side of a snapshot: best first, without empty levels. */
export const side = (isBid: boolean): fc.Arbitrary<readonly Level[]> =>
  changes.map((levels) =>
    levels
      .filter((it) => it.qty > 0n)
      .toSorted((a, b) => (isBid ? Number(b.price - a.price) : Number(a.price - b.price))),
  );

export const someSides: fc.Arbitrary<BookSides> = fc.record({ bids: side(true), asks: side(false) }, PLAIN);
