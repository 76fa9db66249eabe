import type { GenericAsset, Outcome } from '../../../../sdk/src/index.ts';

/** The asset of a matched market, and whether the asset's YES is this market's NO. */
export interface Matched {
  readonly asset: GenericAsset;
  readonly isInverted: boolean;
}

/** Converts an outcome of this market to the asset's terms. */
export const outcomeIn = (outcome: Outcome, isInverted: boolean): Outcome =>
  isInverted ? (outcome === 'YES' ? 'NO' : 'YES') : outcome;
