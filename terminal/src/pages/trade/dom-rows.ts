import type { AggregatedLevel, BookLevel, Outcome } from '../../../../sdk/src/index.ts';
import { flipPrice } from '../../components/prices.ts';
import type { ShownBook } from '../../feed/feed-messages.ts';

/** One price of the ladder and its quantity. */
export interface LadderRow {
  readonly side: 'bid' | 'ask';
  readonly price: string; // of the shown outcome
  readonly qty: string;
  readonly parts: readonly { readonly venue: string; readonly qty: string }[]; // by venue, if there are several
}

/**
 * The best levels of both sides by falling price: asks above, bids below. NO is the inverted book: a bid of 0.40 for YES
 * is an offer of NO at 0.60.
 */
export function ladderRows(
  book: Extract<ShownBook, { book: unknown }>['book'],
  outcome: Outcome,
  depth: number,
): readonly LadderRow[] {
  const bids = toRows(outcome === 'YES' ? book.bids : book.asks, 'bid', outcome, depth);
  const asks = toRows(outcome === 'YES' ? book.asks : book.bids, 'ask', outcome, depth);
  return [...asks.toReversed(), ...bids];
}

/** The venues with quantity in these rows; empty for the book of one venue. */
export const findVenues = (rows: readonly LadderRow[]): readonly string[] =>
  rows.flatMap(({ parts }) => parts.map(({ venue }) => venue));

const toRows = (
  levels: readonly (BookLevel | AggregatedLevel)[],
  side: LadderRow['side'],
  outcome: Outcome,
  depth: number,
): readonly LadderRow[] =>
  levels.slice(0, depth).map((level) => ({
    side,
    price: outcome === 'YES' ? level.price : flipPrice(level.price),
    qty: level.qty,
    parts: 'breakdown' in level ? level.breakdown.map(({ venue, qty }) => ({ venue, qty })) : [],
  }));
