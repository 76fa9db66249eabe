import { requirePresent } from '../model/assert.ts';
import type { Book, Level } from '../model/book.ts';
import type { FeeSchedule } from '../model/fee-schedule.ts';
import { complement, computeNotional, type Notional, type Price, type Qty } from '../model/money.ts';
import { type Outcome, oppositeOutcome, type Side } from '../model/order.ts';
import { ceilToGrid, floorToGrid } from '../model/price-grid.ts';
import { invalidField, type Json, type Rejection, rejection } from '../model/result.ts';
import type { DropReason, RouteCandidate, RouteRequest, UnusableReason } from './route-types.ts';

/** A member that may carry a leg: the order as it reads there. */
export interface Route {
  readonly candidate: RouteCandidate;
  readonly outcome: Outcome; // the instrument's own
  readonly limit: Price | null; // on the venue's grid, on the safe side
  readonly fees: FeeSchedule;
  readonly from: TakeSide;
}

export interface EligibleRoutes {
  readonly routes: readonly Route[]; // in the candidates' order
  readonly dropped: ReadonlyMap<RouteCandidate, UnusableReason | DropReason>;
}

/** Divides the members into those that can take part and those that cannot, with the reason. */
export function findEligibleRoutes(
  request: RouteRequest,
  candidates: readonly RouteCandidate[],
): EligibleRoutes {
  const routes: Route[] = [];
  const dropped = new Map<RouteCandidate, UnusableReason | DropReason>();
  for (const candidate of candidates) {
    const route = routeOf(request, candidate);
    if (typeof route === 'string') dropped.set(candidate, route);
    else routes.push(route);
  }
  // A SPLIT may give a member a part of an odd quantity, but some member must be able to hold all of it:
  // otherwise a rest could neither be filled nor rest anywhere.
  if (routes.some(({ candidate }) => qtyIssue(request, candidate) === null)) return { routes, dropped };
  for (const { candidate } of routes) {
    dropped.set(
      candidate,
      requirePresent(qtyIssue(request, candidate), 'the reason the quantity does not fit'),
    );
  }
  return { routes: [], dropped };
}

/** Why no member is left: `routing_unavailable` when none is usable, else the field none of them takes. */
export function toNoRouteRejection({ dropped }: EligibleRoutes): Rejection {
  const reasons = new Set(dropped.values());
  if (reasons.has('qty_step'))
    return invalidField('qty', 'must be a multiple of the quantity step of a usable venue');
  if (reasons.has('qty_below_min'))
    return invalidField('qty', 'must be at least the minimum of a usable venue');
  if (reasons.has('notional_below_min'))
    return invalidField('qty', 'must be worth at least the minimum of a usable venue');
  if (reasons.has('price_out_of_range'))
    return invalidField('price', 'must be within the prices of a usable venue');
  if (reasons.has('tif_unsupported')) return invalidField('tif', 'must be one that a usable venue supports');
  const members: Json = Array.from(dropped, ([{ venue, instrumentId }, why]) => ({
    venue,
    instrument_id: instrumentId,
    why,
  }));
  return rejection('routing_unavailable', 'no venue of this asset can be traded on now', { members });
}

function routeOf(request: RouteRequest, candidate: RouteCandidate): Route | UnusableReason | DropReason {
  if (candidate.unusable !== null) return candidate.unusable;
  const { fees } = candidate;
  if (fees === null) return 'fees_unknown';
  if (!candidate.tifs.includes(request.tif)) return 'tif_unsupported';
  const outcome = candidate.inverted ? oppositeOutcome(request.outcome) : request.outcome;
  const limit = request.price === null ? null : limitAt(candidate, request.side, outcome, request.price);
  if (limit === null && request.price !== null) return 'price_out_of_range';
  const book = requirePresent(candidate.book, 'the book of a usable member');
  const route = { candidate, outcome, limit, fees, from: getTakeSide(book, request.side, outcome) };
  const isWhole = request.mode === 'BEST_PRICE' || request.tif === 'FOK';
  if (!isWhole) return route;
  const issue = qtyIssue(request, candidate);
  if (issue !== null) return issue;
  return meetsNotionalMin(route, request.side, request.qty) ? route : 'notional_below_min';
}

/** The limit as the venue can take it, never worse for the caller; null when no price is as good. */
function limitAt(candidate: RouteCandidate, side: Side, outcome: Outcome, price: Price): Price | null {
  return side === 'BUY' ? floorToGrid(candidate, outcome, price) : ceilToGrid(candidate, outcome, price);
}

/** Why the whole quantity cannot be one leg there; null when it can. */
function qtyIssue({ qty }: RouteRequest, { qtyStep, qtyMin }: RouteCandidate): DropReason | null {
  if (qty % qtyStep !== 0n) return 'qty_step';
  return qty < qtyMin ? 'qty_below_min' : null;
}

/** False when the venue would refuse a leg because what it spends at once is too little. */
export function meetsNotionalMin({ candidate, from, limit }: Route, side: Side, qty: Qty): boolean {
  const best = getBestTakerPrice(from);
  const least = getNotionalMin(candidate, side);
  if (least === null || best === null || !isWithinLimit(side, best, limit)) return true;
  return computeNotional(toSpentPrice(side, limit ?? best), qty) >= least;
}

/** The least that a leg of this side must spend when it trades at once; null where any will do. */
export const getNotionalMin = (candidate: RouteCandidate, side: Side): Notional | null =>
  side === 'BUY' || candidate.mirrorsSales ? candidate.buyNotionalMin : null;

/** What one contract spends: its price, and for a sale that is worked as a purchase one less that. */
export const toSpentPrice = (side: Side, price: Price): Price => (side === 'BUY' ? price : complement(price));

/** The levels an order would take from, best first, still priced in YES terms. */
interface TakeSide {
  readonly levels: readonly Level[];
  readonly isMirrored: boolean; // the taker's price is 1 − the level's
}

/**
 * The side of a YES book that an order takes from: BUY YES and SELL NO take asks, SELL YES and BUY NO
 * take bids, and NO reads each price as 1 − price.
 */
export function getTakeSide(book: Book, side: Side, outcome: Outcome): TakeSide {
  const takesAsks = (side === 'BUY') === (outcome === 'YES');
  return { levels: takesAsks ? book.asks : book.bids, isMirrored: outcome === 'NO' };
}

/** The level's price as the taker pays or gets it. */
export const toTakerPrice = (from: TakeSide, level: Level): Price =>
  from.isMirrored ? complement(level.price) : level.price;

/** Best price the taker could have, in own terms; null on an empty side. */
export function getBestTakerPrice(from: TakeSide): Price | null {
  const best = from.levels[0];
  return best === undefined ? null : toTakerPrice(from, best);
}

/** True when `price` is no worse than the limit (null: no limit). */
export const isWithinLimit = (side: Side, price: Price, limit: Price | null): boolean =>
  limit === null || (side === 'BUY' ? price <= limit : price >= limit);
