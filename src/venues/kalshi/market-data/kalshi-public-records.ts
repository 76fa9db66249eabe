import type { Price, TimestampMs } from '#contract';
import type { PublicRecords, VenueCandle, VenueCandleQuery, VenueStats } from '#ports';
import { CANDLES, MARKET_FIGURES, type WireCandle, type WireFigures } from '../codec/kalshi-messages.ts';
import type { KalshiClient } from '../http/kalshi-client.ts';
import { page } from '../http/kalshi-pages.ts';
import type { KalshiCatalogue } from './kalshi-catalogue.ts';

export interface PublicRecordsDeps {
  readonly client: Pick<KalshiClient, 'get' | 'time'>;
  readonly catalogue: Pick<KalshiCatalogue, 'findSeries'>;
}

export const STATS_AT_ONCE_MAX = 100;
const CANDLES_MAX = 5_000; // in one answer
const MINUTE_MS = 60_000;
const CANDLES_PATH = '/series/:series_ticker/markets/:ticker/candlesticks';

/** Figures and candles of markets, read over HTTP. */
export function createPublicRecords({ client, catalogue }: PublicRecordsDeps): PublicRecords {
  return {
    statsAtOnceMax: STATS_AT_ONCE_MAX,
    async stats(tickers) {
      const query = { tickers: tickers.join(','), limit: STATS_AT_ONCE_MAX };
      const answer = await client.get('/markets', query, page('markets', MARKET_FIGURES));
      const at = client.time.now();
      return answer.kind === 'ok' ? answer.value.items.map((figures) => toStats(figures, at)) : [];
    },
    async candles(query) {
      const series = catalogue.findSeries(query.venueInstrumentId);
      if (series === null) return null;
      const path = `/series/${encodeURIComponent(series)}/markets/${encodeURIComponent(query.venueInstrumentId)}/candlesticks`;
      const lengthMs = query.minutes * MINUTE_MS;
      const candles: VenueCandle[] = [];
      for (let start: number = query.start; start < query.end; start += CANDLES_MAX * lengthMs) {
        const end = Math.min(query.end, start + CANDLES_MAX * lengthMs);
        // The venue names a period by its end.
        const range = {
          start_ts: Math.floor((start + lengthMs) / 1_000),
          end_ts: Math.floor((end - 1 + lengthMs) / 1_000),
          period_interval: query.minutes,
        };
        const answer = await client.get(path, range, CANDLES, CANDLES_PATH);
        if (answer.kind !== 'ok') return null;
        for (const candle of answer.value.candlesticks) candles.push(...toCandle(candle, query, lengthMs));
      }
      return candles.toSorted((a, b) => a.t - b.t);
    },
  };
}

function toStats(figures: WireFigures, at: TimestampMs): VenueStats {
  const { ticker, last_price_dollars: lastPrice, volume_24h_fp, open_interest_fp } = figures;
  return {
    venueInstrumentId: ticker,
    volume24h: volume_24h_fp,
    lastPrice: toTradedPrice(lastPrice),
    openInterest: open_interest_fp,
    at,
  };
}

/** The venue writes 0 where there was no trade. */
const toTradedPrice = (price: Price | null): Price | null => (price === null || price <= 0n ? null : price);

/** Nothing for a period without a trade, or outside the range. */
function toCandle(wire: WireCandle, { start, end }: VenueCandleQuery, lengthMs: number): VenueCandle[] {
  const t = (wire.end_period_ts * 1_000 - lengthMs) as TimestampMs;
  const open = toTradedPrice(wire.price.open_dollars);
  const high = toTradedPrice(wire.price.high_dollars);
  const low = toTradedPrice(wire.price.low_dollars);
  const close = toTradedPrice(wire.price.close_dollars);
  const isTraded = open !== null && high !== null && low !== null && close !== null;
  return isTraded && t >= start && t < end ? [{ t, open, high, low, close, volume: wire.volume_fp }] : [];
}
