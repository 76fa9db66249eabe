import { floorToLot, QTY_ZERO, type Qty } from '../model/money.ts';
import type { Side } from '../model/order.ts';
import { DEPTH_QTY_MAX, findQtyForNotional, floorToLots, greatestCommonDivisor } from './book-depth.ts';
import { SEARCH_STEPS_MAX, SplitSearch } from './branch-and-bound.ts';
import { type CostCurve, toCostCurves } from './cost-curve.ts';
import { type Bounds, solveRelaxation } from './lp-relaxation.ts';
import { rankForResting } from './rank-venues.ts';
import { isResting, type RouteRequest } from './route-types.ts';
import { getNotionalMin, meetsNotionalMin, type Route } from './venue-eligibility.ts';

/** Allocation of one member: a multiple of its lot, at least its minimum. */
export interface Share {
  readonly route: Route;
  readonly curve: CostCurve;
  readonly takes: Qty; // part of `qty` that its book fills immediately
  readonly qty: Qty;
}

/** A divided order, and whether its cost is proven to be minimal. */
export interface SplitResult {
  readonly shares: readonly Share[];
  readonly isLeast: boolean;
}

/**
 * Divides the order over the members. First it takes as much as possible from the books within the limit, at
 * the minimal exact cost. If the order may rest, the remainder goes to the member with the best price, then
 * the lowest maker fee, that accepts the quantity.
 *
 * @param routes    in configured venue order
 * @param triedMax  search steps after which the best division found is returned
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
  const offers = ranked.map((route, index) => toOffer(request, route, curves[index] as CostCurve));
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

function toOffer({ side, qty }: RouteRequest, route: Route, curve: CostCurve): Offer {
  const { qtyMin } = route.candidate;
  const least = getNotionalMin(route.candidate, side);
  // A share below the venue's minimum notional is not possible, so a book that holds less gets none.
  const worth = least === null ? qtyMin : (findQtyForNotional(route, side, least, qty) ?? qty + 1n);
  return { curve, min: Number(worth > qtyMin ? worth : qtyMin) / curve.units.qty };
}

/** Adds the quantity that the books cannot fill to one member, where it rests. */
function withRemainder(shares: readonly Share[], { side, qty }: RouteRequest): readonly Share[] {
  const remainder = shares.reduce((left, share) => (left - share.qty) as Qty, qty);
  const room = shares.map((share) => acceptableQty(share, remainder, side));
  // A member with large lots may accept only a part; a member that accepts all of it is preferred.
  const whole = room.indexOf(remainder);
  const restsAt = whole === -1 ? room.findIndex((part) => part > 0n) : whole;
  return shares.map((share, index) =>
    index === restsAt ? { ...share, qty: (share.qty + (room[index] ?? 0n)) as Qty } : share,
  );
}

/** The part of the remainder that the member accepts in addition to its share. */
function acceptableQty({ route, qty }: Share, remainder: Qty, side: Side): Qty {
  const part = floorToLot(remainder, route.candidate.qtyStep);
  const whole = (qty + part) as Qty;
  return whole >= route.candidate.qtyMin && meetsNotionalMin(route, side, whole) ? part : QTY_ZERO;
}

/** Cost curve and minimum share of a member (0: no minimum), in the curve's units. */
interface Offer {
  readonly curve: CostCurve;
  readonly min: number;
}

/** Shares in the order of the offers, in the curves' units. */
interface Allocation {
  readonly shares: readonly number[];
  readonly isLeast: boolean; // proven: no other division of the same quantity costs less
}

/**
 * Divides a quantity over members: as much as can be filled immediately, at the minimal exact cost including
 * fees, their rounding and cash steps. Each share is zero, or a multiple of the lot and at least the member's
 * minimum. The sum never exceeds `qty`.
 *
 * Minimums are resolved by branching: when the cheapest division is below a member's minimum, the member is
 * tried with zero and with at least the minimum.
 *
 * Source   docs/decisions/0044-least-cost.md, 0115-search-limit.md
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

/** Upper bound of the fillable quantity: limited by the depth, and a multiple of the lots' common divisor. */
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
