import { chargeFill, computeFillFee, NO_CHARGES, type OrderCharges } from '../fees/fill-fees.ts';
import { requirePresent } from '../model/assert.ts';
import { computeNotional, minQty, NOTIONAL_ZERO, type Notional, type Qty } from '../model/money.ts';
import type { Side } from '../model/order.ts';
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

/** What a quantity taken at one member comes to. */
export interface TakenCost {
  readonly notional: Notional;
  readonly charges: OrderCharges;
}

/** What levels may come to at most, without fees, which are less than that, and without cash steps. */
const EXACT_MAX = Number.MAX_SAFE_INTEGER / 4;

/** One curve a member, in common units. Source: docs/decisions/0114-routing-in-numbers.md */
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

/** Null when a level is no whole number of these units. */
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
 * What taking from one member costs, as a function of the quantity: exactly, and without any rounding. The
 * latter is convex while fee rates are below one, since then a worse price costs more.
 *
 * Quantities are in `units.qty` and money in `units.money`, as safe integers. Levels are priced as they are
 * asked for: most orders end long before a book does.
 */
export class CostCurve {
  readonly units: PlanUnits;
  readonly lot: number;
  readonly depth: number;
  readonly costStep: number; // every cost is a whole number of these
  /** How far the rounding of one fill may take its cost below and away from the formula's. */
  readonly roundingDownMax: number;
  readonly roundingMax: number;
  /** False when the whole depth comes to more money than safe integers hold: costs are doubles then. */
  readonly isExact: boolean;
  readonly #route: Route;
  readonly #side: Side;
  readonly #levels: TakeableDepth;
  readonly #scale: TakerFeeCalculator;
  readonly #perTick: number; // money of one unit of quantity at a price of one unit; negative for a SELL
  readonly #cashStep: number; // 0: cash moves in any amount
  // What the levels before each place come to, as far as anybody has asked; one list where two are the same.
  readonly #before: number[] = [0]; // quantity
  readonly #exact: number[] = [0]; // cost before cash steps
  readonly #linear: number[]; // cost without any rounding
  readonly #cost: number[];
  #near = 0; // where the last quantity asked for ended; the next is mostly near

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
    this.roundingDownMax = isUp ? 0 : this.#scale.step / 2;
    this.roundingMax = isUp ? this.#scale.step : this.roundingDownMax;
    const [first = 0] = levels.prices;
    const dearest = Math.max(first, levels.prices.at(-1) ?? 0) * Math.abs(this.#perTick) * this.depth;
    this.isExact = levels.isComplete && dearest < EXACT_MAX;
  }

  /** Cost of one unit at the level of this place, best first, without any rounding; infinite beyond the last. */
  unitCostAt(place: number): number {
    if (place >= this.#levels.prices.length) return Number.POSITIVE_INFINITY;
    const price = this.#levels.prices[place] as number;
    return price * this.#perTick + this.#scale.computeUnitFee(price);
  }

  /** What the level of this place holds; nothing beyond the last. */
  qtyAt(place: number): number {
    return this.#levels.qtys[place] ?? 0;
  }

  /** What the levels before this place hold. */
  qtyBefore(place: number): number {
    this.#reach(place);
    return this.#before[place] as number;
  }

  /** The least that a quantity can cost: the levels before its last one exactly, of that one the rounding in our favour. */
  costLowerBound(qty: number): number {
    if (qty === 0) return 0;
    const place = this.levelAt(qty);
    const part = qty - (this.#before[place] as number);
    return (this.#exact[place] as number) + part * this.unitCostAt(place) - this.roundingDownMax;
  }

  /** What rounding, but for that of cash, has added to the levels before this place. */
  roundingBefore(place: number): number {
    this.#reach(place);
    return (this.#exact[place] as number) - (this.#linear[place] as number);
  }

  /** The least quantity of any level, or a lot where that is less. */
  smallestLevelQty(): number {
    return this.#levels.qtys.reduce((least, qty) => Math.min(least, qty), this.lot);
  }

  /** The place of the level that a quantity ends in; 0 for none, the last one for more than there is. */
  levelAt(qty: number): number {
    let place = this.#near;
    while (place > 0 && (this.#before[place] as number) >= qty) place -= 1;
    const last = this.#levels.qtys.length - 1;
    while (place < last && this.qtyBefore(place) + this.qtyAt(place) < qty) place += 1;
    this.#reach(place);
    this.#near = place;
    return place;
  }

  /** Cost without any rounding. */
  costUnrounded(qty: number): number {
    if (qty === 0) return 0;
    const place = this.levelAt(qty);
    return (this.#linear[place] as number) + (qty - (this.#before[place] as number)) * this.unitCostAt(place);
  }

  /** Exact cost of a quantity as one order, one fill a level: fees, their rounding and cash steps included. */
  cost(qty: number): number {
    if (qty === 0) return 0;
    const place = this.levelAt(qty);
    const part = qty - (this.#before[place] as number);
    return this.#costWith(place, this.#paidAt(place, part), this.#feeAt(place, part));
  }

  /** What a quantity comes to in whole money. No more than the depth is ever asked for. */
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

  /** Prices every level before this place. */
  #reach(place: number): void {
    while (this.#before.length <= place) this.#pass(this.#before.length - 1);
  }

  /** Adds a whole level to what the next one has before it. */
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

  /** `charge` of fees/fee.ts in units: the cost with one more fill, after the whole levels before this place. */
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

/** What a quantity comes to, level by level, whatever its size. */
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
