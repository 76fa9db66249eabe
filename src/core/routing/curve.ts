import { costOfOrder, feeRateAt, feeScaleOf, fillStepOf, roundFee } from '../fees/fee.ts';
import type { FeeSchedule } from '../fees/schedule.ts';
import { minQty, NOTIONAL_ZERO, type Notional, notionalOf, type Price, type Qty } from '../kernel/decimal.ts';
import type { Side } from '../orders/order.ts';
import { isWithinLimit, takePrice } from './executable.ts';
import { priceSpent, type Route } from './screen.ts';

/** One level as the taker meets it. */
export interface Step {
  readonly price: Price; // own terms
  readonly qty: Qty;
  readonly rate: bigint; // fee of 1e-8 of a contract before any rounding, in 1e-16 divided by the venue's own scale
  readonly unit: bigint; // cost of 1e-8 of a contract without any rounding, in 1e-16 divided by the scale
  readonly before: Before; // what the better levels hold
}

/** What a quantity taken from the best level on comes to. */
export interface Taken {
  readonly notional: Notional;
  readonly fees: Notional; // each fill's own, before the order's cash is rounded
}

interface Before extends Taken {
  readonly qty: Qty;
  readonly linear: bigint; // Σ unit × qty
}

const NOTHING: Before = { qty: 0n as Qty, notional: NOTIONAL_ZERO, fees: NOTIONAL_ZERO, linear: 0n };

/**
 * What taking from one member costs, as a function of the quantity: exactly, and without rounding. The
 * latter never falls short of convex while fee rates are below one, since then a worse price costs more.
 *
 * Levels are read as they are needed: most orders end long before a book does.
 */
export class Curve {
  readonly lot: Qty;
  readonly fees: FeeSchedule;
  /** How far the rounding of one fill may take its cost below and away from the formula's, in 1e-16 divided by the scale. */
  readonly below: bigint;
  readonly away: bigint;
  readonly scale: bigint;
  readonly #route: Route;
  readonly #side: Side;
  readonly #ownScale: bigint;
  readonly #fillStep: bigint; // 0 without a fee
  readonly #steps: Step[] = [];
  #lastIndex = 0; // where the last quantity asked for ended; the next is mostly near

  /** @param scale  common multiple of the members' fee scales, so that their units compare */
  constructor(route: Route, side: Side, scale: bigint) {
    this.#route = route;
    this.#side = side;
    this.scale = scale;
    this.lot = route.candidate.qtyStep;
    this.fees = route.fees;
    this.#ownScale = scale / unitScaleOf(route.fees);
    this.#fillStep = route.fees.takerRate === 0n ? 0n : fillStepOf(route.fees);
    const step = this.#fillStep * this.#ownScale;
    const isUp = route.fees.fillRounding === 'up';
    this.below = isUp ? 0n : (step + 1n) / 2n;
    this.away = isUp ? step : this.below;
  }

  /** The level at this place, best first; undefined beyond the limit or the book. */
  step(index: number): Step | undefined {
    while (this.#steps.length <= index) {
      const next = this.#next();
      if (next === undefined) return undefined;
      this.#steps.push(next);
    }
    return this.#steps[index];
  }

  /** All the depth within the limit, or `enough` of it; nothing is priced for this. */
  depth(enough: Qty): Qty {
    const { from, limit } = this.#route;
    let held = 0n as Qty;
    for (const level of from.levels) {
      if (held >= enough || !isWithinLimit(this.#side, takePrice(from, level), limit)) break;
      held = (held + level.qty) as Qty;
    }
    return minQty(held, enough);
  }

  /** What a quantity comes to. No more than the depth is ever asked for. */
  taken(qty: Qty): Taken {
    // A member that is given the whole order needs no steps to move between.
    if (this.#steps.length === 0) return this.#walk(qty);
    const step = this.stepAt(qty);
    return step === undefined ? NOTHING : this.#through(step, (qty - step.before.qty) as Qty);
  }

  /** Exact cost of a quantity as one order: fees, their rounding and the order's cash step included. */
  cost(qty: Qty): Notional {
    const { notional, fees } = this.taken(qty);
    return costOfOrder(this.fees, this.#side, notional, fees).cost;
  }

  /** What rounding has added to the levels before this place, in 1e-16 divided by the scale. */
  roundedBefore(index: number): bigint {
    const before = this.step(index)?.before ?? NOTHING;
    const paid = this.#side === 'BUY' ? before.notional : -1n * before.notional;
    return (paid + before.fees) * this.scale - before.linear;
  }

  /** The least quantity of any level. */
  smallestLevel(): bigint {
    return this.#route.from.levels.reduce((least, { qty }) => (qty < least ? qty : least), this.lot);
  }

  /** Cost without rounding, in 1e-16 divided by the scale. */
  linear(qty: Qty): bigint {
    const step = this.stepAt(qty);
    return step === undefined ? 0n : step.before.linear + (qty - step.before.qty) * step.unit;
  }

  /** The level that a quantity ends in, undefined for none. */
  stepAt(qty: Qty): Step | undefined {
    return qty === 0n ? undefined : this.step(this.indexAt(qty));
  }

  /** The place of the level that a quantity ends in; 0 for none. */
  indexAt(qty: Qty): number {
    const near = this.#steps[this.#lastIndex];
    const isThere = near !== undefined && near.before.qty < qty && qty <= near.before.qty + near.qty;
    if (!isThere) this.#lastIndex = this.#find(qty);
    return this.#lastIndex;
  }

  #find(qty: Qty): number {
    let last = this.#steps.at(-1) ?? this.step(0);
    while (last !== undefined && last.before.qty + last.qty < qty) last = this.step(this.#steps.length);
    let low = 0;
    let high = this.#steps.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#steps[middle] as Step).before.qty < qty) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #next(): Step | undefined {
    const { from, limit } = this.#route;
    const level = from.levels[this.#steps.length];
    if (level === undefined) return undefined;
    const price = takePrice(from, level);
    if (!isWithinLimit(this.#side, price, limit)) return undefined;
    const last = this.#steps.at(-1);
    const before = last === undefined ? NOTHING : this.#through(last, last.qty);
    const rate = this.#rateAt(price);
    const paid = (this.#side === 'BUY' ? price : -1n * price) * this.scale;
    const unit = rate === 0n ? paid : paid + rate * this.#ownScale;
    return { price, qty: level.qty, rate, unit, before };
  }

  #through({ before, price, rate, unit }: Step, part: Qty): Before {
    return {
      qty: (before.qty + part) as Qty,
      notional: (before.notional + notionalOf(price, part)) as Notional,
      fees: rate === 0n ? before.fees : ((before.fees + this.#feeAt(rate, part)) as Notional),
      linear: before.linear + unit * part,
    };
  }

  #walk(qty: Qty): Taken {
    let left = qty;
    let notional = NOTIONAL_ZERO;
    let fees = NOTIONAL_ZERO;
    for (const level of this.#route.from.levels) {
      if (left <= 0n) break;
      const price = takePrice(this.#route.from, level);
      const part = minQty(level.qty, left);
      notional = (notional + notionalOf(price, part)) as Notional;
      if (this.#fillStep !== 0n) fees = (fees + this.#feeAt(this.#rateAt(price), part)) as Notional;
      left = (left - part) as Qty;
    }
    return { notional, fees };
  }

  #rateAt(price: Price): bigint {
    const { takerRate } = this.fees;
    return takerRate === 0n ? 0n : feeRateAt(this.fees, takerRate, price);
  }

  #feeAt(rate: bigint, part: Qty): Notional {
    return roundFee(this.fees, rate * part, this.#fillStep);
  }
}

/** What a member's unit cost is told in: without a fee, 1e-16 itself. */
export const unitScaleOf = (fees: FeeSchedule): bigint => (fees.takerRate === 0n ? 1n : feeScaleOf(fees));

/** The smallest quantity that spends `least`; null when the depth, or `enough` of it, spends less. */
export function qtyWorth(curve: Curve, side: Side, least: Notional, enough: Qty): Qty | null {
  let missing: bigint = least;
  for (let index = 0; ; index += 1) {
    const step = curve.step(index);
    if (step === undefined || step.before.qty >= enough) return null;
    const price = priceSpent(side, step.price);
    const spent = notionalOf(price, step.qty);
    if (missing <= spent) return (step.before.qty + (missing + price - 1n) / price) as Qty;
    missing -= spent;
  }
}
