import type { AggregatedBook, AggregatedLevel, BookMember, GenericAsset } from '../../../../sdk/src/index.ts';
import { compareAmounts } from '../../components/amounts.ts';
import { spreadOf } from '../../components/prices.ts';

interface Quote {
  readonly price: string;
  readonly qty: string; // of this member at this price
}

/** A member's best prices in the asset's terms. */
export interface MemberQuote {
  readonly venue: string;
  readonly instrumentId: number;
  readonly ticker: string;
  readonly isInverted: boolean;
  readonly bid: Quote | null;
  readonly ask: Quote | null;
  readonly state: BookMember | null; // of its book, as the service tells it
}

/** What each member quotes, read out of the book over all of them. */
export const quotesOf = ({ members }: GenericAsset, book: AggregatedBook | null): readonly MemberQuote[] =>
  members.map(({ venue, instrument_id: id, ticker, inverted }) => ({
    venue,
    instrumentId: id,
    ticker,
    isInverted: inverted,
    bid: bestOf(book?.bids ?? [], id),
    ask: bestOf(book?.asks ?? [], id),
    state: book?.members.find(({ instrument_id: each }) => each === id) ?? null,
  }));

/** Levels come best first, so the first that the member has a part in is its best. */
function bestOf(levels: readonly AggregatedLevel[], instrumentId: number): Quote | null {
  for (const { price, breakdown } of levels) {
    const part = breakdown.find(({ instrument_id: id }) => id === instrumentId);
    if (part !== undefined) return { price, qty: part.qty };
  }
  return null;
}

/**
 * The highest bid less the lowest ask of another member: above zero, one could be sold to the other before fees.
 * Null unless two members quote against each other.
 */
export function gapOf(quotes: readonly MemberQuote[]): string | null {
  let widest: string | null = null;
  for (const { bid, instrumentId } of quotes) {
    for (const other of quotes) {
      if (bid === null || other.ask === null || other.instrumentId === instrumentId) continue;
      const gap = spreadOf(other.ask.price, bid.price);
      if (widest === null || compareAmounts(gap, widest) > 0) widest = gap;
    }
  }
  return widest;
}
