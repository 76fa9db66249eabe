import { divideHalfEven, type Price } from '../kernel/decimal.ts';
import type { BookSides } from './apply.ts';
import type { Book } from './book.ts';

/** True when the best bid meets or passes the best ask: such a book is a venue in disorder. */
export function isCrossed(sides: BookSides): boolean {
  const bid = sides.bids[0];
  const ask = sides.asks[0];
  return bid !== undefined && ask !== undefined && bid.price >= ask.price;
}

/** Halfway between best bid and best ask, half-even to 8 places; null when a side is empty. */
export function midOf(sides: BookSides): Price | null {
  const bid = sides.bids[0];
  const ask = sides.asks[0];
  if (bid === undefined || ask === undefined) return null;
  return divideHalfEven(bid.price + ask.price, 2n) as Price;
}

/** The same book with at most `levels` a side. */
export const depthOf = (book: Book, levels: number): Book =>
  book.bids.length <= levels && book.asks.length <= levels
    ? book
    : { ...book, bids: book.bids.slice(0, levels), asks: book.asks.slice(0, levels) };
