import { ONE, type Price, type Qty } from '#contract';
import { seededNumber } from '#matching-engine';
import { atOrBelow } from '../shared/price-steps.ts';
import type { Trade } from './exchange-records.ts';
import { uuidFromName } from './kalshi-catalogue-rows.ts';
import type { Market, Minute } from './sim-market.ts';
import { count2, price4 } from './wire-units.ts';

type Fields = Readonly<Record<string, unknown>>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LISTED_BEFORE_MS = 14 * DAY_MS;
/** Before the exchange's first start a market traded in some minutes, at most once in five. */
const PAST_SLOT_MS = 5 * MINUTE_MS;
const TRADED_SHARE = 0.75;

/**
 * Returns a market's candles that end inside the window; periods without a trade are left out. Trades before
 * the exchange's first start are derived from the fair value, the same at each call, so that charts have history.
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
  for (const trade of pastTrades(market, startMs - length, endMs)) add(toMinute(trade));
  for (const minute of market.tradeHistory.minutes) add(minute);
  return [...periods]
    .sort(([a], [b]) => a - b)
    .map(([end, parts]) =>
      candle(
        market,
        end,
        parts.toSorted((a, b) => a.startMs - b.startMs),
      ),
    );
}

/** Volumes of the trades before the first start: in all, and in the 24 hours before a slot. */
interface PastVolume {
  readonly total: bigint;
  readonly slot: number;
  readonly ofDay: bigint;
}

const pastVolumes = new WeakMap<Market, PastVolume>(); // each takes thousands of samples

function computePastVolume(market: Market, now: number): PastVolume {
  const known = pastVolumes.get(market);
  const slot = Math.floor(now / PAST_SLOT_MS);
  if (known?.slot === slot) return known;
  const sum = (fromMs: number): bigint =>
    pastTrades(market, fromMs, now).reduce((volume, { qty }) => volume + qty, 0n);
  const fresh = { slot, total: known?.total ?? sum(0), ofDay: sum((slot + 1) * PAST_SLOT_MS - DAY_MS) };
  pastVolumes.set(market, fresh);
  return fresh;
}

/** The volume of the last 24 hours, trades before the first start included. */
export const computeVolume24h = (market: Market, now: number): Qty =>
  (market.tradeHistory.computeVolume24h(now) + computePastVolume(market, now).ofDay) as Qty;

/** The volume since the listing, trades before the first start included. */
export const computeVolume = (market: Market, now: number): Qty =>
  (market.row.volume + computePastVolume(market, now).total) as Qty;

/** The newest trade; null for a market that never traded. */
export function findLastTrade(market: Market): Trade | null {
  return market.tradeHistory.last ?? pastTrades(market, 0, Number.POSITIVE_INFINITY).next().value ?? null;
}

/** Trades before the exchange's first start in [fromMs, untilMs), newest first. Their numbers are below 0. */
export function* pastTrades(market: Market, fromMs: number, untilMs: number): Generator<Trade, undefined> {
  const { ticker, row } = market;
  if (market.listing.terms.openInDays !== undefined) return; // it is listed after the first start
  const startedAt = row.createdAt + LISTED_BEFORE_MS;
  const from = Math.max(fromMs, row.createdAt);
  const last = Math.min(untilMs, startedAt - MINUTE_MS) - 1;
  for (let at = last - (last % PAST_SLOT_MS); at >= from; at -= PAST_SLOT_MS) {
    const sample = seededNumber(at / MINUTE_MS, ticker);
    const price = sample > TRADED_SHARE ? null : priceAt(market, at);
    if (price === null) continue;
    const number = Math.floor((at - startedAt) / PAST_SLOT_MS);
    const qty = (BigInt(Math.floor(sample * 80) + 1) * ONE) as Qty;
    const takerSide = Math.floor(sample * 1_000) % 2 === 0 ? 'bid' : 'ask';
    yield { number, id: uuidFromName(`${ticker} ${number}`), ticker, price, qty, takerSide, at };
  }
}

function toMinute({ price, qty, at }: Trade): Minute {
  const prices = { open: price, high: price, low: price, close: price, bid: price, ask: price };
  return { startMs: at - (at % MINUTE_MS), ...prices, qty, value: price * qty };
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
