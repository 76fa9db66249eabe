import type { Candle } from '../../../../sdk/src/index.ts';
import { compareAmounts, subtractAmounts } from '../../components/amounts.ts';
import { showPrice } from '../../components/prices.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * The candles of the last 24 hours and the one before them, whose close is the price of then: an hour without trades has
 * no candle.
 *
 * @param candles  hourly, oldest first
 */
export function takeDay(candles: readonly Candle[], nowMs: number): readonly Candle[] {
  const before = candles.findLastIndex((candle) => isBefore(candle, nowMs));
  return candles.slice(Math.max(0, before));
}

/** The last price less the price 24 hours ago; null without a price from then. */
export function computeDayChange(candles: readonly Candle[], nowMs: number): string | null {
  const day = takeDay(candles, nowMs);
  const [first, last] = [day[0], day.at(-1)];
  return first === undefined || last === undefined || !isBefore(first, nowMs)
    ? null
    : subtractAmounts(last.c, first.c);
}

/** Whether the hour of the candle had ended 24 hours ago. */
const isBefore = ({ t }: Candle, nowMs: number): boolean => t + HOUR_MS <= nowMs - DAY_MS;

/** A change of a price in cents with its sign: `-0.035` as `−3.5¢`. */
export function showChange(change: string): string {
  const cents = showPrice(change.replace('-', ''), 'cents');
  return `${compareAmounts(change, '0') < 0 ? '−' : '+'}${cents}`;
}
