import type { FeeSchedule } from '../../contract/model/fee-schedule.ts';
import { type Notional, parseDecimal } from '../../contract/model/money.ts';

interface FeeWords {
  readonly makerRate?: string;
  readonly fillStep?: string;
  readonly fillRounding?: FeeSchedule['fillRounding'];
  readonly cashStep?: string;
  readonly exponent?: number;
}

/** A schedule from decimal texts: `feeSchedule('0.07', { fillStep: '0.000001', cashStep: '0.01' })`. */
export const feeSchedule = (takerRate: string, words: FeeWords = {}): FeeSchedule => ({
  takerRate: units(takerRate),
  makerRate: units(words.makerRate ?? '0'),
  exponent: words.exponent ?? 1,
  fillStep: money(words.fillStep ?? '0.00000001'),
  fillRounding: words.fillRounding ?? 'up',
  cashStep: words.cashStep === undefined ? null : money(words.cashStep),
});

const units = (text: string): bigint => parseDecimal(text) ?? 0n;
const money = (text: string): Notional => (units(text) * 100_000_000n) as Notional;
