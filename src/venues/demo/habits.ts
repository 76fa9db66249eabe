import { noise } from '../../core/exchange/noise.ts';

/** How the house behaves in one entry's markets: some are deep and busy, others are not. */
export interface Habits {
  readonly bidGap: number; // ticks from fair value to the best bid
  readonly askGap: number;
  readonly step: number; // ticks between two levels
  readonly levels: number; // on each side
  readonly depth: number; // contracts at the best level, about
  readonly attention: number; // 0..1, how often takers come
}

/** The same for the same seed and entry, whichever edition. The spread is 1 to 4 ticks. */
export function habitsOf(seed: number, code: string): Habits {
  const draw = (index: number): number => noise(seed, `${code}/habits`, index);
  return {
    bidGap: Math.floor(draw(0) * 3),
    askGap: 1 + Math.floor(draw(1) * 2),
    step: 1 + Math.floor(draw(2) * 1.4),
    levels: 4 + Math.floor(draw(3) * 4),
    depth: Math.round(40 * 12 ** draw(4)),
    attention: 0.15 + 0.85 * draw(5) ** 2,
  };
}
