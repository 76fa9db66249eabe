import type { VenueName } from '../kernel/ids.ts';
import { fold } from './fold.ts';
import type { Instrument } from './instrument.ts';

/** Names to find one instrument by; at least one of ticker and slug is set, and both must hold. */
export interface MatchKeys {
  readonly ticker: string | null;
  readonly slug: string | null;
  readonly venue: VenueName | null;
}

/** Exact but for case. */
export function isMatch(keys: MatchKeys, instrument: Instrument): boolean {
  if (keys.venue !== null && keys.venue !== instrument.venue) return false;
  if (keys.ticker !== null && fold(keys.ticker) !== fold(instrument.ticker)) return false;
  return keys.slug === null || fold(keys.slug) === fold(instrument.slug);
}

/** Of several matches: OPEN first, then the configured order of venues, then the lowest id. */
export function bestMatch(
  matches: readonly Instrument[],
  venueOrder: readonly VenueName[],
): Instrument | null {
  const rank = (instrument: Instrument): readonly number[] => [
    instrument.status === 'OPEN' ? 0 : 1,
    venueOrder.indexOf(instrument.venue),
    instrument.instrumentId,
  ];
  return matches.toSorted((a, b) => compare(rank(a), rank(b)))[0] ?? null;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
