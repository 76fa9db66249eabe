import { compareAmounts } from './amounts.ts';

export type Tone = 'buy' | 'sell' | undefined;

/** The colour of a gain or loss; the sign beside it says the same. */
export function toneOf(amount: string): Tone {
  const sign = compareAmounts(amount, '0');
  return sign === 0 ? undefined : sign > 0 ? 'buy' : 'sell';
}
