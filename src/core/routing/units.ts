import type { FeeSchedule } from '../fees/schedule.ts';
import { takePrice } from './executable.ts';
import type { Route } from './screen.ts';

/**
 * In what a plan counts. Each is so large that everything is a whole number of it, so that amounts stay small:
 * with prices in cents and contracts in hundredths, a safe integer of money is nine billion dollars.
 */
export interface Units {
  readonly price: number; // 1e-8
  readonly qty: number; // 1e-8 of a contract
  readonly money: number; // 1e-16
}

const ONE = 100_000_000; // a price of 1, a whole contract

/** What all prices and quantities are whole numbers of while every level keeps to its venue's ticks and lots. */
export function unitsOf(routes: readonly Route[]): Units {
  let [price, qty] = [ONE, ONE];
  for (const { candidate } of routes) {
    price = greatestDivisor(price, Number(candidate.priceTick));
    qty = greatestDivisor(qty, Number(candidate.qtyStep));
  }
  return withMoney(price, qty, routes);
}

/** The same for levels that do not: a book may hold parts of a lot, or prices of a grid that has changed. */
export function unitsOfLevels(routes: readonly Route[], { price, qty }: Units): Units {
  let [finePrice, fineQty] = [BigInt(price), BigInt(qty)];
  for (const { from } of routes) {
    for (const level of from.levels) {
      finePrice = divisorOf(takePrice(from, level), finePrice);
      fineQty = divisorOf(level.qty, fineQty);
    }
  }
  return withMoney(Number(finePrice), Number(fineQty), routes);
}

function withMoney(price: number, qty: number, routes: readonly Route[]): Units {
  const money = routes.reduce((unit, { fees }) => withSteps(unit, fees), price * qty);
  return { price, qty, money };
}

function withSteps(unit: number, { takerRate, fillStep, cashStep }: FeeSchedule): number {
  const ofFills = takerRate === 0n ? unit : greatestDivisor(unit, Number(fillStep));
  return cashStep === null ? ofFills : greatestDivisor(ofFills, Number(cashStep));
}

const BITS = new DataView(new ArrayBuffer(8));
const HIGH = 2 ** 32;

/**
 * The number that a bigint of 0 up to 2^53 stands for, like `Number`, but read from its bits: three times as quick,
 * and a plan reads hundreds.
 */
export function asNumber(value: bigint): number {
  BITS.setBigInt64(0, value);
  return BITS.getUint32(0) * HIGH + BITS.getUint32(4);
}

/** With zero as the identity. */
export function greatestDivisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small !== 0) [large, small] = [small, large % small];
  return large;
}

function divisorOf(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b];
  while (small !== 0n) [large, small] = [small, large % small];
  return large;
}

export const wholeLots = (qty: number, lot: number): number => (lot === 1 ? qty : qty - (qty % lot));
