import { QTY_ZERO, type Qty } from '#contract';
import { computeFeeRate, computeFeeScale } from '../fees/fill-fees.ts';
import { sumTakeableQty } from './book-depth.ts';
import { type CostCurve, toCostCurves } from './cost-curve.ts';
import type { RouteRequest } from './route-types.ts';
import { getBestTakerPrice, isWithinLimit, type Route } from './venue-eligibility.ts';

/** A member, and the part of the order that its book fills immediately within the limit. */
export interface VenueOffer {
  readonly route: Route;
  readonly curve: CostCurve;
  readonly filled: Qty;
}

/**
 * Ranks members for BEST_PRICE: first those that fill the whole quantity immediately, by exact cost; then those
 * that fill a part, by best price including the fee; then the others as ranked for resting. Ties keep the
 * configured order. A post-only order takes nothing: members whose book it does not cross come first, all as ranked for
 * resting.
 *
 * @param routes  in configured venue order
 * Source         contract, Routing; docs/decisions/routing-plans.md, 0044-least-cost.md
 */
export function rankForWholeOrder(request: RouteRequest, routes: readonly Route[]): readonly VenueOffer[] {
  const { side, qty } = request;
  const curves = toCostCurves(routes, side, qty);
  if (request.postOnly) return rankForPostOnly(request, routes, curves);
  const configured = routes.map((route, index): VenueOffer => {
    return { route, curve: curves[index] as CostCurve, filled: sumTakeableQty(route, side, qty) };
  });
  const whole = configured.filter(({ filled }) => filled === qty);
  const costOf = new Map(whole.map(({ route, curve }) => [route, curve.takenCost(qty).charges.cost]));
  const placeOf = new Map(rankForResting(request, routes).map((route, place) => [route, place]));
  return [
    ...whole.sort((a, b) => compare(costOf.get(a.route) ?? 0n, costOf.get(b.route) ?? 0n)),
    ...configured
      .filter(({ filled }) => filled > 0n && filled < qty)
      .sort((a, b) => a.curve.unitCostAt(0) - b.curve.unitCostAt(0)),
    ...configured
      .filter(({ filled }) => filled === 0n)
      .sort((a, b) => (placeOf.get(a.route) ?? 0) - (placeOf.get(b.route) ?? 0)),
  ];
}

function rankForPostOnly(
  request: RouteRequest,
  routes: readonly Route[],
  curves: readonly CostCurve[],
): readonly VenueOffer[] {
  const crosses = ({ from, limit }: Route): boolean => {
    const best = getBestTakerPrice(from);
    return best !== null && isWithinLimit(request.side, best, limit);
  };
  return rankForResting(request, routes)
    .toSorted((a, b) => Number(crosses(a)) - Number(crosses(b)))
    .map((route) => ({ route, curve: curves[routes.indexOf(route)] as CostCurve, filled: QTY_ZERO }));
}

/** Ranks by best price, also beyond the limit, empty sides last; then by maker fee at the limit; then as configured. */
export function rankForResting({ side }: RouteRequest, routes: readonly Route[]): readonly Route[] {
  const scale = routes.reduce((most, { fees }) => larger(most, computeFeeScale(fees)), 1n);
  const ranked = routes.map((route) => {
    const { from, fees, limit } = route;
    const best = getBestTakerPrice(from);
    const fee =
      limit === null ? 0n : computeFeeRate(fees, fees.makerRate, limit) * (scale / computeFeeScale(fees));
    return { route, best, fee };
  });
  const sign = side === 'BUY' ? 1n : -1n;
  const byPrice = (a: bigint | null, b: bigint | null): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return compare(a * sign, b * sign);
  };
  return ranked.sort((a, b) => byPrice(a.best, b.best) || compare(a.fee, b.fee)).map(({ route }) => route);
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const compare = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));
