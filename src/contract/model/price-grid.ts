import type { Instrument, PriceBand } from './instrument.ts';
import { complement, type Price, type Qty, renderDecimal } from './money.ts';
import type { Outcome } from './order.ts';
import type { FieldIssue } from './result.ts';

/** The valid prices of an instrument, in YES terms. */
export type PriceGrid = Pick<Instrument, 'priceTick' | 'priceMin' | 'priceMax' | 'priceBands'>;

/** True when `price` is valid for the instrument. Prices are in terms of `outcome`, here and below. */
export const isOnGrid = (grid: PriceGrid, outcome: Outcome, price: Price): boolean =>
  floorToGrid(grid, outcome, price) === price;

/** The highest valid price that is not above `price`; null when there is none. */
export function floorToGrid(grid: PriceGrid, outcome: Outcome, price: Price): Price | null {
  if (outcome === 'YES') return floorToYesGrid(grid, price);
  const found = ceilToYesGrid(grid, complement(price));
  return found === null ? null : complement(found);
}

/** The lowest valid price that is not below `price`; null when there is none. */
export function ceilToGrid(grid: PriceGrid, outcome: Outcome, price: Price): Price | null {
  if (outcome === 'YES') return ceilToYesGrid(grid, price);
  const found = floorToYesGrid(grid, complement(price));
  return found === null ? null : complement(found);
}

function floorToYesGrid(
  { priceTick, priceMin, priceMax, priceBands }: PriceGrid,
  price: Price,
): Price | null {
  const highest = price < priceMax ? price : priceMax;
  for (const band of (priceBands ?? [toSingleBand(priceTick, priceMax)]).toReversed()) {
    if (band.from > highest) continue;
    const within = (highest < band.to ? highest : band.to) - band.from;
    const found = band.from + within - (within % band.step);
    return found < priceMin ? null : (found as Price);
  }
  return null;
}

function ceilToYesGrid({ priceTick, priceMin, priceMax, priceBands }: PriceGrid, price: Price): Price | null {
  const lowest = price > priceMin ? price : priceMin;
  for (const band of priceBands ?? [toSingleBand(priceTick, priceMax)]) {
    const within = lowest > band.from ? lowest - band.from : 0n;
    const found = band.from + ((within + band.step - 1n) / band.step) * band.step;
    // The last step of a band may end below `to`; then the next band has the lowest valid price.
    if (found <= band.to) return found > priceMax ? null : (found as Price);
  }
  return null;
}

/** A single band: prices are multiples of the tick, whatever the minimum price is. */
const toSingleBand = (priceTick: Price, priceMax: Price): PriceBand => ({
  from: 0n as Price,
  to: priceMax,
  step: priceTick,
});

type Terms = PriceGrid & Pick<Instrument, 'qtyStep' | 'qtyMin'>;

/** Issues of a price (in terms of `outcome`) and a quantity with the instrument's grid; empty when both are valid. */
export function findTermIssues(
  terms: Terms,
  outcome: Outcome,
  price: Price | null,
  qty: Qty,
): readonly FieldIssue[] {
  return [...(price === null ? [] : priceIssues(terms, outcome, price)), ...qtyIssues(terms, qty)];
}

function priceIssues(terms: Terms, outcome: Outcome, price: Price): FieldIssue[] {
  const yesPrice = outcome === 'YES' ? price : complement(price);
  if (yesPrice < terms.priceMin || yesPrice > terms.priceMax) {
    const bounds = [terms.priceMin, terms.priceMax].map((bound) =>
      renderDecimal(outcome === 'YES' ? bound : complement(bound)),
    );
    const [from, to] = outcome === 'YES' ? bounds : bounds.reverse();
    return [{ field: 'price', issue: `must be from ${from} to ${to}` }];
  }
  const below = floorToGrid(terms, outcome, price);
  if (below === price) return [];
  const step =
    terms.priceBands === null ? `a multiple of ${renderDecimal(terms.priceTick)}` : 'a valid price';
  const nearest = [below, ceilToGrid(terms, outcome, price)].filter((found) => found !== null);
  return [{ field: 'price', issue: `must be ${step}: ${nearest.map(renderDecimal).join(' or ')}` }];
}

function qtyIssues(terms: Terms, qty: Qty): FieldIssue[] {
  if (qty < terms.qtyMin) return [{ field: 'qty', issue: `must be at least ${renderDecimal(terms.qtyMin)}` }];
  if (qty % terms.qtyStep === 0n) return [];
  return [{ field: 'qty', issue: `must be a multiple of the quantity step ${renderDecimal(terms.qtyStep)}` }];
}

/** Issues of a quantity with a generic asset: at least one member must accept the quantity. */
export function findAssetQtyIssues(members: readonly Terms[], qty: Qty): readonly FieldIssue[] {
  const issues = members.map((terms) => qtyIssues(terms, qty));
  return issues.some((found) => found.length === 0) ? [] : (issues[0] ?? []);
}
