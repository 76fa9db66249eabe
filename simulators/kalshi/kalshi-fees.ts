import { type Notional, ONE, type Price, type Qty } from '#contract';
import { floorDivide } from './wire-units.ts';

/** The fee terms of a series or event. */
export interface FeeTerms {
  readonly type: string; // open-ended on the wire; only the types of `MAKER` are listed here
  readonly multiplier: bigint; // 1e-8 units
}

/** The smallest cash unit of an account: $0.0001 for a direct member, $0.01 for all others. */
export type Precision = 'direct' | 'other';

export interface Charged {
  readonly fee: Notional; // `fee_cost`
  readonly change: Notional; // cash change of the account
  readonly carry: Notional; // rounding carried by the order after this fill
}

const TAKER = 700n; // 1e-4 units: 0.07
const MAKER: Readonly<Record<string, bigint>> = {
  quadratic: 0n,
  quadratic_with_maker_fees: 175n,
  quadratic_with_combo_maker_fees: 350n,
};
/** Converts coefficient 1e-4 × multiplier, count, price and complement (1e-8 each) to 1e-6 dollars. */
const MODEL_TO_MILLIONTHS = 10n ** 30n;
const MILLIONTH = 10_000_000_000n; // in 1e-16 units
const UNIT: Readonly<Record<Precision, bigint>> = { direct: 10n ** 12n, other: 10n ** 14n };

/**
 * The fee of one fill before account rounding: coefficient × multiplier × C × P × (1 − P), rounded up to a
 * millionth of a dollar.
 *
 * Source: Kalshi's fee rounding page and fee schedule.
 */
export function tradeFee(terms: FeeTerms, isTaker: boolean, price: Price, qty: Qty): Notional {
  const coefficient = isTaker ? TAKER : (MAKER[terms.type] ?? TAKER);
  const model = coefficient * terms.multiplier * qty * price * (ONE - price);
  return (((model + MODEL_TO_MILLIONTHS - 1n) / MODEL_TO_MILLIONTHS) * MILLIONTH) as Notional;
}

/**
 * Rounds a fill to the account's cash unit. The order carries the rounding difference and refunds it in
 * whole units. The net fee is never negative.
 *
 * @param revenue  cash of the fill before fees; negative when it opens a position
 * @param carry    rounding carried so far; below one unit unless the fee was too small for a refund
 */
export function charge(revenue: Notional, fee: Notional, carry: Notional, precision: Precision): Charged {
  const unit = UNIT[precision];
  const change = revenue - fee;
  const aligned = floorDivide(change, unit) * unit;
  const rounding = change - aligned;
  const held = carry + rounding;
  const gross = fee + rounding;
  const rebate = smaller(held / unit, gross / unit) * unit;
  return {
    fee: (gross - rebate) as Notional,
    change: (aligned + rebate) as Notional,
    carry: (held - rebate) as Notional,
  };
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
