import type { AggregatedLevel, BookLevel, Outcome } from '../../../../sdk/src/index.ts';
import type { ShownBook } from '../../feed/messages.ts';
import { flipPrice } from '../../kit/prices.ts';

/** One price of the ladder and what stands there. */
export interface LadderRow {
  readonly side: 'bid' | 'ask';
  readonly price: string; // of the outcome shown
  readonly qty: string;
  readonly parts: readonly { readonly venue: string; readonly qty: string }[]; // by venue, where there are several
}

/**
 * The best levels of both sides, price falling: asks above, bids below. NO is the same book turned round: who bids
 * 0.40 for YES offers NO at 0.60.
 */
export function ladderRows(
  book: Extract<ShownBook, { book: unknown }>['book'],
  outcome: Outcome,
  depth: number,
) {
  const bids = rowsOf(outcome === 'YES' ? book.bids : book.asks, 'bid', outcome, depth);
  const asks = rowsOf(outcome === 'YES' ? book.asks : book.bids, 'ask', outcome, depth);
  return [...asks.toReversed(), ...bids];
}

function rowsOf(
  levels: readonly (BookLevel | AggregatedLevel)[],
  side: LadderRow['side'],
  outcome: Outcome,
  depth: number,
): readonly LadderRow[] {
  return levels.slice(0, depth).map((level) => ({
    side,
    price: outcome === 'YES' ? level.price : flipPrice(level.price),
    qty: level.qty,
    parts: 'breakdown' in level ? level.breakdown.map(({ venue, qty }) => ({ venue, qty })) : [],
  }));
}
