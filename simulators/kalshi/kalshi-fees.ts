import { type Notional, ONE, type Price, type Qty } from '../../src/domain/model/money.ts';
import { floorDivide } from './wire-units.ts';

/** What a series (or its event) charges. */
export interface FeeTerms {
  readonly type: string; // `quadratic`, …; open, but only these are ever listed here
  readonly multiplier: bigint; // 1e-8 units
}

/** The cash unit of an account: a direct member's $0.0001, or anybody else's $0.01. */
export type Precision = 'direct' | 'other';

export interface Charged {
  readonly fee: Notional; // `fee_cost`
  readonly change: Notional; // of the account's cash
  readonly carry: Notional; // the order's rounding account after this fill
}

const TAKER = 700n; // 1e-4 units: 0.07
const MAKER: Readonly<Record<string, bigint>> = {
  quadratic: 0n,
  quadratic_with_maker_fees: 175n,
  quadratic_with_combo_maker_fees: 350n,
};
/** Coefficient 1e-4, multiplier, count, price and complement 1e-8 each, down to 1e-6 dollars. */
const MODEL_TO_MILLIONTHS = 10n ** 30n;
const MILLIONTH = 10_000_000_000n; // in 1e-16 units
const UNIT: Readonly<Record<Precision, bigint>> = { direct: 10n ** 12n, other: 10n ** 14n };

/**
 * The fee of one fill before an account's rounding: coefficient × multiplier × C × P × (1 − P), rounded up
 * to a millionth of a dollar.
 *
 * Source: Kalshi's fee rounding page; the coefficients are its fee schedule's.
 */
export function tradeFee(terms: FeeTerms, isTaker: boolean, price: Price, qty: Qty): Notional {
  const coefficient = isTaker ? TAKER : (MAKER[terms.type] ?? TAKER);
  const model = coefficient * terms.multiplier * qty * price * (ONE - price);
  return (((model + MODEL_TO_MILLIONTHS - 1n) / MODEL_TO_MILLIONTHS) * MILLIONTH) as Notional;
}

/**
 * Books a fill on an account that keeps whole units of cash. What rounding takes is carried for the order,
 * and comes back in whole units once there is one; a net fee is never below zero.
 *
 * @param revenue  cash the fill itself brings; negative when it opens a position
 * @param carry    the order's rounding account so far, below one unit unless a fee was too small for it
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
