import { floorToLot, QTY_ZERO, type Qty } from '../model/money.ts';
import type { Side } from '../model/order.ts';
import { DEPTH_QTY_MAX, findQtyForNotional, floorToLots, greatestCommonDivisor } from './book-depth.ts';
import { SEARCH_STEPS_MAX, SplitSearch } from './branch-and-bound.ts';
import { type CostCurve, toCostCurves } from './cost-curve.ts';
import { type Bounds, solveRelaxation } from './lp-relaxation.ts';
import { rankForResting } from './rank-venues.ts';
import { isResting, type RouteRequest } from './route-types.ts';
import { getNotionalMin, meetsNotionalMin, type Route } from './venue-eligibility.ts';

/** What one member is to have: whole lots, at least its minimum. */
export interface Share {
  readonly route: Route;
  readonly curve: CostCurve;
  readonly takes: Qty; // of it, what its book fills at once
  readonly qty: Qty;
}

/** An order divided, and whether it is proven that nothing costs less. */
export interface SplitResult {
  readonly shares: readonly Share[];
  readonly isLeast: boolean;
}

/**
 * Divides the order over the members: what the books hold within the limit, as much as possible and at
 * the least exact cost; then, when the order rests, the remainder to the member with the best price, and of
 * equal ones the lowest maker fee, that can hold it.
 *
 * @param routes    in configured venue order
 * @param triedMax  shares looked at before the best so far stands
 * @returns       shares, best price first; their sum is at most the order's quantity
 * Source         contract, Routing; docs/decisions/0020-split-lots.md, 0044-least-cost.md
 */
export function planSplit(
  request: RouteRequest,
  routes: readonly Route[],
  triedMax: number = SEARCH_STEPS_MAX,
): SplitResult {
  const ranked = rankForResting(request, routes);
  const curves = toCostCurves(ranked, request.side, request.qty);
  const offers = ranked.map((route, index) => offerOf(request, route, curves[index] as CostCurve));
  const unit = curves[0]?.units.qty ?? 1;
  const { shares: taken, isLeast } = allocate(
    offers,
    Math.floor(Math.min(Number(request.qty), DEPTH_QTY_MAX) / unit),
    triedMax,
  );
  const shares = ranked.map((route, index): Share => {
    const takes = (BigInt(taken[index] as number) * BigInt(unit)) as Qty;
    return { route, curve: curves[index] as CostCurve, takes, qty: takes };
  });
  const held = isResting(request) ? withRemainder(shares, request) : shares;
  return { shares: held.filter(({ qty }) => qty > 0n), isLeast };
}

function offerOf({ side, qty }: RouteRequest, route: Route, curve: CostCurve): Offer {
  const { qtyMin } = route.candidate;
  const least = getNotionalMin(route.candidate, side);
  // Less than the venue's least notional is no share at all; a book that holds less gives none.
  const worth = least === null ? qtyMin : (findQtyForNotional(route, side, least, qty) ?? qty + 1n);
  return { curve, min: Number(worth > qtyMin ? worth : qtyMin) / curve.units.qty };
}

/** Adds what the books do not hold to one member, where it waits for the market to come. */
function withRemainder(shares: readonly Share[], { side, qty }: RouteRequest): readonly Share[] {
  const remainder = shares.reduce((left, share) => (left - share.qty) as Qty, qty);
  const room = shares.map((share) => roomFor(share, remainder, side));
  // A member with coarse lots may hold only a part; one that holds all of it comes first.
  const whole = room.indexOf(remainder);
  const host = whole === -1 ? room.findIndex((part) => part > 0n) : whole;
  return shares.map((share, index) =>
    index === host ? { ...share, qty: (share.qty + (room[index] ?? 0n)) as Qty } : share,
  );
}

/** How much of the remainder the member can hold beside its share. */
function roomFor({ route, qty }: Share, remainder: Qty, side: Side): Qty {
  const part = floorToLot(remainder, route.candidate.qtyStep);
  const whole = (qty + part) as Qty;
  return whole >= route.candidate.qtyMin && meetsNotionalMin(route, side, whole) ? part : QTY_ZERO;
}

/** A member as a quantity is divided: what it costs, and the least it takes (0 when nothing is too little). */
interface Offer {
  readonly curve: CostCurve;
  readonly min: number;
}

/** Shares in the order of the offers, in the curves' units. */
interface Allocation {
  readonly shares: readonly number[];
  readonly isLeast: boolean; // proven: no other division of as much costs less
}

/**
 * Divides a quantity over members: as much as can be taken at once, and that at the least exact cost, fees,
 * their rounding and each order's cash step included. Each share is zero, or whole lots and at least the
 * member's minimum; the sum never exceeds `qty`.
 *
 * Minimums are settled by branching: where the cheapest division falls short of one, the member is tried with
 * none and with at least that.
 *
 * Source   docs/decisions/0044-least-cost.md, 0115-how-far-the-search-goes.md
 */
function allocate(offers: readonly Offer[], qty: number, triedMax: number): Allocation {
  const curves = offers.map(({ curve }) => curve);
  const mins = offers.map(({ curve, min }) => roundUp(min, curve.lot));
  const bounds = curves.map((curve, index) => {
    const hi = floorToLots(curve.depth, curve.lot);
    return { lo: 0, hi: hi < (mins[index] as number) ? 0 : hi };
  });
  const search = new SplitSearch(curves, mins, fillable(curves, bounds, qty), triedMax);
  branch(search, curves, mins, bounds);
  const isLeast = search.isDone && curves.every(({ isExact }) => isExact);
  return { shares: search.best?.shares ?? offers.map(() => 0), isLeast };
}

function branch(
  search: SplitSearch,
  curves: readonly CostCurve[],
  mins: readonly number[],
  bounds: readonly Bounds[],
): void {
  const relaxed = solveRelaxation(curves, bounds, search.qty);
  const short = relaxed.shares.findIndex((share, index) => share > 0 && share < (mins[index] as number));
  if (short === -1) return search.run(bounds, relaxed);
  const { hi } = bounds[short] as Bounds;
  branch(search, curves, mins, bounds.with(short, { lo: mins[short] as number, hi }));
  branch(search, curves, mins, bounds.with(short, { lo: 0, hi: 0 }));
}

/** What whole lots could fill at best: no more than the depth, and no part that every lot is too coarse for. */
function fillable(curves: readonly CostCurve[], bounds: readonly Bounds[], qty: number): number {
  let depth = 0;
  let lot = 0;
  for (const [index, { hi }] of bounds.entries()) {
    if (hi === 0) continue;
    depth += hi;
    lot = greatestCommonDivisor((curves[index] as CostCurve).lot, lot);
  }
  const most = depth < qty ? depth : qty;
  return lot === 0 ? 0 : floorToLots(most, lot);
}

const roundUp = (qty: number, lot: number): number => Math.ceil(qty / lot) * lot;
