import type { Notional } from './money.ts';

/**
 * What a venue charges for a fill of C contracts at price p: rate · C · (p · (1 − p))^exponent, rounded.
 * The same for both outcomes, since p and 1 − p give the same product. Data, not code, because each
 * venue sets it per instrument and changes it; a fill's own fee is always what the venue reports.
 */
export interface FeeSchedule {
  readonly takerRate: bigint; // 1e-8: 7_000_000n is 0.07
  readonly makerRate: bigint; // 1e-8
  readonly exponent: number; // a small whole number, 1 everywhere so far
  readonly fillStep: Notional; // each fill's fee is a whole number of these
  readonly fillRounding: 'up' | 'half_up';
  /** An order's cash moves in whole units of this, what is lost to it being a fee as well; null: in any amount. */
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
