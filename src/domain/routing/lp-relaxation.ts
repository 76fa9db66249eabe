import { greatestCommonDivisor } from './book-depth.ts';
import type { CostCurve } from './cost-curve.ts';

/** Smallest and largest share of a member. Both are multiples of its lot. */
export interface Bounds {
  readonly lo: number;
  readonly hi: number;
}

/** The cheapest division without lots, minimums and rounding. */
export interface RelaxedSplit {
  readonly shares: readonly number[];
  readonly marginal: number; // cost of the last, most expensive unit
}

/** The next level of one member during the greedy fill. */
interface NextLevel {
  place: number;
  unit: number; // unit cost; infinite when nothing is left
  taken: number;
}

/**
 * Greedily takes the cheapest level of any member until `qty` is reached; ties go to the earlier member. Each
 * member starts with its lower bound.
 */
export function solveRelaxation(
  curves: readonly CostCurve[],
  bounds: readonly Bounds[],
  qty: number,
): RelaxedSplit {
  const nextLevels = curves.map((curve, index) => toNextLevel(curve, bounds[index] as Bounds));
  let left = nextLevels.reduce((rest, nextLevel) => rest - nextLevel.taken, qty);
  let marginal = (nextLevels[findCheapest(nextLevels)] as NextLevel).unit;
  while (left > 0) {
    const index = findCheapest(nextLevels);
    const nextLevel = nextLevels[index];
    if (nextLevel === undefined || nextLevel.unit === Number.POSITIVE_INFINITY) break;
    const curve = curves[index] as CostCurve;
    const { hi } = bounds[index] as Bounds;
    const end = Math.min(
      curve.qtyBefore(nextLevel.place) + curve.qtyAt(nextLevel.place),
      hi,
      nextLevel.taken + left,
    );
    left -= end - nextLevel.taken;
    marginal = nextLevel.unit;
    nextLevel.taken = end;
    nextLevel.place += 1;
    nextLevel.unit = end < hi ? curve.unitCostAt(nextLevel.place) : Number.POSITIVE_INFINITY;
  }
  const shares = nextLevels.map(({ taken }) => taken);
  return { shares, marginal: marginal === Number.POSITIVE_INFINITY ? 0 : marginal };
}

function toNextLevel(curve: CostCurve, { lo, hi }: Bounds): NextLevel {
  if (lo >= hi) return { place: 0, unit: Number.POSITIVE_INFINITY, taken: hi };
  const at = curve.levelAt(lo);
  const place = lo > 0 && curve.qtyBefore(at) + curve.qtyAt(at) <= lo ? at + 1 : at;
  return { place, unit: curve.unitCostAt(place), taken: lo };
}

function findCheapest(nextLevels: readonly NextLevel[]): number {
  let cheapest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < nextLevels.length; index += 1) {
    const { unit } = nextLevels[index] as NextLevel;
    if (unit >= least) continue;
    cheapest = index;
    least = unit;
  }
  return cheapest;
}

/** A member in the search. Larger lots come first, so that the smallest lot takes the rest. */
export interface SearchCandidate {
  readonly index: number; // in the caller's order
  readonly curve: CostCurve;
  readonly min: number;
  readonly lo: number;
  readonly hi: number;
  readonly start: number; // its share in the relaxed division
  readonly startsAt: number; // index of the level in which that share ends
  readonly base: number; // cost minus value of the start, including rounding of the levels before its last
  readonly rise: Slopes; // slopes of its excess on both sides of the start; steeper beyond the level
  readonly slack: number; // largest error of the lower bound due to rounding
  readonly after: LaterCandidates;
}

/** Increase of the excess per unit above and below the start, without rounding; infinite without quantity left. */
interface Slopes {
  readonly up: number;
  readonly down: number;
}

/** Sums over all later candidates. */
export interface LaterCandidates {
  readonly start: number;
  readonly rise: Slopes; // smallest slopes
  readonly base: number;
  readonly slack: number; // sum of their slacks
  readonly lot: number; // greatest common divisor of their lots; 0 without candidates
  readonly lo: number;
  readonly hi: number;
}

const NO_ROOM: Slopes = { up: Number.POSITIVE_INFINITY, down: Number.POSITIVE_INFINITY };
const NONE: LaterCandidates = { start: 0, rise: NO_ROOM, base: 0, slack: 0, lot: 0, lo: 0, hi: 0 };

/** A candidate before its relaxed share is known. */
type Terms = Pick<SearchCandidate, 'index' | 'curve' | 'min' | 'lo' | 'hi' | 'after'>;

/** The members that may get a share, larger lots first. `mins` and `bounds` are in the order of the curves. */
export function toSearchCandidates(
  curves: readonly CostCurve[],
  mins: readonly number[],
  bounds: readonly Bounds[],
  { shares, marginal }: RelaxedSplit,
): readonly SearchCandidate[] {
  const places = curves.map((_, index) => index).filter((index) => (bounds[index] as Bounds).hi > 0);
  const getLot = (index: number): number => (curves[index] as CostCurve).lot;
  places.sort((a, b) => getLot(b) - getLot(a) || a - b);
  let after = NONE;
  const candidates: SearchCandidate[] = [];
  for (const index of places.toReversed()) {
    const { lo, hi } = bounds[index] as Bounds;
    const terms = { index, curve: curves[index] as CostCurve, min: mins[index] as number, lo, hi, after };
    const candidate = toSearchCandidate(terms, shares[index] as number, marginal);
    candidates.unshift(candidate);
    after = withCandidate(after, candidate);
  }
  return candidates;
}

const withCandidate = (after: LaterCandidates, candidate: SearchCandidate): LaterCandidates => ({
  start: after.start + candidate.start,
  rise: {
    up: Math.min(after.rise.up, candidate.rise.up),
    down: Math.min(after.rise.down, candidate.rise.down),
  },
  base: after.base + candidate.base,
  slack: after.slack + candidate.slack,
  lot: greatestCommonDivisor(candidate.curve.lot, after.lot),
  lo: after.lo + candidate.lo,
  hi: after.hi + candidate.hi,
});

/**
 * Without fee rounding the bound is exact. Otherwise each level between a share and the start may be rounded in
 * the other direction, by at most `roundingMax`. Most levels add more to the excess than that. The slack covers
 * the few that do not, the level of the start and the level in which a share ends.
 */
function toSearchCandidate(terms: Terms, start: number, marginal: number): SearchCandidate {
  const { curve } = terms;
  const startsAt = curve.levelAt(start);
  const isWhole = start === curve.qtyBefore(startsAt) + curve.qtyAt(startsAt);
  const rise = {
    up: Math.max(0, curve.unitCostAt(isWhole ? startsAt + 1 : startsAt) - marginal),
    down: start === 0 ? Number.POSITIVE_INFINITY : Math.max(0, marginal - curve.unitCostAt(startsAt)),
  };
  const candidate = { ...terms, start, startsAt, rise };
  const linear = curve.costUnrounded(start) - marginal * start;
  if (curve.roundingMax === 0) return { ...candidate, base: linear, slack: 0 };
  const slack =
    curve.roundingDownMax + (2 + countUncoveredLevels(curve, startsAt, marginal, rise)) * curve.roundingMax;
  return { ...candidate, base: linear + curve.roundingBefore(startsAt), slack };
}

/**
 * Counts the levels near the start whose extra excess, above the slope at the start, is smaller than their
 * possible rounding.
 */
function countUncoveredLevels(curve: CostCurve, startsAt: number, marginal: number, rise: Slopes): number {
  const smallest = curve.smallestLevelQty();
  let uncovered = 0;
  for (const direction of [-1, 1]) {
    const slope = direction === 1 ? rise.up : rise.down;
    for (let place = startsAt + direction; place >= 0; place += direction) {
      const unit = curve.unitCostAt(place);
      if (unit === Number.POSITIVE_INFINITY) break;
      const gain = (unit - marginal) * direction - slope;
      if (gain * smallest >= curve.roundingMax) break; // levels further out add more
      if (gain * curve.qtyAt(place) < curve.roundingMax) uncovered += 1;
    }
  }
  return uncovered;
}

/** Minimal cost of shifting the later candidates away from their starts; 0 without a shift. */
export const computeShiftCost = ({ up, down }: Slopes, moved: number): number => {
  if (moved === 0) return 0;
  return moved > 0 ? moved * up : -moved * down;
};

/** The next smaller share; below the minimum it is 0. */
export const nextShareBelow = ({ curve, min }: SearchCandidate, share: number): number =>
  share > 0 && share - curve.lot < min ? 0 : share - curve.lot;

export const nextShareAbove = ({ curve, min }: SearchCandidate, share: number): number =>
  share + curve.lot < min ? min : share + curve.lot;
