import type { Notional, Qty } from '../kernel/decimal.ts';
import type { Curve } from './curve.ts';
import type { Bounds, Relaxed } from './relax.ts';

/** Shares of a quantity, in the order of the members. */
export interface Division {
  readonly shares: readonly Qty[];
  readonly unfilled: bigint;
  readonly cost: Notional;
}

/** A member as the search meets it: coarse lots first, so that the finest takes what is left over. */
interface Slot {
  readonly index: number; // in the caller's order
  readonly curve: Curve;
  readonly min: Qty;
  readonly lo: Qty;
  readonly hi: Qty;
  readonly start: Qty; // its share of the relaxed division
  readonly startsAt: number; // the place of the level that it ends in
  readonly base: bigint; // what the start costs less its worth, rounding of the levels before its last included
  readonly dips: bigint; // how far a share may be below its bound, or one further out below that
  readonly slack: bigint; // how far any share at all may be below zero
  readonly after: Later;
}

/** Of the slots after one, all together. */
interface Later {
  readonly slack: bigint;
  readonly lot: bigint; // the greatest that divides all of theirs; 0 for none
  readonly lo: bigint;
  readonly hi: bigint;
}

/** Shares looked at for one order at most; beyond them the best so far stands. */
export const TRIED_MAX = 8_192;

/**
 * Looks for the best division near the relaxed one, and knows when to stop.
 *
 * A share's excess is its exact cost, less its worth at the marginal cost, less the least that this
 * difference would be without rounding. All shares together have a fixed worth, so the least cost is the
 * least sum of excesses. Each excess is hardly below zero, and grows as its share moves away from the
 * relaxed one. So only shares whose own excess is below the best sum found are open, and that is soon
 * little more than one rounding.
 */
export class Search {
  readonly qty: bigint; // to be divided
  best: Division | null = null;
  #left = TRIED_MAX;
  #slots: readonly Slot[] = [];
  #marginal = 0n;
  #scale = 1n;
  #excess = 0n; // of the best, against the present relaxed division
  #shares: Qty[] = [];

  constructor(qty: bigint) {
    this.qty = qty;
  }

  /** Finds what is better than the best so far within these bounds, minimums included. */
  run(curves: readonly Curve[], mins: readonly Qty[], bounds: readonly Bounds[], relaxed: Relaxed): void {
    this.#scale = curves[0]?.scale ?? 1n;
    this.#marginal = relaxed.marginal;
    this.#slots = slotsOf(curves, mins, bounds, relaxed);
    this.#shares = curves.map(() => 0n as Qty);
    if (this.best !== null) this.#excess = this.best.cost * this.#scale - this.#worth(this.best.unfilled);
    this.#explore(0, this.qty, 0n);
  }

  /** Tries the shares of one slot outwards from its relaxed share, on both sides in turn. */
  #explore(place: number, rest: bigint, spent: bigint): void {
    const slot = this.#slots[place];
    if (slot === undefined) return this.#keep(rest, spent);
    if (place === this.#slots.length - 1) return this.#takeRest(slot, rest, spent);
    const highest = wholeLots(smaller(slot.hi, rest - slot.after.lo), slot.curve.lot);
    let lowest = this.#lowest(slot, rest);
    let down: bigint = wholeLots(smaller(larger(slot.start, lowest), highest), slot.curve.lot);
    let up = above(slot, down);
    while (this.#left > 0 && (down >= lowest || up <= highest)) {
      const isDown = up > highest || (down >= lowest && slot.start - down <= up - slot.start);
      const share = isDown ? down : up;
      const skipped = this.#try(place, slot, share as Qty, rest, spent, isDown);
      if (isDown) down = skipped === null ? -1n : below(slot, share - skipped);
      else up = skipped === null ? highest + 1n : above(slot, share + skipped);
      lowest = this.#lowest(slot, rest); // which the first division found raises
    }
  }

  /** The least share that leaves no more unfilled than the best does. */
  #lowest(slot: Slot, rest: bigint): bigint {
    return larger(slot.lo, rest - slot.after.hi - (this.best?.unfilled ?? rest));
  }

  /**
   * Tries one share, with all that may follow it.
   *
   * @returns whole lots further out that need no look; null when none of them does
   */
  #try(place: number, slot: Slot, share: Qty, rest: bigint, spent: bigint, isDown: boolean): bigint | null {
    this.#left -= 1;
    const left = rest - share;
    const own = spent + this.#bound(slot, share);
    const last = place === this.#slots.length - 2 ? this.#slots[place + 1] : undefined;
    const next = last === undefined ? -slot.after.slack : this.#bound(last, smaller(left, last.hi));
    const isTaken = share === 0n || share >= slot.min;
    if (isTaken && this.#isOpen(slot.after, left, own + next)) this.#follow(place, slot, share, left, spent);
    if (this.best === null || this.best.unfilled > 0n) return 0n;
    // The bound of the last slot holds for what is further out only where that moves away from its start too.
    const isAway = last !== undefined && (isDown ? left >= last.start : left <= last.start);
    if (own + (isAway ? next : -slot.after.slack) >= this.#excess) return null;
    const over = own + next - this.#excess;
    return last === undefined || over < 0n ? 0n : closedFrom(slot, share, last, left as Qty, isDown, over);
  }

  #follow(place: number, slot: Slot, share: Qty, left: bigint, spent: bigint): void {
    const exact = spent + this.#excessOf(slot, share);
    if (!this.#isOpen(slot.after, left, exact - slot.after.slack)) return;
    this.#shares[slot.index] = share;
    this.#explore(place + 1, left, exact);
  }

  /** The last slot has no choice: all of the rest that it can hold, or nothing when that is too little. */
  #takeRest(slot: Slot, rest: bigint, spent: bigint): void {
    const most = wholeLots(smaller(slot.hi, rest), slot.curve.lot);
    const share = (most < slot.min ? 0n : most) as Qty;
    if (share < slot.lo) return;
    this.#shares[slot.index] = share;
    this.#keep(rest - share, spent + this.#excessOf(slot, share));
  }

  #keep(unfilled: bigint, excess: bigint): void {
    if (!this.#isBetter(unfilled, excess)) return;
    const cost = ((excess + this.#worth(unfilled)) / this.#scale) as Notional;
    this.best = { shares: [...this.#shares], unfilled, cost };
    this.#excess = excess;
  }

  /** What must be added to the excess of a division to have its cost. */
  #worth(unfilled: bigint): bigint {
    const bases = this.#slots.reduce((sum, { base }) => sum + base, 0n);
    return bases + this.#marginal * (this.qty - unfilled);
  }

  #excessOf({ curve, base }: Slot, share: Qty): bigint {
    return curve.cost(share) * this.#scale - this.#marginal * share - base;
  }

  /** No more than the excess of this share, nor of any further out. */
  #bound({ curve, base, startsAt, dips }: Slot, share: bigint): bigint {
    const linear = curve.linear(share as Qty) - this.#marginal * share - base;
    if (curve.away === 0n) return linear;
    const crossed = Math.abs(curve.indexAt(share as Qty) - startsAt);
    return linear - dips - (crossed === 0 ? 0n : BigInt(crossed) * curve.away);
  }

  /** False when nothing that starts like this can be better than the best. */
  #isOpen(after: Later, rest: bigint, excess: bigint): boolean {
    const odd = after.lot === 0n ? rest : rest % after.lot;
    return this.#isBetter(larger(larger(rest - after.hi, odd), 0n), excess);
  }

  #isBetter(unfilled: bigint, excess: bigint): boolean {
    const { best } = this;
    if (best === null || unfilled !== best.unfilled) return best === null || unfilled < best.unfilled;
    return excess < this.#excess;
  }
}

function slotsOf(
  curves: readonly Curve[],
  mins: readonly Qty[],
  bounds: readonly Bounds[],
  relaxed: Relaxed,
): readonly Slot[] {
  const places = curves.map((_, index) => index).filter((index) => (bounds[index] as Bounds).hi > 0n);
  places.sort((a, b) => Number((curves[b] as Curve).lot - (curves[a] as Curve).lot) || a - b);
  let after: Later = { slack: 0n, lot: 0n, lo: 0n, hi: 0n };
  const slots: Slot[] = [];
  for (const index of places.toReversed()) {
    const slot = slotOf(
      index,
      curves[index] as Curve,
      mins[index] as Qty,
      bounds[index] as Bounds,
      relaxed,
      after,
    );
    slots.unshift(slot);
    after = {
      slack: after.slack + slot.slack,
      lot: greatestDivisor(slot.curve.lot, after.lot),
      lo: after.lo + slot.lo,
      hi: after.hi + slot.hi,
    };
  }
  return slots;
}

/**
 * Where no fill is rounded, the bound is exact. Else each level between a share and the start may have been
 * rounded the other way, by `away` at most. A level that gains more than that by being crossed makes good
 * for it; the few that do not, the start's own and the one that a share ends in, are allowed for in advance.
 */
function slotOf(
  index: number,
  curve: Curve,
  min: Qty,
  { lo, hi }: Bounds,
  { shares, marginal }: Relaxed,
  after: Later,
): Slot {
  const start = shares[index] as Qty;
  const slot = { index, curve, min, lo, hi, start, after };
  const linear = curve.linear(start) - marginal * start;
  if (curve.away === 0n) return { ...slot, startsAt: 0, base: linear, dips: 0n, slack: 0n };
  const startsAt = curve.indexAt(start);
  const dips = curve.below + BigInt(2 + dipsOf(curve, startsAt, marginal)) * curve.away;
  const base = linear + curve.roundedBefore(startsAt);
  return { ...slot, startsAt, base, dips, slack: dips };
}

/** Levels beside the start that gain less by being crossed than their rounding may take away. */
function dipsOf(curve: Curve, startsAt: number, marginal: bigint): number {
  const smallest = curve.smallestLevel();
  let dips = 0;
  for (const direction of [-1, 1]) {
    for (let place = startsAt + direction; place >= 0; place += direction) {
      const step = curve.step(place);
      if (step === undefined) break;
      const gain = direction === 1 ? step.unit - marginal : marginal - step.unit;
      if (gain * smallest >= curve.away) break; // and all beyond it gain more
      if (gain * step.qty < curve.away) dips += 1;
    }
  }
  return dips;
}

/**
 * How much further out the last two shares stay too dear together: whole lots of the first. Up to the next
 * level of either their bound is a straight line, so where it falls it need not be followed lot by lot.
 *
 * @param over  by how much the bound at `share` is above the best, at least zero
 */
function closedFrom(slot: Slot, share: Qty, last: Slot, left: Qty, isDown: boolean, over: bigint): bigint {
  const from = slot.curve.stepAt(share);
  const to = last.curve.stepAt(left);
  if (from === undefined || to === undefined || left > last.hi) return 0n;
  const [gives, takes] = isDown ? [from, to] : [to, from];
  const [given, taken] = isDown ? [share, left] : [left, share];
  const rise = takes.unit - gives.unit; // of the bound, with each 1e-8 that moves over
  const room = smaller(given - gives.before.qty - 1n, takes.before.qty + takes.qty - taken);
  const far = rise >= 0n ? room : smaller(room, over / -rise);
  return wholeLots(far, slot.curve.lot);
}

/** The next smaller share: nothing lies between the minimum and none. */
const below = ({ curve, min }: Slot, share: bigint): bigint =>
  share > 0n && share - curve.lot < min ? 0n : share - curve.lot;

const above = ({ curve, min }: Slot, share: bigint): bigint =>
  share + curve.lot < min ? min : share + curve.lot;

/** With zero as the identity. */
export function greatestDivisor(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b];
  while (small !== 0n) [large, small] = [small, large % small];
  return large;
}

export const wholeLots = (qty: bigint, lot: bigint): bigint => qty - (qty % lot);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
