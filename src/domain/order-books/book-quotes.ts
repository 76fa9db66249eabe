import type { Book, Level } from '../model/book.ts';
import type { MarketStatus } from '../model/instrument.ts';
import { divideHalfEven, type Price, type Qty } from '../model/money.ts';
import type { BookSides } from './live-order-book.ts';

/** True when the best bid meets or passes the best ask: such a book is a venue in disorder. */
export function isCrossed(sides: BookSides): boolean {
  const bid = sides.bids[0];
  const ask = sides.asks[0];
  return bid !== undefined && ask !== undefined && bid.price >= ask.price;
}

/** Halfway between best bid and best ask, half-even to 8 places; null when a side is empty. */
export function computeMid(sides: BookSides): Price | null {
  const bid = sides.bids[0];
  const ask = sides.asks[0];
  if (bid === undefined || ask === undefined) return null;
  return divideHalfEven(bid.price + ask.price, 2n) as Price;
}

/** The price of the level where `qty` ends, or of the last where there is less; null for an empty side. */
export function findPriceAtQty(levels: readonly Level[], qty: Qty): Price | null {
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
export const limitDepth = (book: Book, levels: number): Book =>
  book.bids.length <= levels && book.asks.length <= levels
    ? book
    : { ...book, bids: book.bids.slice(0, levels), asks: book.asks.slice(0, levels) };

/**
 * What a book is worth. Only a `live` one is traded on; levels of any other are shown at most.
 * - `none`: the venue has not told it yet
 * - `closed`: its market takes no orders now
 * - `gapped`: a change of it is missing, until the next snapshot
 * - `stale`: its last word is too old
 * - `crossed`: its best bid meets its best ask
 */
export type BookState = 'live' | 'stale' | 'gapped' | 'crossed' | 'closed' | 'none';

export interface BookCondition {
  readonly hasSnapshot: boolean; // a snapshot arrived once
  readonly status: MarketStatus | null;
  readonly hasGap: boolean;
  readonly isCrossed: boolean;
  readonly ageMs: number;
  readonly ageMsMax: number | null; // null: it does not age
}

/** The gravest of what is wrong with a book. */
export function computeBookState({
  hasSnapshot,
  status,
  hasGap,
  isCrossed,
  ageMs,
  ageMsMax,
}: BookCondition): BookState {
  if (!hasSnapshot) return 'none';
  if (status !== 'OPEN') return 'closed';
  if (hasGap) return 'gapped';
  if (ageMsMax !== null && ageMs > ageMsMax) return 'stale';
  return isCrossed ? 'crossed' : 'live';
}
