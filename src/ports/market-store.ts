import type { GenericAsset, Instrument, InstrumentId, MarketStatus, TimestampMs, VenueName } from '#contract';
import type {
  CandleInterval,
  CandleRecord,
  LastTrade,
  MatchKeys,
  Print,
  SearchPosition,
  SearchRule,
} from '#domain';
import type { InstrumentBinding } from './journal.ts';
import type { OpportunityStore } from './opportunity-store.ts';
import type { PnlStore } from './pnl-store.ts';

/** A trade print with the venue's trade id, which identifies duplicates. */
export interface TradePrint extends Print {
  readonly venueTradeId: string; // unique within the instrument
}

/** A generic asset with the venue's stable key for it, so that the asset keeps its id across restarts. */
export interface StoredAsset {
  readonly key: string;
  readonly asset: GenericAsset;
}

/** Data loaded at startup. Instrument ids are read separately, page by page, with `bindings`. */
export interface StoredMarket {
  readonly assets: readonly StoredAsset[];
  readonly lastTrades: readonly LastTrade[];
  readonly prints: readonly TradePrint[]; // the newest, oldest first
  readonly printIdReserved: number; // ids up to this one must not be assigned again; 0 at first
}

export interface SearchHits {
  readonly items: readonly Instrument[];
  readonly next: SearchPosition | null; // start of the next page; null on the last page
}

/** Which events to list, and after which one; events are sorted by venue and by their id there. */
export interface EventQuery {
  readonly words: readonly string[]; // case-folded: each must occur in the event's title, series or id, or in a title of its members
  readonly venue: VenueName | null;
  readonly series: string | null; // case-folded
  readonly status: MarketStatus | null; // of the event, see `computeAssetStatus`
  /** An instrument of the last event of the page before; 0 for the first page. */
  readonly afterInstrumentId: number;
}

/** Events in order, each as the ids of its instruments in ascending order. */
export interface EventPage {
  readonly events: readonly (readonly InstrumentId[])[];
  /** Where to continue; null at the end. A page may be short or empty although others follow. */
  readonly next: number | null;
}

/** Prints of one instrument, or of all. Without `afterId` newest first; with it oldest first, ids above `afterId`. */
export interface PrintQuery {
  readonly instrumentId: InstrumentId | null;
  readonly limit: number;
  readonly afterId: number | null;
}

/** The newest `limit` items with a time in [start, end), ascending. */
export interface TimeQuery {
  readonly instrumentId: InstrumentId;
  readonly limit: number;
  readonly start: TimestampMs | null;
  readonly end: TimestampMs | null;
}

/** A time, both ends included, in which trades of an instrument may be missing. */
export interface TradeGap {
  readonly instrumentId: InstrumentId;
  readonly start: TimestampMs;
  readonly end: TimestampMs;
}

/** Candles, the gaps of the instrument, and the id of the last print they include. The reader adds later prints. */
export interface StoredCandles {
  readonly candles: readonly CandleRecord[];
  readonly gaps: readonly Omit<TradeGap, 'instrumentId'>[];
  readonly throughPrintId: number;
}

/**
 * Catalogue, prints and candles on disk. Orders and positions do not depend on it: after a loss it is loaded
 * from the venues again, and the journal's bindings preserve the ids in use. Saves are applied in call
 * order; a read that starts after a save resolved sees it.
 */
export interface MarketStore {
  /** @param printsMax  how many of the newest prints to return */
  load(printsMax: number): Promise<StoredMarket>;
  /** Stores `value` under this name unless there is one; returns the stored value. */
  getOrSet(name: string, value: string): Promise<string>;

  /** Bindings with an instrument id above `afterId`, ascending, at most `limit`. */
  bindings(afterId: number, limit: number): Promise<readonly InstrumentBinding[]>;
  /** Returns the ids of instruments that are new or changed in status, result or trading terms. */
  saveInstruments(instruments: readonly Instrument[]): Promise<readonly InstrumentId[]>;
  forgetInstruments(ids: readonly InstrumentId[]): Promise<void>;
  /** Also sets `genericAssetId` on the members, and clears it on former members. */
  saveAssets(assets: readonly StoredAsset[]): Promise<void>;

  /** In request order, without unknown ids. */
  instruments(ids: readonly InstrumentId[]): Promise<readonly Instrument[]>;
  matches(keys: MatchKeys): Promise<readonly Instrument[]>;
  /** Results after `position`, sorted by tier and id. */
  search(rule: SearchRule, position: SearchPosition, limit: number): Promise<SearchHits>;
  /** Instruments whose words differ from the search by one edit each, sorted by id; not every one in a large catalogue. */
  near(rule: SearchRule, limit: number): Promise<readonly Instrument[]>;
  /** Results sorted by id, of all tiers. */
  list(rule: SearchRule, afterId: number, limit: number): Promise<readonly Instrument[]>;

  /** Reads at most a fixed number of events, of which it returns those that the query selects. */
  events(query: EventQuery): Promise<EventPage>;

  /** After this resolves, ids up to `id` are never assigned again, even when their prints are lost. */
  reservePrintIds(id: number): Promise<void>;
  /** Ids must ascend and exceed all saved ids. A trade that is already stored is skipped. */
  appendPrints(prints: readonly TradePrint[]): Promise<void>;
  saveTradeGap(gap: TradeGap): Promise<void>;
  prints(query: PrintQuery): Promise<readonly Print[]>;
  /** Sorted by trade time, not by id. */
  ticks(query: TimeQuery): Promise<readonly Print[]>;
  candles(query: TimeQuery & { readonly interval: CandleInterval }): Promise<StoredCandles>;
  /** Deletes prints and minute candles older than these times. */
  prune(printsBefore: TimestampMs, minuteCandlesBefore: TimestampMs): Promise<void>;
  /** Stored in the same file because its mark prices are market data. */
  readonly pnl: PnlStore;
  readonly opportunities: OpportunityStore;
  close(): Promise<void>;
}
