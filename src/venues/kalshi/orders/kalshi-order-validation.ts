import {
  err,
  ONE,
  ok,
  type Price,
  type PriceBand,
  type Result,
  type TimestampMs,
  type UnsentReason,
} from '#contract';
import { type BookSides, findPriceAtQty, isCrossed } from '#domain';
import type { OrderObstacle, VenueAmend, VenueOrder, VenueRefusal } from '#ports';
import { convertYesPrice, isOnGrid, roundToGrid, toBookSide } from '../codec/kalshi-mapping.ts';
import { QTY_STEP } from '../market-data/kalshi-listing.ts';
import type { TrackedOrder } from './kalshi-order-tracker.ts';

type Terms = Omit<VenueOrder, 'clientId'>;

/** The facts about a market that order entry needs. */
export interface Tradable {
  readonly shard: number | null;
  readonly bands: readonly PriceBand[];
  readonly priceMin: Price; // YES terms
  readonly priceMax: Price;
}

export const refused = (code: string, message: string): VenueRefusal => ({ kind: 'refused', code, message });
/** An amend that is not sent: the adapter knows that Kalshi cannot do it. */
const undoable = (code: string, message: string): VenueRefusal => ({
  ...refused(code, message),
  isLocal: true,
});
export const unsent = (reason: UnsentReason, why: string): OrderObstacle => ({ kind: 'unsent', reason, why });

/** Checks an order against its market before it is sent. Neither the venue nor we round anything. */
export function checkOrder(order: Terms, market: Tradable, now: TimestampMs): OrderObstacle | null {
  const { price, outcome, qty, tif, expiresAt } = order;
  if (tif === 'GTD' && (expiresAt === null || Math.floor(expiresAt / 1000) * 1000 <= now)) {
    return unsent('expiry_too_soon', 'Kalshi truncates the expiry to seconds, and that second has passed');
  }
  return checkQty(qty) ?? (price === null ? null : checkPrice(convertYesPrice(price, outcome), market));
}

/** Checks the requested terms of an amend against the current state of the order. */
export function checkAmend(
  amend: VenueAmend,
  order: TrackedOrder,
  market: Tradable,
): VenueRefusal | OrderObstacle | null {
  const isExpiryChanged =
    (amend.tif === 'GTC' && order.expiresAt !== null) ||
    (amend.expiresAt !== null && amend.expiresAt !== order.expiresAt);
  if (isExpiryChanged || (amend.tif === 'GTD' && order.expiresAt === null)) {
    return undoable(
      'expiry_not_amendable',
      'the expiry of an order cannot be amended at Kalshi: cancel it and place a new one',
    );
  }
  if (order.status !== 'OPEN') return undoable('order_not_open', `the order is ${order.status}`);
  if (amend.qty !== null && amend.qty <= order.filledQty) {
    return undoable('qty_not_above_filled', 'the new total must be above the filled quantity');
  }
  const { outcome } = order.identity.terms;
  const price = amend.price === null ? null : checkPrice(convertYesPrice(amend.price, outcome), market);
  return price ?? (amend.qty === null ? null : checkQty(amend.qty));
}

/**
 * The limit price of a MARKET order in YES terms: the worst price needed to fill the quantity from the book,
 * plus `slippage`, rounded to the grid.
 *
 * @returns null when the opposite side of the book is empty
 * Refuses  `no_book` without a valid book: any limit would be a guess
 */
export function marketBound(
  order: Terms,
  market: Tradable,
  book: BookSides | null,
  slippage: Price,
): Result<Price | null, OrderObstacle> {
  if (book === null || isCrossed(book)) {
    return err(unsent('no_book', 'MARKET needs a current order book of this market; none is available'));
  }
  const side = toBookSide(order.side, order.outcome);
  const worst = findPriceAtQty(side === 'bid' ? book.asks : book.bids, order.qty);
  if (worst === null) return ok(null);
  const unbounded = side === 'bid' ? worst + slippage : worst - slippage;
  const bounded =
    unbounded > market.priceMax ? market.priceMax : unbounded < market.priceMin ? market.priceMin : unbounded;
  return ok(roundToGrid(bounded as Price, side, market.bands));
}

function checkQty(qty: bigint): OrderObstacle | null {
  if (qty < QTY_STEP) return unsent('qty_below_min', 'at least 0.01 contracts');
  return qty % QTY_STEP === 0n ? null : unsent('qty_off_lot', 'a whole number of 0.01 contracts');
}

function checkPrice(price: Price, market: Tradable): OrderObstacle | null {
  const isInside = price > 0n && price < ONE && price >= market.priceMin && price <= market.priceMax;
  if (!isInside) return unsent('price_out_of_range', 'the price is outside the market');
  return isOnGrid(price, market.bands) ? null : unsent('price_off_tick', 'the price is between two ticks');
}
