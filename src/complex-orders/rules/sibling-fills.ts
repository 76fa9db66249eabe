import { findCountedQty, findLimitQty, type OrderReason, type Parent, type ParentChild } from '#contract';
import { isPair } from '#domain';
import { findWatch } from './rules-of-types.ts';

// What a fill of one side of a parent does to the other side.

/** True for a live child that could fill more than what is left. Of two limits, a fill of one lowers the other. */
export const isSurplus = (parent: Parent, { leg }: ParentChild): boolean =>
  !isPair(parent) && parent.filledQty + findCountedQty(parent, leg) > findLimitQty(parent);

/** Why a surplus child is cancelled: a sibling filled, unless its venue voided a fill of the entry. */
export const findSurplusReason = ({ progress }: Parent): OrderReason =>
  (progress.releasedQty ?? 0n) < (progress.sizedFor ?? 0n) ? 'complex_order' : 'sibling_filled';

/** For the receipt of a filled parent: its limit filled all, so its stop was never sent. */
export function explainUnsentStop(parent: Parent): string | null {
  const { triggeredAt, childCount, progress } = parent;
  const { isTwoSided } = findWatch(parent);
  const isUnsent = triggeredAt === null || childCount <= progress.staleUpTo;
  return isTwoSided && isUnsent ? 'sibling_filled: the stop was not sent' : null;
}
