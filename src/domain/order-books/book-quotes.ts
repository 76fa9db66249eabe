import type { Book, Level } from '../model/book.ts';
import type { MarketStatus } from '../model/instrument.ts';
import { divideHalfEven, type Price, type Qty } from '../model/money.ts';
import type { BookSides } from './live-order-book.ts';

/** True when the best bid is at or above the best ask, which a valid book never shows. */
export function isCrossed(sides: BookSides): boolean {
  const bid = sides.bids[0];
  const ask = sides.asks[0];
  return bid !== undefined && ask !== undefined && bid.price >= ask.price;
}

/** Mid price, rounded half to even to 8 places; null when a side is empty. */
export function computeMid(sides: BookSides): Price | null {
  const bid = sides.bids[0];
  const ask = sides.asks[0];
  if (bid === undefined || ask === undefined) return null;
  return divideHalfEven(bid.price + ask.price, 2n) as Price;
}

/** Price of the level at which `qty` is filled, or of the last level when there is less; null for an empty side. */
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

/** The book with at most `levels` per side. */
export const limitDepth = (book: Book, levels: number): Book =>
  book.bids.length <= levels && book.asks.length <= levels
    ? book
    : { ...book, bids: book.bids.slice(0, levels), asks: book.asks.slice(0, levels) };

/**
 * State of a book. Orders are routed only on a `live` book.
 * - `none`: no snapshot has arrived yet
 * - `closed`: the market does not accept orders
 * - `gapped`: an update is missing, until the next snapshot
 * - `stale`: the last update is too old
 * - `crossed`: the best bid is at or above the best ask
 */
export type BookState = 'live' | 'stale' | 'gapped' | 'crossed' | 'closed' | 'none';

export interface BookCondition {
  readonly hasSnapshot: boolean; // a first snapshot arrived
  readonly status: MarketStatus | null;
  readonly hasGap: boolean;
  readonly isCrossed: boolean;
  readonly ageMs: number;
  readonly ageMsMax: number | null; // null: no maximum age
}

/** State of a book; of several problems the most severe. */
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
