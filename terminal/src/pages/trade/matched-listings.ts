import type { GenericAsset, Outcome } from '../../../../sdk/src/index.ts';

/** The contract over its venues, where it is matched, and whether its YES is the NO of this market. */
export interface Matched {
  readonly asset: GenericAsset;
  readonly isInverted: boolean;
}

/** An asset may speak of its contract the other way round than this market does. */
export const outcomeIn = (outcome: Outcome, isInverted: boolean): Outcome =>
  isInverted ? (outcome === 'YES' ? 'NO' : 'YES') : outcome;
