import { complement, err, type Outcome, type Price, type Side } from '#contract';
import { checkTerms, OrderBook } from '#matching-engine';
import type { DemoListing, DemoOrder, VenueOrder } from '#ports';
import type { CatalogueEntry } from './catalogue/demo-catalogue.ts';

/** A listed market: its order book, and the state of the market maker in it. */
export interface Market {
  listing: DemoListing;
  readonly entry: CatalogueEntry;
  readonly book: OrderBook;
  readonly fairAt: (at: number) => number;
  /** Resting orders of the market maker: price to book id, by side. */
  readonly quotes: Readonly<Record<Side, Map<Price, number>>>;
  isUnquoted: boolean; // its status changed and the market maker has not quoted since
  isDisturbed: boolean; // it traded since the market maker last quoted
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

/** A caller's order that is in a book, or has left it in a transaction that is not durable yet. */
export interface WorkingOrder {
  order: DemoOrder;
  readonly bookId: number;
  readonly market: Market;
}

/** Books are in YES terms: buying NO at 0.52 is selling YES at 0.48, and the reverse. */
export const toBookSide = (side: Side, outcome: Outcome): Side =>
  outcome === 'YES' ? side : side === 'BUY' ? 'SELL' : 'BUY';

/** Converts the price of an outcome to its YES price, or back. */
export const mirrorPrice = (price: Price, outcome: Outcome): Price =>
  outcome === 'YES' ? price : complement(price);

export interface DemoRefusal {
  readonly code: string;
  readonly message: string;
}

export const refuse = (code: string, message: string): { readonly ok: false; readonly error: DemoRefusal } =>
  err({ code, message });

/** Checks an order before it reaches the book. Returns the reason to refuse it, or null. */
export const checkOrder = (market: Market, order: VenueOrder): DemoRefusal | null =>
  checkShape(order) ?? checkGrid(market, order);

function checkShape(order: VenueOrder): DemoRefusal | null {
  if ((order.price === null) !== (order.type === 'MARKET')) {
    return { code: 'invalid_order', message: 'LIMIT needs a price; MARKET must not have one' };
  }
  if ((order.expiresAt === null) === (order.tif === 'GTD')) {
    return { code: 'invalid_order', message: 'GTD needs an expiry time; other tifs must not have one' };
  }
  return null;
}

function checkGrid(market: Market, order: VenueOrder): DemoRefusal | null {
  const price = order.price === null ? null : mirrorPrice(order.price, order.outcome);
  const code = checkTerms(market.listing.instrument, price, order.qty);
  return code === null ? null : { code, message: gridMessage(market) };
}

export const gridMessage = ({ entry }: Market): string =>
  `prices are multiples of ${entry.grid.tick}; quantities are multiples of ${entry.grid.lot}, at least ${entry.grid.min}`;
