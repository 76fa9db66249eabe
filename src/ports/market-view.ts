import type { Book } from '../domain/model/book.ts';
import type { GenericAssetId, InstrumentId, VenueName } from '../domain/model/ids.ts';
import type { GenericAsset, Instrument } from '../domain/model/instrument.ts';
import type { Price } from '../domain/model/money.ts';
import type { BookState } from '../domain/order-books/book-quotes.ts';

/** A book and whether it may be traded on. Usable is exactly what is `live`. */
export interface QuotedBook {
  readonly book: Book;
  readonly state: BookState;
  readonly usable: boolean;
  readonly ageMs: number; // since the venue's last word, or its last proof that nothing changed
}

/**
 * What the engine sees of the market inside one turn. Everything is synchronous; what a turn will
 * need is made warm before it (`warm…`).
 */
export interface MarketView {
  /** Loads the instrument (null: unknown). Afterwards `instrument` answers at once for a while. */
  prefetchInstrument(id: InstrumentId): Promise<Instrument | null>;
  prefetchAsset(id: GenericAssetId): Promise<GenericAsset | null>;
  instrument(id: InstrumentId): Instrument | null;
  asset(id: GenericAssetId): GenericAsset | null;
  book(id: InstrumentId): QuotedBook | null;
  /** Mid of best bid and ask, else the last price; null when there is neither. YES terms. */
  mark(id: InstrumentId): Price | null;
  isVenueHealthy(venue: VenueName): boolean;
  /** Status, result or terms of an instrument changed, or its mark moved. */
  onInstrumentChanged(listener: (instrument: Instrument) => void): void;
  onMarkChanged(listener: (id: InstrumentId) => void): void;
}

/** Where we have something at stake: an order of ours may rest there, or we hold a position. */
export interface Holdings {
  has(id: InstrumentId): boolean;
  ids(venue: VenueName): Iterable<InstrumentId>;
}
