import type { Outcome } from '../../../../sdk/src/index.ts';
import { computeShare, sumAmounts } from '../../components/amounts.ts';
import type { ShownBook } from '../../feed/feed-messages.ts';
import { ladderRows } from './dom-rows.ts';

/** A price and the total quantity from the best price of its side to it. */
export interface DepthStep {
  readonly price: string;
  readonly total: string;
}

export interface Depth {
  readonly bids: readonly DepthStep[]; // best first
  readonly asks: readonly DepthStep[];
}

/** The cumulative quantities of both sides, from the best prices outwards. */
export function computeDepth(book: Extract<ShownBook, { book: unknown }>['book'], outcome: Outcome): Depth {
  const rows = ladderRows(book, outcome, Number.MAX_SAFE_INTEGER);
  const steps = (side: 'bid' | 'ask'): readonly DepthStep[] => {
    let total = '0';
    const ofSide = rows.filter((row) => row.side === side);
    return (side === 'ask' ? ofSide.toReversed() : ofSide).map(({ price, qty }) => {
      total = sumAmounts([total, qty]);
      return { price, total };
    });
  };
  return { bids: steps('bid'), asks: steps('ask') };
}

const MOST = 0.95;

/** The steps that hold nearly all of a side. A few contracts far away would otherwise compress the chart. */
export function nearlyAll(steps: readonly DepthStep[]): readonly DepthStep[] {
  const whole = steps.at(-1)?.total ?? '0';
  const enough = steps.findIndex(({ total }) => computeShare(total, whole) >= MOST);
  return steps.slice(0, enough + 1);
}
