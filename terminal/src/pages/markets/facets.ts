import type { Instrument } from '../../../../sdk/src/index.ts';

export interface Facet {
  readonly name: string;
  readonly count: number;
}

/** The number of markets in each category, the largest first. */
export function countCategories(markets: readonly Instrument[]): readonly Facet[] {
  const counts = new Map<string, number>();
  for (const { category } of markets) counts.set(category, (counts.get(category) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => ({ name, count })).toSorted(
    (one, other) => other.count - one.count || one.name.localeCompare(other.name),
  );
}

/** Sorts by closing time. Markets that are closed or have no closing time come last, in their original order. */
export function closingFirst(markets: readonly Instrument[], nowMs: number): readonly Instrument[] {
  const computeTimeLeft = ({ close_time: closes }: Instrument): number => {
    const left = closes === null ? Number.POSITIVE_INFINITY : Date.parse(closes) - nowMs;
    return left > 0 ? left : Number.POSITIVE_INFINITY;
  };
  return markets.toSorted((one, other) => {
    const [left, otherLeft] = [computeTimeLeft(one), computeTimeLeft(other)];
    return left === otherLeft ? 0 : left - otherLeft;
  });
}
