import type { Instrument } from '../model/instrument.ts';
import { complement, type Price, type Qty, renderDecimal } from '../model/money.ts';
import type { Outcome } from '../model/order.ts';
import { ceilToGrid, floorToGrid, type PriceGrid } from '../model/price-grid.ts';
import type { FieldIssue } from '../model/result.ts';

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
