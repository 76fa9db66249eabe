import { floorToLot, QTY_ZERO, type Qty } from '../kernel/decimal.ts';
import { allocate } from './allocate.ts';
import { commonLot, ladderOf } from './ladder.ts';
import { levelsWithin, rankByBestPrice } from './rank.ts';
import { isResting, type RouteRequest, type RoutingRules } from './route.ts';
import type { Route } from './screen.ts';

/** What one member is to have: whole lots, at least its minimum. */
export interface Share {
  readonly route: Route;
  readonly qty: Qty;
}

/**
 * Divides the order over the members: what the books hold within the limit, as much as possible and at
 * the least cost net of fees; then, when the order rests, the remainder to the member with the best
 * price that can hold it.
 *
 * @param routes  in configured venue order
 * @returns       shares, best price first; their sum is at most the order's quantity
 * Source         contract, Routing; docs/decisions/0020-split-lots.md
 */
export function planSplit(
  request: RouteRequest,
  routes: readonly Route[],
  rules: RoutingRules,
): readonly Share[] {
  const ranked = rankByBestPrice(request.side, routes, rules);
  const scale = commonLot(ranked.map(({ candidate }) => candidate.qtyStep));
  const ladders = ranked.map((route) => {
    const levels = levelsWithin(request.side, route, request.qty, rules);
    return ladderOf(levels, route.candidate.qtyStep, route.candidate.qtyMin, request.qty, scale);
  });
  const taken = allocate(ladders, request.qty);
  const shares = ranked.map((route, index) => ({ route, qty: (taken[index] ?? 0n) as Qty }));
  return (isResting(request) ? withRemainder(shares, request.qty) : shares).filter(({ qty }) => qty > 0n);
}

/** Adds what the books do not hold to one member, where it waits for the market to come. */
function withRemainder(shares: readonly Share[], qty: Qty): readonly Share[] {
  const remainder = shares.reduce((left, share) => (left - share.qty) as Qty, qty);
  const room = shares.map((share) => roomFor(share, remainder));
  // A member with coarse lots may hold only a part; one that holds all of it comes first.
  const whole = room.indexOf(remainder);
  const host = whole === -1 ? room.findIndex((part) => part > 0n) : whole;
  return shares.map((share, index) =>
    index === host ? { route: share.route, qty: (share.qty + (room[index] ?? 0n)) as Qty } : share,
  );
}

/** How much of the remainder the member can hold beside its share. */
function roomFor({ route, qty }: Share, remainder: Qty): Qty {
  const part = floorToLot(remainder, route.candidate.qtyStep);
  return qty + part >= route.candidate.qtyMin ? part : QTY_ZERO;
}
