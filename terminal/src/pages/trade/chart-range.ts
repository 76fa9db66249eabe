import type { CandleInterval } from '../../../../sdk/src/index.ts';

export const INTERVALS: readonly CandleInterval[] = ['1m', '5m', '15m', '1h', '4h', '1d'];

export const SECONDS: Readonly<Record<CandleInterval, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
};

/** The spans of time that a chart shows, each with an interval that gives it about a hundred candles. */
export const RANGES = [
  { key: '1H', seconds: 3_600, interval: '1m' },
  { key: '6H', seconds: 21_600, interval: '5m' },
  { key: '1D', seconds: 86_400, interval: '15m' },
  { key: '1W', seconds: 604_800, interval: '1h' },
] as const;
export const ALL = 'All';

const CANDLES_MAX = 500; // that one request returns

/** The finest interval with which one request reaches back to the opening of the market. */
export function fitInterval(openTime: string | null, nowMs: number): CandleInterval {
  if (openTime === null) return '1d';
  const ageS = (nowMs - Date.parse(openTime)) / 1_000;
  return INTERVALS.find((interval) => ageS / SECONDS[interval] <= CANDLES_MAX) ?? '1d';
}

/** The times of the first and the last shown candle. The range ends with the last candle, which may be old. */
export function findRange(
  bars: readonly { readonly time: number }[],
  range: string,
): { readonly from: number; readonly to: number } | null {
  const seconds = RANGES.find(({ key }) => key === range)?.seconds;
  const last = bars.at(-1)?.time;
  if (seconds === undefined || last === undefined) return null;
  return { from: bars.find(({ time }) => time > last - seconds)?.time ?? last, to: last };
}
