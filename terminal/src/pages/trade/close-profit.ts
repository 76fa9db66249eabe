import type { Outcome, Position } from '../../../../sdk/src/index.ts';
import { type Notional, ONE, parseDecimal, renderNotional } from '../../../../src/contract/model/money.ts';
import { toHeldOutcome } from './matched-listings.ts';
import type { BookPlace } from './open-orders.ts';

/** What is held in a book, as contracts of the shown outcome: 1e-8 contracts, and their cost, 1e-16. Negative if short. */
export interface HeldContracts {
  readonly held: bigint;
  readonly cost: bigint;
}

/**
 * Sums the positions that the shown book can close: of its instrument, or of all members of its asset. Positions are in YES
 * terms of each market; a short position of one outcome has the PnL of a long one of the other at 1 − price.
 *
 * @param outcome  of the market `place.instrumentId`
 * @returns null if nothing is held
 */
export function sumHeld(
  positions: readonly Position[],
  { subject, instrumentId, members }: BookPlace,
  outcome: Outcome,
): HeldContracts | null {
  const ids = new Set(members.map((each) => each.instrument_id));
  const isShown = (id: number): boolean =>
    id === instrumentId || (subject.startsWith('asset/') && ids.has(id));
  const shown = positions.filter(({ instrument_id: id }) => isShown(id));
  if (shown.length === 0) return null;
  let [held, cost] = [0n, 0n];
  for (const { instrument_id: id, side, qty, avg_price: average } of shown) {
    const isFlipped = toHeldOutcome({ instrument_id: id, side: 'BUY' }, instrumentId, members) !== outcome;
    const [count, price] = [parseDecimal(qty) ?? 0n, parseDecimal(average) ?? 0n];
    const signed = (side === 'BUY') === isFlipped ? -count : count;
    held += signed;
    cost += signed * (isFlipped ? ONE - price : price);
  }
  return { held, cost };
}

/** The PnL before fees if all of it were closed at a price (1e-8), as a decimal. */
export const profitAt = ({ held, cost }: HeldContracts, price: bigint): string =>
  renderNotional((held * price - cost) as Notional);
