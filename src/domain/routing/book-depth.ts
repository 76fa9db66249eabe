import {
  computeNotional,
  type FeeSchedule,
  minQty,
  type Notional,
  PRICE_ONE,
  type Price,
  type Qty,
  type Side,
} from '#contract';
import { isWithinLimit, type Route, toSpentPrice, toTakerPrice } from './venue-eligibility.ts';

/**
 * The levels of a member that a taker can use within the limit, best first. They are numbers, because planning
 * mostly reads books and numbers are much faster than bigints.
 */
export interface TakeableDepth {
  readonly prices: readonly number[]; // in terms of the order's outcome, in units
  readonly qtys: readonly number[]; // in units
  readonly qtyTotal: number; // sum of `qtys`
  readonly isComplete: boolean; // false: the book holds more than a number can represent exactly
}

/** 45 million contracts in 1e-8. Twice this is still a safe integer. */
export const DEPTH_QTY_MAX = 4_500_000_000_000_000;
const DEPTH_QTY_MAX_BIGINT = BigInt(DEPTH_QTY_MAX); // comparing two bigints is faster than a bigint with a number

/**
 * Reads levels until they hold `enough`, or all levels within the limit. Null when a level is not a whole
 * number of units.
 *
 * The quotient of two safe integers is an integer only when the division is exact: otherwise its distance to the
 * next integer exceeds the precision of a double.
 */
export function readTakeableDepth(
  { from, limit }: Route,
  side: Side,
  enough: number,
  units: PlanUnits,
): TakeableDepth | null {
  const prices: number[] = [];
  const qtys: number[] = [];
  const one = Number(PRICE_ONE) / units.price;
  const worst = limit === null ? worstPrice(side) : Number(limit) / units.price;
  let held = 0;
  for (const level of from.levels) {
    if (held >= enough) break;
    const quoted = asNumber(level.price) / units.price;
    const price = from.isMirrored ? one - quoted : quoted;
    if (side === 'BUY' ? price > worst : price < worst) break;
    const qty = (level.qty > DEPTH_QTY_MAX_BIGINT ? DEPTH_QTY_MAX : asNumber(level.qty)) / units.qty;
    if (price !== Math.floor(price) || qty !== Math.floor(qty)) return null;
    prices.push(price);
    qtys.push(qty);
    held += qty;
  }
  return { prices, qtys, qtyTotal: held, isComplete: held * units.qty < DEPTH_QTY_MAX };
}

const worstPrice = (side: Side): number =>
  side === 'BUY' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;

/** Quantity in the book within the limit, at most `enough`. */
export function sumTakeableQty({ from, limit }: Route, side: Side, enough: Qty): Qty {
  let held = 0n as Qty;
  for (const level of from.levels) {
    if (held >= enough || !isWithinLimit(side, toTakerPrice(from, level), limit)) break;
    held = (held + level.qty) as Qty;
  }
  return minQty(held, enough);
}

/** The smallest quantity with a notional of `least`; null when the first `enough` contracts are worth less. */
export function findQtyForNotional(
  { from, limit }: Route,
  side: Side,
  least: Notional,
  enough: Qty,
): Qty | null {
  let missing: bigint = least;
  let before = 0n;
  for (const level of from.levels) {
    const own = toTakerPrice(from, level);
    if (before >= enough || !isWithinLimit(side, own, limit)) return null;
    const price: Price = toSpentPrice(side, own);
    const spent = computeNotional(price, level.qty);
    if (missing <= spent) return (before + (missing + price - 1n) / price) as Qty;
    missing -= spent;
    before += level.qty;
  }
  return null;
}

/**
 * Units of a plan. Each is the largest unit of which all amounts are multiples, so that numbers stay small: with
 * prices in cents and quantities in hundredths of a contract, a safe integer holds nine billion dollars.
 */
export interface PlanUnits {
  readonly price: number; // 1e-8
  readonly qty: number; // 1e-8 of a contract
  readonly money: number; // 1e-16
}

const ONE = 100_000_000; // a price of 1, a whole contract

/** Units for books whose levels are multiples of their venues' ticks and lots. */
export function computePlanUnits(routes: readonly Route[]): PlanUnits {
  let [price, qty] = [ONE, ONE];
  for (const { candidate } of routes) {
    price = greatestCommonDivisor(price, Number(candidate.priceTick));
    qty = greatestCommonDivisor(qty, Number(candidate.qtyStep));
  }
  return withMoney(price, qty, routes);
}

/** Smaller units for books with fractions of a lot, or with prices of a former grid. */
export function refinePlanUnits(routes: readonly Route[], { price, qty }: PlanUnits): PlanUnits {
  let [finePrice, fineQty] = [BigInt(price), BigInt(qty)];
  for (const { from } of routes) {
    for (const level of from.levels) {
      finePrice = greatestCommonDivisorBig(toTakerPrice(from, level), finePrice);
      fineQty = greatestCommonDivisorBig(level.qty, fineQty);
    }
  }
  return withMoney(Number(finePrice), Number(fineQty), routes);
}

function withMoney(price: number, qty: number, routes: readonly Route[]): PlanUnits {
  const money = routes.reduce((unit, { fees }) => withSteps(unit, fees), price * qty);
  return { price, qty, money };
}

function withSteps(unit: number, { takerRate, fillStep, cashStep }: FeeSchedule): number {
  const withFillStep = takerRate === 0n ? unit : greatestCommonDivisor(unit, Number(fillStep));
  return cashStep === null ? withFillStep : greatestCommonDivisor(withFillStep, Number(cashStep));
}

const BITS = new DataView(new ArrayBuffer(8));
const HIGH = 2 ** 32;

/**
 * Converts a bigint from 0 to 2^53 to a number by reading its bits, three times faster than `Number`; a plan
 * converts hundreds.
 */
function asNumber(value: bigint): number {
  BITS.setBigInt64(0, value);
  return BITS.getUint32(0) * HIGH + BITS.getUint32(4);
}

/** Greatest common divisor; gcd(a, 0) is a. */
export function greatestCommonDivisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small !== 0) [large, small] = [small, large % small];
  return large;
}

function greatestCommonDivisorBig(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b];
  while (small !== 0n) [large, small] = [small, large % small];
  return large;
}

export const floorToLots = (qty: number, lot: number): number => (lot === 1 ? qty : qty - (qty % lot));
