import type { AggregatedBook, AggregatedLevel, BookMember, GenericAsset } from '../../../../sdk/src/index.ts';
import { compareAmounts } from '../../components/amounts.ts';
import { computeSpread } from '../../components/prices.ts';

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
  readonly state: BookMember | null; // of its book, as the service reports it
}

/** The best prices of each member, from the aggregated book. */
export const toMemberQuotes = (
  { members }: GenericAsset,
  book: AggregatedBook | null,
): readonly MemberQuote[] =>
  members.map(({ venue, instrument_id: id, ticker, inverted }) => ({
    venue,
    instrumentId: id,
    ticker,
    isInverted: inverted,
    bid: findBest(book?.bids ?? [], id),
    ask: findBest(book?.asks ?? [], id),
    state: book?.members.find(({ instrument_id: each }) => each === id) ?? null,
  }));

/** Levels are sorted best first, so the first level with the member's quantity is its best. */
function findBest(levels: readonly AggregatedLevel[], instrumentId: number): Quote | null {
  for (const { price, breakdown } of levels) {
    const part = breakdown.find(({ instrument_id: id }) => id === instrumentId);
    if (part !== undefined) return { price, qty: part.qty };
  }
  return null;
}

/**
 * The highest bid minus the lowest ask of another member. Above zero, buying from one and selling to the other makes a
 * profit before fees. Null unless one member bids and another one offers.
 */
export function computeGap(quotes: readonly MemberQuote[]): string | null {
  let widest: string | null = null;
  for (const { bid, instrumentId } of quotes) {
    for (const other of quotes) {
      if (bid === null || other.ask === null || other.instrumentId === instrumentId) continue;
      const gap = computeSpread(other.ask.price, bid.price);
      if (widest === null || compareAmounts(gap, widest) > 0) widest = gap;
    }
  }
  return widest;
}
