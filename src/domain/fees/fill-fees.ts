import {
  computeNotional,
  type FeeSchedule,
  NOTIONAL_ZERO,
  type Notional,
  ONE,
  type Price,
  type Qty,
  type Side,
} from '#contract';

/** Cash effect of an order's fills so far, in 1e-16. */
export interface OrderCharges {
  readonly cost: Notional; // positive: paid, negative: received; includes fees and cash rounding
  readonly heldRounding: Notional; // part of the cost: rounding that the venue has not returned yet
}

/** Liquidity role of a fill: TAKER removes resting orders, MAKER rested. */
export type FeeSide = 'TAKER' | 'MAKER';

/**
 * The fee of one fill, rounded as the venue rounds it. `chargeFill` adds the rounding of the order's cash.
 *
 * @param price  1e-8; both outcomes give the same fee
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
 * The fees of a taker's fills in one match, where the venue charges one fee for all of them: their exact sum is rounded
 * once, and each fill has what it adds to the rounded sum, in the given order.
 *
 * Source  recorded taker fills of Polymarket, September 2026; docs/decisions/routing-plans.md
 */
export function computeMatchFees(
  schedule: FeeSchedule,
  fills: readonly { readonly price: Price; readonly qty: Qty }[],
): readonly Notional[] {
  const step = computeFillStep(schedule);
  let [exact, before] = [0n, NOTIONAL_ZERO];
  return fills.map(({ price, qty }) => {
    exact += computeFeeRate(schedule, schedule.takerRate, price) * qty;
    const sum = roundFee(schedule, exact, step);
    const own = (sum - before) as Notional;
    before = sum;
    return own;
  });
}

/**
 * Rounds a fill's fee as the venue does. Half up, a fee of less than one step is zero.
 *
 * @param exact  1e-16 divided by `computeFeeScale`
 * @param step   result of `computeFillStep`; callers with many fills compute it once
 * Source        polymarket.md §16; docs/decisions/routing-plans.md
 */
export function roundFee({ fillStep, fillRounding }: FeeSchedule, exact: bigint, step: bigint): Notional {
  if (fillRounding === 'half_up' && exact < step) return NOTIONAL_ZERO;
  return (((exact + computeAddend(fillRounding, step)) / step) * fillStep) as Notional;
}

/** The amount that makes an integer division by the step round in the given way. */
function computeAddend(rounding: FeeSchedule['fillRounding'], step: bigint): bigint {
  if (rounding === 'down') return 0n;
  return rounding === 'up' ? step - 1n : step / 2n;
}

/** The step to which a fill's fee is rounded, in 1e-16 divided by `computeFeeScale`. */
export const computeFillStep = (schedule: FeeSchedule): bigint =>
  schedule.fillStep * computeFeeScale(schedule);

/** Unrounded fee of 1e-8 of a contract, in 1e-16 divided by `computeFeeScale`. */
export const computeFeeRate = ({ exponent }: FeeSchedule, rate: bigint, price: Price): bigint =>
  exponent === 1 ? rate * price * (ONE - price) : rate * (price * (ONE - price)) ** BigInt(exponent);

export const computeFeeScale = ({ exponent }: FeeSchedule): bigint =>
  exponent === 1 ? SQUARE : SQUARE ** BigInt(exponent);

const SQUARE = ONE * ONE;

export const NO_CHARGES: OrderCharges = { cost: NOTIONAL_ZERO, heldRounding: NOTIONAL_ZERO };

/**
 * Adds one fill to an order's charges. Call it in the venue's order of fills.
 *
 * A venue with a cash step rounds each fill's cash in its own favour and accumulates the difference per order.
 * Once that reaches a whole step, the venue returns it, but never more than makes the fill's net fee zero.
 *
 * @param notional  price × qty of the fill
 * @param fee       result of `computeFillFee`
 * Source           kalshi.md §13; docs/decisions/routing-plans.md
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
  const accumulated = heldRounding + rounding;
  const rebateMax = fee + rounding;
  const rebate = wholeSteps(accumulated < rebateMax ? accumulated : rebateMax, cashStep);
  return { cost: (cost + paid - rebate) as Notional, heldRounding: (accumulated - rebate) as Notional };
}

/** Total fees of an order's fills: their cost without the notional. */
export const computeOrderFees = (side: Side, { cost }: OrderCharges, notional: Notional): Notional =>
  (side === 'BUY' ? cost - notional : cost + notional) as Notional;

/** The fee of an order that fills in one fill: the fill's fee and the rounding of its cash. */
export function computeSingleFillFee(
  schedule: FeeSchedule,
  side: Side,
  price: Price,
  qty: Qty,
  liquidity: FeeSide,
): Notional {
  const notional = computeNotional(price, qty);
  const fee = computeFillFee(schedule, price, qty, liquidity);
  return computeOrderFees(side, chargeFill(schedule, side, NO_CHARGES, notional, fee), notional);
}

/** Rounds up to a multiple of the step, towards more cost: -0.015 becomes -0.01. */
function ceilTo(amount: bigint, step: bigint): bigint {
  const over = amount % step;
  if (over === 0n) return amount;
  return over > 0n ? amount - over + step : amount - over;
}

const wholeSteps = (amount: bigint, step: bigint): bigint => amount - (amount % step);
