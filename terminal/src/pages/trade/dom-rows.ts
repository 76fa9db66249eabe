import type { AggregatedLevel, BookLevel, Outcome } from '../../../../sdk/src/index.ts';
import { compareAmounts } from '../../components/amounts.ts';
import { flipPrice } from '../../components/prices.ts';
import type { ShownBook } from '../../feed/feed-messages.ts';

/** One price of the ladder and its quantity. */
export interface LadderRow {
  readonly side: 'bid' | 'ask';
  readonly price: string; // of the shown outcome
  readonly qty: string;
  readonly parts: readonly { readonly venue: string; readonly qty: string }[]; // by venue, if there are several
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/**
 * The best levels of both sides by falling price: asks above, bids below. NO is the inverted book: a bid of 0.40 for YES
 * is an offer of NO at 0.60. Deeper levels with the user's orders replace the last shown levels.
 *
 * @param mine  the user's resting quantities by `bid/price` or `ask/price`
 */
export function ladderRows(
  book: Extract<ShownBook, { book: unknown }>['book'],
  outcome: Outcome,
  depth: number,
  mine: ReadonlyMap<string, string> = NOTHING,
): readonly LadderRow[] {
  const bids = toRows(outcome === 'YES' ? book.bids : book.asks, 'bid', outcome);
  const asks = toRows(outcome === 'YES' ? book.asks : book.bids, 'ask', outcome);
  return [...withinDepth(asks, depth, mine).toReversed(), ...withinDepth(bids, depth, mine)];
}

/** The venues with quantity in these rows; empty for the book of one venue. */
export const findVenues = (rows: readonly LadderRow[]): readonly string[] =>
  rows.flatMap(({ parts }) => parts.map(({ venue }) => venue));

/** The price of the next row. For a price that is no longer a row, the nearest row in that direction. */
export function findNeighbour(
  rows: readonly LadderRow[],
  picked: string | null,
  step: 1 | -1,
): string | null {
  if (picked === null) {
    const last = rows.findLastIndex(({ side }) => side === 'ask');
    return rows[step === 1 ? last + 1 : last]?.price ?? rows[0]?.price ?? null;
  }
  const beyond = rows.filter(({ price }) => compareAmounts(price, picked) * step < 0);
  return (step === 1 ? beyond[0] : beyond.at(-1))?.price ?? null;
}

function withinDepth(
  rows: readonly LadderRow[],
  depth: number,
  mine: ReadonlyMap<string, string>,
): readonly LadderRow[] {
  const isMine = ({ side, price }: LadderRow): boolean => mine.has(`${side}/${price}`);
  const deeper =
    mine.size === 0
      ? []
      : rows
          .slice(depth)
          .filter(isMine)
          .slice(0, depth - 1);
  return [...rows.slice(0, depth - deeper.length), ...deeper];
}

const toRows = (
  levels: readonly (BookLevel | AggregatedLevel)[],
  side: LadderRow['side'],
  outcome: Outcome,
): readonly LadderRow[] =>
  levels.map((level) => ({
    side,
    price: outcome === 'YES' ? level.price : flipPrice(level.price),
    qty: level.qty,
    parts: 'breakdown' in level ? level.breakdown.map(({ venue, qty }) => ({ venue, qty })) : [],
  }));
