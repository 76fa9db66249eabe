import type { Price, Qty, Side, TimeInForce, TimestampMs } from '#contract';

/** An order for the matching engine. Prices in YES terms, quantities in 1e-8 contracts. */
export interface BookOrder {
  readonly id: number; // the exchange's order id, unique within a book
  readonly owner: string;
  readonly side: Side;
  readonly price: Price | null; // null is MARKET: it trades at any price and never rests
  readonly qty: Qty;
  readonly tif: TimeInForce;
  readonly expiresAt: TimestampMs | null; // set exactly for GTD
  readonly postOnly?: boolean; // true: closed with `post_only_cross` instead of trading on arrival
  readonly selfTrade?: SelfTrade | null; // unset: orders of one owner may trade with each other
}

/** Self-trade prevention: cancel the rest of the incoming order, or cancel the resting order. */
export type SelfTrade = 'cut_taker' | 'cancel_maker';

/** An order resting in the book. */
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
  readonly postOnly?: boolean; // true: the new terms are refused when they would trade at once
}

/** One execution, at the maker's price. */
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
  | 'post_only_cross'
  | 'self_trade';

/** An order that left the book, or never entered it, without being filled completely. */
export interface ClosedOrder {
  readonly id: number;
  readonly reason: CloseReason;
}

/** A level after a change: its total quantity, 0 when it was removed. */
export interface LevelDelta {
  readonly side: Side;
  readonly price: Price;
  readonly qty: Qty;
}

/** All effects of one operation on a book; each list is in order of occurrence. */
export interface BookChange {
  readonly trades: readonly BookTrade[];
  readonly closed: readonly ClosedOrder[];
  readonly levels: readonly LevelDelta[]; // the last entry of a price is its final state
}

export type BookRejection =
  | 'market_not_open'
  | 'unknown_order'
  | 'qty_not_above_filled'
  | 'expiry_not_in_future'
  | 'would_cross';

/** Valid prices and quantities of an instrument. */
export interface TradingTerms {
  readonly priceTick: Price;
  readonly priceMin: Price;
  readonly priceMax: Price;
  readonly qtyStep: Qty;
  readonly qtyMin: Qty;
}

type TermsRefusal = 'price_out_of_range' | 'price_off_tick' | 'qty_below_min' | 'qty_off_lot';

/**
 * Checks price and quantity against the instrument's terms.
 *
 * @param price  YES terms; null for MARKET, or when an amend does not change it
 * @param qty    the order's total; null when an amend does not change it
 * @returns      the first broken rule, or null
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
