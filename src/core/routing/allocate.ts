import type { Qty } from '../kernel/decimal.ts';
import type { Curve } from './curve.ts';
import { type Bounds, relax } from './relax.ts';
import { greatestDivisor, Search, wholeLots } from './search.ts';

/** A member as a quantity is divided: what it costs, and the least it takes (0 when nothing is too little). */
export interface Offer {
  readonly curve: Curve;
  readonly min: Qty;
}

/**
 * Divides a quantity over members: as much as can be taken at once, and that at the least exact cost, fees,
 * their rounding and each order's cash step included. Each share is zero, or whole lots and at least the
 * member's minimum; the sum never exceeds `qty`.
 *
 * Exact while no more than TRIED_MAX divisions need a look; see `Search`. Minimums are settled by branching:
 * where the cheapest division falls short of one, the member is tried with none and with at least that.
 *
 * @returns shares in the order of the offers
 * Source   docs/decisions/0044-least-cost.md
 */
export function allocate(offers: readonly Offer[], qty: Qty): readonly Qty[] {
  const curves = offers.map(({ curve }) => curve);
  const mins = offers.map(({ curve, min }) => roundUp(min, curve.lot));
  const bounds = curves.map((curve, index) => {
    const hi = wholeLots(curve.depth(qty), curve.lot) as Qty;
    return { lo: 0n as Qty, hi: hi < (mins[index] as Qty) ? (0n as Qty) : hi };
  });
  const search = new Search(fillable(curves, bounds, qty));
  branch(search, curves, mins, bounds);
  return search.best?.shares ?? offers.map(() => 0n as Qty);
}

function branch(
  search: Search,
  curves: readonly Curve[],
  mins: readonly Qty[],
  bounds: readonly Bounds[],
): void {
  const relaxed = relax(curves, bounds, search.qty);
  const short = relaxed.shares.findIndex((share, index) => share > 0n && share < (mins[index] as Qty));
  if (short === -1) return search.run(curves, mins, bounds, relaxed);
  const { hi } = bounds[short] as Bounds;
  branch(search, curves, mins, bounds.with(short, { lo: mins[short] as Qty, hi }));
  branch(search, curves, mins, bounds.with(short, { lo: 0n as Qty, hi: 0n as Qty }));
}

/** What whole lots could fill at best: no more than the depth, and no part that every lot is too coarse for. */
function fillable(curves: readonly Curve[], bounds: readonly Bounds[], qty: Qty): bigint {
  let depth = 0n;
  let lot = 0n;
  for (const [index, { hi }] of bounds.entries()) {
    if (hi === 0n) continue;
    depth += hi;
    lot = greatestDivisor((curves[index] as Curve).lot, lot);
  }
  const most = depth < qty ? depth : qty;
  return lot === 0n ? 0n : wholeLots(most, lot);
}

const roundUp = (qty: Qty, lot: Qty): Qty => (((qty + lot - 1n) / lot) * lot) as Qty;
