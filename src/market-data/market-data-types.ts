import type { Candle, CandleInterval } from '../domain/market-data/candles.ts';
import type { Print } from '../domain/market-data/trade-prints.ts';
import type { Book } from '../domain/model/book.ts';
import type { GenericAssetId, InstrumentId, VenueName } from '../domain/model/ids.ts';
import type { GenericAsset, Instrument, MarketStatus } from '../domain/model/instrument.ts';
import type { Price, Qty } from '../domain/model/money.ts';
import type { Rejection, Result } from '../domain/model/result.ts';
import type { TimestampMs } from '../domain/model/time.ts';
import type { AggregatedLevel } from '../domain/order-books/aggregated-book.ts';
import type { BookState } from '../domain/order-books/book-quotes.ts';
import type { Venue, VenueBudget, VenueCapabilities } from '../ports/venue.ts';
import type { HealthChange, LatencySummary } from './venue-health-history.ts';

export { CANDLE_INTERVALS, type Candle, type CandleInterval } from '../domain/market-data/candles.ts';
export type { Print } from '../domain/market-data/trade-prints.ts';
export type { AggregatedLevel } from '../domain/order-books/aggregated-book.ts';

export interface PricePoint {
  readonly timestamp: TimestampMs;
  readonly price: Price;
}

/** Null where the venue does not tell: the field is left out of the answer. */
export interface MarketStats {
  readonly instrumentId: InstrumentId;
  readonly volume24h: Qty | null;
  readonly lastPrice: Price | null;
  readonly openInterest: Qty | null;
}

/** A member of an aggregated book; one that is not live has no level in it. */
interface BookMember {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly inverted: boolean;
  readonly condition: BookState;
  readonly ageMs: number | null; // null when no book was ever told
}

export interface AggregatedBook {
  readonly genericAssetId: GenericAssetId;
  readonly bids: readonly AggregatedLevel[];
  readonly asks: readonly AggregatedLevel[];
  readonly members: readonly BookMember[]; // all of the asset's, in its order
  readonly timestamp: TimestampMs;
  readonly sequence: number;
}

export interface VenueState {
  readonly name: VenueName;
  readonly status: 'LIVE' | 'DISABLED';
  readonly capabilities: VenueCapabilities;
}

export interface VenueHealthState {
  readonly venue: VenueName;
  readonly healthy: boolean;
  readonly latencyMs: number | null;
  readonly checkedAt: TimestampMs;
  readonly reason: string | null;
}

/** How a venue was since the start, and what may still be sent there. */
export interface VenueHistory extends VenueHealthState {
  readonly changes: readonly HealthChange[];
  readonly latencies: readonly LatencySummary[];
  readonly budgets: readonly VenueBudget[];
}

export interface SearchQuery {
  readonly q: string | null;
  readonly venue: VenueName | null;
  readonly status: MarketStatus | null;
  readonly category: string | null;
  readonly cursor: string | null;
  readonly limit: number; // 1..200
}

export interface SearchPage {
  readonly items: readonly Instrument[];
  readonly nextCursor: string | null;
}

export interface SeriesQuery {
  readonly instrumentId: InstrumentId;
  readonly limit: number;
  readonly start: TimestampMs | null;
  readonly end: TimestampMs | null; // exclusive
}

/** Everything a caller can read about markets. Unknown instruments and assets are null, not refusals. */
export interface MarketData {
  /** Refuses `invalid_cursor` for a cursor that is forged or of another query. */
  search(query: SearchQuery): Promise<Result<SearchPage, Rejection>>;
  /** By instrument id, in pages as they come from the store. `afterId` continues a cursor. */
  list(query: {
    readonly venue: VenueName | null;
    readonly q: string | null;
    readonly afterId: InstrumentId | null;
    readonly limit: number | null;
  }): AsyncIterable<readonly Instrument[]>;
  match(query: {
    readonly ticker: string | null;
    readonly slug: string | null;
    readonly venue: VenueName | null;
  }): Promise<Instrument | null>;
  instrument(id: InstrumentId): Promise<Instrument | null>;
  instrumentByNativeId(venue: VenueName, venueInstrumentId: string): Promise<Instrument | null>;
  /** In request order, each once, unknown ones left out. */
  lookup(ids: readonly InstrumentId[]): Promise<readonly Instrument[]>;

  /** Refuses `venue_unavailable` when an external venue's book cannot be had within a moment. */
  book(instrument: Instrument): Promise<Result<Book, Rejection>>;
  aggregatedBook(asset: GenericAsset): Promise<Result<AggregatedBook, Rejection>>;
  assets(query: {
    readonly q: string | null;
    readonly venue: VenueName | null;
    readonly category: string | null;
    readonly instrumentId: InstrumentId | null;
  }): Promise<readonly GenericAsset[]>;
  asset(id: GenericAssetId): Promise<GenericAsset | null>;
  /** OPEN while any member is. */
  assetStatus(asset: GenericAsset): Promise<MarketStatus>;

  /** Newest first; with `afterId` oldest first, those with a larger id. */
  prints(query: {
    readonly instrumentId: InstrumentId | null;
    readonly limit: number;
    readonly afterId: number | null;
  }): Promise<readonly Print[]>;
  stats(id: InstrumentId): Promise<MarketStats>;
  /** Ascending, the newest `limit`; empty buckets left out. */
  candles(query: SeriesQuery & { readonly interval: CandleInterval }): Promise<readonly Candle[]>;
  prices(query: SeriesQuery & { readonly bucket: CandleInterval | null }): Promise<readonly PricePoint[]>;

  venues(): readonly VenueState[]; // in configured order
  venueHealth(): readonly VenueHealthState[];
  venueHistory(venue: VenueName): VenueHistory | null;

  /** After every change of an instrument's book, thousands a second: the listener must be quick. */
  onBook(listener: (id: InstrumentId) => void): () => void;
  onPrint(listener: (print: Print) => void): () => void;
  /** The last prints still in memory with a larger id, oldest first; null when older ones are gone (`resume_gap`). */
  printsSince(id: number): readonly Print[] | null;
}

/** A venue as the market knows it. */
export interface MarketVenue {
  readonly name: VenueName;
  readonly capabilities: VenueCapabilities;
  readonly venue: Venue | null; // null: released but switched off here
  /**
   * A book whose last word is older is not trusted. Null where silence means that nothing changed, as
   * with Demo, which tells every change within our own process.
   */
  readonly bookAgeMsMax: number | null;
  readonly watchedMax: number; // instruments told at a time, where the venue tells only those it is asked for
  /** What its health has to tell beyond its own word; null or left out: nothing. */
  readonly healthWarning?: () => string | null;
}
