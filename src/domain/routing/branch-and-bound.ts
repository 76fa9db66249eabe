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

/** Shares of a quantity, in the order of the members. */
interface Division {
  readonly shares: readonly number[];
  readonly unfilled: number;
  readonly cost: number;
}

/** Shares looked at for one order at most; beyond them the best so far stands, and is not told as the least. */
export const SEARCH_STEPS_MAX = 16_384;

/** Of the money in a search: more than its doubles may be wrong by, after sums over thousands of levels. */
const DOUBLES = 2 ** -40;

/**
 * Looks for the best division near the relaxed one, and knows when to stop.
 *
 * A share's excess is its exact cost, less its worth at the marginal cost, less the least that this
 * difference would be without rounding. All shares together have a fixed worth, so the least cost is the
 * least sum of excesses. Each excess is hardly below zero, and grows as its share moves away from the
 * relaxed one. So only shares whose own excess is below the best sum found are open, and that is soon
 * little more than one rounding.
 *
 * Costs are exact and decide which division is better. Excesses are doubles and only close what cannot be: each
 * is taken for less than it is by more than doubles may be wrong.
 */
export class SplitSearch {
  readonly qty: number; // to be divided
  best: Division | null = null;
  readonly #curves: readonly CostCurve[];
  readonly #mins: readonly number[];
  readonly #grid: number; // every cost is a whole number of these
  readonly #shares: number[];
  #left: number;
  #candidates: readonly SearchCandidate[] = [];
  #marginal = 0;
  #bases = 0;
  #closed = Number.POSITIVE_INFINITY; // an excess of this cannot be better than the best
  #doubt = 0;

  constructor(curves: readonly CostCurve[], mins: readonly number[], qty: number, triedMax: number) {
    this.#left = triedMax;
    this.#curves = curves;
    this.#mins = mins;
    this.qty = qty;
    this.#grid = curves.reduce((grid, curve) => greatestCommonDivisor(curve.costStep, grid), 0);
    this.#shares = curves.map(() => 0);
  }

  /** True when nothing better can have been missed. */
  get isDone(): boolean {
    return this.#left > 0;
  }

  /** Finds what is better than the best so far within these bounds, minimums included. */
  run(bounds: readonly Bounds[], { shares, marginal }: RelaxedSplit): void {
    this.#marginal = marginal;
    this.#candidates = toSearchCandidates(this.#curves, this.#mins, bounds, { shares, marginal });
    this.#bases =
      this.#candidates[0] === undefined ? 0 : this.#candidates[0].base + this.#candidates[0].after.base;
    this.#doubt = DOUBLES * (Math.abs(marginal * this.qty) + Math.abs(this.#bases));
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
   * Tries the shares of one candidate outwards from its relaxed share, on both sides in turn.
   *
   * @param rest  quantity that is left for this candidate and those after it
   * @param paid  exact cost of the shares before it
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

  /** The least share that leaves no more unfilled than the best does. */
  #lowest(candidate: SearchCandidate, rest: number): number {
    return Math.max(candidate.lo, rest - candidate.after.hi - (this.best?.unfilled ?? rest));
  }

  /** Shares of a candidate with two or more after it: each with all that may follow. */
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

  /** Tries one share, with all that may follow it. False when neither it nor any further out needs a look. */
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
    // What the later ones have to move holds for what is further out only where that moves them away too.
    const isAway = share < candidate.start ? left >= after.start : left <= after.start;
    return !this.#isFull || (isAway ? own + moves : own) <= this.#closed;
  }

  /** Until the best leaves nothing unfilled, more filled is better than any cost, and no cost closes anything. */
  get #isFull(): boolean {
    return this.best !== null && this.best.unfilled === 0;
  }

  /** Shares of the last candidate but one, outwards: what it gives the last one takes, a stretch of levels at a time. */
  #sweep(pair: LastTwo, from: number, direction: Direction): void {
    const { candidate, last, rest, spent, highest } = pair;
    let share = from;
    while (this.#left > 0 && share <= highest && share >= this.#lowest(candidate, rest)) {
      this.#left -= 1;
      const left = rest - share;
      const own = spent + this.#bound(candidate, share);
      const other = this.#bound(last, Math.min(left, last.hi));
      // The bound of the last candidate holds for what is further out only where that moves away from its start too.
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

  /** Tries some shares in a row, until one is better than the best. Returns the next. */
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

  /** The last candidate has no choice: all of the rest that it can hold, or nothing when that is too little. */
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

  /** No more than the excess of this share, nor of any further out. */
  #bound({ curve, base, startsAt, slack }: SearchCandidate, share: number): number {
    const linear = curve.costUnrounded(share) - this.#marginal * share - base;
    if (curve.roundingMax === 0) return linear;
    return linear - slack - Math.abs(curve.levelAt(share) - startsAt) * curve.roundingMax;
  }

  /** No more than the excess of this share, nor of any other that ends in the same level, along a straight line. */
  #least({ curve, base }: SearchCandidate, share: number): number {
    return curve.costLowerBound(share) - this.#marginal * share - base;
  }

  /** False when nothing that starts like this can be better than the best. */
  #isOpen(after: LaterCandidates, rest: number, excess: number): boolean {
    const { best } = this;
    if (best === null) return true;
    const odd = after.lot === 0 ? rest : rest % after.lot;
    const unfilled = Math.max(rest - after.hi, odd, 0);
    return unfilled === best.unfilled ? excess <= this.#closed : unfilled < best.unfilled;
  }
}

/** A candidate whose share is to be chosen, when all before it have theirs. */
interface CandidateStep {
  readonly candidate: SearchCandidate;
  readonly rest: number; // what is left for it and those after it
  readonly paid: number; // exact cost of the shares before it
  readonly spent: number; // their excess
  readonly highest: number; // the most that it may have
}

/** The last two candidates: what the first does not take is left for the second. */
interface LastTwo extends CandidateStep {
  readonly last: SearchCandidate;
}

/** Towards less of the first, or more. */
type Direction = -1 | 1;

/**
 * How many lots from this share on are alike: all too dear, or all open. Up to the next level of either member the
 * bound of both is a straight line, so it tells where that ends without a look at each lot.
 *
 * @param over  by how much the bound at `share` is above what is open
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
  const lotsUntilOpen = rise === 0 ? -1 : -over / rise; // lots until the line meets what is open; never when it leads away
  const lots = Math.floor(room / lot);
  return 1 + (lotsUntilOpen < 0 ? lots : Math.min(lots, Math.floor(lotsUntilOpen)));
}

/** The share so many lots further out. */
function nextShare(candidate: SearchCandidate, share: number, direction: Direction, lots: number): number {
  const before = share + (lots - 1) * direction * candidate.curve.lot;
  return direction === -1 ? nextShareBelow(candidate, before) : nextShareAbove(candidate, before);
}
