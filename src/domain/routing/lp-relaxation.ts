import { greatestCommonDivisor } from './book-depth.ts';
import type { CostCurve } from './cost-curve.ts';

/** How much a member may be given. Both ends are whole lots. */
export interface Bounds {
  readonly lo: number;
  readonly hi: number;
}

/** The cheapest division were there no lots, minimums and roundings. */
export interface RelaxedSplit {
  readonly shares: readonly number[];
  readonly marginal: number; // cost of the last and dearest unit
}

/** One member's next level while the cheapest of all is taken again and again. */
interface NextLevel {
  place: number;
  unit: number; // infinite when nothing is left
  taken: number;
}

/**
 * Takes the cheapest level of any member until `qty` is reached; ties go to the earlier member. Each member
 * starts with the least it is to have.
 */
export function solveRelaxation(
  ladders: readonly CostCurve[],
  bounds: readonly Bounds[],
  qty: number,
): RelaxedSplit {
  const heads = ladders.map((ladder, index) => headAt(ladder, bounds[index] as Bounds));
  let left = heads.reduce((rest, head) => rest - head.taken, qty);
  let marginal = (heads[cheapestOf(heads)] as NextLevel).unit;
  while (left > 0) {
    const index = cheapestOf(heads);
    const head = heads[index];
    if (head === undefined || head.unit === Number.POSITIVE_INFINITY) break;
    const ladder = ladders[index] as CostCurve;
    const { hi } = bounds[index] as Bounds;
    const end = Math.min(ladder.qtyBefore(head.place) + ladder.qtyAt(head.place), hi, head.taken + left);
    left -= end - head.taken;
    marginal = head.unit;
    head.taken = end;
    head.place += 1;
    head.unit = end < hi ? ladder.unitCostAt(head.place) : Number.POSITIVE_INFINITY;
  }
  const shares = heads.map(({ taken }) => taken);
  return { shares, marginal: marginal === Number.POSITIVE_INFINITY ? 0 : marginal };
}

function headAt(ladder: CostCurve, { lo, hi }: Bounds): NextLevel {
  if (lo >= hi) return { place: 0, unit: Number.POSITIVE_INFINITY, taken: hi };
  const at = ladder.levelAt(lo);
  const place = lo > 0 && ladder.qtyBefore(at) + ladder.qtyAt(at) <= lo ? at + 1 : at;
  return { place, unit: ladder.unitCostAt(place), taken: lo };
}

function cheapestOf(heads: readonly NextLevel[]): number {
  let cheapest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < heads.length; index += 1) {
    const { unit } = heads[index] as NextLevel;
    if (unit >= least) continue;
    cheapest = index;
    least = unit;
  }
  return cheapest;
}

/** A member as the search meets it: coarse lots first, so that the finest takes what is left over. */
export interface SearchCandidate {
  readonly index: number; // in the caller's order
  readonly curve: CostCurve;
  readonly min: number;
  readonly lo: number;
  readonly hi: number;
  readonly start: number; // its share of the relaxed division
  readonly startsAt: number; // the place of the level that it ends in
  readonly base: number; // what the start costs less its worth, rounding of the levels before its last included
  readonly rise: Slopes; // of its excess on either side of the start; beyond the level there it is steeper
  readonly slack: number; // how far a share may be below its bound, or one further out below that
  readonly after: LaterCandidates;
}

/** By how much each unit more, or less, than the start raises an excess without rounding; infinite where none is left. */
interface Slopes {
  readonly up: number;
  readonly down: number;
}

/** Of the slots after one, all together. */
export interface LaterCandidates {
  readonly start: number;
  readonly rise: Slopes; // of the one where it is least
  readonly base: number;
  readonly slack: number; // how far any shares at all may be below their bases
  readonly lot: number; // the greatest that divides all of theirs; 0 for none
  readonly lo: number;
  readonly hi: number;
}

const WALLS: Slopes = { up: Number.POSITIVE_INFINITY, down: Number.POSITIVE_INFINITY };
const NONE: LaterCandidates = { start: 0, rise: WALLS, base: 0, slack: 0, lot: 0, lo: 0, hi: 0 };

/** What a slot is before its place in the relaxed division is known. */
type Terms = Pick<SearchCandidate, 'index' | 'curve' | 'min' | 'lo' | 'hi' | 'after'>;

/** The members that may have a share, coarse lots first. `mins` and `bounds` are in the order of the ladders. */
export function toSearchCandidates(
  ladders: readonly CostCurve[],
  mins: readonly number[],
  bounds: readonly Bounds[],
  { shares, marginal }: RelaxedSplit,
): readonly SearchCandidate[] {
  const places = ladders.map((_, index) => index).filter((index) => (bounds[index] as Bounds).hi > 0);
  const lotOf = (index: number): number => (ladders[index] as CostCurve).lot;
  places.sort((a, b) => lotOf(b) - lotOf(a) || a - b);
  let after = NONE;
  const slots: SearchCandidate[] = [];
  for (const index of places.toReversed()) {
    const { lo, hi } = bounds[index] as Bounds;
    const terms = { index, curve: ladders[index] as CostCurve, min: mins[index] as number, lo, hi, after };
    const slot = slotOf(terms, shares[index] as number, marginal);
    slots.unshift(slot);
    after = withSlot(after, slot);
  }
  return slots;
}

const withSlot = (after: LaterCandidates, slot: SearchCandidate): LaterCandidates => ({
  start: after.start + slot.start,
  rise: { up: Math.min(after.rise.up, slot.rise.up), down: Math.min(after.rise.down, slot.rise.down) },
  base: after.base + slot.base,
  slack: after.slack + slot.slack,
  lot: greatestCommonDivisor(slot.curve.lot, after.lot),
  lo: after.lo + slot.lo,
  hi: after.hi + slot.hi,
});

/**
 * Where no fill is rounded, the bound is exact. Else each level between a share and the start may have been
 * rounded the other way, by `away` at most. A level that gains more than that by being crossed makes good
 * for it; the few that do not, the start's own and the one that a share ends in, are allowed for in advance.
 */
function slotOf(terms: Terms, start: number, marginal: number): SearchCandidate {
  const { curve } = terms;
  const startsAt = curve.levelAt(start);
  const isWhole = start === curve.qtyBefore(startsAt) + curve.qtyAt(startsAt);
  const rise = {
    up: Math.max(0, curve.unitCostAt(isWhole ? startsAt + 1 : startsAt) - marginal),
    down: start === 0 ? Number.POSITIVE_INFINITY : Math.max(0, marginal - curve.unitCostAt(startsAt)),
  };
  const slot = { ...terms, start, startsAt, rise };
  const linear = curve.costUnrounded(start) - marginal * start;
  if (curve.roundingMax === 0) return { ...slot, base: linear, slack: 0 };
  const slack = curve.roundingDownMax + (2 + dipsOf(curve, startsAt, marginal, rise)) * curve.roundingMax;
  return { ...slot, base: linear + curve.roundingBefore(startsAt), slack };
}

/**
 * Levels beside the start that gain less by being crossed, over what the slope at the start has them gain, than
 * their rounding may take away.
 */
function dipsOf(ladder: CostCurve, startsAt: number, marginal: number, rise: Slopes): number {
  const smallest = ladder.smallestLevelQty();
  let dips = 0;
  for (const direction of [-1, 1]) {
    const slope = direction === 1 ? rise.up : rise.down;
    for (let place = startsAt + direction; place >= 0; place += direction) {
      const unit = ladder.unitCostAt(place);
      if (unit === Number.POSITIVE_INFINITY) break;
      const gain = (unit - marginal) * direction - slope;
      if (gain * smallest >= ladder.roundingMax) break; // and all beyond it gain more
      if (gain * ladder.qtyAt(place) < ladder.roundingMax) dips += 1;
    }
  }
  return dips;
}

/** What a move of the later slots away from their starts costs at least; nothing is no move, however steep. */
export const computeShiftCost = ({ up, down }: Slopes, moved: number): number => {
  if (moved === 0) return 0;
  return moved > 0 ? moved * up : -moved * down;
};

/** The next smaller share: nothing lies between the minimum and none. */
export const nextShareBelow = ({ curve, min }: SearchCandidate, share: number): number =>
  share > 0 && share - curve.lot < min ? 0 : share - curve.lot;

export const nextShareAbove = ({ curve, min }: SearchCandidate, share: number): number =>
  share + curve.lot < min ? min : share + curve.lot;
