import type { Notional } from './money.ts';

export const FILL_ROUNDINGS = ['up', 'half_up', 'down'] as const;

/**
 * A venue's fee for a fill of C contracts at price p: rate · C · (p · (1 − p))^exponent, rounded. Both outcomes
 * have the same fee, since p and 1 − p give the same product. It is data because venues set and change it
 * per instrument. It only estimates: the recorded fee of a fill is the one that the venue reports.
 */
export interface FeeSchedule {
  readonly takerRate: bigint; // 1e-8: 7_000_000n is 0.07
  readonly makerRate: bigint; // 1e-8
  readonly exponent: number; // a small whole number, 1 everywhere so far
  readonly fillStep: Notional; // each fill's fee is a multiple of this
  /** Down: cut off, once for all that a taker gets in one match. Half up, a fee of less than one step is zero. */
  readonly fillRounding: (typeof FILL_ROUNDINGS)[number];
  /** Cash is debited and credited in multiples of this; the rounding is a fee too. Null: exact amounts. */
  readonly cashStep: Notional | null;
}

export const NO_FEES: FeeSchedule = {
  takerRate: 0n,
  makerRate: 0n,
  exponent: 1,
  fillStep: 1n as Notional,
  fillRounding: 'up',
  cashStep: null,
};
