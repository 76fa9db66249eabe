import { floorToLot, QTY_ZERO, type Qty } from '../kernel/decimal.ts';
import type { Side } from '../orders/order.ts';
import { allocate, type Offer } from './allocate.ts';
import { qtyWorth, SEEN_MAX } from './depth.ts';
import { type Ladder, laddersOf } from './ladder.ts';
import { rankForResting } from './rank.ts';
import { isResting, type RouteRequest } from './route.ts';
import { isWorthTaking, leastSpent, type Route } from './screen.ts';
import { TRIED_MAX } from './search.ts';

/** What one member is to have: whole lots, at least its minimum. */
export interface Share {
  readonly route: Route;
  readonly ladder: Ladder;
  readonly takes: Qty; // of it, what its book fills at once
  readonly qty: Qty;
}

/** An order divided, and whether it is proven that nothing costs less. */
export interface Divided {
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
  triedMax: number = TRIED_MAX,
): Divided {
  const ranked = rankForResting(request, routes);
  const ladders = laddersOf(ranked, request.side, request.qty);
  const offers = ranked.map((route, index) => offerOf(request, route, ladders[index] as Ladder));
  const unit = ladders[0]?.units.qty ?? 1;
  const { shares: taken, isLeast } = allocate(
    offers,
    Math.floor(Math.min(Number(request.qty), SEEN_MAX) / unit),
    triedMax,
  );
  const shares = ranked.map((route, index): Share => {
    const takes = (BigInt(taken[index] as number) * BigInt(unit)) as Qty;
    return { route, ladder: ladders[index] as Ladder, takes, qty: takes };
  });
  const held = isResting(request) ? withRemainder(shares, request) : shares;
  return { shares: held.filter(({ qty }) => qty > 0n), isLeast };
}

function offerOf({ side, qty }: RouteRequest, route: Route, ladder: Ladder): Offer {
  const { qtyMin } = route.candidate;
  const least = leastSpent(route.candidate, side);
  // Less than the venue's least notional is no share at all; a book that holds less gives none.
  const worth = least === null ? qtyMin : (qtyWorth(route, side, least, qty) ?? qty + 1n);
  return { ladder, min: Number(worth > qtyMin ? worth : qtyMin) / ladder.units.qty };
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
