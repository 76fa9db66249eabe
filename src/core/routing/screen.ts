import { present } from '../kernel/assert.ts';
import { ceilToTick, complement, floorToTick, type Price } from '../kernel/decimal.ts';
import { invalidField, type Json, type Refusal, refusal } from '../kernel/refusal.ts';
import { type Outcome, opposite, type Side } from '../orders/order.ts';
import { type TakeSide, takeSide } from './executable.ts';
import type { DropReason, RouteCandidate, RouteRequest, UnusableReason } from './route.ts';

/** A member that may carry a leg: the order as it reads there. */
export interface Route {
  readonly candidate: RouteCandidate;
  readonly outcome: Outcome; // the instrument's own
  readonly limit: Price | null; // on the venue's tick, on the safe side
  readonly from: TakeSide;
}

export interface Screened {
  readonly routes: readonly Route[]; // in the candidates' order
  readonly dropped: ReadonlyMap<RouteCandidate, UnusableReason | DropReason>;
}

/** Divides the members into those that can take part and those that cannot, with the reason. */
export function screen(request: RouteRequest, candidates: readonly RouteCandidate[]): Screened {
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
    dropped.set(candidate, present(qtyIssue(request, candidate), 'the reason the quantity does not fit'));
  }
  return { routes: [], dropped };
}

/** Why no member is left: `routing_unavailable` when none is usable, else the field none of them takes. */
export function noRoute({ dropped }: Screened): Refusal {
  const reasons = new Set(dropped.values());
  if (reasons.has('qty_step'))
    return invalidField('qty', 'must be a multiple of the quantity step of a usable venue');
  if (reasons.has('qty_below_min'))
    return invalidField('qty', 'must be at least the minimum of a usable venue');
  if (reasons.has('price_out_of_range'))
    return invalidField('price', 'must be within the prices of a usable venue');
  if (reasons.has('tif_unsupported')) return invalidField('tif', 'must be one that a usable venue supports');
  const members: Json = Array.from(dropped, ([{ venue, instrumentId }, why]) => ({
    venue,
    instrument_id: instrumentId,
    why,
  }));
  return refusal('routing_unavailable', 'no venue of this asset can be traded on now', { members });
}

function routeOf(request: RouteRequest, candidate: RouteCandidate): Route | UnusableReason | DropReason {
  if (candidate.unusable !== null) return candidate.unusable;
  if (!candidate.tifs.includes(request.tif)) return 'tif_unsupported';
  const outcome = candidate.inverted ? opposite(request.outcome) : request.outcome;
  const limit = request.price === null ? null : limitAt(candidate, request.side, outcome, request.price);
  if (limit === undefined) return 'price_out_of_range';
  const isWhole = request.mode === 'BEST_PRICE' || request.tif === 'FOK';
  const issue = isWhole ? qtyIssue(request, candidate) : null;
  if (issue !== null) return issue;
  const book = present(candidate.book, 'the book of a usable member');
  return { candidate, outcome, limit, from: takeSide(book, request.side, outcome) };
}

/** The limit as the venue can take it, never worse for the caller; undefined when no price is as good. */
function limitAt(candidate: RouteCandidate, side: Side, outcome: Outcome, price: Price): Price | undefined {
  const { priceTick, priceMin, priceMax } = candidate;
  const lowest = outcome === 'YES' ? priceMin : complement(priceMax);
  const highest = outcome === 'YES' ? priceMax : complement(priceMin);
  if (side === 'BUY') {
    const moved = floorToTick(price < highest ? price : highest, priceTick);
    return moved < lowest ? undefined : moved;
  }
  const moved = ceilToTick(price > lowest ? price : lowest, priceTick);
  return moved > highest ? undefined : moved;
}

/** Why the whole quantity cannot be one leg there; null when it can. */
function qtyIssue({ qty }: RouteRequest, { qtyStep, qtyMin }: RouteCandidate): DropReason | null {
  if (qty % qtyStep !== 0n) return 'qty_step';
  return qty < qtyMin ? 'qty_below_min' : null;
}
