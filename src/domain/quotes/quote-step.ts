import type { Price, Qty } from '#contract';

export const QUOTE_SIDES = ['bid', 'ask'] as const;
export type QuoteSide = (typeof QUOTE_SIDES)[number];

/** What a maker wants to rest on one side of an instrument, in YES terms. */
export interface QuoteTerms {
  readonly price: Price;
  readonly qty: Qty; // that rests: an order that is filled in part has more in all
}

/** Smaller differences leave a quote as it is. */
export interface QuoteTolerance {
  readonly priceMoveMin: Price;
  readonly qtyChangeMin: Qty;
}

/** The live order of a quote. */
export interface LiveQuote {
  readonly price: Price;
  readonly qty: Qty; // of the order, with what is filled
  readonly filledQty: Qty;
  readonly restingQty: Qty; // at the venue, which does not put a voided quantity back into its book
  readonly isAmendable: boolean; // acknowledged, and nothing is requested of it
  readonly isEnding: boolean; // its cancel is requested
}

/** What one side needs. `qty` of an amended order is its new total. */
export type QuoteStep =
  | { readonly kind: 'NONE' | 'KEEP' | 'PLACE' | 'CANCEL' | 'REPLACE' }
  | { readonly kind: 'LOWER'; readonly qty: Qty }
  | { readonly kind: 'AMEND'; readonly price: Price; readonly qty: Qty };

const NONE = { kind: 'NONE' } as const;
const KEEP = { kind: 'KEEP' } as const;
const REPLACE = { kind: 'REPLACE' } as const;

/**
 * Decides on one side. A quote that has not changed is kept, so that it keeps its place in the book (I-Q2), and a lower
 * quantity at the same price is lowered in place.
 *
 * An amend never raises the total of an order that has fills: its total would grow with every fill, up to the largest
 * quantity of an order. Such a quote is replaced, and so is one with a voided fill: what its total leaves to rest depends on
 * how the venue amends.
 */
export function decideQuote(
  live: LiveQuote | null,
  wanted: QuoteTerms | null,
  tolerance: QuoteTolerance,
): QuoteStep {
  if (wanted === null) return live === null ? NONE : { kind: 'CANCEL' };
  if (live === null) return { kind: 'PLACE' };
  const { filledQty, restingQty: resting, isAmendable, isEnding } = live;
  if (isEnding) return REPLACE;
  const isSamePrice = isWithin(live.price, wanted.price, tolerance.priceMoveMin);
  if (isSamePrice && isWithin(resting, wanted.qty, tolerance.qtyChangeMin)) return KEEP;
  if (!isAmendable) return REPLACE;
  if (resting !== live.qty - filledQty) return REPLACE; // a fill was voided
  const qty = (filledQty + wanted.qty) as Qty;
  if (isSamePrice && wanted.qty < resting) return { kind: 'LOWER', qty };
  return filledQty > 0n && qty > live.qty ? REPLACE : { kind: 'AMEND', price: wanted.price, qty };
}

/** True when the values are equal or differ by less than `min`. */
function isWithin(value: bigint, other: bigint, min: bigint): boolean {
  const apart = value < other ? other - value : value - other;
  return apart === 0n || apart < min;
}

/**
 * What a replacement may rest, after the old order has filled `filledSince` while it was being cancelled. Both together
 * then fill at most the larger of their quantities (I-Q3).
 */
export const reduceByFills = (wanted: Qty, filledSince: Qty): Qty =>
  (filledSince < wanted ? wanted - filledSince : 0n) as Qty;
