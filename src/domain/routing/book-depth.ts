import type { FeeSchedule } from '../model/fee-schedule.ts';
import { computeNotional, minQty, type Notional, PRICE_ONE, type Price, type Qty } from '../model/money.ts';
import type { Side } from '../model/order.ts';
import { isWithinLimit, type Route, toSpentPrice, toTakerPrice } from './venue-eligibility.ts';

/**
 * What a member shows a taker within the limit, best level first, as plain numbers: reading a book is most of
 * what a plan does, and numbers are many times as quick as bigints.
 */
export interface TakeableDepth {
  readonly prices: readonly number[]; // own terms, in units
  readonly qtys: readonly number[]; // in units
  readonly qtyTotal: number; // all of them together
  readonly isComplete: boolean; // false: the books hold more than numbers can count, and the rest is not seen
}

/** 45 million contracts. Twice as many 1e-8 of them are still a safe integer. */
export const DEPTH_QTY_MAX = 4_500_000_000_000_000;
const SEEN = BigInt(DEPTH_QTY_MAX); // bigints are compared the more quickly with their like

/**
 * The levels that hold `enough` together, or all within the limit. Null when one is no whole number of units.
 *
 * The quotient of safe integers is a whole number only where one divides the other: it cannot be as near to
 * one as a double's last place otherwise.
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
  const worst = limit === null ? worstOf(side) : Number(limit) / units.price;
  let held = 0;
  for (const level of from.levels) {
    if (held >= enough) break;
    const quoted = asNumber(level.price) / units.price;
    const price = from.isMirrored ? one - quoted : quoted;
    if (side === 'BUY' ? price > worst : price < worst) break;
    const qty = (level.qty > SEEN ? DEPTH_QTY_MAX : asNumber(level.qty)) / units.qty;
    if (price !== Math.floor(price) || qty !== Math.floor(qty)) return null;
    prices.push(price);
    qtys.push(qty);
    held += qty;
  }
  return { prices, qtys, qtyTotal: held, isComplete: held * units.qty < DEPTH_QTY_MAX };
}

const worstOf = (side: Side): number =>
  side === 'BUY' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;

/** All that is held within the limit, or `enough` of it. */
export function sumTakeableQty({ from, limit }: Route, side: Side, enough: Qty): Qty {
  let held = 0n as Qty;
  for (const level of from.levels) {
    if (held >= enough || !isWithinLimit(side, toTakerPrice(from, level), limit)) break;
    held = (held + level.qty) as Qty;
  }
  return minQty(held, enough);
}

/** The smallest quantity that spends `least`; null when the depth, or `enough` of it, spends less. */
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
 * In what a plan counts. Each is so large that everything is a whole number of it, so that amounts stay small:
 * with prices in cents and contracts in hundredths, a safe integer of money is nine billion dollars.
 */
export interface PlanUnits {
  readonly price: number; // 1e-8
  readonly qty: number; // 1e-8 of a contract
  readonly money: number; // 1e-16
}

const ONE = 100_000_000; // a price of 1, a whole contract

/** What all prices and quantities are whole numbers of while every level keeps to its venue's ticks and lots. */
export function computePlanUnits(routes: readonly Route[]): PlanUnits {
  let [price, qty] = [ONE, ONE];
  for (const { candidate } of routes) {
    price = greatestCommonDivisor(price, Number(candidate.priceTick));
    qty = greatestCommonDivisor(qty, Number(candidate.qtyStep));
  }
  return withMoney(price, qty, routes);
}

/** The same for levels that do not: a book may hold parts of a lot, or prices of a grid that has changed. */
export function refinePlanUnits(routes: readonly Route[], { price, qty }: PlanUnits): PlanUnits {
  let [finePrice, fineQty] = [BigInt(price), BigInt(qty)];
  for (const { from } of routes) {
    for (const level of from.levels) {
      finePrice = divisorOf(toTakerPrice(from, level), finePrice);
      fineQty = divisorOf(level.qty, fineQty);
    }
  }
  return withMoney(Number(finePrice), Number(fineQty), routes);
}

function withMoney(price: number, qty: number, routes: readonly Route[]): PlanUnits {
  const money = routes.reduce((unit, { fees }) => withSteps(unit, fees), price * qty);
  return { price, qty, money };
}

function withSteps(unit: number, { takerRate, fillStep, cashStep }: FeeSchedule): number {
  const ofFills = takerRate === 0n ? unit : greatestCommonDivisor(unit, Number(fillStep));
  return cashStep === null ? ofFills : greatestCommonDivisor(ofFills, Number(cashStep));
}

const BITS = new DataView(new ArrayBuffer(8));
const HIGH = 2 ** 32;

/**
 * The number that a bigint of 0 up to 2^53 stands for, like `Number`, but read from its bits: three times as quick,
 * and a plan reads hundreds.
 */
function asNumber(value: bigint): number {
  BITS.setBigInt64(0, value);
  return BITS.getUint32(0) * HIGH + BITS.getUint32(4);
}

/** With zero as the identity. */
export function greatestCommonDivisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small !== 0) [large, small] = [small, large % small];
  return large;
}

function divisorOf(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b];
  while (small !== 0n) [large, small] = [small, large % small];
  return large;
}

export const floorToLots = (qty: number, lot: number): number => (lot === 1 ? qty : qty - (qty % lot));
