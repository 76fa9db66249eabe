import type { Caller } from '../access/access.ts';
import { assert } from '../kernel/assert.ts';
import { NOTIONAL_ZERO, QTY_ZERO } from '../kernel/decimal.ts';
import type { OrderId, VenueClientId } from '../kernel/ids.ts';
import type { TimestampMs } from '../kernel/time.ts';
import type { Approved, RiskRequest } from '../risk/check.ts';
import { isYesBuy } from '../risk/exposure.ts';
import type { PlannedLeg } from '../routing/route.ts';
import type { Leg, NewOrder, Order } from './order.ts';
import { fingerprintOf } from './parse.ts';

/** A new order with its legs planned: what the limits are asked about. */
export interface PlannedOrder extends RiskRequest {
  readonly order: NewOrder;
  readonly legs: readonly PlannedLeg[];
}

/** What the limits need to know of a planned order, and the order itself. */
export function planned(caller: Caller, order: NewOrder, legs: readonly PlannedLeg[]): PlannedOrder {
  return {
    order,
    legs,
    accountId: caller.accountId,
    subaccountId: order.subaccountId,
    qty: order.qty,
    restsNew: order.tif === 'GTC' || order.tif === 'GTD',
    reserves: legs.map(({ instrumentId, outcome, qty }) =>
      isYesBuy(order.side, outcome)
        ? { instrumentId, buys: qty, sells: 0n }
        : { instrumentId, buys: 0n, sells: qty },
    ),
  };
}

/** The order as it is accepted: every leg named for its venue, nothing sent yet. */
export function acceptOrder(
  approved: Approved<PlannedOrder>,
  caller: Caller,
  id: OrderId,
  clientIdOf: (leg: number) => VenueClientId,
  at: TimestampMs,
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
    fingerprint: fingerprintOf(order),
    status: 'PENDING_SUBMISSION',
    legs: legs.map((leg, index) => newLeg(leg, index + 1, clientIdOf(index + 1))),
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

const newLeg = (leg: PlannedLeg, number: number, clientId: VenueClientId): Leg => ({
  ...leg,
  leg: number,
  generation: 1,
  clientId,
  venueOrderId: null,
  status: 'PENDING_SUBMISSION',
  reason: null,
  filledQty: QTY_ZERO,
  filledNotional: NOTIONAL_ZERO,
});
