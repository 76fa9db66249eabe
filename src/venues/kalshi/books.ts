import { HeldBook } from '../../core/books/held.ts';
import { isCrossed } from '../../core/books/quote.ts';
import { complement, type Price, type Qty } from '../../core/kernel/decimal.ts';

/** Levels as the venue sends them, in any order; null for a side that is empty. */
export interface WireSides {
  readonly yes: readonly WireLevel[] | null;
  readonly no: readonly WireLevel[] | null;
}
type WireLevel = readonly [price: bigint, size: bigint];

/**
 * One market's book in YES terms: who bids for NO at 0.46 offers YES at 0.54.
 *
 * @param noPrices  which prices the NO levels carry: over HTTP those of NO, on the stream those of YES, as we ask
 * @returns         null for a book that cannot be true; one that is crossed was read with the wrong sense of
 *                  the NO prices, or belongs to two moments
 */
export function bookOf({ yes, no }: WireSides, noPrices: 'yes' | 'no'): HeldBook | null {
  const book = new HeldBook();
  for (const [price, size] of yes ?? []) {
    if (!book.set('BUY', { price: price as Price, qty: size as Qty })) return null;
  }
  for (const [price, size] of no ?? []) {
    const own = price as Price;
    if (!book.set('SELL', { price: noPrices === 'yes' ? own : complement(own), qty: size as Qty }))
      return null;
  }
  return isCrossed(book) ? null : book;
}
