import type { Instrument, Position } from '../../../../sdk/src/index.ts';
import { compareAmounts, sumOf } from '../../components/amounts.ts';
import { payoffOf } from './payoff.ts';

export interface Slice {
  readonly name: string;
  readonly worth: string;
}

type Markets = ReadonlyMap<number, Instrument>;

/** What the positions are worth at their marks, by whatever divides them; the largest first. */
export function slicesBy(
  positions: readonly Position[],
  nameOf: (position: Position) => string,
): readonly Slice[] {
  const worths = new Map<string, string[]>();
  for (const position of positions) {
    const name = nameOf(position);
    worths.set(name, [...(worths.get(name) ?? []), payoffOf(position).worth]);
  }
  return Array.from(worths, ([name, parts]) => ({ name, worth: sumOf(parts) })).toSorted((one, other) =>
    compareAmounts(other.worth, one.worth),
  );
}

export const categoryOf =
  (markets: Markets) =>
  ({ instrument_id: id }: Position): string =>
    markets.get(id)?.category ?? 'not known';

const DAY_MS = 86_400_000;
const SPANS: readonly (readonly [days: number, name: string])[] = [
  [1, 'within a day'],
  [7, 'within a week'],
  [30, 'within a month'],
  [365, 'within a year'],
];

export const expiryOf =
  (markets: Markets, nowMs: number) =>
  ({ instrument_id: id }: Position): string => {
    const closes = markets.get(id)?.close_time ?? null;
    if (closes === null) return 'no date known';
    const days = (Date.parse(closes) - nowMs) / DAY_MS;
    return SPANS.find(([most]) => days <= most)?.[1] ?? 'later than a year';
  };
