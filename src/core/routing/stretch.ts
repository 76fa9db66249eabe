import { above, below, type Slot } from './slot.ts';

/** A slot whose share is to be chosen, when all before it have theirs. */
export interface Turn {
  readonly slot: Slot;
  readonly rest: number; // what is left for it and those after it
  readonly paid: number; // exact cost of the shares before it
  readonly spent: number; // their excess
  readonly highest: number; // the most that it may have
}

/** The last two slots: what the first does not take is left for the second. */
export interface Pair extends Turn {
  readonly last: Slot;
}

/** Towards less of the first, or more. */
export type Direction = -1 | 1;

/**
 * How many lots from this share on are alike: all too dear, or all open. Up to the next level of either member the
 * bound of both is a straight line, so it tells where that ends without a look at each lot.
 *
 * @param over  by how much the bound at `share` is above what is open
 */
export function stretchOf(
  { slot, last, rest, highest }: Pair,
  share: number,
  direction: Direction,
  over: number,
): number {
  const left = rest - share;
  if (share < Math.max(slot.min, 1) || left === 0 || left > last.hi) return 1;
  const isDown = direction === -1;
  const [gives, takes] = isDown ? [slot.ladder, last.ladder] : [last.ladder, slot.ladder];
  const [given, taken] = isDown ? [share, left] : [left, share];
  const from = gives.placeOf(given);
  const to = takes.placeOf(taken);
  const { lot } = slot.ladder;
  const rise = (takes.unitAt(to) - gives.unitAt(from)) * lot; // of the bound, with each lot that moves over
  const room = Math.min(
    given - gives.heldBefore(from) - 1,
    takes.heldBefore(to) + takes.qtyAt(to) - taken,
    isDown ? share - slot.min : highest - share,
  );
  const turns = rise === 0 ? -1 : -over / rise; // lots until the line meets what is open; never when it leads away
  const lots = Math.floor(room / lot);
  return 1 + (turns < 0 ? lots : Math.min(lots, Math.floor(turns)));
}

/** The share so many lots further out. */
export function stepped(slot: Slot, share: number, direction: Direction, lots: number): number {
  const before = share + (lots - 1) * direction * slot.ladder.lot;
  return direction === -1 ? below(slot, before) : above(slot, before);
}
