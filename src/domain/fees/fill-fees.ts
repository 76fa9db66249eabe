import type { FeeSchedule } from '../model/fee-schedule.ts';
import { NOTIONAL_ZERO, type Notional, ONE, type Price, type Qty } from '../model/money.ts';
import type { Side } from '../model/order.ts';

/** What an order's fills have come to at its venue so far, 1e-16. */
export interface OrderCharges {
  readonly cost: Notional; // positive is paid, negative received; fees included, and what cash steps took
  readonly heldRounding: Notional; // of that, what rounding took and has not given back
}

/** Whether a fill takes what rests, or rested itself. */
export type FeeSide = 'TAKER' | 'MAKER';

/**
 * The fee of one fill, rounded as the venue rounds a fill. Not yet what the order pays: see `charge`.
 *
 * @param price  1e-8, of either outcome: both give the same fee
 * @param qty    1e-8 of a contract
 * Source        kalshi.md §13, polymarket.md §16
 */
export function computeFillFee(
  schedule: FeeSchedule,
  price: Price,
  qty: Qty,
  side: FeeSide = 'TAKER',
): Notional {
  const rate = side === 'TAKER' ? schedule.takerRate : schedule.makerRate;
  if (rate === 0n) return NOTIONAL_ZERO;
  return roundFee(schedule, computeFeeRate(schedule, rate, price) * qty, computeFillStep(schedule));
}

/**
 * A fill's fee as the venue rounds it.
 *
 * @param exact  1e-16 divided by `feeScaleOf`
 * @param step   `fillStepOf` the schedule, which a caller of many fills keeps
 */
export function roundFee({ fillStep, fillRounding }: FeeSchedule, exact: bigint, step: bigint): Notional {
  const steps = (fillRounding === 'up' ? exact + step - 1n : exact + step / 2n) / step;
  return (steps * fillStep) as Notional;
}

/** What a fill's fee is rounded to, in 1e-16 divided by `feeScaleOf`. */
export const computeFillStep = (schedule: FeeSchedule): bigint =>
  schedule.fillStep * computeFeeScale(schedule);

/** Fee of 1e-8 of a contract before any rounding, in 1e-16 divided by `feeScaleOf`. */
export const computeFeeRate = ({ exponent }: FeeSchedule, rate: bigint, price: Price): bigint =>
  exponent === 1 ? rate * price * (ONE - price) : rate * (price * (ONE - price)) ** BigInt(exponent);

export const computeFeeScale = ({ exponent }: FeeSchedule): bigint =>
  exponent === 1 ? SQUARE : SQUARE ** BigInt(exponent);

const SQUARE = ONE * ONE;

export const NO_CHARGES: OrderCharges = { cost: NOTIONAL_ZERO, heldRounding: NOTIONAL_ZERO };

/**
 * Books one more fill of an order, in the order in which the venue makes them.
 *
 * A venue with a cash step rounds each fill's cash down to it. What that takes is held for the order, and comes
 * back in whole steps once it holds one; never so much that the fill's own net fee would be below zero.
 *
 * @param notional  price × qty of the fill
 * @param fee       its own, as `feeOfFill` has it
 * Source           kalshi.md §13; docs/decisions/0113-net-fee.md
 */
export function chargeFill(
  { cashStep }: FeeSchedule,
  side: Side,
  { cost, heldRounding }: OrderCharges,
  notional: Notional,
  fee: Notional,
): OrderCharges {
  const exact = side === 'BUY' ? notional + fee : fee - notional;
  if (cashStep === null) return { cost: (cost + exact) as Notional, heldRounding };
  const paid = ceilTo(exact, cashStep);
  const rounding = paid - exact;
  const gathered = heldRounding + rounding;
  const most = fee + rounding;
  const rebate = wholeSteps(gathered < most ? gathered : most, cashStep);
  return { cost: (cost + paid - rebate) as Notional, heldRounding: (gathered - rebate) as Notional };
}

/** What an order's fills have cost it beside their prices. */
export const computeOrderFees = (side: Side, { cost }: OrderCharges, notional: Notional): Notional =>
  (side === 'BUY' ? cost - notional : cost + notional) as Notional;

/** The next whole number of steps, towards more cost: -0.015 becomes -0.01. */
function ceilTo(amount: bigint, step: bigint): bigint {
  const over = amount % step;
  if (over === 0n) return amount;
  return over > 0n ? amount - over + step : amount - over;
}

const wholeSteps = (amount: bigint, step: bigint): bigint => amount - (amount % step);
