import { floorToLot, minQty, QTY_ZERO, type Qty, type Side } from '#contract';
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
 * Divides the order over the members. First it closes what is held, as far as the books allow within the limit, at the
 * minimal exact cost. The rest then takes what is left of the books the same way; where lots and minimums would keep a
 * part of it from being filled, less is closed. If the order may rest,
 * the remainder rests where something is still held; what exceeds that goes to the member with the best price, then the
 * lowest maker fee, that accepts it. A reduce-only order gets no more at a member than is held there (I-35).
 *
 * @param routes    in configured venue order
 * @param triedMax  search steps after which the best division found is returned
 * @returns       shares, best price first; their sum is at most the order's quantity
 * Source         contract, Routing; docs/decisions/routing-plans.md, 0044-least-cost.md, 0197-exits.md
 */
export function planSplit(
  request: RouteRequest,
  routes: readonly Route[],
  triedMax: number = SEARCH_STEPS_MAX,
): SplitResult {
  const ranked = rankForResting(request, routes);
  const held = sum(ranked.map(({ candidate }) => candidate.held));
  const taken = takeHeldFirst(request, ranked, minQty(request.qty, held), triedMax);
  const { takes, isLeast } = taken;
  const curves = taken.curves ?? toCostCurves(ranked, request.side, request.qty);
  const shares = ranked.map(
    (route, index): Share => ({
      route,
      curve: curves[index] as CostCurve,
      takes: takes[index] as Qty,
      qty: takes[index] as Qty,
    }),
  );
  const planned = isResting(request) ? withRemainder(restHeld(shares, request.qty), request) : shares;
  return { shares: planned.filter(({ qty }) => qty > 0n), isLeast };
}

/** What each member takes of the order, and whether that is proven to cost least. */
interface Taken {
  readonly takes: readonly Qty[];
  readonly isLeast: boolean;
  readonly curves: readonly CostCurve[] | null; // of the whole books, where it was planned in one step
}

/** @param held  what all members hold, at most the order's quantity */
function takeHeldFirst(request: RouteRequest, routes: readonly Route[], held: Qty, triedMax: number): Taken {
  const none = routes.map(() => QTY_ZERO);
  if (held === 0n) return takeRest(request, routes, none, triedMax);
  const openAfter = (closed: Taken): Taken => {
    const all = takeRest(request, routes, closed.takes, triedMax);
    return { ...all, isLeast: all.isLeast && closed.isLeast };
  };
  const closed = take(request, held, routes, CLOSING, triedMax);
  const first = openAfter(closed);
  if (request.reduceOnly || sum(first.takes) === request.qty) return first;
  const direct = takeRest(request, routes, none, triedMax);
  const short = (sum(direct.takes) - sum(first.takes)) as Qty;
  if (short <= 0n) return first;
  for (const less of listConcessions(routes, first.takes, short)) {
    const closing = (sum(closed.takes) - less) as Qty;
    if (closing <= 0n) break;
    const second = openAfter(take(request, closing, routes, CLOSING, triedMax));
    if (sum(second.takes) >= sum(direct.takes)) return second;
  }
  return direct.takes.every((share, index) => isPossibleBeyondHeld(routes[index] as Route, share, request))
    ? direct
    : first;
}

/**
 * How much less to close so that a member can take what is short: its lot or its minimum is larger than that.
 * Least first.
 */
function listConcessions(routes: readonly Route[], takes: readonly Qty[], short: Qty): readonly Qty[] {
  return routes
    .map(({ candidate: { qtyStep, qtyMin, holdsTokens } }, index) => {
      const isNew = takes[index] === 0n || holdsTokens;
      const needed = isNew && qtyMin > short ? qtyMin : short;
      return (needed + ((qtyStep - (needed % qtyStep)) % qtyStep) - short) as Qty;
    })
    .filter((less) => less > 0n)
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Where what is held is sold separately, the part beyond it is a separate order. */
function isPossibleBeyondHeld(route: Route, share: Qty, { side }: RouteRequest): boolean {
  const { held, holdsTokens, qtyMin } = route.candidate;
  const beyond = (share - held) as Qty;
  return (
    !holdsTokens || held === 0n || beyond <= 0n || (beyond >= qtyMin && meetsNotionalMin(route, side, beyond))
  );
}

/** Adds what is left of the books to what is closed; nothing for a reduce-only order. */
function takeRest(
  request: RouteRequest,
  routes: readonly Route[],
  closed: readonly Qty[],
  triedMax: number,
): Taken {
  const rest = (request.qty - sum(closed)) as Qty;
  if (request.reduceOnly || rest === 0n) return { takes: closed, isLeast: true, curves: null };
  const left = routes.map((route, index) => withoutTaken(route, closed[index] as Qty));
  const opened = take(request, rest, left, openingTerms(request, closed), triedMax);
  return {
    takes: opened.takes.map((qty, index) => (qty + (closed[index] as Qty)) as Qty),
    isLeast: opened.isLeast,
    curves: rest === request.qty ? opened.curves : null,
  };
}

const sum = (qtys: readonly Qty[]): Qty => qtys.reduce((total, qty) => (total + qty) as Qty, QTY_ZERO);

/** The least and the most that a member can take in one step of a plan. */
interface StepTerms {
  readonly min: (route: Route, qty: Qty, index: number) => Qty;
  readonly max: (route: Route) => Qty | null; // null: its book
}

/** Tokens or contracts that are held are sold whatever their value. */
const CLOSING: StepTerms = {
  min: ({ candidate }) => candidate.closeQtyMin,
  max: ({ candidate }) => candidate.held,
};

const openingTerms = ({ side }: RouteRequest, closed: readonly Qty[]): StepTerms => ({
  min: (route, qty, index) => {
    const { holdsTokens, qtyMin } = route.candidate;
    // One order at the venue, except where what is held is sold separately.
    if ((closed[index] as Qty) > 0n && !holdsTokens) return QTY_ZERO;
    const least = getNotionalMin(route.candidate, side);
    // A share below the venue's minimum notional is not possible, so a book that holds less gets none.
    const worth =
      least === null ? qtyMin : (findQtyForNotional(route, side, least, qty) ?? ((qty + 1n) as Qty));
    return worth > qtyMin ? worth : qtyMin;
  },
  max: () => null,
});

/** Takes as much of `qty` as the books hold within the limit, at the minimal exact cost. */
function take(
  { side }: RouteRequest,
  qty: Qty,
  routes: readonly Route[],
  { min, max }: StepTerms,
  triedMax: number,
): Taken & { readonly curves: readonly CostCurve[] } {
  const curves = toCostCurves(routes, side, qty);
  const unit = curves[0]?.units.qty ?? 1;
  const offers = routes.map((route, index): Offer => {
    const most = max(route);
    return {
      curve: curves[index] as CostCurve,
      min: Number(min(route, qty, index)) / unit,
      max: most === null ? Number.POSITIVE_INFINITY : Math.floor(Number(minQty(most, qty)) / unit),
    };
  });
  const { shares, isLeast } = allocate(
    offers,
    Math.floor(Math.min(Number(qty), DEPTH_QTY_MAX) / unit),
    triedMax,
  );
  return { takes: shares.map((share) => (BigInt(share) * BigInt(unit)) as Qty), curves, isLeast };
}

/** The member with what its book holds after `taken`. */
function withoutTaken(route: Route, taken: Qty): Route {
  if (taken === 0n) return route;
  let left: bigint = taken;
  const levels = route.from.levels.flatMap((level) => {
    const gone = left < level.qty ? left : level.qty;
    left -= gone;
    return level.qty > gone ? [{ ...level, qty: (level.qty - gone) as Qty }] : [];
  });
  return { ...route, from: { ...route.from, levels } };
}

/** Lets what the books cannot fill rest where something is still held, best price first. */
function restHeld(shares: readonly Share[], qty: Qty): readonly Share[] {
  let left = (qty - sum(shares.map((share) => share.qty))) as Qty;
  return shares.map((share) => {
    const { held, qtyStep, qtyMin } = share.route.candidate;
    const room = held > share.qty ? floorToLot(minQty(left, (held - share.qty) as Qty), qtyStep) : QTY_ZERO;
    if (room === 0n || share.qty + room < qtyMin) return share;
    left = (left - room) as Qty;
    return { ...share, qty: (share.qty + room) as Qty };
  });
}

/** Adds the quantity that is neither taken nor held to one member, where it rests. */
function withRemainder(shares: readonly Share[], { side, qty, reduceOnly }: RouteRequest): readonly Share[] {
  if (reduceOnly) return shares;
  const remainder = (qty - sum(shares.map((share) => share.qty))) as Qty;
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

/** Cost curve, minimum (0: none) and maximum share of a member, in the curve's units. */
interface Offer {
  readonly curve: CostCurve;
  readonly min: number;
  readonly max: number;
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
 * Source   docs/decisions/routing-plans.md, 0115-search-limit.md
 */
function allocate(offers: readonly Offer[], qty: number, triedMax: number): Allocation {
  const curves = offers.map(({ curve }) => curve);
  const mins = offers.map(({ curve, min }) => roundUp(min, curve.lot));
  const bounds = curves.map((curve, index) => {
    const hi = floorToLots(Math.min(curve.depth, offers[index]?.max ?? 0), curve.lot);
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
