import { MatchingBook } from '../../core/exchange/matching.ts';
import type { Price } from '../../core/kernel/decimal.ts';
import type { Side } from '../../core/orders/order.ts';
import type { DemoListing, DemoOrder } from '../../ports/demostore.ts';
import type { Entry } from './catalogue/entry.ts';

/** One listing at work: its book, and what the house knows of it. */
export interface Market {
  listing: DemoListing;
  readonly entry: Entry;
  readonly book: MatchingBook;
  readonly fairAt: (at: number) => number;
  /** The house maker's resting orders: price to book id, by side. */
  readonly quotes: Readonly<Record<Side, Map<Price, number>>>;
  isUnquoted: boolean; // it opened and the maker has not come yet
  isDisturbed: boolean; // it traded: the maker looks at it soon
}

export const marketOf = (listing: DemoListing, entry: Entry, fairAt: Market['fairAt']): Market => ({
  listing,
  entry,
  fairAt,
  book: new MatchingBook(),
  quotes: { BUY: new Map(), SELL: new Map() },
  isUnquoted: true,
  isDisturbed: false,
});

/** A caller's order that is in a book, or has left it in a turn that is not durable yet. */
export interface Working {
  order: DemoOrder;
  readonly bookId: number;
  readonly market: Market;
}
