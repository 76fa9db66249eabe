import type { Book, Level } from '../books/book.ts';
import { complement, type Price } from '../kernel/decimal.ts';
import type { Outcome, Side } from '../orders/order.ts';

/** The levels an order would take from, best first, still priced in YES terms. */
export interface TakeSide {
  readonly levels: readonly Level[];
  readonly isMirrored: boolean; // the taker's price is 1 − the level's
}

/**
 * The side of a YES book that an order takes from: BUY YES and SELL NO take asks, SELL YES and BUY NO
 * take bids, and NO reads each price as 1 − price.
 */
export function takeSide(book: Book, side: Side, outcome: Outcome): TakeSide {
  const takesAsks = (side === 'BUY') === (outcome === 'YES');
  return { levels: takesAsks ? book.asks : book.bids, isMirrored: outcome === 'NO' };
}

/** The level's price as the taker pays or gets it. */
export const takePrice = (from: TakeSide, level: Level): Price =>
  from.isMirrored ? complement(level.price) : level.price;

/** Best price the taker could have, in own terms; null on an empty side. */
export function bestPriceOf(from: TakeSide): Price | null {
  const best = from.levels[0];
  return best === undefined ? null : takePrice(from, best);
}

/** True when `price` is no worse than the limit (null: no limit). */
export const isWithinLimit = (side: Side, price: Price, limit: Price | null): boolean =>
  limit === null || (side === 'BUY' ? price <= limit : price >= limit);
