import type {
  Book,
  FeeSchedule,
  GenericAsset,
  GenericAssetId,
  Instrument,
  InstrumentId,
  OpportunityKind,
  Price,
  VenueName,
} from '#contract';
import type { BookState, Print } from '#domain';
import type { LegDefinition, Settlement } from '#relations';

/** A book and its state. `usable` means the state is `live`, so that orders may be routed on it. */
export interface QuotedBook {
  readonly book: Book;
  readonly state: BookState;
  readonly usable: boolean;
  readonly ageMs: number; // time since the last update, or since the venue last confirmed that nothing changed
}

/**
 * Market data as order decisions read it. Reads are synchronous, since a decision runs without `await`;
 * `prefetch…` loads the data beforehand.
 */
export interface MarketView {
  /** Loads the instrument (null: unknown). It stays in memory for a while, so that `instrument` finds it. */
  prefetchInstrument(id: InstrumentId): Promise<Instrument | null>;
  /** The same by the venue's own id. */
  prefetchListed(venue: VenueName, venueInstrumentId: string): Promise<Instrument | null>;
  prefetchAsset(id: GenericAssetId): Promise<GenericAsset | null>;
  /**
   * Subscribes to the books of these loaded instruments. Resolves once each has been received or `markets.first_book_ms`
   * is over; at once for books that are already subscribed and received.
   */
  waitForBooks(ids: readonly InstrumentId[]): Promise<void>;
  instrument(id: InstrumentId): Instrument | null;
  /** The fees to plan with: of an instrument whose schedule is unknown, the dearest one that any venue has listed. */
  estimateFees(instrument: Pick<Instrument, 'fees'> | null): FeeSchedule;
  asset(id: GenericAssetId): GenericAsset | null;
  book(id: InstrumentId): QuotedBook | null;
  /** Mid of best bid and ask, else the last price; null when there is neither. YES terms. */
  mark(id: InstrumentId): Price | null;
  /** Price of the last trade in YES terms; null when there was none. */
  lastPrice(id: InstrumentId): Price | null;
  isVenueHealthy(venue: VenueName): boolean;
  /** Why two purchases in equal quantity pay at least 1 together, by approved assets and the events of the venues; null: they do not. */
  findHedge(legs: readonly [LegDefinition, LegDefinition]): Promise<Hedge | null>;
  /** Status, result or terms of an instrument changed, or its mark moved. */
  onInstrumentChanged(listener: (instrument: Instrument) => void): void;
  /** A book or its usability changed. A book that becomes stale by time alone is not reported. */
  onBookChanged(listener: (id: InstrumentId) => void): void;
  /** A trade of the market, own ones included. */
  onPrint(listener: (print: Print) => void): void;
  onMarkChanged(listener: (id: InstrumentId) => void): void;
}

/** A pair of purchases of which at least one pays, and how their settlements may differ. */
export interface Hedge {
  readonly kind: OpportunityKind;
  readonly settlement: Settlement;
}

/** The instruments with a live order or an open position. */
export interface Holdings {
  has(id: InstrumentId): boolean;
  ids(venue: VenueName): Iterable<InstrumentId>;
}
