import type { Book, Level } from '../books/book.ts';
import {
  complement,
  minQty,
  NOTIONAL_ZERO,
  type Notional,
  notionalOf,
  type Price,
  QTY_ZERO,
  type Qty,
} from '../kernel/decimal.ts';
import type { Outcome, Side } from '../orders/order.ts';

/** The levels an order would take from, best first, still priced in YES terms. */
export interface TakeSide {
  readonly levels: readonly Level[];
  readonly isMirrored: boolean; // the taker's price is 1 − the level's
}

/** What a quantity would meet in a book at once, prices in the taker's own terms. */
export interface Walked {
  readonly filled: Qty;
  readonly notional: Notional; // without fees
  readonly fee: Notional;
  readonly worst: Price | null; // the last price reached; null when nothing is filled
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

/**
 * Takes `qty` level by level, as far as depth and limit allow.
 *
 * @param limit  own terms; null takes any price
 * @param feeOf  fee of one level's part; none when left out
 */
export function walk(
  from: TakeSide,
  side: Side,
  qty: Qty,
  limit: Price | null,
  feeOf?: (price: Price, qty: Qty) => Notional,
): Walked {
  let filled = QTY_ZERO;
  let notional = NOTIONAL_ZERO;
  let fee = NOTIONAL_ZERO;
  let worst: Price | null = null;
  for (const level of from.levels) {
    const price = takePrice(from, level);
    if (filled === qty || !isWithinLimit(side, price, limit)) break;
    const taken = minQty(level.qty, (qty - filled) as Qty);
    filled = (filled + taken) as Qty;
    notional = (notional + notionalOf(price, taken)) as Notional;
    if (feeOf !== undefined) fee = (fee + feeOf(price, taken)) as Notional;
    worst = price;
  }
  return { filled, notional, fee, worst };
}
