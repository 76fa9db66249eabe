import {
  computeNotional,
  minQty,
  NOTIONAL_ZERO,
  type Notional,
  type Qty,
  requirePresent,
  type Side,
} from '#contract';
import { chargeFill, computeFillFee, NO_CHARGES, type OrderCharges } from '../fees/fill-fees.ts';
import {
  computePlanUnits,
  DEPTH_QTY_MAX,
  type PlanUnits,
  readTakeableDepth,
  refinePlanUnits,
  type TakeableDepth,
} from './book-depth.ts';
import { TakerFeeCalculator } from './fee-scale.ts';
import { type Route, toTakerPrice } from './venue-eligibility.ts';

/** Notional and charges of a quantity taken at one member. */
export interface TakenCost {
  readonly notional: Notional;
  readonly charges: OrderCharges;
}

/** Largest notional for exact arithmetic; leaves room for fees and cash steps. */
const EXACT_MAX = Number.MAX_SAFE_INTEGER / 4;

/** Builds one cost curve per member, in common units. Source: docs/decisions/routing-plans.md */
export function toCostCurves(routes: readonly Route[], side: Side, qty: Qty): readonly CostCurve[] {
  const curves = curvesInUnits(computePlanUnits(routes), routes, side, qty);
  return (
    curves ??
    requirePresent(
      curvesInUnits(refinePlanUnits(routes, computePlanUnits(routes)), routes, side, qty),
      'whole units',
    )
  );
}

/** Null when a level is not a whole number of these units. */
function curvesInUnits(units: PlanUnits, routes: readonly Route[], side: Side, qty: Qty): CostCurve[] | null {
  const enough = Math.floor(Math.min(Number(qty), DEPTH_QTY_MAX) / units.qty);
  const curves: CostCurve[] = [];
  for (const route of routes) {
    const levels = readTakeableDepth(route, side, enough, units);
    if (levels === null) return null;
    curves.push(new CostCurve(route, side, levels, units, enough));
  }
  return curves;
}

/**
 * Cost of taking from one member as a function of the quantity, exact and without rounding. The cost without
 * rounding is convex while fee rates are below one, since then a worse price costs more.
 *
 * Quantities are in `units.qty` and money in `units.money`, as safe integers. Levels are priced on demand,
 * because most orders need only part of a book.
 */
export class CostCurve {
  readonly units: PlanUnits;
  readonly lot: number;
  readonly depth: number;
  readonly costStep: number; // all costs are multiples of this
  /** Largest deviation of a fill's rounded cost from the formula: downwards, and in either direction. */
  readonly roundingDownMax: number;
  readonly roundingMax: number;
  /** False when the notional of the depth exceeds safe integers, so that costs are inexact. */
  readonly isExact: boolean;
  readonly #route: Route;
  readonly #side: Side;
  readonly #levels: TakeableDepth;
  readonly #scale: TakerFeeCalculator;
  readonly #perTick: number; // money of one unit of quantity at a price of one unit; negative for a SELL
  readonly #cashStep: number; // 0: cash moves in any amount
  // Sums over the levels before each index, computed on demand. Lists with equal content are shared.
  readonly #before: number[] = [0]; // quantity
  readonly #exact: number[] = [0]; // cost before cash steps
  readonly #linear: number[]; // cost without any rounding
  readonly #cost: number[];
  #near = 0; // level of the last lookup; the next one is usually near

  constructor(route: Route, side: Side, levels: TakeableDepth, units: PlanUnits, enough: number) {
    this.#route = route;
    this.#side = side;
    this.#levels = levels;
    this.units = units;
    this.#scale = new TakerFeeCalculator(route.fees, units);
    this.#perTick = ((side === 'BUY' ? 1 : -1) * (units.price * units.qty)) / units.money;
    this.#cashStep = Number(route.fees.cashStep ?? 0n) / units.money;
    this.#linear = this.#scale.step === 0 ? this.#exact : [0];
    this.#cost = this.#cashStep === 0 ? this.#exact : [0];
    this.lot = Number(route.candidate.qtyStep) / units.qty;
    this.depth = Math.min(levels.qtyTotal, enough);
    this.costStep = this.#cashStep === 0 ? 1 : this.#cashStep;
    const isUp = route.fees.fillRounding === 'up';
    this.roundingMax = this.#scale.step;
    this.roundingDownMax = isUp ? 0 : this.roundingMax; // a fee of less than one step is zero
    const [first = 0] = levels.prices;
    const dearest = Math.max(first, levels.prices.at(-1) ?? 0) * Math.abs(this.#perTick) * this.depth;
    this.isExact = levels.isComplete && dearest < EXACT_MAX;
  }

  /** Cost of one unit at the level with this index (0 is best), without rounding; infinite after the last level. */
  unitCostAt(place: number): number {
    if (place >= this.#levels.prices.length) return Number.POSITIVE_INFINITY;
    const price = this.#levels.prices[place] as number;
    return price * this.#perTick + this.#scale.computeUnitFee(price);
  }

  /** Quantity of the level with this index; 0 after the last level. */
  qtyAt(place: number): number {
    return this.#levels.qtys[place] ?? 0;
  }

  /** Total quantity of the levels before this index. */
  qtyBefore(place: number): number {
    this.#reach(place);
    return this.#before[place] as number;
  }

  /** Lower bound of a quantity's cost: earlier levels exactly, its last level with rounding in our favour. */
  costLowerBound(qty: number): number {
    if (qty === 0) return 0;
    const place = this.levelAt(qty);
    const part = qty - (this.#before[place] as number);
    return (this.#exact[place] as number) + part * this.unitCostAt(place) - this.roundingDownMax;
  }

  /** Rounding of fees, without cash rounding, over the levels before this index. */
  roundingBefore(place: number): number {
    this.#reach(place);
    return (this.#exact[place] as number) - (this.#linear[place] as number);
  }

  /** The smallest quantity of any level, at most one lot. */
  smallestLevelQty(): number {
    return this.#levels.qtys.reduce((least, qty) => Math.min(least, qty), this.lot);
  }

  /** Index of the level in which a quantity ends; 0 for zero, the last index for more than the depth. */
  levelAt(qty: number): number {
    let place = this.#near;
    while (place > 0 && (this.#before[place] as number) >= qty) place -= 1;
    const last = this.#levels.qtys.length - 1;
    while (place < last && this.qtyBefore(place) + this.qtyAt(place) < qty) place += 1;
    this.#reach(place);
    this.#near = place;
    return place;
  }

  /** Cost without rounding. */
  costUnrounded(qty: number): number {
    if (qty === 0) return 0;
    const place = this.levelAt(qty);
    return (this.#linear[place] as number) + (qty - (this.#before[place] as number)) * this.unitCostAt(place);
  }

  /** Exact cost of a quantity as one order with one fill per level, including fees, rounding and cash steps. */
  cost(qty: number): number {
    if (qty === 0) return 0;
    const place = this.levelAt(qty);
    const part = qty - (this.#before[place] as number);
    return this.#costWith(place, this.#paidAt(place, part), this.#feeAt(place, part));
  }

  /** Notional and charges of a quantity, which must not exceed the depth. */
  takenCost(qty: Qty): TakenCost {
    if (qty === 0n) return { notional: NOTIONAL_ZERO, charges: NO_CHARGES };
    if (qty > DEPTH_QTY_MAX) return computeTakenCost(this.#route, this.#side, qty);
    const share = Number(qty) / this.units.qty;
    const place = this.levelAt(share);
    return this.isExact
      ? this.#takenTo(place, share - (this.#before[place] as number))
      : computeTakenCost(this.#route, this.#side, qty);
  }

  #takenTo(place: number, part: number): TakenCost {
    const paid = this.#paidAt(place, part);
    const fee = this.#feeAt(place, part);
    const exact = (this.#exact[place] as number) + paid + fee;
    const cost = this.#costWith(place, paid, fee);
    return {
      notional: this.#money(Math.abs(this.#paidBefore(place) + paid)),
      charges: { cost: this.#money(cost), heldRounding: this.#money(cost - exact) },
    };
  }

  #paidBefore(place: number): number {
    let paid = 0;
    for (let at = 0; at < place; at += 1) paid += this.#paidAt(at, this.qtyAt(at));
    return paid;
  }

  #money(amount: number): Notional {
    return (BigInt(amount) * BigInt(this.units.money)) as Notional;
  }

  /** Computes the sums up to this level. */
  #reach(place: number): void {
    while (this.#before.length <= place) this.#pass(this.#before.length - 1);
  }

  /** Adds a whole level to the sums. */
  #pass(place: number): void {
    const qty = this.qtyAt(place);
    const paid = this.#paidAt(place, qty);
    const fee = this.#feeAt(place, qty);
    if (this.#linear !== this.#exact) {
      this.#linear.push((this.#linear[place] as number) + qty * this.unitCostAt(place));
    }
    if (this.#cost !== this.#exact) this.#cost.push(this.#costWith(place, paid, fee));
    this.#exact.push((this.#exact[place] as number) + paid + fee);
    this.#before.push((this.#before[place] as number) + qty);
  }

  #paidAt(place: number, part: number): number {
    return (this.#levels.prices[place] as number) * part * this.#perTick;
  }

  #feeAt(place: number, part: number): number {
    return this.#scale.step === 0 ? 0 : this.#scale.computeFee(this.#levels.prices[place] as number, part);
  }

  /** `chargeFill` in plan units: the cost after one more fill behind the levels before this index. */
  #costWith(place: number, paid: number, fee: number): number {
    const before = this.#cost[place] as number;
    const step = this.#cashStep;
    const exact = paid + fee;
    if (step === 0) return before + exact;
    const moved = Math.ceil(exact / step) * step;
    const rounding = moved - exact;
    const held = before - (this.#exact[place] as number) + rounding;
    const rebate = Math.floor(Math.min(held, fee + rounding) / step) * step;
    return before + moved - rebate;
  }
}

/** Notional and charges of a quantity with bigints, for any size. */
export function computeTakenCost({ from, fees }: Route, side: Side, qty: Qty): TakenCost {
  let left = qty;
  let notional = NOTIONAL_ZERO;
  let charges = NO_CHARGES;
  for (const level of from.levels) {
    if (left <= 0n) break;
    const price = toTakerPrice(from, level);
    const part = minQty(level.qty, left);
    const spent = computeNotional(price, part);
    notional = (notional + spent) as Notional;
    charges = chargeFill(fees, side, charges, spent, computeFillFee(fees, price, part));
    left = (left - part) as Qty;
  }
  return { notional, charges };
}
