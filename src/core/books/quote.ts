import { divideHalfEven, type Price, type Qty } from '../kernel/decimal.ts';
import type { BookSides } from './apply.ts';
import type { Book, Level } from './book.ts';

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

/** The price of the level where `qty` ends, or of the last where there is less; null for an empty side. */
export function priceReached(levels: readonly Level[], qty: Qty): Price | null {
  let left: bigint = qty;
  let reached: Price | null = null;
  for (const level of levels) {
    if (left <= 0n) break;
    reached = level.price;
    left -= level.qty;
  }
  return reached;
}

/** The same book with at most `levels` a side. */
export const depthOf = (book: Book, levels: number): Book =>
  book.bids.length <= levels && book.asks.length <= levels
    ? book
    : { ...book, bids: book.bids.slice(0, levels), asks: book.asks.slice(0, levels) };
