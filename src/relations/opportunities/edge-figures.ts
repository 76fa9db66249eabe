import { divideHalfEven, ONE, type TimestampMs } from '#contract';
import type { Edge } from './find-best-qty.ts';

const DAY_MS = 86_400_000n;
const DAYS_OF_YEAR = 365n;

const HUNDREDTH = ONE / 100n;

/** Ratios of an edge, rounded half to even to 8 places. */
export interface EdgeFigures {
  readonly edgePerSet: bigint; // 1e-8
  readonly returnRate: bigint; // of the capital, 1e-8
  readonly days: bigint | null; // until the last leg closes, in 1e-8, rounded to hundredths; null when a leg does not state it
  readonly annualised: bigint | null; // 1e-8; null without days
}

export function computeFigures(
  { qty, edgeTotal, capital }: Pick<Edge, 'qty' | 'edgeTotal' | 'capital'>,
  closeTimes: readonly (TimestampMs | null)[],
  now: TimestampMs,
): EdgeFigures {
  const last = closeTimes.includes(null) ? null : Math.max(...closeTimes.map(Number));
  const leftMs = last === null || last <= now ? null : BigInt(last - now);
  const returnRate = divideHalfEven(edgeTotal * ONE, capital);
  return {
    edgePerSet: computeEdgePerSet({ edgeTotal, qty }),
    returnRate,
    days: leftMs === null ? null : divideHalfEven(leftMs * 100n, DAY_MS) * HUNDREDTH,
    annualised:
      leftMs === null ? null : divideHalfEven(edgeTotal * ONE * DAYS_OF_YEAR * DAY_MS, capital * leftMs),
  };
}

/** 1e-8, rounded half to even. */
export const computeEdgePerSet = ({ edgeTotal, qty }: Pick<Edge, 'edgeTotal' | 'qty'>): bigint =>
  divideHalfEven(edgeTotal, qty);

/** Sorts by the largest edge, then by the smallest capital. */
export const compareEdges = (
  a: Pick<Edge, 'edgeTotal' | 'capital'>,
  b: Pick<Edge, 'edgeTotal' | 'capital'>,
): number => compare(b.edgeTotal, a.edgeTotal) || compare(a.capital, b.capital);

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));
