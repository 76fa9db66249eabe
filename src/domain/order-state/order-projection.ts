import type { LedgerEvent } from '../events/event-schema.ts';
import { assert, requirePresent } from '../model/assert.ts';
import {
  computeNotional,
  type Notional,
  type Price,
  QTY_ZERO,
  type Qty,
  renderDecimal,
} from '../model/money.ts';
import {
  type AmendChange,
  type AtVenue,
  type Fill,
  isLive,
  isQtyIncreasePending,
  type Leg,
  type Order,
  type OrderReason,
  type OrderStatus,
  remainingQty,
  sumFilledQty,
} from '../model/order.ts';
import type { TimestampMs } from '../model/time.ts';
import { isAllowedTransition, LIFECYCLE } from './lifecycle.ts';

type EventOf<Type extends LedgerEvent['type']> = Extract<LedgerEvent, { readonly type: Type }>;
export type OrderEvent = EventOf<
  | 'LegAcknowledged'
  | 'LegClosed'
  | 'OrderClosed'
  | 'CancelRequested'
  | 'AmendRequested'
  | 'LegAmended'
  | 'LegReplaced'
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
      return withStatus({ ...order, updatedAt: at }, event.status, event.reason);
    case 'CancelRequested':
      return { ...order, pendingAction: 'cancel', cancelReason: event.reason, updatedAt: at };
    case 'AmendRequested':
      return {
        ...order,
        pendingAction: order.pendingAction ?? 'amend',
        pendingAmend: event.change,
        loosestPrice: leastStrictLimit(order, event.change.price),
        updatedAt: at,
      };
    case 'LegAmended':
      // The order's own terms follow with AmendConfirmed; until then its status is not weighed.
      return withLegKeepingStatus(legNoLongerAwaited(order, event.leg), event.leg, at, (leg) => ({
        ...leg,
        price: event.price,
        qty: event.qty,
        atVenue: resized(leg, event.qty),
        // A fill that crossed the amend may have completed the lowered quantity.
        status: isLive(leg.status) && leg.filledQty >= event.qty ? 'FILLED' : leg.status,
      }));
    case 'LegReplaced':
      // The order's status stays: for its caller it has been resting all the while.
      return withLegKeepingStatus(legNoLongerAwaited(order, event.leg), event.leg, at, (leg) => ({
        ...leg,
        generation: event.generation,
        clientId: event.clientId,
        venueOrderId: null,
        status: 'PENDING_SUBMISSION',
        reason: null,
        price: event.price,
        qty: event.qty,
        atVenue: { qty: (event.qty - leg.filledQty) as Qty, takenQty: QTY_ZERO },
      }));
    case 'AmendConfirmed':
      return confirmAmend(order, at);
    case 'AmendRefused':
      return withStatusFromLegs({
        ...withoutAmend(order),
        legs: order.legs.map(closeIfFilled),
        updatedAt: at,
      });
    case 'OrderAnswered':
      return { ...order, answer: { ...order, answer: null } };
  }
}

/** The order after one of its executions. Fill prices are the leg's own terms, which are the order's. */
export function applyFillToOrder(order: Order, fill: Fill, at: TimestampMs): Order {
  // One that was void when it was first told has been matched all the same: the quantity is used up.
  if (fill.settlement !== 'VOID') return filled(order, fill, at);
  return applyVoidToOrder(filled(order, fill, at), fill, at);
}

function filled(order: Order, fill: Fill, at: TimestampMs): Order {
  const leg = requirePresent(fill.leg, 'leg of a fill of an order');
  const next = withLeg(order, leg, at, (before) => {
    const after = { ...before, ...filledBy(before, fill) };
    const kind = isQtyIncreasePending(order, after) ? 'partFilled' : matchedKind(after);
    const status = LIFECYCLE[before.status][kind];
    assert(status !== 'anomaly', 'I-18: a fill always has a status to move to');
    const reason = kind === 'cancelled' && isLive(before.status) ? 'fill_voided' : before.reason;
    return { ...after, status, reason: status === 'FILLED' ? null : reason };
  });
  return { ...next, fees: (next.fees + fill.fee) as Notional };
}

/**
 * The order as if one of its fills had never been. What the venue matched does not rest again, so a leg
 * with nothing left to match is over, short of its quantity.
 */
export function applyVoidToOrder(order: Order, fill: Fill, at: TimestampMs): Order {
  const leg = requirePresent(fill.leg, 'leg of a fill of an order');
  const next = withLeg(order, leg, at, (before) => {
    const after: Leg = {
      ...before,
      atVenue: before.atVenue ?? { qty: before.qty, takenQty: before.filledQty },
      filledQty: (before.filledQty - fill.qty) as Qty,
      filledNotional: (before.filledNotional - computeNotional(fill.price, fill.qty)) as Notional,
    };
    assert(after.filledQty >= 0n, 'I-09: a fill is voided once');
    return { ...after, ...statusAfterVoid(after) };
  });
  return { ...next, fees: (next.fees - fill.fee) as Notional };
}

function statusAfterVoid(leg: Leg): Pick<Leg, 'status' | 'reason'> {
  const { status, reason, filledQty, qty } = leg;
  const isShort = status === 'FILLED' ? filledQty < qty : isLive(status) && remainingQty(leg) === 0n;
  if (isShort) return { status: 'CANCELLED', reason: 'fill_voided' };
  return status === 'PARTIAL' && filledQty === 0n ? { status: 'OPEN', reason } : { status, reason };
}

function filledBy(leg: Leg, fill: Fill): Pick<Leg, 'filledQty' | 'filledNotional' | 'atVenue'> {
  const isPresent = fill.generation === leg.generation;
  return {
    filledQty: (leg.filledQty + fill.qty) as Qty,
    filledNotional: (leg.filledNotional + computeNotional(fill.price, fill.qty)) as Notional,
    atVenue:
      leg.atVenue === null || !isPresent
        ? leg.atVenue
        : { ...leg.atVenue, takenQty: (leg.atVenue.takenQty + fill.qty) as Qty },
  };
}

/** What a fill makes of its leg. `cancelled`: all of it is matched, but a void has left it short. */
function matchedKind(leg: Leg): 'partFilled' | 'filled' | 'cancelled' {
  if (remainingQty(leg) > 0n) return 'partFilled';
  return leg.filledQty >= leg.qty ? 'filled' : 'cancelled';
}

/** Full by its total, and held open only because that might have been raised. */
const closeIfFilled = (leg: Leg): Leg =>
  isLive(leg.status) && leg.filledQty > 0n && remainingQty(leg) === 0n && leg.filledQty >= leg.qty
    ? { ...leg, status: 'FILLED' }
    : leg;

const resized = ({ atVenue, qty }: Leg, to: Qty): AtVenue | null =>
  atVenue === null ? null : { ...atVenue, qty: (atVenue.qty + to - qty) as Qty };

/** The venue may have worked at a wished price even where the wish is given up later. */
function leastStrictLimit({ side, loosestPrice }: Order, wished: Price | null): Price | null {
  if (wished === null || loosestPrice === null) return loosestPrice;
  return wished > loosestPrice === (side === 'BUY') ? wished : loosestPrice;
}

function acknowledged(leg: Leg): OrderStatus {
  if (leg.filledQty > 0n && isLive(leg.status)) return 'PARTIAL';
  const status = LIFECYCLE[leg.status].accepted;
  assert(status !== 'anomaly', 'I-18: an acknowledgement always has a status to move to');
  return status;
}

const withLeg = (order: Order, number: number, at: TimestampMs, change: (leg: Leg) => Leg): Order =>
  withStatusFromLegs(withLegKeepingStatus(order, number, at, change));

function withLegKeepingStatus(
  order: Order,
  number: number,
  at: TimestampMs,
  change: (leg: Leg) => Leg,
): Order {
  assert(
    order.legs.some((leg) => leg.leg === number),
    'a report names a leg of its order',
  );
  const legs = order.legs.map((leg) => (leg.leg === number ? change(leg) : leg));
  return { ...order, legs, updatedAt: at };
}

function confirmAmend(order: Order, at: TimestampMs): Order {
  const change = requirePresent(order.pendingAmend, 'the amend being confirmed');
  // Fills that crossed the amend win on quantity: an order is never smaller than what it has filled.
  const filledQty = sumFilledQty(order);
  const isCrossed = change.qty !== null && change.qty < filledQty;
  return withStatusFromLegs({
    ...withoutAmend(order),
    price: change.price ?? order.price,
    priceText: change.priceText ?? order.priceText,
    qty: isCrossed ? filledQty : (change.qty ?? order.qty),
    qtyText: isCrossed ? renderDecimal(filledQty) : (change.qtyText ?? order.qtyText),
    tif: change.tif ?? order.tif,
    expiresAt: expiryAfterAmend(order, change),
    updatedAt: at,
  });
}

/** The order's own terms as they will stand once its amend is done: what a new generation is sent with. */
export const termsAfterAmend = (order: Order): Order =>
  order.pendingAmend === null
    ? order
    : {
        ...order,
        price: order.pendingAmend.price ?? order.price,
        tif: order.pendingAmend.tif ?? order.tif,
        expiresAt: expiryAfterAmend(order, order.pendingAmend),
      };

/** When the order expires once the change is made; null: it no longer does. */
export const expiryAfterAmend = (order: Order, change: AmendChange): TimestampMs | null =>
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
function withStatusFromLegs(order: Order): Order {
  const status = statusFromLegs(order);
  return withStatus(order, status, status === 'FILLED' || isLive(status) ? null : closingReason(order));
}

function withStatus(order: Order, status: OrderStatus, reason: OrderReason | null): Order {
  assert(isAllowedTransition(order.status, status), `I-18: ${order.status} → ${status} is a known move`);
  if (isLive(status)) return { ...order, status, reason };
  return { ...order, status, reason, pendingAction: null, pendingAmend: null };
}

/** The parent's status: its only leg's, or derived from all legs once there are several. */
function statusFromLegs(order: Order): OrderStatus {
  const filledQty = sumFilledQty(order);
  const mayFillMore = order.legs.some(
    (leg) => isLive(leg.status) && (remainingQty(leg) > 0n || isQtyIncreasePending(order, leg)),
  );
  if (sumFilledOrClosedQty(order) >= order.qty && !mayFillMore) return 'FILLED';
  if (order.legs.some((leg) => isLive(leg.status))) {
    if (filledQty > 0n) return 'PARTIAL';
    const isKnown = order.legs.some((leg) => leg.status === 'OPEN' || leg.status === 'PARTIAL');
    // Part of a SPLIT may have ended while another leg waits, or a leg be on its way once more: the order is
    // known to venues, so it does not go back.
    const wasKnown = order.status === 'OPEN' || order.status === 'PARTIAL';
    return isKnown || wasKnown ? 'OPEN' : 'PENDING_SUBMISSION';
  }
  if (order.legs.every((leg) => leg.status === 'REJECTED')) return 'REJECTED';
  const lastEnd = order.legs.findLast((leg) => leg.status !== 'FILLED');
  return lastEnd?.status === 'EXPIRED' ? 'EXPIRED' : 'CANCELLED';
}

/** What is filled, where a leg that its venue has closed as filled counts whole: it may be short by dust. */
const sumFilledOrClosedQty = (order: Order): Qty =>
  order.legs.reduce(
    (sum, { status, qty, filledQty }) =>
      (sum + (status === 'FILLED' && filledQty < qty ? qty : filledQty)) as Qty,
    QTY_ZERO,
  );

/** Why an order ended short: what its legs say, else that the plan found no more to take. */
function closingReason(order: Order): OrderReason {
  const reasons = order.legs.map((leg) => leg.reason).filter((reason) => reason !== null);
  return reasons.at(-1) ?? order.cancelReason ?? 'ioc_remainder';
}
