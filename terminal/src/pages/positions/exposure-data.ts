import type { GenericAsset, Instrument, Position } from '../../../../sdk/src/index.ts';
import { compareAmounts, sumAmounts } from '../../components/amounts.ts';
import { computePayoff } from './payoff.ts';

export interface Slice {
  readonly name: string;
  readonly worth: string;
}

type Markets = ReadonlyMap<number, Instrument>;

/** The positions' value at mark prices, grouped by name, the largest first. */
export function slicesBy(
  positions: readonly Position[],
  nameOf: (position: Position) => string,
): readonly Slice[] {
  const worths = new Map<string, string[]>();
  for (const position of positions) {
    const name = nameOf(position);
    worths.set(name, [...(worths.get(name) ?? []), computePayoff(position).worth]);
  }
  return Array.from(worths, ([name, parts]) => ({ name, worth: sumAmounts(parts) })).toSorted((one, other) =>
    compareAmounts(other.worth, one.worth),
  );
}

/** A matched contract has the category of its asset, because venues file the same contract differently. */
export const byCategory =
  (markets: Markets, assets: ReadonlyMap<number, GenericAsset>) =>
  ({ instrument_id: id }: Position): string => {
    const market = markets.get(id);
    return assets.get(market?.generic_asset_id ?? 0)?.category ?? market?.category ?? 'unknown';
  };

const DAY_MS = 86_400_000;
const SPANS: readonly (readonly [days: number, name: string])[] = [
  [1, 'within a day'],
  [7, 'within a week'],
  [30, 'within a month'],
  [365, 'within a year'],
];

export const byExpiry =
  (markets: Markets, nowMs: number) =>
  ({ instrument_id: id }: Position): string => {
    const closes = markets.get(id)?.close_time ?? null;
    if (closes === null) return 'no closing date';
    const days = (Date.parse(closes) - nowMs) / DAY_MS;
    return SPANS.find(([most]) => days <= most)?.[1] ?? 'after more than a year';
  };
