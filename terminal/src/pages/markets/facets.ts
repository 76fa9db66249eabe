import type { Instrument } from '../../../../sdk/src/index.ts';

export interface Facet {
  readonly name: string;
  readonly count: number;
}

/** How many of the markets are of each category, the largest first. */
export function categoriesOf(markets: readonly Instrument[]): readonly Facet[] {
  const counts = new Map<string, number>();
  for (const { category } of markets) counts.set(category, (counts.get(category) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => ({ name, count })).toSorted(
    (one, other) => other.count - one.count || one.name.localeCompare(other.name),
  );
}

/** Those that close next come first; those that closed or tell no time come last, as they were found. */
export function closingFirst(markets: readonly Instrument[], nowMs: number): readonly Instrument[] {
  const leftOf = ({ close_time: closes }: Instrument): number => {
    const left = closes === null ? Number.POSITIVE_INFINITY : Date.parse(closes) - nowMs;
    return left > 0 ? left : Number.POSITIVE_INFINITY;
  };
  return markets.toSorted((one, other) => {
    const [left, otherLeft] = [leftOf(one), leftOf(other)];
    return left === otherLeft ? 0 : left - otherLeft;
  });
}
