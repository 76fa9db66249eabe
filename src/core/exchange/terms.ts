import type { Price, Qty } from '../kernel/decimal.ts';

/** The grid an instrument trades on. */
export interface Terms {
  readonly priceTick: Price;
  readonly priceMin: Price;
  readonly priceMax: Price;
  readonly qtyStep: Qty;
  readonly qtyMin: Qty;
}

export type TermsRefusal = 'price_out_of_range' | 'price_off_tick' | 'qty_below_min' | 'qty_off_lot';

/**
 * Whether an order fits its instrument's grid.
 *
 * @param price  YES terms; null for MARKET, or where an amend leaves it
 * @param qty    the order's total; null where an amend leaves it
 * @returns      the first rule broken, or null
 */
export function checkTerms(terms: Terms, price: Price | null, qty: Qty | null): TermsRefusal | null {
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
