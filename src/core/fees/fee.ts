import { NOTIONAL_ZERO, type Notional, ONE, type Price, type Qty } from '../kernel/decimal.ts';
import type { Side } from '../orders/order.ts';
import type { FeeSchedule } from './schedule.ts';

/** What an order costs its owner, 1e-16: positive is paid, negative received. */
export interface OrderCost {
  readonly fee: Notional; // with what its cash loses to the venue's cash step
  readonly cost: Notional; // fee included; of a SELL, less than zero
}

/** Whether a fill takes what rests, or rested itself. */
export type FeeSide = 'TAKER' | 'MAKER';

/**
 * The fee of one fill, rounded as the venue rounds a fill. Not yet what the order pays: see `costOfOrder`.
 *
 * @param price  1e-8, of either outcome: both give the same fee
 * @param qty    1e-8 of a contract
 * Source        kalshi.md §13, polymarket.md §16
 */
export function feeOfFill(schedule: FeeSchedule, price: Price, qty: Qty, side: FeeSide = 'TAKER'): Notional {
  const rate = side === 'TAKER' ? schedule.takerRate : schedule.makerRate;
  if (rate === 0n) return NOTIONAL_ZERO;
  return roundFee(schedule, feeRateAt(schedule, rate, price) * qty, fillStepOf(schedule));
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
export const fillStepOf = (schedule: FeeSchedule): bigint => schedule.fillStep * feeScaleOf(schedule);

/** Fee of 1e-8 of a contract before any rounding, in 1e-16 divided by `feeScaleOf`. */
export const feeRateAt = ({ exponent }: FeeSchedule, rate: bigint, price: Price): bigint =>
  exponent === 1 ? rate * price * (ONE - price) : rate * (price * (ONE - price)) ** BigInt(exponent);

export const feeScaleOf = ({ exponent }: FeeSchedule): bigint =>
  exponent === 1 ? SQUARE : SQUARE ** BigInt(exponent);

const SQUARE = ONE * ONE;

/**
 * What an order costs once all its fills are in.
 *
 * A venue with a cash step rounds each fill's cash down to it and gives whole steps of what that took back
 * to the order as it goes on. So the order's cash as a whole is rounded down once, to the owner's cost.
 *
 * @param notional  Σ price × qty of the fills
 * @param fees      Σ of their fees
 * Source           kalshi.md §13; docs/decisions/0044-least-cost.md
 */
export function costOfOrder(
  { cashStep }: FeeSchedule,
  side: Side,
  notional: Notional,
  fees: Notional,
): OrderCost {
  const exact = side === 'BUY' ? notional + fees : fees - notional;
  const cost = cashStep === null ? exact : ceilTo(exact, cashStep);
  return { fee: (fees + cost - exact) as Notional, cost: cost as Notional };
}

/** The next whole number of steps, towards more cost: -0.015 becomes -0.01. */
function ceilTo(amount: bigint, step: bigint): bigint {
  const over = amount % step;
  if (over === 0n) return amount;
  return over > 0n ? amount - over + step : amount - over;
}
