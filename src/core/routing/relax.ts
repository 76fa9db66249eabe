import type { Ladder } from './ladder.ts';

/** How much a member may be given. Both ends are whole lots. */
export interface Bounds {
  readonly lo: number;
  readonly hi: number;
}

/** The cheapest division were there no lots, minimums and roundings. */
export interface Relaxed {
  readonly shares: readonly number[];
  readonly marginal: number; // cost of the last and dearest unit
}

/** One member's next level while the cheapest of all is taken again and again. */
interface Head {
  place: number;
  unit: number; // infinite when nothing is left
  taken: number;
}

/**
 * Takes the cheapest level of any member until `qty` is reached; ties go to the earlier member. Each member
 * starts with the least it is to have.
 */
export function relax(ladders: readonly Ladder[], bounds: readonly Bounds[], qty: number): Relaxed {
  const heads = ladders.map((ladder, index) => headAt(ladder, bounds[index] as Bounds));
  let left = heads.reduce((rest, head) => rest - head.taken, qty);
  let marginal = (heads[cheapestOf(heads)] as Head).unit;
  while (left > 0) {
    const index = cheapestOf(heads);
    const head = heads[index];
    if (head === undefined || head.unit === Number.POSITIVE_INFINITY) break;
    const ladder = ladders[index] as Ladder;
    const { hi } = bounds[index] as Bounds;
    const end = Math.min(ladder.heldBefore(head.place) + ladder.qtyAt(head.place), hi, head.taken + left);
    left -= end - head.taken;
    marginal = head.unit;
    head.taken = end;
    head.place += 1;
    head.unit = end < hi ? ladder.unitAt(head.place) : Number.POSITIVE_INFINITY;
  }
  const shares = heads.map(({ taken }) => taken);
  return { shares, marginal: marginal === Number.POSITIVE_INFINITY ? 0 : marginal };
}

function headAt(ladder: Ladder, { lo, hi }: Bounds): Head {
  if (lo >= hi) return { place: 0, unit: Number.POSITIVE_INFINITY, taken: hi };
  const at = ladder.placeOf(lo);
  const place = lo > 0 && ladder.heldBefore(at) + ladder.qtyAt(at) <= lo ? at + 1 : at;
  return { place, unit: ladder.unitAt(place), taken: lo };
}

function cheapestOf(heads: readonly Head[]): number {
  let cheapest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < heads.length; index += 1) {
    const { unit } = heads[index] as Head;
    if (unit >= least) continue;
    cheapest = index;
    least = unit;
  }
  return cheapest;
}
