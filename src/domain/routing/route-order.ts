import {
  assert,
  computeNotional,
  err,
  NOTIONAL_ZERO,
  type Notional,
  ok,
  type Price,
  QTY_ZERO,
  type Qty,
  type Rejection,
  type Result,
} from '#contract';
import { chargeFill, computeFillFee, computeOrderFees } from '../fees/fill-fees.ts';
import { planSplit, type Share, type SplitResult } from './allocation.ts';
import { rankForWholeOrder } from './rank-venues.ts';
import {
  type CandidateSnapshot,
  isResting,
  type LegEstimate,
  type Plan,
  type PlannedLeg,
  type RouteCandidate,
  type RouteRequest,
  type RoutingDecision,
  type Shortfall,
} from './route-types.ts';
import {
  type EligibleRoutes,
  findEligibleRoutes,
  findLegMin,
  getBestTakerPrice,
  isWithinLimit,
  type Route,
  toNoRouteRejection,
} from './venue-eligibility.ts';

/**
 * Plans the legs of an order on a generic asset.
 *
 * BEST_PRICE and FOK orders go to one member with the full quantity; SPLIT divides it. An order that cannot
 * rest is sent only to members with executable quantity within its limit. The quantity without a leg is the
 * plan's shortfall.
 *
 * @param candidates  all members, in configured venue order
 * Rejects            with `routing_unavailable` when no member is usable; with `validation` when no usable
 *                    member accepts the order's price, quantity or tif
 * Source             contract, Routing; SPEC.md
 */
export function planOrder(
  request: RouteRequest,
  candidates: readonly RouteCandidate[],
): Result<Plan, Rejection> {
  const screened = findEligibleRoutes(request, candidates);
  if (screened.routes.length === 0) return err(toNoRouteRejection(screened));
  const isWhole = request.mode === 'BEST_PRICE' || request.tif === 'FOK';
  const { shares, isLeast } = isWhole ? planWhole(request, screened) : planSplit(request, screened.routes);
  const legs = shares.map(toPlannedLeg);
  checkLegs(request, shares);
  return ok({
    legs,
    shortfall: computeShortfall(request, legs),
    decision: toRoutingDecision(request, candidates, screened, shares, isLeast),
  });
}

/** Estimates the cost of a DIRECT order, which has one leg; null when the member is unusable. */
export function estimateDirect(
  request: Omit<RouteRequest, 'mode'>,
  candidate: RouteCandidate,
): { readonly seen: CandidateSnapshot; readonly estimate: LegEstimate | null } {
  const order: RouteRequest = { ...request, mode: 'BEST_PRICE' };
  const { routes } = findEligibleRoutes(order, [candidate]);
  const [best] = rankForWholeOrder(order, routes);
  const seen = { ...toSnapshot(candidate, best?.route), dropped: candidate.unusable };
  if (best === undefined) return { seen, estimate: null };
  const { route, curve, filled } = best;
  const takes = request.tif === 'FOK' && filled < request.qty ? QTY_ZERO : filled;
  return { seen, estimate: estimateLeg(order, { route, curve, takes, qty: request.qty }) };
}

/** Gives the full quantity to the best member; no leg when the order can neither rest nor trade immediately. */
function planWhole(request: RouteRequest, { routes }: EligibleRoutes): SplitResult {
  const [best] = rankForWholeOrder(request, routes);
  if (best === undefined) return { shares: [], isLeast: true };
  const { route, curve, filled } = best;
  const needed = request.tif === 'FOK' ? request.qty : QTY_ZERO;
  const isTaken = isResting(request) || (filled > 0n && filled >= needed);
  return { shares: isTaken ? [{ route, curve, takes: filled, qty: request.qty }] : [], isLeast: true };
}

const toPlannedLeg = ({ route, qty }: Share): PlannedLeg => ({
  venue: route.candidate.venue,
  instrumentId: route.candidate.instrumentId,
  venueInstrumentId: route.candidate.venueInstrumentId,
  outcome: route.outcome,
  tokenSide: null, // decided by what is held, after the routing
  price: route.limit,
  qty,
});

/** The quantity without a leg, and the reason. */
function computeShortfall(request: RouteRequest, legs: readonly PlannedLeg[]): Shortfall | null {
  const qty = legs.reduce((left, leg) => (left - leg.qty) as Qty, request.qty);
  if (qty === 0n) return null;
  if (request.tif === 'FOK') return { qty, reason: 'fok_unfilled' };
  const isNoneLeft = isResting(request) || (request.type === 'MARKET' && legs.length === 0);
  return { qty, reason: isNoneLeft ? 'no_liquidity' : 'ioc_remainder' };
}

/** Asserts I-06 and I-08: legs do not exceed the order, have no worse price, and fit their venue's lots. */
function checkLegs(request: RouteRequest, shares: readonly Share[]): void {
  let routed = QTY_ZERO;
  for (const { route, qty } of shares) {
    const { candidate } = route;
    assert(
      qty >= findLegMin(candidate, qty, candidate.held) && qty % candidate.qtyStep === 0n,
      'a leg is whole lots and at least the minimum',
    );
    assert(
      request.price === null || isWithinLimit(request.side, route.limit as Price, request.price),
      'I-08: a leg is priced no worse than its order',
    );
    routed = (routed + qty) as Qty;
  }
  assert(routed <= request.qty, 'I-06: legs sum to at most the order');
}

function toRoutingDecision(
  request: RouteRequest,
  candidates: readonly RouteCandidate[],
  { routes, dropped }: EligibleRoutes,
  shares: readonly Share[],
  isLeast: boolean,
): RoutingDecision {
  const routeOf = new Map(routes.map((route) => [route.candidate, route]));
  const chosen = new Set(shares.map(({ route }) => route.candidate));
  const seen = candidates.map((candidate): CandidateSnapshot => {
    const why = chosen.has(candidate) ? null : (dropped.get(candidate) ?? 'not_chosen');
    return { ...toSnapshot(candidate, routeOf.get(candidate)), dropped: why };
  });
  const legs = shares.map((share) => estimateLeg(request, share));
  return { mode: request.mode, candidates: seen, legs, isLeast };
}

const toSnapshot = (
  { venue, instrumentId, book, bookAgeMs }: RouteCandidate,
  route: Route | undefined,
): Omit<CandidateSnapshot, 'dropped'> => ({
  venue,
  instrumentId,
  bookSequence: book?.sequence ?? null,
  bookAgeMs,
  bestPrice: route === undefined ? null : getBestTakerPrice(route.from),
});

/** Expected cost of a leg: the taken part at book prices, the resting part at its limit as a maker. */
function estimateLeg({ side, ...request }: RouteRequest, { route, curve, takes, qty }: Share): LegEstimate {
  const { candidate, limit, fees: schedule } = route;
  const taken = curve.takenCost(takes);
  const rests = (isResting(request) ? qty - takes : 0n) as Qty;
  const isWaiting = limit !== null && rests > 0n;
  const later = isWaiting ? computeNotional(limit, rests) : NOTIONAL_ZERO;
  const laterFee = isWaiting ? computeFillFee(schedule, limit, rests, 'MAKER') : NOTIONAL_ZERO;
  const account = isWaiting ? chargeFill(schedule, side, taken.charges, later, laterFee) : taken.charges;
  return {
    instrumentId: candidate.instrumentId,
    takes,
    takesNotional: taken.notional,
    rests,
    fee: computeOrderFees(side, account, (taken.notional + later) as Notional),
    cost: account.cost,
  };
}
