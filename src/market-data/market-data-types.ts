import type {
  Book,
  EventExclusivity,
  EventId,
  GenericAsset,
  GenericAssetId,
  Instrument,
  InstrumentId,
  MarketStatus,
  Price,
  Qty,
  Rejection,
  Result,
  TimestampMs,
  VenueEvent,
  VenueName,
} from '#contract';
import type {
  AggregatedLevel,
  BookState,
  Candle,
  CandleInterval,
  EventQuote,
  EventSums,
  Print,
} from '#domain';
import type { Venue, VenueBudget, VenueCapabilities } from '#ports';
import type { Safety } from '#relations';
import type { Opportunities } from './opportunities/opportunity-types.ts';

export type { AggregatedLevel, Print } from '#domain';
export { CANDLE_INTERVALS, type CandleInterval } from '#domain';

export interface PricePoint {
  readonly timestamp: TimestampMs;
  readonly price: Price;
  readonly source: RecordSource;
}

/** Null when the venue does not publish the value: the response omits the field. */
export interface MarketStats {
  readonly instrumentId: InstrumentId;
  readonly volume24h: Qty | null;
  readonly lastPrice: Price | null;
  readonly openInterest: Qty | null;
  readonly asOf: TimestampMs;
  readonly source: RecordSource;
}

/** Published by the venue, or computed from the trades that Crossbook received. */
export type RecordSource = 'VENUE' | 'TRADES';

/** A candle with its origin. The volume is null if the venue publishes none. */
export interface SourcedCandle extends Omit<Candle, 'volume'> {
  readonly volume: Qty | null;
  readonly source: RecordSource;
}

/** A member of an aggregated book. A member that is not live contributes no levels. */
interface BookMember {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly inverted: boolean;
  readonly condition: BookState;
  readonly ageMs: number | null; // null when no book was ever received
}

export interface AggregatedBook {
  readonly genericAssetId: GenericAssetId;
  readonly bids: readonly AggregatedLevel[];
  readonly asks: readonly AggregatedLevel[];
  readonly members: readonly BookMember[]; // all members of the asset, in its order
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

/** A venue's health since the start, and its remaining request budgets. */
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
  readonly eventId?: EventId | null;
  readonly series?: string | null;
  readonly near?: boolean; // without an exact match, find words that differ by one edit
  readonly cursor: string | null;
  readonly limit: number; // 1..200
}

export interface SearchPage {
  readonly items: readonly Instrument[];
  readonly nextCursor: string | null;
  readonly isNear: boolean; // nothing matches exactly; the words of these differ by one edit
}

export interface SeriesQuery {
  readonly instrumentId: InstrumentId;
  readonly limit: number;
  readonly start: TimestampMs | null;
  readonly end: TimestampMs | null; // exclusive
}

export interface EventListQuery {
  readonly venue: VenueName | null;
  readonly q: string | null;
  readonly status: MarketStatus | null;
  readonly series: string | null;
  readonly afterId: InstrumentId | null; // an instrument of the last event of the page before
  readonly limit: number | null;
}

/** An event of a venue with its instruments, by ascending id, and what their books say together. */
export interface MarketEvent {
  readonly eventId: EventId;
  readonly venue: VenueName;
  readonly event: VenueEvent;
  readonly status: MarketStatus; // OPEN while any instrument is open
  readonly members: readonly { readonly instrument: Instrument; readonly quote: EventQuote }[];
  readonly sums: EventSums;
  readonly closeTime: TimestampMs | null; // the last of its instruments
}

export interface GenericEventQuery {
  readonly venue: VenueName | null;
  readonly q: string | null;
  readonly afterId: GenericAssetId | null; // the lowest asset of the last group of the page before
  readonly limit: number | null;
}

/** Events of several venues that share approved assets. The group itself is derived, not approved. */
export interface GenericEvent {
  readonly title: string;
  readonly assetIds: readonly GenericAssetId[]; // ascending
  readonly events: readonly {
    readonly eventId: EventId;
    readonly venue: VenueName;
    readonly title: string | null;
    readonly exclusive: EventExclusivity;
    readonly instrumentIds: readonly InstrumentId[]; // the members of the assets
  }[];
}

/** All market data reads of API callers. Unknown instruments and assets are null, not rejections. */
export interface MarketData {
  /** Refuses `invalid_cursor` for a cursor that is forged or of another query. */
  search(query: SearchQuery): Promise<Result<SearchPage, Rejection>>;
  /** Ascending by instrument id, in store pages, starting after `afterId`. */
  list(query: {
    readonly venue: VenueName | null;
    readonly q: string | null;
    readonly eventId?: EventId | null;
    readonly series?: string | null;
    readonly afterId: InstrumentId | null;
    readonly limit: number | null;
  }): AsyncIterable<readonly Instrument[]>;
  /** Sorted by venue and by the event's id there, in pages, starting after the event of `afterId`. */
  events(query: EventListQuery): AsyncIterable<readonly MarketEvent[]>;
  event(id: EventId): Promise<MarketEvent | null>;
  genericEvents(query: GenericEventQuery): AsyncIterable<readonly GenericEvent[]>;
  match(query: {
    readonly ticker: string | null;
    readonly slug: string | null;
    readonly venue: VenueName | null;
  }): Promise<Instrument | null>;
  instrument(id: InstrumentId): Promise<Instrument | null>;
  /** By the venue's native id, or by a ticker that one instrument of the venue has. */
  instrumentByNativeId(venue: VenueName, venueInstrumentId: string): Promise<Instrument | null>;
  /** In request order, without duplicates and unknown ids. */
  lookup(ids: readonly InstrumentId[]): Promise<readonly Instrument[]>;

  /** Refuses `venue_unavailable` when an external venue's book does not arrive in time. */
  book(instrument: Instrument): Promise<Result<Book, Rejection>>;
  aggregatedBook(asset: GenericAsset): Promise<Result<AggregatedBook, Rejection>>;
  assets(query: {
    readonly q: string | null;
    readonly venue: VenueName | null;
    readonly category: string | null;
    readonly instrumentId: InstrumentId | null;
  }): Promise<readonly GenericAsset[]>;
  asset(id: GenericAssetId): Promise<GenericAsset | null>;
  /** OPEN while any member is open. */
  assetStatus(asset: GenericAsset): Promise<MarketStatus>;
  /** Null for an asset that its venue declares, and while a member is not in the catalogue. */
  assetSafety(asset: GenericAsset): Promise<Safety | null>;

  /** Newest first; with `afterId` oldest first, those with a larger id. */
  prints(query: {
    readonly instrumentId: InstrumentId | null;
    readonly limit: number;
    readonly afterId: number | null;
  }): Promise<readonly Print[]>;
  stats(id: InstrumentId): Promise<MarketStats>;
  /** Ascending, the newest `limit`; empty buckets are omitted. */
  candles(query: SeriesQuery & { readonly interval: CandleInterval }): Promise<readonly SourcedCandle[]>;
  prices(query: SeriesQuery & { readonly bucket: CandleInterval | null }): Promise<readonly PricePoint[]>;

  readonly opportunities: Opportunities;

  venues(): readonly VenueState[]; // in configured order
  venueHealth(): readonly VenueHealthState[];
  venueHistory(venue: VenueName): VenueHistory | null;

  /** Called after every book change, thousands per second: the listener must be fast. */
  onBook(listener: (id: InstrumentId) => void): () => void;
  onPrint(listener: (print: Print) => void): () => void;
  /** Prints after `id` from memory, oldest first; null when some are no longer in memory (`resume_gap`). */
  printsSince(id: number): readonly Print[] | null;
}

/** A venue's configuration for market data. */
export interface MarketVenue {
  readonly name: VenueName;
  readonly capabilities: VenueCapabilities;
  readonly venue: Venue | null; // null: available but disabled by configuration
  /**
   * A book without a confirmation for longer is stale. Null when no message means no change, as with Demo,
   * which publishes every change within our process.
   */
  readonly bookAgeMsMax: number | null;
  readonly watchedMax: number; // subscriptions at a time, for a venue that publishes books only on subscription
  /** A warning to report in addition to the venue's own health; null or absent: none. */
  readonly healthWarning?: () => string | null;
  readonly healthNote?: () => string | null; // what an operator should know and no one has to mend: no alarm
}

/** A change of a venue's health at time `at`, with the reason. */
export interface HealthChange {
  readonly at: TimestampMs;
  readonly healthy: boolean;
  readonly reason: string | null;
}

/** Response times of health checks within five minutes, in milliseconds. */
export interface LatencySummary {
  readonly t: TimestampMs; // start of the five minutes
  readonly checks: number; // answered checks
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}
