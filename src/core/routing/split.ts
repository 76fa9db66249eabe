import { floorToLot, QTY_ZERO, type Qty } from '../kernel/decimal.ts';
import type { Side } from '../orders/order.ts';
import { allocate, type Offer } from './allocate.ts';
import { Curve, qtyWorth } from './curve.ts';
import { rankForResting, scaleOf } from './rank.ts';
import { isResting, type RouteRequest } from './route.ts';
import { isWorthTaking, leastSpent, type Route } from './screen.ts';

/** What one member is to have: whole lots, at least its minimum. */
export interface Share {
  readonly route: Route;
  readonly curve: Curve;
  readonly takes: Qty; // of it, what its book fills at once
  readonly qty: Qty;
}

/**
 * Divides the order over the members: what the books hold within the limit, as much as possible and at
 * the least exact cost; then, when the order rests, the remainder to the member with the best price, and of
 * equal ones the lowest maker fee, that can hold it.
 *
 * @param routes  in configured venue order
 * @returns       shares, best price first; their sum is at most the order's quantity
 * Source         contract, Routing; docs/decisions/0020-split-lots.md, 0044-least-cost.md
 */
export function planSplit(request: RouteRequest, routes: readonly Route[]): readonly Share[] {
  const scale = scaleOf(routes);
  const ranked = rankForResting(request, routes);
  const offers = ranked.map((route) => offerOf(request, route, scale));
  const taken = allocate(offers, request.qty);
  const shares = ranked.map((route, index): Share => {
    const takes = taken[index] as Qty;
    return { route, curve: (offers[index] as Offer).curve, takes, qty: takes };
  });
  return (isResting(request) ? withRemainder(shares, request) : shares).filter(({ qty }) => qty > 0n);
}

function offerOf({ side, qty }: RouteRequest, route: Route, scale: bigint): Offer {
  const curve = new Curve(route, side, scale);
  const { qtyMin } = route.candidate;
  const least = leastSpent(route.candidate, side);
  if (least === null) return { curve, min: qtyMin };
  // Less than the venue's least notional is no share at all; a book that holds less gives none.
  const worth = qtyWorth(curve, side, least, qty) ?? ((qty + 1n) as Qty);
  return { curve, min: worth > qtyMin ? worth : qtyMin };
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
  return whole >= route.candidate.qtyMin && isWorthTaking(route, side, whole) ? part : QTY_ZERO;
}
