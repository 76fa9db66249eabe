import { notionalOf, ONE, type Price, type Qty } from '../kernel/decimal.ts';
import type { Side } from '../orders/order.ts';
import { isWithinLimit, takePrice, walk } from './executable.ts';
import type { PricedLevel } from './ladder.ts';
import type { RouteCandidate, RouteRequest, RoutingRules } from './route.ts';
import type { Route } from './screen.ts';

/** A member and what its book could do for the whole order at once, within the limit. */
export interface WholeOffer {
  readonly route: Route;
  readonly filled: Qty;
  readonly cost: bigint; // of `filled`, net of fees; less is better for the taker, BUY or SELL
  readonly best: bigint | null; // cost of a contract at the best level, also beyond the limit
}

/**
 * Ranks members as BEST_PRICE chooses: those able to fill the whole quantity at once by what that costs,
 * then the others by best price, those that can fill a part at once first, then as configured.
 *
 * @param routes  in configured venue order
 * Source         contract, Routing; docs/decisions/0019-routing.md
 */
export function rankWhole(
  request: RouteRequest,
  routes: readonly Route[],
  rules: RoutingRules,
): readonly WholeOffer[] {
  const offers = routes.map((route) => offerOf(request, route, rules));
  const whole = offers.filter(({ filled }) => filled === request.qty);
  const part = offers.filter(({ filled }) => filled > 0n && filled < request.qty);
  const none = offers.filter(({ filled }) => filled === 0n);
  return [
    ...whole.sort((a, b) => compare(a.cost, b.cost)),
    ...part.sort((a, b) => compareOrLast(a.best, b.best)),
    ...none.sort((a, b) => compareOrLast(a.best, b.best)),
  ];
}

/** Best price first, net of fees, within the limit or not; an empty side last; then as configured. */
export function rankByBestPrice(side: Side, routes: readonly Route[], rules: RoutingRules): readonly Route[] {
  const ranked = routes.map((route) => ({ route, best: bestUnit(side, route, rules) }));
  return ranked.sort((a, b) => compareOrLast(a.best, b.best)).map(({ route }) => route);
}

/** The levels a member shows within the limit, as far as `qtyMax` needs them; best first. */
export function levelsWithin(
  side: Side,
  { candidate, from, limit }: Route,
  qtyMax: Qty,
  rules: RoutingRules,
): readonly PricedLevel[] {
  const levels: PricedLevel[] = [];
  let open: bigint = qtyMax;
  for (const level of from.levels) {
    const price = takePrice(from, level);
    if (open <= 0n || !isWithinLimit(side, price, limit)) break;
    levels.push({ qty: level.qty, unit: unitCost(side, candidate, price, level.qty, rules) });
    open -= level.qty;
  }
  return levels;
}

function offerOf(request: RouteRequest, route: Route, rules: RoutingRules): WholeOffer {
  const { candidate, from, limit } = route;
  const feeOf = (price: Price, qty: Qty) => rules.feeOf(candidate, price, qty);
  const { filled, notional, fee } = walk(from, request.side, request.qty, limit, feeOf);
  const cost = request.side === 'BUY' ? notional + fee : fee - notional;
  return { route, filled, cost, best: bestUnit(request.side, route, rules) };
}

function bestUnit(side: Side, { candidate, from }: Route, rules: RoutingRules): bigint | null {
  const best = from.levels[0];
  if (best === undefined) return null;
  return unitCost(side, candidate, takePrice(from, best), best.qty, rules);
}

/** Cost of one contract of a level, 1e-16, with the fee at the level's own size; negative for SELL. */
function unitCost(
  side: Side,
  candidate: RouteCandidate,
  price: Price,
  qty: Qty,
  rules: RoutingRules,
): bigint {
  const paid = notionalOf(price, ONE as Qty);
  const fee = rules.feeOf(candidate, price, qty);
  const feeOfOne = fee === 0n ? 0n : (fee * ONE) / qty;
  return (side === 'BUY' ? paid : -1n * paid) + feeOfOne;
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));

function compareOrLast(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compare(a, b);
}
