import { seededNumber } from '../../src/domain/matching-engine/seeded-noise.ts';
import { ONE, type Price } from '../../src/domain/model/money.ts';
import { atOrBelow } from '../shared/price-steps.ts';
import type { Market, Minute } from './sim-market.ts';
import { count2, price4 } from './wire-units.ts';

type Fields = Readonly<Record<string, unknown>>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LISTED_BEFORE_MS = 14 * DAY_MS;
/** Share of minutes with a trade before the exchange's first start. */
const TRADED_SHARE = 0.25;

/**
 * Returns a market's candles that end inside the window; periods without a trade are left out. Candles
 * before the exchange's first start are derived from the fair value, the same at each call, so that charts
 * have history.
 *
 * @param startMs  Unix ms, like `endMs`
 * @param minutes  1, 60 or 1440
 */
export function computeCandles(
  market: Market,
  startMs: number,
  endMs: number,
  minutes: number,
): readonly Fields[] {
  const length = minutes * MINUTE_MS;
  const periods = new Map<number, Minute[]>();
  const add = (minute: Minute): void => {
    const end = minute.startMs - (minute.startMs % length) + length;
    if (end < startMs || end > endMs) return;
    const list = periods.get(end);
    if (list === undefined) periods.set(end, [minute]);
    else list.push(minute);
  };
  for (const minute of pastMinutes(market, startMs - length, endMs, minutes)) add(minute);
  for (const minute of market.tradeHistory.minutes) add(minute);
  return [...periods].sort(([a], [b]) => a - b).map(([end, parts]) => candle(market, end, parts));
}

function* pastMinutes(market: Market, startMs: number, endMs: number, minutes: number): Generator<Minute> {
  const { createdAt } = market.row;
  const step = Math.max(1, Math.floor(minutes / 12)) * MINUTE_MS; // about twelve samples per candle
  const until = Math.min(endMs, createdAt + LISTED_BEFORE_MS);
  const from = Math.max(startMs, createdAt);
  for (let at = from - (from % step); at + MINUTE_MS <= until; at += step) {
    const sample = seededNumber(at / MINUTE_MS, market.ticker);
    if (minutes === 1 && sample > TRADED_SHARE) continue;
    const price = priceAt(market, at);
    if (price === null) continue;
    const qty = BigInt(Math.floor(sample * 80) + 1) * ONE;
    const ends = { open: price, high: price, low: price, close: price, bid: price, ask: price };
    yield { startMs: at, ...ends, qty, value: price * qty };
  }
}

const priceAt = (market: Market, at: number): Price | null =>
  atOrBelow(market.grid, BigInt(Math.round(market.fairAt(at) * Number(ONE))) as Price);

function candle({ row }: Market, endMs: number, minutes: readonly Minute[]): Fields {
  const pick = (of: (minute: Minute) => Price): Fields => {
    const values = minutes.map(of);
    const sorted = [...values].sort((a, b) => (a < b ? -1 : 1));
    return {
      open_dollars: price4(values[0] ?? 0n),
      low_dollars: price4(sorted[0] ?? 0n),
      high_dollars: price4(sorted.at(-1) ?? 0n),
      close_dollars: price4(values.at(-1) ?? 0n),
    };
  };
  const qty = minutes.reduce((sum, minute) => sum + minute.qty, 0n);
  const value = minutes.reduce((sum, minute) => sum + minute.value, 0n);
  return {
    end_period_ts: endMs / 1000,
    yes_bid: pick(({ bid }) => bid),
    yes_ask: pick(({ ask }) => ask),
    price: {
      ...pick(({ close }) => close),
      open_dollars: price4(minutes[0]?.open ?? 0n),
      low_dollars: price4(least(minutes.map(({ low }) => low))),
      high_dollars: price4(greatest(minutes.map(({ high }) => high))),
      mean_dollars: price4(value / qty),
      previous_dollars: null,
    },
    volume_fp: count2(qty),
    open_interest_fp: count2(row.openInterest),
  };
}

const least = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b));
const greatest = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b));
