import {
  assert,
  CHILD_IDS_MAX,
  findChildLeg,
  findOverfillMax,
  isHandled,
  isLive,
  NOTIONAL_ZERO,
  type Notional,
  type Order,
  type Parent,
  type ParentChild,
  type ParentChildren,
  type Price,
  parseChildNumber,
  placeableQty,
  QTY_ZERO,
  type Qty,
  remainingQty,
  sumFilledNotional,
  sumFilledQty,
  type TimestampMs,
} from '#contract';
import type { LedgerEvent } from '../events/event-schema.ts';
import { applyPairChild, countSets, findLiveQty, isPair } from './pair-sums.ts';
import { isAllowedParentTransition } from './parent-lifecycle.ts';

export type ParentEvent = Extract<LedgerEvent, { readonly type: 'ParentDecided' | 'ParentAmended' }>;

export const NO_CHILDREN: ParentChildren = {
  childCount: 0,
  children: [],
  childOrderIds: [],
  filledQty: QTY_ZERO,
  liveQty: QTY_ZERO,
  filledNotional: NOTIONAL_ZERO,
  fees: NOTIONAL_ZERO,
  pair: null,
};

/** Applies one event to a parent. It takes no decisions. */
export function applyToParent(parent: Parent, event: ParentEvent, at: TimestampMs): Parent {
  if (event.type === 'ParentAmended') return { ...parent, ...event.terms, updatedAt: at };
  const { state } = event;
  assert(
    isAllowedParentTransition(parent.status, state.status),
    `I-P10: ${parent.id} does not change from ${parent.status} to ${state.status}`,
  );
  assert(!isLoosened(parent, state.progress.extreme), 'I-P7: the best watched price never loosens');
  return { ...parent, ...state, updatedAt: at };
}

/**
 * Applies the change of a child to the sums of its parent, in the entry that changed the child. So a filled, live or
 * in-doubt quantity of a child is never missing in its parent.
 */
export function applyChild(parent: Parent, before: Order | null, after: Order, at: TimestampMs): Parent {
  const child = toChild(parent, after);
  if (before === null) {
    assert(child.number === parent.childCount + 1, 'I-P3: children are numbered without a gap');
    assert(
      isPair(parent) || child.liveQty <= placeableQty(parent, child.leg),
      'I-P1: filled, live and in-doubt quantities stay within qty',
    );
    assert(
      isPair(parent) ||
        parent.filledQty + parent.liveQty + child.liveQty <= parent.qty + findOverfillMax(parent),
      'I-P1: two orders that are live together stay within twice qty',
    );
  }
  const others = parent.children.filter(({ number }) => number !== child.number);
  const childCount = Math.max(parent.childCount, child.number);
  return {
    ...parent,
    childCount,
    children: [...others, child]
      .filter((each) => each.liveQty > 0n || each.number === childCount || !isHandled(parent, each))
      .sort((a, b) => a.number - b.number),
    childOrderIds:
      before === null ? [...parent.childOrderIds, after.id].slice(-CHILD_IDS_MAX) : parent.childOrderIds,
    ...sumQuantities(parent, before, after),
    filledNotional: (parent.filledNotional +
      sumFilledNotional(after) -
      (before === null ? 0n : sumFilledNotional(before))) as Notional,
    fees: sumFees(parent, before, after),
    updatedAt: at,
  };
}

function sumFees({ fees }: Parent, before: Order | null, after: Order): Notional | null {
  const known = before === null ? NOTIONAL_ZERO : before.fees;
  return fees === null || after.fees === null || known === null
    ? null
    : ((fees + after.fees - known) as Notional);
}

function sumQuantities(
  parent: Parent,
  before: Order | null,
  after: Order,
): Pick<ParentChildren, 'filledQty' | 'liveQty' | 'pair'> {
  if (isPair(parent)) {
    const pair = applyPairChild(parent, before, after);
    return { pair, filledQty: countSets(pair), liveQty: findLiveQty(pair) };
  }
  const [filled, live] = before === null ? [0n, 0n] : [sumFilledQty(before), sumLiveQty(before)];
  return {
    pair: null,
    filledQty: (parent.filledQty + sumFilledQty(after) - filled) as Qty,
    liveQty: (parent.liveQty + sumLiveQty(after) - live) as Qty,
  };
}

function toChild({ params, instrumentId: own }: Parent, order: Order): ParentChild {
  const number = parseChildNumber(order.clientOrderId);
  assert(number !== null, 'I-P3: the client order id of a child holds its number');
  return {
    number,
    leg: findChildLeg(params, { ...order, instrumentId: order.instrumentId ?? own }),
    orderId: order.id,
    status: order.status,
    reason: order.reason,
    cancelReason: order.cancelReason,
    price: order.price,
    qty: order.qty,
    liveQty: sumLiveQty(order),
    filledQty: sumFilledQty(order),
    isAmending: order.pendingAmend !== null,
  };
}

/** True if the best price of a trailing stop was lost or has become worse, which never happens (I-P7). */
const isLoosened = (
  { side, progress: { extreme: before } }: Pick<Parent, 'side' | 'progress'>,
  after: Price | null,
): boolean => before !== null && (after === null || (side === 'SELL' ? before > after : before < after));

/** A leg is possibly live until its end is proven; an order that is not closed counts even with all legs closed. */
const sumLiveQty = ({ legs }: Order): Qty =>
  legs.reduce((sum, leg) => (isLive(leg.status) ? ((sum + remainingQty(leg)) as Qty) : sum), QTY_ZERO);
