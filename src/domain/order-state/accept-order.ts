import {
  assert,
  type Caller,
  isYesBuy,
  type Leg,
  type LegArrival,
  type NewOrder,
  NOTIONAL_ZERO,
  type Order,
  type OrderId,
  parseQty,
  QTY_ZERO,
  type Qty,
  requirePresent,
  type TimestampMs,
  toLegClientId,
  type VenueClientId,
} from '#contract';
import type { Approved, RiskRequest } from '../risk/risk-check.ts';
import type { PlannedLeg } from '../routing/route-types.ts';
import { computeOrderFingerprint } from './parse-order.ts';

/** A new order with its planned legs, as a request to the risk check. */
export interface PlannedOrder extends RiskRequest {
  readonly order: NewOrder;
  readonly legs: readonly PlannedLeg[];
}

/** Builds the risk request of an order and its planned legs. */
export function toPlannedOrder(caller: Caller, order: NewOrder, legs: readonly PlannedLeg[]): PlannedOrder {
  return {
    order,
    legs,
    accountId: caller.accountId,
    subaccountId: order.subaccountId,
    qty: order.qty,
    addsOpenOrder: order.tif === 'GTC' || order.tif === 'GTD',
    isReduceOnly: order.reduceOnly,
    reserves: legs.map(({ instrumentId, outcome, qty }) =>
      isYesBuy(order.side, outcome)
        ? { instrumentId, buys: qty, sells: 0n }
        : { instrumentId, buys: 0n, sells: qty },
    ),
  };
}

/** Returns the client id of a leg at its venue: the proposed `leg.clientId`, or an id computed from the order. */
export type ClientIdForLeg = (order: NewOrder, leg: Leg) => VenueClientId;

/** What a new order has in addition to its request. */
export interface Acceptance {
  readonly id: OrderId;
  readonly at: TimestampMs;
  readonly clientIdFor: ClientIdForLeg;
  /** What a leg meets in the book now; null if there is no usable one. */
  readonly arrivalFor: (leg: PlannedLeg) => LegArrival | null;
}

/** Creates the accepted order. All legs have their client ids; nothing has been sent yet. */
export function acceptOrder(
  approved: Approved<PlannedOrder>,
  caller: Caller,
  { id, at, clientIdFor, arrivalFor }: Acceptance,
): Order {
  const { order, legs } = approved.request;
  assert(
    legs.reduce((sum, leg) => sum + leg.qty, 0n) <= order.qty,
    'I-06: planned legs stay within the order',
  );
  return {
    ...order,
    id,
    accountId: caller.accountId,
    keyId: caller.keyId,
    fingerprint: computeOrderFingerprint(order, getRequestedQty(order)),
    status: 'PENDING_SUBMISSION',
    legs: legs.map((planned, index) => {
      const leg = newLeg(planned, index + 1, toLegClientId(id, index + 1, 1), arrivalFor(planned));
      const clientId = clientIdFor(order, leg);
      return clientId === leg.clientId ? leg : { ...leg, clientId };
    }),
    fees: NOTIONAL_ZERO,
    loosestPrice: order.price,
    pendingAction: null,
    pendingAmend: null,
    cancelReason: null,
    reason: null,
    createdAt: at,
    updatedAt: at,
    answer: null,
  };
}

/** The quantity of the request: a reduce-only order may have been lowered. */
const getRequestedQty = ({ qty, qtyText, cappedQty }: NewOrder): Qty =>
  cappedQty === null ? qty : requirePresent(parseQty(qtyText), 'the quantity of a parsed request');

const newLeg = (
  leg: PlannedLeg,
  number: number,
  clientId: VenueClientId,
  arrival: LegArrival | null,
): Leg => ({
  ...leg,
  leg: number,
  generation: 1,
  clientId,
  venueOrderId: null,
  status: 'PENDING_SUBMISSION',
  reason: null,
  filledQty: QTY_ZERO,
  filledNotional: NOTIONAL_ZERO,
  venueCode: null,
  venueMessage: null,
  atVenue: null,
  arrival,
});
