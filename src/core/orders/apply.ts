import { assert, present } from '../kernel/assert.ts';
import { type Notional, notionalOf, type Price, type Qty } from '../kernel/decimal.ts';
import type { TimestampMs } from '../kernel/time.ts';
import type { LedgerEvent } from '../ledger/events.ts';
import { isAllowedMove, LIFECYCLE } from './lifecycle.ts';
import {
  type AmendChange,
  type Fill,
  filledQtyOf,
  isLive,
  type Leg,
  type Order,
  type OrderReason,
  type OrderStatus,
} from './order.ts';

type EventOf<Type extends LedgerEvent['type']> = Extract<LedgerEvent, { readonly type: Type }>;
export type OrderEvent = EventOf<
  | 'LegAcknowledged'
  | 'LegClosed'
  | 'OrderClosed'
  | 'CancelRequested'
  | 'AmendRequested'
  | 'LegAmended'
  | 'AmendConfirmed'
  | 'AmendRefused'
  | 'OrderAnswered'
>;

/**
 * The order after one more fact. Never decides: a fact that does not fit the order is a defect of
 * ours, since the decision that wrote it saw the same order.
 */
export function applyToOrder(order: Order, event: OrderEvent, at: TimestampMs): Order {
  switch (event.type) {
    case 'LegAcknowledged':
      return withLeg(order, event.leg, at, (leg) => ({
        ...leg,
        venueOrderId: event.venueOrderId,
        status: acknowledged(leg),
        reason: null,
      }));
    case 'LegClosed':
      return withLeg(order, event.leg, at, (leg) => ({ ...leg, status: event.status, reason: event.reason }));
    case 'OrderClosed':
      return moved({ ...order, updatedAt: at }, event.status, event.reason);
    case 'CancelRequested':
      return { ...order, pendingAction: 'cancel', cancelReason: event.reason, updatedAt: at };
    case 'AmendRequested':
      return {
        ...order,
        pendingAction: order.pendingAction ?? 'amend',
        pendingAmend: event.change,
        loosestPrice: looser(order, event.change.price),
        updatedAt: at,
      };
    case 'LegAmended':
      // The order's own terms follow with AmendConfirmed; until then its status is not weighed.
      return withLegAs(legNoLongerAwaited(order, event.leg), event.leg, at, (leg) => ({
        ...leg,
        price: event.price,
        qty: event.qty,
        // A fill that crossed the amend may have completed the lowered quantity.
        status: isLive(leg.status) && leg.filledQty >= event.qty ? 'FILLED' : leg.status,
      }));
    case 'AmendConfirmed':
      return amended(order, at);
    case 'AmendRefused':
      return settled({ ...withoutAmend(order), updatedAt: at });
    case 'OrderAnswered':
      return { ...order, answer: { ...order, answer: null } };
  }
}

/** The order after one of its executions. Fill prices are the leg's own terms, which are the order's. */
export function applyFillToOrder(order: Order, fill: Fill, at: TimestampMs): Order {
  const leg = present(fill.leg, 'leg of a fill of an order');
  const next = withLeg(order, leg, at, (before) => {
    const filledQty = (before.filledQty + fill.qty) as Qty;
    const kind = filledQty >= before.qty ? 'filled' : 'partFilled';
    const status = LIFECYCLE[before.status][kind];
    assert(status !== 'anomaly', 'I-18: a fill always has a status to move to');
    return {
      ...before,
      filledQty,
      filledNotional: (before.filledNotional + notionalOf(fill.price, fill.qty)) as Notional,
      status,
      reason: status === 'FILLED' ? null : before.reason,
    };
  });
  return { ...next, fees: (next.fees + fill.fee) as Notional };
}

/** The venue may have worked at a wished price even where the wish is given up later. */
function looser({ side, loosestPrice }: Order, wished: Price | null): Price | null {
  if (wished === null || loosestPrice === null) return loosestPrice;
  return wished > loosestPrice === (side === 'BUY') ? wished : loosestPrice;
}

function acknowledged(leg: Leg): OrderStatus {
  if (leg.filledQty > 0n && isLive(leg.status)) return leg.status;
  const status = LIFECYCLE[leg.status].accepted;
  assert(status !== 'anomaly', 'I-18: an acknowledgement always has a status to move to');
  return status;
}

const withLeg = (order: Order, number: number, at: TimestampMs, change: (leg: Leg) => Leg): Order =>
  settled(withLegAs(order, number, at, change));

function withLegAs(order: Order, number: number, at: TimestampMs, change: (leg: Leg) => Leg): Order {
  assert(
    order.legs.some((leg) => leg.leg === number),
    'a report names a leg of its order',
  );
  const legs = order.legs.map((leg) => (leg.leg === number ? change(leg) : leg));
  return { ...order, legs, updatedAt: at };
}

function amended(order: Order, at: TimestampMs): Order {
  const change = present(order.pendingAmend, 'the amend being confirmed');
  return settled({
    ...withoutAmend(order),
    price: change.price ?? order.price,
    priceText: change.priceText ?? order.priceText,
    qty: change.qty ?? order.qty,
    qtyText: change.qtyText ?? order.qtyText,
    tif: change.tif ?? order.tif,
    expiresAt: expiryAfter(order, change),
    updatedAt: at,
  });
}

/** When the order expires once the change is made; null: it no longer does. */
export const expiryAfter = (order: Order, change: AmendChange): TimestampMs | null =>
  (change.tif ?? order.tif) === 'GTD' ? (change.expiresAt ?? order.expiresAt) : null;

/** What is left in `pendingAmend.legs` are the legs whose venue has not confirmed yet. */
const legNoLongerAwaited = (order: Order, leg: number): Order =>
  order.pendingAmend === null
    ? order
    : {
        ...order,
        pendingAmend: {
          ...order.pendingAmend,
          legs: order.pendingAmend.legs.filter((target) => target.leg !== leg),
        },
      };

const withoutAmend = (order: Order): Order => ({
  ...order,
  pendingAmend: null,
  pendingAction: order.pendingAction === 'cancel' ? 'cancel' : null,
});

/** Gives the order the status that its legs add up to. */
function settled(order: Order): Order {
  const status = statusFromLegs(order);
  return moved(order, status, status === 'FILLED' || isLive(status) ? null : closingReason(order));
}

function moved(order: Order, status: OrderStatus, reason: OrderReason | null): Order {
  assert(isAllowedMove(order.status, status), `I-18: ${order.status} → ${status} is a known move`);
  if (isLive(status)) return { ...order, status, reason };
  return { ...order, status, reason, pendingAction: null, pendingAmend: null };
}

/** The parent's status: its only leg's, or derived from all legs once there are several. */
function statusFromLegs(order: Order): OrderStatus {
  const filled = filledQtyOf(order);
  if (filled >= order.qty) return 'FILLED';
  if (order.legs.some((leg) => isLive(leg.status))) {
    if (filled > 0n) return 'PARTIAL';
    const isKnown = order.legs.some((leg) => leg.status === 'OPEN' || leg.status === 'PARTIAL');
    // Part of a SPLIT may have ended while another leg waits: the order is known to venues, so it does not go back.
    return isKnown || order.status === 'OPEN' ? 'OPEN' : 'PENDING_SUBMISSION';
  }
  if (order.legs.every((leg) => leg.status === 'REJECTED')) return 'REJECTED';
  const lastEnd = order.legs.findLast((leg) => leg.status !== 'FILLED');
  return lastEnd?.status === 'EXPIRED' ? 'EXPIRED' : 'CANCELLED';
}

/** Why an order ended short: what its legs say, else that the plan found no more to take. */
function closingReason(order: Order): OrderReason {
  const reasons = order.legs.map((leg) => leg.reason).filter((reason) => reason !== null);
  return reasons.at(-1) ?? order.cancelReason ?? 'ioc_remainder';
}
