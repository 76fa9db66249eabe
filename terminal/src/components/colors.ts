import { compareAmounts } from './amounts.ts';

export type Tone = 'buy' | 'sell' | undefined;

/** The CSS class that colours a gain or loss. The sign next to the figure shows the same. */
export function gainClass(amount: string): Tone {
  const sign = compareAmounts(amount, '0');
  return sign === 0 ? undefined : sign > 0 ? 'buy' : 'sell';
}
