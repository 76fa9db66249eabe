import {
  type Book,
  ceilToGrid,
  complement,
  computeNotional,
  type FeeSchedule,
  floorToGrid,
  invalidField,
  isYesBuy,
  type Json,
  type Level,
  type Notional,
  type Outcome,
  oppositeOutcome,
  type Price,
  QTY_ZERO,
  type Qty,
  type Rejection,
  rejection,
  requirePresent,
  type Side,
} from '#contract';
import type { DropReason, RouteCandidate, RouteRequest, UnusableReason } from './route-types.ts';

/** A member that may get a leg, with the order in the member's terms. */
export interface Route {
  readonly candidate: RouteCandidate;
  readonly outcome: Outcome; // the instrument's
  readonly limit: Price | null; // rounded to the venue's grid, never worse for the caller
  readonly fees: FeeSchedule;
  readonly from: TakeSide;
}

export interface EligibleRoutes {
  readonly routes: readonly Route[]; // in the candidates' order
  readonly dropped: ReadonlyMap<RouteCandidate, UnusableReason | DropReason>;
}

/** Separates the members that can get a leg from those that cannot, with the reason. */
export function findEligibleRoutes(
  request: RouteRequest,
  candidates: readonly RouteCandidate[],
): EligibleRoutes {
  const routes: Route[] = [];
  const dropped = new Map<RouteCandidate, UnusableReason | DropReason>();
  for (const candidate of candidates) {
    const route = toRoute(request, candidate);
    if (typeof route === 'string') dropped.set(candidate, route);
    else routes.push(route);
  }
  // A SPLIT may divide a quantity over different lots, but one member must accept all of it. Otherwise a
  // remainder could neither be filled nor rest anywhere.
  const held = routes.reduce((sum, { candidate }) => (sum + candidate.held) as Qty, QTY_ZERO);
  if (routes.some(({ candidate }) => qtyIssue(request, candidate, held) === null)) return { routes, dropped };
  for (const { candidate } of routes) {
    dropped.set(
      candidate,
      requirePresent(qtyIssue(request, candidate, held), 'the reason the quantity does not fit'),
    );
  }
  return { routes: [], dropped };
}

/** The rejection when no member is left: the field that no usable member accepts, missing cash, or `routing_unavailable`. */
export function toNoRouteRejection({ dropped }: EligibleRoutes): Rejection {
  const reasons = new Set(dropped.values());
  if (reasons.has('qty_step'))
    return invalidField('qty', 'must be a multiple of the quantity step of a usable venue');
  if (reasons.has('qty_below_min'))
    return invalidField('qty', 'must be at least the minimum of a usable venue');
  if (reasons.has('notional_below_min'))
    return invalidField('qty', 'must be worth at least the minimum of a usable venue');
  if (reasons.has('price_out_of_range'))
    return invalidField('price', 'must be within the price range of a usable venue');
  if (reasons.has('tif_unsupported')) return invalidField('tif', 'must be one that a usable venue supports');
  const isUnpaid = reasons.has('insufficient_balance');
  const members: Json = Array.from(dropped, ([{ venue, instrumentId }, why]) => ({
    venue,
    instrument_id: instrumentId,
    why,
  }));
  if (isUnpaid)
    return rejection('insufficient_balance', 'no usable venue holds enough cash for the order', { members });
  return rejection('routing_unavailable', 'no venue of this asset accepts orders now', { members });
}

function toRoute(request: RouteRequest, candidate: RouteCandidate): Route | UnusableReason | DropReason {
  if (candidate.unusable !== null) return candidate.unusable;
  if (!candidate.tifs.includes(request.tif)) return 'tif_unsupported';
  const outcome = candidate.inverted ? oppositeOutcome(request.outcome) : request.outcome;
  const limit = request.price === null ? null : toVenueLimit(candidate, request.side, outcome, request.price);
  if (limit === null && request.price !== null) return 'price_out_of_range';
  const book = requirePresent(candidate.book, 'the book of a usable member');
  const { fees } = candidate;
  const route = { candidate, outcome, limit, fees, from: getTakeSide(book, request.side, outcome) };
  const isWhole = request.mode === 'BEST_PRICE' || request.tif === 'FOK';
  const closes = isWhole ? request.qty : candidate.closeQtyMin;
  if (request.reduceOnly && candidate.held < closes) return 'nothing_to_reduce';
  if (!isWhole) return route;
  const issue = qtyIssue(request, candidate, candidate.held);
  if (issue !== null) return issue;
  const isExit = candidate.held >= request.qty;
  return isExit || request.postOnly || meetsNotionalMin(route, request.side, request.qty)
    ? route
    : 'notional_below_min';
}

/** The limit rounded to the venue's grid, never worse for the caller; null when there is no such price. */
function toVenueLimit(candidate: RouteCandidate, side: Side, outcome: Outcome, price: Price): Price | null {
  return side === 'BUY' ? floorToGrid(candidate, outcome, price) : ceilToGrid(candidate, outcome, price);
}

/** Why the member does not accept the whole quantity as one leg; null when it does. */
function qtyIssue({ qty }: RouteRequest, candidate: RouteCandidate, held: Qty): DropReason | null {
  if (qty % candidate.qtyStep !== 0n) return 'qty_step';
  return qty < findLegMin(candidate, qty, held) ? 'qty_below_min' : null;
}

/** The least quantity of a leg of this size: one that only closes what is held may be smaller. */
export const findLegMin = ({ qtyMin, closeQtyMin }: RouteCandidate, qty: Qty, held: Qty): Qty =>
  held >= qty ? closeQtyMin : qtyMin;

/** False when the venue would reject a leg because its notional is below the venue's minimum. */
export function meetsNotionalMin({ candidate, from, limit }: Route, side: Side, qty: Qty): boolean {
  const best = getBestTakerPrice(from);
  const least = getNotionalMin(candidate, side);
  if (least === null || best === null || !isWithinLimit(side, best, limit)) return true;
  return computeNotional(toSpentPrice(side, limit ?? best), qty) >= least;
}

/** Minimum notional of a leg of this side that trades immediately; null for none. */
export const getNotionalMin = (candidate: RouteCandidate, side: Side): Notional | null =>
  side === 'BUY' || candidate.holdsTokens ? candidate.buyNotionalMin : null;

/** Price that one contract spends: the price of a BUY; 1 − price of a SELL that is executed as a BUY. */
export const toSpentPrice = (side: Side, price: Price): Price => (side === 'BUY' ? price : complement(price));

/** The levels from which an order takes, best first, with prices in YES terms. */
interface TakeSide {
  readonly levels: readonly Level[];
  readonly isMirrored: boolean; // the taker's price is 1 − the level's
}

/**
 * The side of a YES book from which an order takes: BUY YES and SELL NO take asks, SELL YES and BUY NO take
 * bids. For NO each price becomes 1 − price.
 */
export function getTakeSide(book: Pick<Book, 'bids' | 'asks'>, side: Side, outcome: Outcome): TakeSide {
  const takesAsks = isYesBuy(side, outcome);
  return { levels: takesAsks ? book.asks : book.bids, isMirrored: outcome === 'NO' };
}

/** The price of the level for the taker. */
export const toTakerPrice = (from: TakeSide, level: Level): Price =>
  from.isMirrored ? complement(level.price) : level.price;

/** True when an order with this limit would trade with the book at once. */
export function crossesBook(book: Book, side: Side, outcome: Outcome, limit: Price | null): boolean {
  const best = getBestTakerPrice(getTakeSide(book, side, outcome));
  return best !== null && isWithinLimit(side, best, limit);
}

/** Best price for the taker, in terms of the order's outcome; null for an empty side. */
export function getBestTakerPrice(from: TakeSide): Price | null {
  const best = from.levels[0];
  return best === undefined ? null : toTakerPrice(from, best);
}

/** True when `price` is no worse than the limit (null: no limit). */
export const isWithinLimit = (side: Side, price: Price, limit: Price | null): boolean =>
  limit === null || (side === 'BUY' ? price <= limit : price >= limit);
