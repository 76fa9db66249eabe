import { checkTerms } from '../../domain/matching-engine/book-order.ts';
import { OrderBook } from '../../domain/matching-engine/order-book.ts';
import { complement, type Price } from '../../domain/model/money.ts';
import type { Outcome, Side } from '../../domain/model/order.ts';
import { err } from '../../domain/model/result.ts';
import type { DemoListing, DemoOrder } from '../../ports/demo-store.ts';
import type { VenueOrder } from '../../ports/venue.ts';
import type { CatalogueEntry } from './catalogue/catalogue-entry.ts';

/** One listing at work: its book, and what the house knows of it. */
export interface Market {
  listing: DemoListing;
  readonly entry: CatalogueEntry;
  readonly book: OrderBook;
  readonly fairAt: (at: number) => number;
  /** The house maker's resting orders: price to book id, by side. */
  readonly quotes: Readonly<Record<Side, Map<Price, number>>>;
  isUnquoted: boolean; // it opened and the maker has not come yet
  isDisturbed: boolean; // it traded: the maker looks at it soon
}

export const createMarket = (
  listing: DemoListing,
  entry: CatalogueEntry,
  fairAt: Market['fairAt'],
): Market => ({
  listing,
  entry,
  fairAt,
  book: new OrderBook(),
  quotes: { BUY: new Map(), SELL: new Map() },
  isUnquoted: true,
  isDisturbed: false,
});

/** A caller's order that is in a book, or has left it in a turn that is not durable yet. */
export interface WorkingOrder {
  order: DemoOrder;
  readonly bookId: number;
  readonly market: Market;
}

/** A book speaks YES: buying NO at 0.52 is selling YES at 0.48, and the other way round. */
export const toBookSide = (side: Side, outcome: Outcome): Side =>
  outcome === 'YES' ? side : side === 'BUY' ? 'SELL' : 'BUY';

/** Between an outcome's own price and its YES price; the same step leads both ways. */
export const mirrorPrice = (price: Price, outcome: Outcome): Price =>
  outcome === 'YES' ? price : complement(price);

export interface DemoRefusal {
  readonly code: string;
  readonly message: string;
}

export const refuse = (code: string, message: string): { readonly ok: false; readonly error: DemoRefusal } =>
  err({ code, message });

/** What is wrong with an order before any book is asked; null when nothing is. */
export const checkOrder = (market: Market, asked: VenueOrder): DemoRefusal | null =>
  checkShape(asked) ?? checkGrid(market, asked);

function checkShape(asked: VenueOrder): DemoRefusal | null {
  if ((asked.price === null) !== (asked.type === 'MARKET')) {
    return { code: 'invalid_order', message: 'LIMIT needs a price and MARKET has none' };
  }
  if ((asked.expiresAt === null) === (asked.tif === 'GTD')) {
    return { code: 'invalid_order', message: 'GTD needs a time and no other tif has one' };
  }
  return null;
}

function checkGrid(market: Market, asked: VenueOrder): DemoRefusal | null {
  const price = asked.price === null ? null : mirrorPrice(asked.price, asked.outcome);
  const code = checkTerms(market.listing.instrument, price, asked.qty);
  return code === null ? null : { code, message: gridMessage(market) };
}

export const gridMessage = ({ entry }: Market): string =>
  `prices step by ${entry.grid.tick}, quantities by ${entry.grid.lot} from ${entry.grid.min}`;
