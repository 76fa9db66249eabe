import { ONE, type Price } from '../../../src/core/kernel/decimal.ts';
import type { Micro } from './units.ts';

/** What a market takes from takers: shares × rate × (p × (1 − p))^exponent. */
export interface FeeTerms {
  readonly rate: bigint; // 1e-8
  readonly exponent: number;
}

/** Fees are told with five decimals: steps of ten micro units. */
const STEP = 10n;

/**
 * The taker's fee on one maker's part of a match.
 *
 * @param shares  1e-6
 * @returns       pUSD in 1e-6, half-up to 0.00001; what is less than 0.00001 is nothing
 * Source         venue facts, section 16.
 */
export function takerFee({ rate, exponent }: FeeTerms, shares: Micro, price: Price): Micro {
  const curve = BigInt(exponent);
  const dividend = shares * rate * (price * (ONE - price)) ** curve;
  const divisor = ONE * (ONE * ONE) ** curve * STEP;
  if (dividend < divisor) return 0n as Micro;
  return (((2n * dividend + divisor) / (2n * divisor)) * STEP) as Micro;
}
