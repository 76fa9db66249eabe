import { floorToLots, greatestCommonDivisor } from './book-depth.ts';
import type { CostCurve } from './cost-curve.ts';
import {
  type Bounds,
  computeShiftCost,
  type LaterCandidates,
  nextShareAbove,
  nextShareBelow,
  type RelaxedSplit,
  type SearchCandidate,
  toSearchCandidates,
} from './lp-relaxation.ts';

/** A division of the quantity; shares in the order of the members. */
interface Division {
  readonly shares: readonly number[];
  readonly unfilled: number;
  readonly cost: number;
}

/** Search steps per order. When they are used up, the best division found is returned without proof of minimal cost. */
export const SEARCH_STEPS_MAX = 16_384;

/** Relative error bound of sums of doubles over thousands of levels. */
const DOUBLE_ERROR = 2 ** -40;

/**
 * Branch and bound around the relaxed division.
 *
 * The excess of a share is its exact cost, minus its value at the marginal cost, minus the minimum of that
 * difference without rounding. All shares together have a fixed value, so the minimal cost is the minimal
 * sum of excesses. An excess is at least about zero and increases with the distance from the relaxed share.
 * So the search prunes shares whose excess alone reaches the best sum found, which is soon little more than
 * one rounding step.
 *
 * Costs are exact and decide which division is better. Excesses are doubles and only prune: each is reduced by
 * more than the error of doubles.
 */
export class SplitSearch {
  readonly qty: number; // quantity to divide
  best: Division | null = null;
  readonly #curves: readonly CostCurve[];
  readonly #mins: readonly number[];
  readonly #grid: number; // all costs are multiples of this
  readonly #shares: number[];
  #left: number;
  #candidates: readonly SearchCandidate[] = [];
  #marginal = 0;
  #bases = 0;
  #closed = Number.POSITIVE_INFINITY; // prune above this excess
  #doubt = 0;

  constructor(curves: readonly CostCurve[], mins: readonly number[], qty: number, triedMax: number) {
    this.#left = triedMax;
    this.#curves = curves;
    this.#mins = mins;
    this.qty = qty;
    this.#grid = curves.reduce((grid, curve) => greatestCommonDivisor(curve.costStep, grid), 0);
    this.#shares = curves.map(() => 0);
  }

  /** True when the search was complete, so that the best division is optimal. */
  get isDone(): boolean {
    return this.#left > 0;
  }

  /** Searches for a better division within these bounds. */
  run(bounds: readonly Bounds[], { shares, marginal }: RelaxedSplit): void {
    this.#marginal = marginal;
    this.#candidates = toSearchCandidates(this.#curves, this.#mins, bounds, { shares, marginal });
    this.#bases =
      this.#candidates[0] === undefined ? 0 : this.#candidates[0].base + this.#candidates[0].after.base;
    this.#doubt = DOUBLE_ERROR * (Math.abs(marginal * this.qty) + Math.abs(this.#bases));
    this.#shares.fill(0);
    this.#close();
    this.#explore(0, this.qty, 0);
  }

  #close(): void {
    const { best } = this;
    if (best === null) return;
    const excess = best.cost - this.#marginal * (this.qty - best.unfilled) - this.#bases;
    this.#closed = excess - this.#grid + this.#doubt;
  }

  /**
   * Tries the shares of one candidate outwards from its relaxed share, alternating the direction.
   *
   * @param rest  quantity left for this candidate and the later ones
   * @param paid  exact cost of the earlier shares
   */
  #explore(place: number, rest: number, paid: number): void {
    const candidate = this.#candidates[place];
    if (candidate === undefined) return this.#keep(rest, paid);
    const next = this.#candidates[place + 1];
    if (next === undefined) return this.#takeRest(candidate, rest, paid);
    const spent =
      paid - this.#marginal * (this.qty - rest) - (this.#bases - candidate.base - candidate.after.base);
    const highest = floorToLots(Math.min(candidate.hi, rest - candidate.after.lo), candidate.curve.lot);
    const nearest = Math.max(candidate.start, this.#lowest(candidate, rest));
    const here = floorToLots(Math.min(nearest, highest), candidate.curve.lot);
    const step: CandidateStep = { candidate, rest, paid, spent, highest };
    if (place === this.#candidates.length - 2) {
      const pair = { ...step, last: next };
      this.#sweep(pair, here, -1);
      this.#sweep(pair, nextShareAbove(candidate, here), 1);
    } else this.#spread(place, step, here);
  }

  /** The smallest share that leaves no more unfilled than the best division. */
  #lowest(candidate: SearchCandidate, rest: number): number {
    return Math.max(candidate.lo, rest - candidate.after.hi - (this.best?.unfilled ?? rest));
  }

  /** Tries the shares of a candidate with two or more later candidates. */
  #spread(place: number, step: CandidateStep, here: number): void {
    const { candidate, rest, highest } = step;
    let down = here;
    let up = nextShareAbove(candidate, here);
    while (this.#left > 0) {
      const isDownLeft = down >= this.#lowest(candidate, rest);
      if (!isDownLeft && up > highest) return;
      const isDown = up > highest || (isDownLeft && candidate.start - down <= up - candidate.start);
      const share = isDown ? down : up;
      const isOver = !this.#follow(place, step, share);
      if (isDown) down = isOver ? -1 : nextShareBelow(candidate, share);
      else up = isOver ? highest + 1 : nextShareAbove(candidate, share);
    }
  }

  /** Tries one share with all later candidates. False when this share and all shares further out are pruned. */
  #follow(place: number, { candidate, rest, paid, spent }: CandidateStep, share: number): boolean {
    this.#left -= 1;
    const { after } = candidate;
    const left = rest - share;
    const own = spent + this.#bound(candidate, share) - after.slack;
    const moves = computeShiftCost(after.rise, left - (this.best?.unfilled ?? 0) - after.start);
    const isTaken = share === 0 || share >= candidate.min;
    if (isTaken && this.#isOpen(after, left, spent + this.#least(candidate, share) - after.slack + moves)) {
      this.#shares[candidate.index] = share;
      this.#explore(place + 1, left, paid + candidate.curve.cost(share));
    }
    // The cost of shifting the later candidates bounds the shares further out only if those shift them further away.
    const isAway = share < candidate.start ? left >= after.start : left <= after.start;
    return !this.#isFull || (isAway ? own + moves : own) <= this.#closed;
  }

  /** True once the best division is complete. Before that a larger filled quantity wins, so costs must not prune. */
  get #isFull(): boolean {
    return this.best !== null && this.best.unfilled === 0;
  }

  /** Tries the shares of the last but one candidate outwards; the last candidate takes the rest. Skips runs of equal lots. */
  #sweep(pair: LastTwo, from: number, direction: Direction): void {
    const { candidate, last, rest, spent, highest } = pair;
    let share = from;
    while (this.#left > 0 && share <= highest && share >= this.#lowest(candidate, rest)) {
      this.#left -= 1;
      const left = rest - share;
      const own = spent + this.#bound(candidate, share);
      const other = this.#bound(last, Math.min(left, last.hi));
      // The bound of the last candidate holds further out only if its share moves away from its start too.
      const isAway = direction === -1 ? left >= last.start : left <= last.start;
      const isFull = this.#isFull;
      if (isFull && own + (isAway ? other : -last.slack) > this.#closed) return;
      const over =
        spent + this.#least(candidate, share) + this.#least(last, Math.min(left, last.hi)) - this.#closed;
      const lots = isFull ? countAlikeLots(pair, share, direction, over) : 1;
      const isClosed = isFull && over > 0;
      share = isClosed
        ? nextShare(candidate, share, direction, lots)
        : this.#run(pair, share, direction, lots);
    }
  }

  /** Tries consecutive shares until one improves the best division. Returns the next share. */
  #run({ candidate, last, rest, paid }: LastTwo, from: number, direction: Direction, lots: number): number {
    const { best } = this;
    let share = from;
    for (let tried = 0; tried < lots && this.best === best && this.#left > 0; tried += 1) {
      this.#left -= 1;
      if (share === 0 || share >= candidate.min) {
        this.#shares[candidate.index] = share;
        this.#takeRest(last, rest - share, paid + candidate.curve.cost(share));
      }
      share = nextShare(candidate, share, direction, 1);
    }
    return share;
  }

  /** Gives the last candidate as much of the rest as it accepts, or nothing when that is below its minimum. */
  #takeRest(candidate: SearchCandidate, rest: number, paid: number): void {
    const most = floorToLots(Math.min(candidate.hi, rest), candidate.curve.lot);
    const share = most < candidate.min ? 0 : most;
    if (share < candidate.lo) return;
    this.#shares[candidate.index] = share;
    this.#keep(rest - share, paid + candidate.curve.cost(share));
  }

  #keep(unfilled: number, cost: number): void {
    const { best } = this;
    const isBetter =
      best === null || unfilled < best.unfilled || (unfilled === best.unfilled && cost < best.cost);
    if (!isBetter) return;
    this.best = { shares: [...this.#shares], unfilled, cost };
    this.#close();
  }

  /** Lower bound of the excess of this share and of all shares further out. */
  #bound({ curve, base, startsAt, slack }: SearchCandidate, share: number): number {
    const linear = curve.costUnrounded(share) - this.#marginal * share - base;
    if (curve.roundingMax === 0) return linear;
    return linear - slack - Math.abs(curve.levelAt(share) - startsAt) * curve.roundingMax;
  }

  /** Lower bound of the excess of this share, linear over all shares that end in the same level. */
  #least({ curve, base }: SearchCandidate, share: number): number {
    return curve.costLowerBound(share) - this.#marginal * share - base;
  }

  /** False when no division with these first shares can improve the best. */
  #isOpen(after: LaterCandidates, rest: number, excess: number): boolean {
    const { best } = this;
    if (best === null) return true;
    const odd = after.lot === 0 ? rest : rest % after.lot;
    const unfilled = Math.max(rest - after.hi, odd, 0);
    return unfilled === best.unfilled ? excess <= this.#closed : unfilled < best.unfilled;
  }
}

/** A candidate whose share is chosen next. */
interface CandidateStep {
  readonly candidate: SearchCandidate;
  readonly rest: number; // quantity left for it and the later candidates
  readonly paid: number; // exact cost of the earlier shares
  readonly spent: number; // excess of the earlier shares
  readonly highest: number; // largest possible share
}

/** The last two candidates: the second takes what the first leaves. */
interface LastTwo extends CandidateStep {
  readonly last: SearchCandidate;
}

/** Towards a smaller or a larger share of the first candidate. */
type Direction = -1 | 1;

/**
 * Counts the lots from this share on that are all pruned, or all not pruned. Up to the next level of either member
 * the bound is linear, so the count needs no check of each lot.
 *
 * @param over  excess of the bound at `share` above the pruning threshold
 */
function countAlikeLots(
  { candidate, last, rest, highest }: LastTwo,
  share: number,
  direction: Direction,
  over: number,
): number {
  const left = rest - share;
  if (share < Math.max(candidate.min, 1) || left === 0 || left > last.hi) return 1;
  const isDown = direction === -1;
  const [gives, takes] = isDown ? [candidate.curve, last.curve] : [last.curve, candidate.curve];
  const [given, taken] = isDown ? [share, left] : [left, share];
  const from = gives.levelAt(given);
  const to = takes.levelAt(taken);
  const { lot } = candidate.curve;
  const rise = (takes.unitCostAt(to) - gives.unitCostAt(from)) * lot; // of the bound, with each lot that moves over
  const room = Math.min(
    given - gives.qtyBefore(from) - 1,
    takes.qtyBefore(to) + takes.qtyAt(to) - taken,
    isDown ? share - candidate.min : highest - share,
  );
  const lotsUntilOpen = rise === 0 ? -1 : -over / rise; // lots until the bound reaches the pruning threshold; negative: never
  const lots = Math.floor(room / lot);
  return 1 + (lotsUntilOpen < 0 ? lots : Math.min(lots, Math.floor(lotsUntilOpen)));
}

/** The share `lots` lots further out. */
function nextShare(candidate: SearchCandidate, share: number, direction: Direction, lots: number): number {
  const before = share + (lots - 1) * direction * candidate.curve.lot;
  return direction === -1 ? nextShareBelow(candidate, before) : nextShareAbove(candidate, before);
}
