import type { PriceBand } from '../../../domain/model/instrument.ts';
import { ONE, type Price } from '../../../domain/model/money.ts';
import { err, ok, type Result } from '../../../domain/model/result.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import { findPriceAtQty, isCrossed } from '../../../domain/order-books/book-quotes.ts';
import type { BookSides } from '../../../domain/order-books/live-order-book.ts';
import type { VenueAmend, VenueOrder, VenueOutcome } from '../../../ports/venue.ts';
import { convertYesPrice, isOnGrid, roundToGrid, toBookSide } from '../codec/kalshi-mapping.ts';
import { QTY_STEP } from '../market-data/kalshi-listing.ts';
import type { TrackedOrder } from './kalshi-order-tracker.ts';

/** What must be known of a market to trade it. */
export interface Tradable {
  readonly shard: number | null;
  readonly bands: readonly PriceBand[];
  readonly priceMin: Price; // YES terms
  readonly priceMax: Price;
}

type Refused = Extract<VenueOutcome, { kind: 'refused' }>;

export const refused = (code: string, message: string): Refused => ({ kind: 'refused', code, message });

/** Checks an order against its market before anything is sent. The venue rounds nothing, and neither do we. */
export function checkOrder(order: VenueOrder, market: Tradable, now: TimestampMs): Refused | null {
  const { price, outcome, qty, tif, expiresAt } = order;
  if (tif === 'GTD' && (expiresAt === null || Math.floor(expiresAt / 1000) * 1000 <= now)) {
    return refused('expiry_not_in_future', 'Kalshi counts whole seconds, and that one has passed');
  }
  return checkQty(qty) ?? (price === null ? null : checkPrice(convertYesPrice(price, outcome), market));
}

/** Checks the terms that an amend wants, given the order as it stands. */
export function checkAmend(amend: VenueAmend, known: TrackedOrder, market: Tradable): Refused | null {
  const isLifeChanged =
    (amend.tif === 'GTC' && known.expiresAt !== null) ||
    (amend.expiresAt !== null && amend.expiresAt !== known.expiresAt);
  if (isLifeChanged || (amend.tif === 'GTD' && known.expiresAt === null)) {
    return refused(
      'expiry_not_amendable',
      'Kalshi cannot change when an order ends: cancel it and place anew',
    );
  }
  if (known.status !== 'OPEN') return refused('order_not_open', `the order is ${known.status}`);
  if (amend.qty !== null && amend.qty <= known.filledQty) {
    return refused('qty_not_above_filled', 'the new total must be above what is filled');
  }
  const { outcome } = known.identity.terms;
  const price = amend.price === null ? null : checkPrice(convertYesPrice(amend.price, outcome), market);
  return price ?? (amend.qty === null ? null : checkQty(amend.qty));
}

/**
 * The limit that stands in for "at any price", in YES terms: as far as the book has to be walked, and
 * `slippage` beyond it, on the grid.
 *
 * @returns null when the book has nothing to take
 * Refuses  `no_book` without a book to be trusted: any limit would be a guess
 */
export function marketBound(
  order: VenueOrder,
  market: Tradable,
  book: BookSides | null,
  slippage: Price,
): Result<Price | null, Refused> {
  if (book === null || isCrossed(book)) {
    return err(refused('no_book', 'MARKET needs a live book of this market, and there is none now'));
  }
  const side = toBookSide(order.side, order.outcome);
  const worst = findPriceAtQty(side === 'bid' ? book.asks : book.bids, order.qty);
  if (worst === null) return ok(null);
  const wanted = side === 'bid' ? worst + slippage : worst - slippage;
  const held =
    wanted > market.priceMax ? market.priceMax : wanted < market.priceMin ? market.priceMin : wanted;
  return ok(roundToGrid(held as Price, side, market.bands));
}

function checkQty(qty: bigint): Refused | null {
  if (qty < QTY_STEP) return refused('qty_below_min', 'at least 0.01 contracts');
  return qty % QTY_STEP === 0n ? null : refused('qty_off_lot', 'a whole number of 0.01 contracts');
}

function checkPrice(price: Price, market: Tradable): Refused | null {
  const isInside = price > 0n && price < ONE && price >= market.priceMin && price <= market.priceMax;
  if (!isInside) return refused('price_out_of_range', 'the price is outside the market');
  return isOnGrid(price, market.bands) ? null : refused('price_off_tick', 'the price is between two ticks');
}
