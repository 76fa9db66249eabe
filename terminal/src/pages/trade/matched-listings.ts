import type { GenericAsset, Order, Outcome, Position } from '../../../../sdk/src/index.ts';
import { heldOutcome } from '../../components/held-outcome.ts';

/** The asset of a matched market, and whether the asset's YES is this market's NO. */
export interface Matched {
  readonly asset: GenericAsset;
  readonly isInverted: boolean;
}

/** Converts an outcome of this market to the asset's terms, and back. */
export const outcomeIn = (outcome: Outcome, isInverted: boolean): Outcome =>
  isInverted ? (outcome === 'YES' ? 'NO' : 'YES') : outcome;

/**
 * The outcome of this market that a position in it, or in another member of its asset, holds. Its price is the same: 20 YES
 * bought at 0.54 of a member that is inverted against this market are 20 NO of this market at 0.54.
 */
export const toHeldOutcome = (
  position: Pick<Position, 'instrument_id' | 'side'>,
  instrumentId: number,
  members: GenericAsset['members'],
): Outcome =>
  outcomeIn(
    heldOutcome(position),
    isTurned(position.instrument_id, members) !== isTurned(instrumentId, members),
  );

/** The outcome of this market that an order is for. An order on an asset is in the asset's terms; its price is the same. */
export const toOrderOutcome = (
  { routing, instrument_id: id, outcome }: Pick<Order, 'routing' | 'instrument_id' | 'outcome'>,
  instrumentId: number,
  members: GenericAsset['members'],
): Outcome => {
  const ownTerms = routing.mode === 'DIRECT' && isTurned(id ?? instrumentId, members);
  return outcomeIn(outcome, ownTerms !== isTurned(instrumentId, members));
};

const isTurned = (instrumentId: number, members: GenericAsset['members']): boolean =>
  members.find((each) => each.instrument_id === instrumentId)?.inverted ?? false;
