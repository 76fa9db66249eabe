import type { Outcome } from '../../../../sdk/src/index.ts';
import { shareOf, sumOf } from '../../components/amounts.ts';
import type { ShownBook } from '../../feed/feed-messages.ts';
import { ladderRows } from './dom-rows.ts';

/** A price and all that stands between it and the best one of its side. */
export interface DepthStep {
  readonly price: string;
  readonly total: string;
}

export interface Depth {
  readonly bids: readonly DepthStep[]; // best first
  readonly asks: readonly DepthStep[];
}

/** The whole book, added up from the best prices outwards. */
export function depthOf(book: Extract<ShownBook, { book: unknown }>['book'], outcome: Outcome): Depth {
  const rows = ladderRows(book, outcome, Number.MAX_SAFE_INTEGER);
  const steps = (side: 'bid' | 'ask'): readonly DepthStep[] => {
    let total = '0';
    const ofSide = rows.filter((row) => row.side === side);
    return (side === 'ask' ? ofSide.toReversed() : ofSide).map(({ price, qty }) => {
      total = sumOf([total, qty]);
      return { price, total };
    });
  };
  return { bids: steps('bid'), asks: steps('ask') };
}

const MOST = 0.95;

/** The steps that hold nearly all of a side: a few contracts far away would press the rest into a line. */
export function nearlyAll(steps: readonly DepthStep[]): readonly DepthStep[] {
  const whole = steps.at(-1)?.total ?? '0';
  const enough = steps.findIndex(({ total }) => shareOf(total, whole) >= MOST);
  return steps.slice(0, enough + 1);
}
