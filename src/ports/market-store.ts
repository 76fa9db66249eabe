import type { MatchKeys, SearchPosition, SearchRule } from '../domain/instruments/instrument-search.ts';
import type { CandleInterval, CandleRecord } from '../domain/market-data/candles.ts';
import type { LastTrade, Print } from '../domain/market-data/trade-prints.ts';
import type { InstrumentId } from '../domain/model/ids.ts';
import type { GenericAsset, Instrument } from '../domain/model/instrument.ts';
import type { TimestampMs } from '../domain/model/time.ts';
import type { InstrumentBinding } from './journal.ts';
import type { PnlStore } from './pnl-store.ts';

/** A print with the venue's own name for the trade, by which a repeat is known. */
export interface TradePrint extends Print {
  readonly venueTradeId: string; // unique within the instrument
}

/** A generic asset under the key its venue always gives it: the ids keep their meaning by it. */
export interface StoredAsset {
  readonly key: string;
  readonly asset: GenericAsset;
}

/** What a start needs, apart from the instruments' ids, which `bindings` pages through. */
export interface StoredMarket {
  readonly assets: readonly StoredAsset[];
  readonly lastTrades: readonly LastTrade[];
  readonly prints: readonly TradePrint[]; // the newest, oldest first
  readonly printIdReserved: number; // no id up to this one may be given again; 0 at first
}

export interface SearchHits {
  readonly items: readonly Instrument[];
  readonly next: SearchPosition | null; // where to go on; null when that was all
}

/** Prints of one instrument, or of all. Newest first; with `afterId` oldest first, those with a larger id. */
export interface PrintQuery {
  readonly instrumentId: InstrumentId | null;
  readonly limit: number;
  readonly afterId: number | null;
}

/** By time: those in [start, end), the newest `limit` of them, ascending. */
export interface TimeQuery {
  readonly instrumentId: InstrumentId;
  readonly limit: number;
  readonly start: TimestampMs | null;
  readonly end: TimestampMs | null;
}

/** Candles, and the last print they know of: later ones are for the reader to add. */
export interface StoredCandles {
  readonly candles: readonly CandleRecord[];
  readonly throughPrintId: number;
}

/**
 * Catalogue, prints and candles on disk. It has no part in money: when it is lost the venues tell it all
 * again, and the ledger's bindings keep the ids that mattered. Saves are applied in the order of the
 * calls and are seen by every read that begins after they resolve.
 */
export interface MarketStore {
  /** @param printsMax  how many of the newest prints to return */
  load(printsMax: number): Promise<StoredMarket>;
  /** The value first kept under this name: `value` itself when there was none. */
  getOrSet(name: string, value: string): Promise<string>;

  /** By instrument id, those above `afterId`, at most `limit`. */
  bindings(afterId: number, limit: number): Promise<readonly InstrumentBinding[]>;
  /** Returns those that are new or whose status, result or terms of trading differ from before. */
  saveInstruments(instruments: readonly Instrument[]): Promise<readonly InstrumentId[]>;
  forgetInstruments(ids: readonly InstrumentId[]): Promise<void>;
  /** Sets `genericAssetId` on the members too, and clears it on those that left. */
  saveAssets(assets: readonly StoredAsset[]): Promise<void>;

  /** In request order, unknown ones left out. */
  instruments(ids: readonly InstrumentId[]): Promise<readonly Instrument[]>;
  matches(keys: MatchKeys): Promise<readonly Instrument[]>;
  /** Answers after `position`, in order of tier and id. */
  search(rule: SearchRule, position: SearchPosition, limit: number): Promise<SearchHits>;
  /** By id, whatever the tier. */
  list(rule: SearchRule, afterId: number, limit: number): Promise<readonly Instrument[]>;

  /** No print gets an id up to `id` after this resolves, whatever happens to the prints themselves. */
  reservePrintIds(id: number): Promise<void>;
  /** Ids ascending, above all saved before. A trade that is recorded already is skipped. */
  appendPrints(prints: readonly TradePrint[]): Promise<void>;
  prints(query: PrintQuery): Promise<readonly Print[]>;
  /** By time of the trade, not by id. */
  ticks(query: TimeQuery): Promise<readonly Print[]>;
  candles(query: TimeQuery & { readonly interval: CandleInterval }): Promise<StoredCandles>;
  /** Removes prints and minute candles from before these times. */
  prune(printsBefore: TimestampMs, minuteCandlesBefore: TimestampMs): Promise<void>;
  /** In the same file, because the marks in it are market data. */
  readonly pnl: PnlStore;
  close(): Promise<void>;
}
