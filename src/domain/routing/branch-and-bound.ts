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
  readonly #ladders: readonly CostCurve[];
  readonly #mins: readonly number[];
  readonly #grid: number; // every cost is a whole number of these
  readonly #shares: number[];
  #left: number;
  #slots: readonly SearchCandidate[] = [];
  #marginal = 0;
  #bases = 0;
  #closed = Number.POSITIVE_INFINITY; // an excess of this cannot be better than the best
  #doubt = 0;

  constructor(ladders: readonly CostCurve[], mins: readonly number[], qty: number, triedMax: number) {
    this.#left = triedMax;
    this.#ladders = ladders;
    this.#mins = mins;
    this.qty = qty;
    this.#grid = ladders.reduce((grid, ladder) => greatestCommonDivisor(ladder.costStep, grid), 0);
    this.#shares = ladders.map(() => 0);
  }

  /** True when nothing better can have been missed. */
  get isDone(): boolean {
    return this.#left > 0;
  }

  /** Finds what is better than the best so far within these bounds, minimums included. */
  run(bounds: readonly Bounds[], { shares, marginal }: RelaxedSplit): void {
    this.#marginal = marginal;
    this.#slots = toSearchCandidates(this.#ladders, this.#mins, bounds, { shares, marginal });
    this.#bases = this.#slots[0] === undefined ? 0 : this.#slots[0].base + this.#slots[0].after.base;
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
   * Tries the shares of one slot outwards from its relaxed share, on both sides in turn.
   *
   * @param rest  quantity that is left for this slot and those after it
   * @param paid  exact cost of the shares before it
   */
  #explore(place: number, rest: number, paid: number): void {
    const slot = this.#slots[place];
    if (slot === undefined) return this.#keep(rest, paid);
    const next = this.#slots[place + 1];
    if (next === undefined) return this.#takeRest(slot, rest, paid);
    const spent = paid - this.#marginal * (this.qty - rest) - (this.#bases - slot.base - slot.after.base);
    const highest = floorToLots(Math.min(slot.hi, rest - slot.after.lo), slot.curve.lot);
    const nearest = Math.max(slot.start, this.#lowest(slot, rest));
    const here = floorToLots(Math.min(nearest, highest), slot.curve.lot);
    const turn: StepDirection = { slot, rest, paid, spent, highest };
    if (place === this.#slots.length - 2) {
      const pair = { ...turn, last: next };
      this.#sweep(pair, here, -1);
      this.#sweep(pair, nextShareAbove(slot, here), 1);
    } else this.#spread(place, turn, here);
  }

  /** The least share that leaves no more unfilled than the best does. */
  #lowest(slot: SearchCandidate, rest: number): number {
    return Math.max(slot.lo, rest - slot.after.hi - (this.best?.unfilled ?? rest));
  }

  /** Shares of a slot with two or more after it: each with all that may follow. */
  #spread(place: number, turn: StepDirection, here: number): void {
    const { slot, rest, highest } = turn;
    let down = here;
    let up = nextShareAbove(slot, here);
    while (this.#left > 0) {
      const isDownLeft = down >= this.#lowest(slot, rest);
      if (!isDownLeft && up > highest) return;
      const isDown = up > highest || (isDownLeft && slot.start - down <= up - slot.start);
      const share = isDown ? down : up;
      const isOver = !this.#follow(place, turn, share);
      if (isDown) down = isOver ? -1 : nextShareBelow(slot, share);
      else up = isOver ? highest + 1 : nextShareAbove(slot, share);
    }
  }

  /** Tries one share, with all that may follow it. False when neither it nor any further out needs a look. */
  #follow(place: number, { slot, rest, paid, spent }: StepDirection, share: number): boolean {
    this.#left -= 1;
    const { after } = slot;
    const left = rest - share;
    const own = spent + this.#bound(slot, share) - after.slack;
    const moves = computeShiftCost(after.rise, left - (this.best?.unfilled ?? 0) - after.start);
    const isTaken = share === 0 || share >= slot.min;
    if (isTaken && this.#isOpen(after, left, spent + this.#least(slot, share) - after.slack + moves)) {
      this.#shares[slot.index] = share;
      this.#explore(place + 1, left, paid + slot.curve.cost(share));
    }
    // What the later ones have to move holds for what is further out only where that moves them away too.
    const isAway = share < slot.start ? left >= after.start : left <= after.start;
    return !this.#isFull || (isAway ? own + moves : own) <= this.#closed;
  }

  /** Until the best leaves nothing unfilled, more filled is better than any cost, and no cost closes anything. */
  get #isFull(): boolean {
    return this.best !== null && this.best.unfilled === 0;
  }

  /** Shares of the last slot but one, outwards: what it gives the last one takes, a stretch of levels at a time. */
  #sweep(pair: LastTwo, from: number, direction: Direction): void {
    const { slot, last, rest, spent, highest } = pair;
    let share = from;
    while (this.#left > 0 && share <= highest && share >= this.#lowest(slot, rest)) {
      this.#left -= 1;
      const left = rest - share;
      const own = spent + this.#bound(slot, share);
      const other = this.#bound(last, Math.min(left, last.hi));
      // The bound of the last slot holds for what is further out only where that moves away from its start too.
      const isAway = direction === -1 ? left >= last.start : left <= last.start;
      const isFull = this.#isFull;
      if (isFull && own + (isAway ? other : -last.slack) > this.#closed) return;
      const over =
        spent + this.#least(slot, share) + this.#least(last, Math.min(left, last.hi)) - this.#closed;
      const lots = isFull ? stretchOf(pair, share, direction, over) : 1;
      const isClosed = isFull && over > 0;
      share = isClosed ? stepped(slot, share, direction, lots) : this.#run(pair, share, direction, lots);
    }
  }

  /** Tries some shares in a row, until one is better than the best. Returns the next. */
  #run({ slot, last, rest, paid }: LastTwo, from: number, direction: Direction, lots: number): number {
    const { best } = this;
    let share = from;
    for (let tried = 0; tried < lots && this.best === best && this.#left > 0; tried += 1) {
      this.#left -= 1;
      if (share === 0 || share >= slot.min) {
        this.#shares[slot.index] = share;
        this.#takeRest(last, rest - share, paid + slot.curve.cost(share));
      }
      share = stepped(slot, share, direction, 1);
    }
    return share;
  }

  /** The last slot has no choice: all of the rest that it can hold, or nothing when that is too little. */
  #takeRest(slot: SearchCandidate, rest: number, paid: number): void {
    const most = floorToLots(Math.min(slot.hi, rest), slot.curve.lot);
    const share = most < slot.min ? 0 : most;
    if (share < slot.lo) return;
    this.#shares[slot.index] = share;
    this.#keep(rest - share, paid + slot.curve.cost(share));
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

/** A slot whose share is to be chosen, when all before it have theirs. */
interface StepDirection {
  readonly slot: SearchCandidate;
  readonly rest: number; // what is left for it and those after it
  readonly paid: number; // exact cost of the shares before it
  readonly spent: number; // their excess
  readonly highest: number; // the most that it may have
}

/** The last two slots: what the first does not take is left for the second. */
interface LastTwo extends StepDirection {
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
function stretchOf(
  { slot, last, rest, highest }: LastTwo,
  share: number,
  direction: Direction,
  over: number,
): number {
  const left = rest - share;
  if (share < Math.max(slot.min, 1) || left === 0 || left > last.hi) return 1;
  const isDown = direction === -1;
  const [gives, takes] = isDown ? [slot.curve, last.curve] : [last.curve, slot.curve];
  const [given, taken] = isDown ? [share, left] : [left, share];
  const from = gives.levelAt(given);
  const to = takes.levelAt(taken);
  const { lot } = slot.curve;
  const rise = (takes.unitCostAt(to) - gives.unitCostAt(from)) * lot; // of the bound, with each lot that moves over
  const room = Math.min(
    given - gives.qtyBefore(from) - 1,
    takes.qtyBefore(to) + takes.qtyAt(to) - taken,
    isDown ? share - slot.min : highest - share,
  );
  const turns = rise === 0 ? -1 : -over / rise; // lots until the line meets what is open; never when it leads away
  const lots = Math.floor(room / lot);
  return 1 + (turns < 0 ? lots : Math.min(lots, Math.floor(turns)));
}

/** The share so many lots further out. */
function stepped(slot: SearchCandidate, share: number, direction: Direction, lots: number): number {
  const before = share + (lots - 1) * direction * slot.curve.lot;
  return direction === -1 ? nextShareBelow(slot, before) : nextShareAbove(slot, before);
}
