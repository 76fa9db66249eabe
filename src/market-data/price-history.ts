import { type Candle, type CandleInterval, rollUpCandles, toCandle } from '../domain/market-data/candles.ts';
import type { Print } from '../domain/market-data/trade-prints.ts';
import type { InstrumentId } from '../domain/model/ids.ts';
import type { Qty } from '../domain/model/money.ts';
import type { TimestampMs } from '../domain/model/time.ts';
import type { Clock } from '../ports/environment.ts';
import type { MarketStore } from '../ports/market-store.ts';
import type { MarketStats, PricePoint, SeriesQuery } from './market-data-types.ts';
import type { TradeHistory } from './trade-history.ts';

const DAY_MS = 86_400_000;
const MINUTES_PER_DAY = 1_440;

export interface PriceHistoryDeps {
  readonly store: MarketStore;
  readonly trades: TradeHistory;
  readonly clock: Clock;
}

/** Candles, prices and statistics, from stored prints and from prints not saved yet. */
export class PriceHistory {
  readonly #store: MarketStore;
  readonly #trades: TradeHistory;
  readonly #clock: Clock;

  constructor({ store, trades, clock }: PriceHistoryDeps) {
    this.#store = store;
    this.#trades = trades;
    this.#clock = clock;
  }

  /** Buckets that begin in [start, end): ascending, the newest `limit`; empty buckets are omitted. */
  async candles(query: SeriesQuery & { readonly interval: CandleInterval }): Promise<readonly Candle[]> {
    const { instrumentId, interval, limit } = query;
    const unsaved = this.#trades.unsaved((print) => print.instrumentId === instrumentId);
    const { candles, throughPrintId } = await this.#store.candles(query);
    const fresh = unsaved
      .filter((print) => print.id > throughPrintId)
      .map((print) => toCandle(print, interval))
      .filter((candle) => isWithin(candle.t, query));
    return fresh.length === 0 ? candles : rollUpCandles([...candles, ...fresh], interval).slice(-limit);
  }

  /** Individual trades by time, or the last price of each bucket. */
  async prices(
    query: SeriesQuery & { readonly bucket: CandleInterval | null },
  ): Promise<readonly PricePoint[]> {
    if (query.bucket === null) return this.#ticks(query);
    const candles = await this.candles({ ...query, interval: query.bucket });
    return candles.map(({ t, close }) => ({ timestamp: t, price: close }));
  }

  /** The volume covers the last 24 hours to the minute. No connected venue publishes open interest. */
  async stats(instrumentId: InstrumentId): Promise<MarketStats> {
    const start = (this.#clock.now() - DAY_MS + 1) as TimestampMs;
    const minutes = await this.candles({
      instrumentId,
      interval: '1m',
      limit: MINUTES_PER_DAY,
      start,
      end: null,
    });
    const volume24h = minutes.reduce((sum, minute) => sum + minute.volume, 0n) as Qty;
    return { instrumentId, volume24h, lastPrice: this.#trades.lastPrice(instrumentId), openInterest: null };
  }

  async #ticks(query: SeriesQuery): Promise<readonly PricePoint[]> {
    const unsaved = this.#trades.unsaved(
      (print) => print.instrumentId === query.instrumentId && isWithin(print.timestamp, query),
    );
    const stored = await this.#store.ticks(query);
    const ticks = new Map<number, Print>([...stored, ...unsaved].map((print) => [print.id, print]));
    return [...ticks.values()]
      .toSorted((a, b) => a.timestamp - b.timestamp || a.id - b.id)
      .slice(-query.limit)
      .map(({ timestamp, price }) => ({ timestamp, price }));
  }
}

const isWithin = (at: TimestampMs, { start, end }: SeriesQuery): boolean =>
  (start === null || at >= start) && (end === null || at < end);
