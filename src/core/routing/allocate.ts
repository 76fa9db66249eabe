import type { Ladder } from './ladder.ts';
import { type Bounds, relax } from './relax.ts';
import { Search } from './search.ts';
import { greatestDivisor, wholeLots } from './units.ts';

/** A member as a quantity is divided: what it costs, and the least it takes (0 when nothing is too little). */
export interface Offer {
  readonly ladder: Ladder;
  readonly min: number;
}

/** Shares in the order of the offers, in the ladders' units. */
export interface Allocation {
  readonly shares: readonly number[];
  readonly isLeast: boolean; // proven: no other division of as much costs less
}

/**
 * Divides a quantity over members: as much as can be taken at once, and that at the least exact cost, fees,
 * their rounding and each order's cash step included. Each share is zero, or whole lots and at least the
 * member's minimum; the sum never exceeds `qty`.
 *
 * Minimums are settled by branching: where the cheapest division falls short of one, the member is tried with
 * none and with at least that.
 *
 * Source   docs/decisions/0044-least-cost.md, 0115-how-far-the-search-goes.md
 */
export function allocate(offers: readonly Offer[], qty: number, triedMax: number): Allocation {
  const ladders = offers.map(({ ladder }) => ladder);
  const mins = offers.map(({ ladder, min }) => roundUp(min, ladder.lot));
  const bounds = ladders.map((ladder, index) => {
    const hi = wholeLots(ladder.depth, ladder.lot);
    return { lo: 0, hi: hi < (mins[index] as number) ? 0 : hi };
  });
  const search = new Search(ladders, mins, fillable(ladders, bounds, qty), triedMax);
  branch(search, ladders, mins, bounds);
  const isLeast = search.isDone && ladders.every(({ isExact }) => isExact);
  return { shares: search.best?.shares ?? offers.map(() => 0), isLeast };
}

function branch(
  search: Search,
  ladders: readonly Ladder[],
  mins: readonly number[],
  bounds: readonly Bounds[],
): void {
  const relaxed = relax(ladders, bounds, search.qty);
  const short = relaxed.shares.findIndex((share, index) => share > 0 && share < (mins[index] as number));
  if (short === -1) return search.run(bounds, relaxed);
  const { hi } = bounds[short] as Bounds;
  branch(search, ladders, mins, bounds.with(short, { lo: mins[short] as number, hi }));
  branch(search, ladders, mins, bounds.with(short, { lo: 0, hi: 0 }));
}

/** What whole lots could fill at best: no more than the depth, and no part that every lot is too coarse for. */
function fillable(ladders: readonly Ladder[], bounds: readonly Bounds[], qty: number): number {
  let depth = 0;
  let lot = 0;
  for (const [index, { hi }] of bounds.entries()) {
    if (hi === 0) continue;
    depth += hi;
    lot = greatestDivisor((ladders[index] as Ladder).lot, lot);
  }
  const most = depth < qty ? depth : qty;
  return lot === 0 ? 0 : wholeLots(most, lot);
}

const roundUp = (qty: number, lot: number): number => Math.ceil(qty / lot) * lot;
