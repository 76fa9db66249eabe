import type { Price, Qty } from '../model/money.ts';
import type { Side, TimeInForce } from '../model/order.ts';
import type { TimestampMs } from '../model/time.ts';

/** An order as the matching book takes it. Prices in YES terms, all quantities 1e-8 contracts. */
export interface BookOrder {
  readonly id: number; // the exchange's own, never used twice in one book
  readonly owner: string;
  readonly side: Side;
  readonly price: Price | null; // null is MARKET: it takes any price and never rests
  readonly qty: Qty;
  readonly tif: TimeInForce;
  readonly expiresAt: TimestampMs | null; // set exactly for GTD
  readonly selfTrade?: SelfTrade | null; // unset: orders of one owner trade like any two
}

/** What happens where an order would meet one of its own owner: it ends there, or the resting one goes. */
export type SelfTrade = 'cut_taker' | 'cancel_maker';

/** An order in the book, as it stands. */
export interface RestingOrder extends BookOrder {
  readonly price: Price;
  readonly filledQty: Qty;
}

/** The amendable fields; null leaves a field as it is. */
export interface BookAmend {
  readonly price: Price | null;
  readonly qty: Qty | null; // the new total, above what is filled
  readonly tif: 'GTC' | 'GTD' | null;
  readonly expiresAt: TimestampMs | null;
}

/** One execution. The price is the maker's: who waits names the price. */
export interface BookTrade {
  readonly makerId: number;
  readonly takerId: number;
  readonly takerSide: Side;
  readonly price: Price;
  readonly qty: Qty;
}

export type CloseReason =
  | 'requested'
  | 'ioc_remainder'
  | 'fok_unfilled'
  | 'no_liquidity'
  | 'expired'
  | 'market_closed'
  | 'self_trade';

/** An order that left the book, or never entered it, other than by filling whole. */
export interface ClosedOrder {
  readonly id: number;
  readonly reason: CloseReason;
}

/** A level after a change: its whole quantity, 0 when it is gone. */
export interface LevelDelta {
  readonly side: Side;
  readonly price: Price;
  readonly qty: Qty;
}

/** Everything one operation did to a book, each list in the order it happened. */
export interface BookChange {
  readonly trades: readonly BookTrade[];
  readonly closed: readonly ClosedOrder[];
  readonly levels: readonly LevelDelta[]; // the last entry for a price stands
}

export type BookRejection =
  | 'market_not_open'
  | 'unknown_order'
  | 'qty_not_above_filled'
  | 'expiry_not_in_future';

/** The grid an instrument trades on. */
export interface TradingTerms {
  readonly priceTick: Price;
  readonly priceMin: Price;
  readonly priceMax: Price;
  readonly qtyStep: Qty;
  readonly qtyMin: Qty;
}

type TermsRefusal = 'price_out_of_range' | 'price_off_tick' | 'qty_below_min' | 'qty_off_lot';

/**
 * Whether an order fits its instrument's grid.
 *
 * @param price  YES terms; null for MARKET, or where an amend leaves it
 * @param qty    the order's total; null where an amend leaves it
 * @returns      the first rule broken, or null
 */
export function checkTerms(terms: TradingTerms, price: Price | null, qty: Qty | null): TermsRefusal | null {
  if (price !== null) {
    if (price < terms.priceMin || price > terms.priceMax) return 'price_out_of_range';
    if (price % terms.priceTick !== 0n) return 'price_off_tick';
  }
  if (qty !== null) {
    if (qty < terms.qtyMin) return 'qty_below_min';
    if (qty % terms.qtyStep !== 0n) return 'qty_off_lot';
  }
  return null;
}
