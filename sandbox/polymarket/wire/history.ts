import type { Market } from '../trading/market.ts';

export interface Point {
  readonly t: number; // seconds
  readonly p: number;
}

const HOUR = 3_600;
const INTERVALS: Readonly<Record<string, number>> = {
  '1h': HOUR,
  '6h': 6 * HOUR,
  '1d': 24 * HOUR,
  '1w': 168 * HOUR,
  '1m': 720 * HOUR,
  max: 720 * HOUR,
  all: 720 * HOUR,
};
const WINDOW_MAX = 15 * 24 * HOUR;
const POINTS_MAX = 5_000;
const RESOLVED_FIDELITY_MIN = 720;

/**
 * Prices of the first outcome at a step of `fidelity` minutes, from what the house believed then. Null
 * when the question makes no sense; nothing for a resolved market below twelve hours, as at the venue.
 */
export function history(market: Market, query: URLSearchParams, nowMs: number): readonly Point[] | null {
  const now = Math.floor(nowMs / 1000);
  const range = rangeOf(query, now);
  const fidelity = Number(query.get('fidelity') ?? '60');
  if (range === null || !Number.isInteger(fidelity) || fidelity < 1) return null;
  if (market.resolution !== null && fidelity < RESOLVED_FIDELITY_MIN) return [];
  const step = fidelity * 60;
  const from = Math.max(range.from, Math.floor(market.startsAt / 1000));
  const points: Point[] = [];
  for (let t = Math.ceil(from / step) * step; t <= range.to && points.length < POINTS_MAX; t += step) {
    points.push({ t, p: Number(market.fairAt(t * 1000).toFixed(3)) });
  }
  return points;
}

function rangeOf(query: URLSearchParams, now: number): { from: number; to: number } | null {
  const interval = query.get('interval');
  if (interval !== null) {
    const length = INTERVALS[interval];
    return length === undefined ? null : { from: now - length, to: now };
  }
  const [from, to] = [Number(query.get('startTs') ?? 'x'), Number(query.get('endTs') ?? 'x')];
  if (!Number.isFinite(from) || !Number.isFinite(to) || to < from) return null;
  return to - from > WINDOW_MAX ? null : { from, to: Math.min(to, now) };
}
