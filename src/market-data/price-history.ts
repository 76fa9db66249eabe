import type { Instrument, InstrumentId, Qty, TimestampMs } from '#contract';
import {
  type CandleInterval,
  type CandleRecord,
  INTERVAL_MS,
  type Print,
  rollUpCandles,
  toCandle,
} from '#domain';
import type { Clock, MarketStore, TradeGap, VenueCandle } from '#ports';
import type { MarketStats, PricePoint, SeriesQuery, SourcedCandle } from './market-data-types.ts';
import type { TradeHistory } from './trade-history.ts';
import type { VenueRecords } from './venue-records.ts';

const DAY_MS = 86_400_000;
const MINUTES_PER_DAY = 1_440;

export interface PriceHistoryDeps {
  readonly store: MarketStore;
  readonly trades: TradeHistory;
  readonly clock: Clock;
  readonly venueRecords: VenueRecords;
  readonly loadInstrument: (id: InstrumentId) => Promise<Instrument | null>;
}

type Gap = Omit<TradeGap, 'instrumentId'>;
/** The volume is null where trades may be missing. */
type OwnCandle = Omit<CandleRecord, 'volume'> & { readonly volume: Qty | null };
type CandleQuery = SeriesQuery & { readonly interval: CandleInterval };

/** Candles, prices and statistics, from the venue and from the trades that were received, saved or not. */
export class PriceHistory {
  readonly #deps: PriceHistoryDeps;

  constructor(deps: PriceHistoryDeps) {
    this.#deps = deps;
  }

  /** Buckets that begin in [start, end): ascending, the newest `limit`; empty buckets are omitted. */
  async candles(query: CandleQuery): Promise<readonly SourcedCandle[]> {
    const instrument = await this.#deps.loadInstrument(query.instrumentId);
    const [own, published] = await Promise.all([
      this.#ownCandles(query),
      instrument === null ? [] : this.#deps.venueRecords.candles(instrument, query),
    ]);
    return mergeSources(own.candles, published).slice(-query.limit);
  }

  /** Candles of the trades that were received, without a volume where some may be missing. */
  async #ownCandles(
    query: CandleQuery,
  ): Promise<{ readonly candles: readonly OwnCandle[]; readonly gaps: readonly Gap[] }> {
    const { instrumentId, interval, limit } = query;
    const unsavedGaps = this.#deps.trades.unsavedGaps(instrumentId);
    const unsaved = this.#deps.trades.unsaved((print) => print.instrumentId === instrumentId);
    const { candles, gaps, throughPrintId } = await this.#deps.store.candles(query);
    const fresh = unsaved
      .filter((print) => print.id > throughPrintId)
      .map((print) => toCandle(print, interval))
      .filter((candle) => isWithin(candle.t, query));
    const all = fresh.length === 0 ? candles : rollUpCandles([...candles, ...fresh], interval).slice(-limit);
    const known = [...gaps, ...unsavedGaps];
    const isWhole = ({ t }: CandleRecord): boolean =>
      known.every(({ start, end }) => end < t || start >= t + INTERVAL_MS[interval]);
    return {
      candles: all.map((candle) => (isWhole(candle) ? candle : { ...candle, volume: null })),
      gaps: known,
    };
  }

  /** Individual trades by time, or the last price of each bucket. */
  async prices(
    query: SeriesQuery & { readonly bucket: CandleInterval | null },
  ): Promise<readonly PricePoint[]> {
    if (query.bucket === null) return this.#ticks(query);
    const candles = await this.candles({ ...query, interval: query.bucket });
    return candles.map(({ t, close, source }) => ({ timestamp: t, price: close, source }));
  }

  /** The venue's own figures. Of a venue that delivers every trade, the volume of its last 24 hours to the minute. */
  async stats(instrumentId: InstrumentId): Promise<MarketStats> {
    const { clock, trades, venueRecords, loadInstrument } = this.#deps;
    const instrument = await loadInstrument(instrumentId);
    if (instrument === null || !venueRecords.has(instrument)) return this.#ownStats(instrumentId);
    const published = await venueRecords.stats(instrument);
    if (published !== null) {
      const { volume24h, lastPrice, openInterest, at: asOf } = published;
      return { instrumentId, volume24h, lastPrice, openInterest, asOf, source: 'VENUE' };
    }
    const lastPrice = trades.lastPrice(instrumentId);
    const unknown = { volume24h: null, openInterest: null };
    return { instrumentId, ...unknown, lastPrice, asOf: clock.now(), source: 'TRADES' };
  }

  async #ownStats(instrumentId: InstrumentId): Promise<MarketStats> {
    const asOf = this.#deps.clock.now();
    const start = (asOf - DAY_MS + 1) as TimestampMs;
    const range = { limit: MINUTES_PER_DAY, start, end: null };
    const minutes = await this.#ownCandles({ instrumentId, interval: '1m', ...range });
    // A minute without any trade may be one whose trades are missing.
    const isKnown = minutes.gaps.every(({ end }) => end < start);
    const volume24h = minutes.candles.reduce<bigint | null>(
      (sum, { volume }) => (sum === null || volume === null ? null : sum + volume),
      isKnown ? 0n : null,
    ) as Qty | null;
    const lastPrice = this.#deps.trades.lastPrice(instrumentId);
    return { instrumentId, volume24h, lastPrice, openInterest: null, asOf, source: 'TRADES' };
  }

  async #ticks(query: SeriesQuery): Promise<readonly PricePoint[]> {
    const unsaved = this.#deps.trades.unsaved(
      (print) => print.instrumentId === query.instrumentId && isWithin(print.timestamp, query),
    );
    const stored = await this.#deps.store.ticks(query);
    const ticks = new Map<number, Print>([...stored, ...unsaved].map((print) => [print.id, print]));
    return [...ticks.values()]
      .toSorted((a, b) => a.timestamp - b.timestamp || a.id - b.id)
      .slice(-query.limit)
      .map(({ timestamp, price }) => ({ timestamp, price, source: 'TRADES' }));
  }
}

/**
 * Candles of both sources, ascending. The venue knows every trade of a bucket, we may have missed some; of the bucket
 * that is not over, its answer can be older than our trades. So the larger volume wins. Prices without a volume only
 * fill buckets in which we have no trade.
 */
function mergeSources(
  own: readonly OwnCandle[],
  published: readonly VenueCandle[],
): readonly SourcedCandle[] {
  const byStart = new Map<TimestampMs, SourcedCandle>();
  for (const { t, open, high, low, close, volume } of own)
    byStart.set(t, { t, open, high, low, close, volume, source: 'TRADES' });
  for (const candle of published) {
    const held = byStart.get(candle.t)?.volume ?? null;
    if (held === null || (candle.volume !== null && candle.volume >= held))
      byStart.set(candle.t, { ...candle, source: 'VENUE' });
  }
  return [...byStart.values()].toSorted((a, b) => a.t - b.t);
}

const isWithin = (at: TimestampMs, { start, end }: SeriesQuery): boolean =>
  (start === null || at >= start) && (end === null || at < end);
