import type { Price, Qty, TimestampMs } from '#contract';
import { isLaterTrade, type Print, type TradeMoment } from './trade-prints.ts';

export interface Candle {
  readonly t: TimestampMs; // bucket start, UTC aligned
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly volume: Qty;
}

export const CANDLE_INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type CandleInterval = (typeof CANDLE_INTERVALS)[number];

const MINUTE_MS = 60_000;
export const INTERVAL_MS: Readonly<Record<CandleInterval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1440 * MINUTE_MS,
};

/** A candle with the moments of its first and last trade, so that a late trade can be merged. */
export interface CandleRecord extends Candle {
  readonly opened: TradeMoment;
  readonly closed: TradeMoment;
}

/** Start of the bucket that contains the time. Buckets are aligned to midnight UTC. */
export const toBucketStart = (at: TimestampMs, interval: CandleInterval): TimestampMs =>
  (at - (at % INTERVAL_MS[interval])) as TimestampMs;

/** The candle of a single trade. */
export function toCandle(print: Print, interval: CandleInterval): CandleRecord {
  const moment = { at: print.timestamp, id: print.id };
  const { price } = print;
  return {
    t: toBucketStart(print.timestamp, interval),
    open: price,
    high: price,
    low: price,
    close: price,
    volume: print.qty,
    opened: moment,
    closed: moment,
  };
}

/**
 * Merges two candles of the same bucket. The order of merging does not matter, so trades may arrive late and
 * long candles can be built from short ones.
 */
export function mergeCandles(a: CandleRecord, b: CandleRecord): CandleRecord {
  const [first, second] = isLaterTrade(a.opened, b.opened) ? [b, a] : [a, b];
  const last = isLaterTrade(a.closed, b.closed) ? a : b;
  return {
    t: first.t,
    open: first.open,
    high: first.high > second.high ? first.high : second.high,
    low: first.low < second.low ? first.low : second.low,
    close: last.close,
    volume: (a.volume + b.volume) as Qty,
    opened: first.opened,
    closed: last.closed,
  };
}

/** Merges candles into candles of `interval`; ascending. */
export function rollUpCandles(
  candles: readonly CandleRecord[],
  interval: CandleInterval,
): readonly CandleRecord[] {
  const buckets = new Map<TimestampMs, CandleRecord>();
  for (const candle of candles) {
    const t = toBucketStart(candle.t, interval);
    const known = buckets.get(t);
    buckets.set(t, known === undefined ? { ...candle, t } : mergeCandles(known, { ...candle, t }));
  }
  return [...buckets.values()].toSorted((a, b) => a.t - b.t);
}
