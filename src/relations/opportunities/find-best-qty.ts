import { type Notional, ONE, type OpportunityKind, type Qty, requirePresent } from '#contract';
import { computeFeeScale } from '#domain';
import { LegCost, type LegFill } from './leg-cost.ts';
import { computePayout, type LegDefinition, type PricedLeg } from './opportunity-set.ts';

/** The quantity of a set that earns most, and what it costs. */
export interface Edge {
  readonly qty: Qty; // of each leg
  readonly edgeTotal: Notional; // what the sets pay at least, less their cost with fees; above 0
  readonly capital: Notional; // the cost with fees
  readonly legs: readonly (LegFill & { readonly leg: LegDefinition })[];
}

/** Quantities that are evaluated at most. Only steps far below the fee rounding of a venue reach it. */
const CANDIDATES_MAX = 4_000;

/**
 * Finds the quantity with the largest edge, the smallest of equals; null when no quantity earns anything.
 *
 * A quantity is a multiple of the step of every leg and meets its minimums. Without rounding the edge is a concave
 * function of the quantity. Rounding moves it by a bounded amount, so the search begins at the peak of that
 * function and goes both ways, until the function alone is below the best edge found.
 *
 * Source  docs/decisions/opportunities-and-hedges.md
 */
export function findBestQty(kind: OpportunityKind, legs: readonly PricedLeg[]): Edge | null {
  const payout = computePayout(kind, legs.length);
  if (sumBestPrices(legs) >= payout) return null; // fees never reduce a cost
  const scale = legs.reduce((most, { fees }) => larger(most, computeFeeScale(fees)), 1n);
  const costs = legs.map((leg) => new LegCost(leg, scale));
  const step = legs.reduce((lot, { qtyStep }) => leastCommonMultiple(lot, qtyStep), 1n);
  const gain = costs.reduce((sum, cost) => sum + cost.roundingGainMax, 0n);
  const search: Search = { payout, costs, step, scale, gain, best: null, left: CANDIDATES_MAX };
  const { first, last } = findRange(legs, costs, step);
  if (first > last) return null;
  const peak = findPeak(search, first, last);
  for (let qty = peak; qty >= first && mayWin(search, qty, true); qty -= step) evaluate(search, qty);
  for (let qty = peak + step; qty <= last && mayWin(search, qty, false); qty += step) evaluate(search, qty);
  return search.best === null || search.best.edge <= 0n ? null : toEdge(search.best, legs, costs);
}

interface Best {
  readonly qty: bigint;
  readonly edge: bigint;
}

interface Search {
  readonly payout: bigint;
  readonly costs: readonly LegCost[];
  readonly step: bigint;
  readonly scale: bigint; // of exact costs
  readonly gain: bigint; // by which rounding can raise an edge at most, in 1e-16 divided by the scale
  best: Best | null;
  left: number; // evaluations
}

const sumBestPrices = (legs: readonly PricedLeg[]): bigint =>
  legs.reduce((sum, { levels }) => sum + (levels[0]?.price ?? ONE), 0n);

function evaluate(search: Search, qty: bigint): void {
  const cost = search.costs.reduce((sum, leg) => sum + leg.computeCost(qty), 0n);
  const edge = search.payout * qty - cost;
  const { best } = search;
  search.left -= 1;
  if (best === null || edge > best.edge || (edge === best.edge && qty < best.qty))
    search.best = { qty, edge };
}

/** @param isSmaller  the quantity is below all evaluated ones, so that an equal edge would win */
function mayWin(search: Search, qty: bigint, isSmaller: boolean): boolean {
  const { best, left, scale, gain } = search;
  if (best === null) return true;
  const most = computeExactEdge(search, qty) + gain;
  return left > 0 && (isSmaller ? most >= best.edge * scale : most > best.edge * scale);
}

/** The edge without any rounding, in 1e-16 divided by the scale. */
const computeExactEdge = ({ payout, costs, scale }: Search, qty: bigint): bigint =>
  payout * qty * scale - costs.reduce((sum, leg) => sum + leg.computeExactCost(qty), 0n);

/** The smallest and the largest quantity that all legs accept and their books hold. */
function findRange(
  legs: readonly PricedLeg[],
  costs: readonly LegCost[],
  step: bigint,
): { readonly first: bigint; readonly last: bigint } {
  const depths = legs.map(({ levels }) => levels.reduce((sum, { qty }) => sum + qty, 0n));
  const depth = depths.reduce((least, qty) => (qty < least ? qty : least));
  const last = depth - (depth % step);
  const least = legs.reduce<bigint>((most, { qtyMin }) => (qtyMin > most ? qtyMin : most), step);
  let first = ceilToStep(least, step);
  for (const [at, { buyNotionalMin }] of legs.entries()) {
    if (buyNotionalMin === null || first > last) continue;
    const cost = requirePresent(costs[at], 'the cost of a leg');
    first = findFirst(first, last, step, (qty) => cost.computeNotional(qty) >= buyNotionalMin);
  }
  return { first, last };
}

/** The first quantity of a range that a growing property has; beyond the range when none has it. */
function findFirst(from: bigint, to: bigint, step: bigint, has: (qty: bigint) => boolean): bigint {
  let [low, high] = [from, to + step];
  while (low < high) {
    const middle = low + ((high - low) / step / 2n) * step;
    if (has(middle)) high = middle;
    else low = middle + step;
  }
  return low;
}

/** The quantity at which the edge without rounding is largest: the first after which one more step does not pay. */
function findPeak(search: Search, first: bigint, last: bigint): bigint {
  const { step } = search;
  const stops = (qty: bigint): boolean =>
    qty >= last || computeExactEdge(search, qty + step) <= computeExactEdge(search, qty);
  return findFirst(first, last, step, stops);
}

function toEdge({ qty, edge }: Best, legs: readonly PricedLeg[], costs: readonly LegCost[]): Edge {
  const fills = legs.map(({ leg }, at) => ({
    leg,
    ...requirePresent(costs[at], 'the cost of a leg').computeFill(qty as Qty),
  }));
  return {
    qty: qty as Qty,
    edgeTotal: edge as Notional,
    capital: fills.reduce((sum, { cost }) => sum + cost, 0n) as Notional,
    legs: fills,
  };
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

const ceilToStep = (qty: bigint, step: bigint): bigint => ((qty + step - 1n) / step) * step;

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b];
  while (small !== 0n) [large, small] = [small, large % small];
  return (a / large) * b;
}
