import type { MarketStatus } from '../instruments/instrument.ts';

/**
 * What a book is worth. Only a `live` one is traded on; levels of any other are shown at most.
 * - `none`: the venue has not told it yet
 * - `closed`: its market takes no orders now
 * - `gapped`: a change of it is missing, until the next snapshot
 * - `stale`: its last word is too old
 * - `crossed`: its best bid meets its best ask
 */
export type BookState = 'live' | 'stale' | 'gapped' | 'crossed' | 'closed' | 'none';

export interface BookCondition {
  readonly isTold: boolean; // a snapshot arrived once
  readonly status: MarketStatus | null;
  readonly isLost: boolean;
  readonly isCrossed: boolean;
  readonly ageMs: number;
  readonly ageMsMax: number | null; // null: it does not age
}

/** The gravest of what is wrong with a book. */
export function stateOf({ isTold, status, isLost, isCrossed, ageMs, ageMsMax }: BookCondition): BookState {
  if (!isTold) return 'none';
  if (status !== 'OPEN') return 'closed';
  if (isLost) return 'gapped';
  if (ageMsMax !== null && ageMs > ageMsMax) return 'stale';
  return isCrossed ? 'crossed' : 'live';
}
