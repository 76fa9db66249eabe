import type { FeeSchedule } from '../../core/fees/schedule.ts';
import { type Notional, ONE, parseDecimal } from '../../core/kernel/decimal.ts';

/** Taker and maker coefficients by fee type, 1e-8. A type that is not here has a formula we do not know. */
const RATES: Readonly<Record<string, readonly [taker: bigint, maker: bigint]>> = {
  quadratic: [7_000_000n, 0n],
  quadratic_with_maker_fees: [7_000_000n, 1_750_000n],
  quadratic_with_combo_maker_fees: [7_000_000n, 3_500_000n],
};

const MICRODOLLAR = 10_000_000_000n as Notional; // each fill's fee is rounded up to $0.000001
const CASH_STEPS = {
  '0.0001': 1_000_000_000_000n as Notional,
  '0.01': 100_000_000_000_000n as Notional,
} as const;

export interface FeeTerms {
  readonly type: string;
  readonly multiplier: number;
  readonly isWaived: boolean; // charged nothing for now; cash still moves in whole steps
}

/**
 * The fee schedule of a market from what its series or event says.
 *
 * @returns null for a formula that we do not know (`flat`, a new type): it must not be guessed
 * Source   Kalshi's rounding page and fee schedule; see README, Fees
 */
export function feesOf(
  { type, multiplier, isWaived }: FeeTerms,
  precision: '0.0001' | '0.01',
): FeeSchedule | null {
  const rates = RATES[type];
  const scale = parseDecimal(String(multiplier));
  if (rates === undefined || scale === null) return null;
  const [takerRate, makerRate] = rates.map((rate) => (isWaived ? 0n : scaled(rate, scale)));
  if (takerRate === undefined || makerRate === undefined) return null;
  return {
    takerRate,
    makerRate,
    exponent: 1,
    fillStep: MICRODOLLAR,
    fillRounding: 'up',
    cashStep: CASH_STEPS[precision],
  };
}

/** Rounded up where it is not exact: an estimate on the safe side. */
const scaled = (rate: bigint, scale: bigint): bigint => (rate * scale + ONE - 1n) / ONE;
