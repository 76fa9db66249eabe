import { feeRateAt, feeScaleOf } from '../fees/fee.ts';
import type { Qty } from '../kernel/decimal.ts';
import { Curve, unitScaleOf } from './curve.ts';
import { bestPriceOf } from './executable.ts';
import type { RouteRequest } from './route.ts';
import type { Route } from './screen.ts';

/** A member and what its book could do for the whole order at once, within the limit. */
export interface WholeOffer {
  readonly route: Route;
  readonly curve: Curve;
  readonly filled: Qty;
}

/**
 * Ranks members as BEST_PRICE chooses: those able to fill the whole quantity at once by what that costs to
 * the last digit, then those that can fill a part by their best price net of the fee, then the others as
 * they are ranked for resting; ties as configured.
 *
 * @param routes  in configured venue order
 * Source         contract, Routing; docs/decisions/0019-routing.md, 0044-least-cost.md
 */
export function rankWhole(request: RouteRequest, routes: readonly Route[]): readonly WholeOffer[] {
  const { side, qty } = request;
  const scale = scaleOf(routes);
  const offers = rankForResting(request, routes).map((route): WholeOffer => {
    const curve = new Curve(route, side, scale);
    return { route, curve, filled: curve.depth(qty) };
  });
  const places = new Map(routes.map((route, index) => [route, index]));
  const configured = offers.toSorted((a, b) => (places.get(a.route) ?? 0) - (places.get(b.route) ?? 0));
  const costOf = new Map(
    configured.map(({ route, curve, filled }) => [route, filled === qty ? curve.cost(qty) : 0n]),
  );
  const unitOf = ({ curve }: WholeOffer): bigint => curve.step(0)?.unit ?? 0n;
  return [
    ...configured
      .filter(({ filled }) => filled === qty)
      .sort((a, b) => compare(costOf.get(a.route) ?? 0n, costOf.get(b.route) ?? 0n)),
    ...configured
      .filter(({ filled }) => filled > 0n && filled < qty)
      .sort((a, b) => compare(unitOf(a), unitOf(b))),
    ...offers.filter(({ filled }) => filled === 0n),
  ];
}

/** Best price first, within the limit or not, an empty side last; then the lower maker fee at the limit; then as configured. */
export function rankForResting({ side }: RouteRequest, routes: readonly Route[]): readonly Route[] {
  const scale = routes.reduce((most, { fees }) => larger(most, feeScaleOf(fees)), 1n);
  const ranked = routes.map((route) => {
    const { from, fees, limit } = route;
    const best = bestPriceOf(from);
    const fee = limit === null ? 0n : feeRateAt(fees, fees.makerRate, limit) * (scale / feeScaleOf(fees));
    return { route, best, fee };
  });
  const sign = side === 'BUY' ? 1n : -1n;
  const byPrice = (a: bigint | null, b: bigint | null): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return compare(a * sign, b * sign);
  };
  return ranked.sort((a, b) => byPrice(a.best, b.best) || compare(a.fee, b.fee)).map(({ route }) => route);
}

/** The one scale in which all these members' unit costs are whole numbers. */
export const scaleOf = (routes: readonly Route[]): bigint =>
  routes.reduce((most, { fees }) => larger(most, unitScaleOf(fees)), 1n);

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const compare = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));
