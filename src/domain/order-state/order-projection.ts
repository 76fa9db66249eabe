import {
  type AmendChange,
  type AtVenue,
  assert,
  computeNotional,
  type Fill,
  isLive,
  isQtyIncreasePending,
  type Leg,
  NO_VENUE_ANSWER,
  type Notional,
  type Order,
  type OrderReason,
  type OrderStatus,
  type Price,
  QTY_ZERO,
  type Qty,
  remainingQty,
  renderDecimal,
  requirePresent,
  sumFilledQty,
  type TimestampMs,
} from '#contract';
import type { LedgerEvent } from '../events/event-schema.ts';
import { isAllowedTransition, LIFECYCLE } from './lifecycle.ts';

type EventOf<Type extends LedgerEvent['type']> = Extract<LedgerEvent, { readonly type: Type }>;
export type OrderEvent = EventOf<
  | 'LegAcknowledged'
  | 'LegClosed'
  | 'LegDoubted'
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
 * Applies one event to an order. It takes no decisions: an event that does not fit the order is a bug, since
 * the decision that created the event saw the same order.
 */
export function applyToOrder(order: Order, event: OrderEvent, at: TimestampMs): Order {
  if (applied?.event === event && applied.order === order && applied.at === at) return applied.after;
  const after = applyEvent(order, event, at);
  applied = { order, event, at, after };
  return after;
}

// A decision and its entry apply the same event, one after the other. Orders and events are immutable, so keep the result.
let applied: {
  readonly order: Order;
  readonly event: OrderEvent;
  readonly at: TimestampMs;
  readonly after: Order;
} | null = null;

function applyEvent(order: Order, event: OrderEvent, at: TimestampMs): Order {
  switch (event.type) {
    case 'LegAcknowledged':
      return withLeg(order, event.leg, at, (leg) => ({
        ...leg,
        venueOrderId: event.venueOrderId,
        status: toAcknowledgedStatus(leg),
        reason: null,
        ...NO_VENUE_ANSWER,
      }));
    case 'LegClosed':
      return withLeg(order, event.leg, at, (leg) => ({
        ...leg,
        status: event.status,
        reason: event.reason,
        venueCode: event.venueCode,
        venueMessage: event.venueMessage,
      }));
    case 'LegDoubted':
      return withLegKeepingStatus(order, event.leg, at, (leg) => ({
        ...leg,
        venueCode: event.venueCode,
        venueMessage: event.venueMessage,
      }));
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
      // The order's own terms change with AmendConfirmed; until then its status is not recomputed.
      return withLegKeepingStatus(withoutAwaitedLeg(order, event.leg), event.leg, at, (leg) => ({
        ...leg,
        price: event.price,
        qty: event.qty,
        atVenue: resizeAtVenue(leg, event.qty),
        ...NO_VENUE_ANSWER,
        // A fill that crossed the amend may have completed the reduced quantity.
        status: isLive(leg.status) && leg.filledQty >= event.qty ? 'FILLED' : leg.status,
      }));
    case 'LegReplaced':
      // The order's status stays: for its caller the order rests without interruption.
      return withLegKeepingStatus(withoutAwaitedLeg(order, event.leg), event.leg, at, (leg) => ({
        ...leg,
        generation: event.generation,
        clientId: event.clientId,
        venueOrderId: null,
        status: 'PENDING_SUBMISSION',
        reason: null,
        ...NO_VENUE_ANSWER,
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
      return { ...order, answer: order.answer === null ? order : { ...order, answer: null } };
  }
}

/** Applies one fill to its order. Fill prices are in terms of the leg's outcome. */
export function applyFillToOrder(order: Order, fill: Fill, at: TimestampMs): Order {
  // A fill that was VOID when first reported was matched too, so its quantity is no longer available.
  if (fill.settlement !== 'VOID') return addFill(order, fill, at);
  return applyVoidToOrder(addFill(order, fill, at), fill, at);
}

function addFill(order: Order, fill: Fill, at: TimestampMs): Order {
  const leg = requirePresent(fill.leg, 'leg of a fill of an order');
  const next = withLeg(order, leg, at, (before) => {
    const after = { ...before, ...addFillQty(before, fill) };
    const kind = isQtyIncreasePending(order, after) ? 'partFilled' : toReportKind(after);
    const status = LIFECYCLE[before.status][kind];
    assert(status !== 'anomaly', 'I-18: a fill always has a status to move to');
    const reason = kind === 'cancelled' && isLive(before.status) ? 'fill_voided' : before.reason;
    return status === 'FILLED'
      ? { ...after, status, reason: null, ...NO_VENUE_ANSWER }
      : { ...after, status, reason };
  });
  return { ...next, fees: addFees(next.fees, fill.fee) };
}

/**
 * Removes one fill from its order. The venue does not put the voided quantity back into the book, so a leg
 * with nothing left to match is closed below its quantity.
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
  return { ...next, fees: addFees(next.fees, fill.fee, -1n) };
}

/** The sum of an order's fees is unknown once one of them is. */
const addFees = (sum: Notional | null, fee: Notional | null, sign = 1n): Notional | null =>
  sum === null || fee === null ? null : ((sum + sign * fee) as Notional);

function statusAfterVoid(leg: Leg): Pick<Leg, 'status' | 'reason'> {
  const { status, reason, filledQty, qty } = leg;
  const isShort = status === 'FILLED' ? filledQty < qty : isLive(status) && remainingQty(leg) === 0n;
  if (isShort) return { status: 'CANCELLED', reason: 'fill_voided' };
  return status === 'PARTIAL' && filledQty === 0n ? { status: 'OPEN', reason } : { status, reason };
}

function addFillQty(leg: Leg, fill: Fill): Pick<Leg, 'filledQty' | 'filledNotional' | 'atVenue'> {
  const isCurrent = fill.generation === leg.generation;
  return {
    filledQty: (leg.filledQty + fill.qty) as Qty,
    filledNotional: (leg.filledNotional + computeNotional(fill.price, fill.qty)) as Notional,
    atVenue:
      leg.atVenue === null || !isCurrent
        ? leg.atVenue
        : { ...leg.atVenue, takenQty: (leg.atVenue.takenQty + fill.qty) as Qty },
  };
}

/** Report kind that a fill implies. `cancelled`: everything is matched, but a voided fill left the leg short. */
function toReportKind(leg: Leg): 'partFilled' | 'filled' | 'cancelled' {
  if (remainingQty(leg) > 0n) return 'partFilled';
  return leg.filledQty >= leg.qty ? 'filled' : 'cancelled';
}

/** Sets a fully matched leg to FILLED. It was kept open only while a quantity increase was pending. */
const closeIfFilled = (leg: Leg): Leg =>
  isLive(leg.status) && leg.filledQty > 0n && remainingQty(leg) === 0n && leg.filledQty >= leg.qty
    ? { ...leg, status: 'FILLED' }
    : leg;

const resizeAtVenue = ({ atVenue, qty }: Leg, to: Qty): AtVenue | null =>
  atVenue === null ? null : { ...atVenue, qty: (atVenue.qty + to - qty) as Qty };

/** The amended price may have been live at the venue before the amend was abandoned, so keep the least strict limit. */
function leastStrictLimit({ side, loosestPrice }: Order, requested: Price | null): Price | null {
  if (requested === null || loosestPrice === null) return loosestPrice;
  return requested > loosestPrice === (side === 'BUY') ? requested : loosestPrice;
}

function toAcknowledgedStatus(leg: Leg): OrderStatus {
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
  // Fills that crossed the amend take precedence: the quantity of an order is never below its filled quantity.
  const filledQty = sumFilledQty(order);
  const isCrossed = change.qty !== null && change.qty < filledQty;
  return withStatusFromLegs({
    ...withoutAmend(order),
    price: change.price ?? order.price,
    priceText: change.priceText ?? order.priceText,
    qty: isCrossed ? filledQty : (change.qty ?? order.qty),
    ...qtyFieldsAfterAmend(order, change, isCrossed ? filledQty : null),
    tif: change.tif ?? order.tif,
    expiresAt: expiryAfterAmend(order, change),
    updatedAt: at,
  });
}

/** A decrease without a text is one by this service: the order keeps the text of its caller, and shows the cap. */
function qtyFieldsAfterAmend(
  { qtyText, cappedQty }: Order,
  change: AmendChange,
  crossedQty: Qty | null,
): Pick<Order, 'qtyText' | 'cappedQty'> {
  if (change.qty === null) return { qtyText, cappedQty };
  if (change.qtyText === null) return { qtyText, cappedQty: crossedQty ?? change.qty };
  return { qtyText: crossedQty === null ? change.qtyText : renderDecimal(crossedQty), cappedQty: null };
}

/** The order with its pending amend applied. A new generation is sent with these terms. */
export const termsAfterAmend = (order: Order): Order =>
  order.pendingAmend === null
    ? order
    : {
        ...order,
        price: order.pendingAmend.price ?? order.price,
        tif: order.pendingAmend.tif ?? order.tif,
        expiresAt: expiryAfterAmend(order, order.pendingAmend),
      };

/** Expiry of the order after the amend; null for no expiry. */
export const expiryAfterAmend = (order: Order, change: AmendChange): TimestampMs | null =>
  (change.tif ?? order.tif) === 'GTD' ? (change.expiresAt ?? order.expiresAt) : null;

/** Removes a leg from `pendingAmend.legs`, which lists the legs that no venue has confirmed yet. */
const withoutAwaitedLeg = (order: Order, leg: number): Order =>
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

/** Sets the order's status from the statuses of its legs. */
function withStatusFromLegs(order: Order): Order {
  const status = statusFromLegs(order);
  return withStatus(order, status, status === 'FILLED' || isLive(status) ? null : closingReason(order));
}

function withStatus(order: Order, status: OrderStatus, reason: OrderReason | null): Order {
  assert(
    isAllowedTransition(order.status, status),
    `I-18: ${order.status} → ${status} is an allowed transition`,
  );
  if (isLive(status)) return { ...order, status, reason };
  return { ...order, status, reason, pendingAction: null, pendingAmend: null };
}

/** Status of the order, derived from all its legs. */
function statusFromLegs(order: Order): OrderStatus {
  const filledQty = sumFilledQty(order);
  const mayFillMore = order.legs.some(
    (leg) => isLive(leg.status) && (remainingQty(leg) > 0n || isQtyIncreasePending(order, leg)),
  );
  if (sumFilledOrClosedQty(order) >= order.qty && !mayFillMore) return 'FILLED';
  if (order.legs.some((leg) => isLive(leg.status))) {
    if (filledQty > 0n) return 'PARTIAL';
    const isKnown = order.legs.some((leg) => leg.status === 'OPEN' || leg.status === 'PARTIAL');
    // One leg of a SPLIT may have ended while another waits, or a leg may be in replacement. A venue already
    // acknowledged the order, so it does not return to PENDING_SUBMISSION.
    const wasKnown = order.status === 'OPEN' || order.status === 'PARTIAL';
    return isKnown || wasKnown ? 'OPEN' : 'PENDING_SUBMISSION';
  }
  if (order.legs.every((leg) => leg.status === 'REJECTED')) return 'REJECTED';
  const lastEnd = order.legs.findLast((leg) => leg.status !== 'FILLED');
  return lastEnd?.status === 'EXPIRED' ? 'EXPIRED' : 'CANCELLED';
}

/** Filled quantity, where a leg that its venue closed as FILLED counts in full: it may be short by dust. */
const sumFilledOrClosedQty = (order: Order): Qty =>
  order.legs.reduce(
    (sum, { status, qty, filledQty }) =>
      (sum + (status === 'FILLED' && filledQty < qty ? qty : filledQty)) as Qty,
    QTY_ZERO,
  );

/** Why an order ended unfilled: the reason of its last leg, otherwise that routing found no more liquidity. */
function closingReason(order: Order): OrderReason {
  const reasons = order.legs.map((leg) => leg.reason).filter((reason) => reason !== null);
  return reasons.at(-1) ?? order.cancelReason ?? 'ioc_remainder';
}
