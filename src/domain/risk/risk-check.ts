import {
  type AccountId,
  assert,
  type Brand,
  err,
  type InstrumentId,
  type Limits,
  ok,
  type Qty,
  type Rejection,
  type Result,
  rejection,
  renderDecimal,
  type SubaccountId,
  scopeKey,
} from '#contract';
import type { RiskState } from './exposure.ts';

/** The properties of an order that limits apply to. Quantities in YES terms, 1e-8 contracts. */
export interface RiskRequest {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly qty: Qty | null; // null: the order quantity does not increase, so max_order_qty does not apply
  readonly addsOpenOrder: boolean; // adds one order that may rest
  readonly restsMore?: number; // further orders that may rest, accepted with this one
  readonly isReduceOnly?: boolean; // true: max_position_qty does not apply
  readonly reserves: readonly {
    readonly instrumentId: InstrumentId;
    readonly buys: bigint;
    readonly sells: bigint;
  }[];
}

/** A request that passed the risk check. Only `checkRisk` creates one, so an unchecked order does not compile. */
export type Approved<Request> = Brand<{ readonly request: Request }, 'Approved'>;

/**
 * Checks a request against the limits of its subaccount and of its account; both must pass (I-13).
 * Check and reservation run without an `await` between them, so two concurrent orders cannot use the same headroom.
 *
 * Rejects with `risk_limit`: the limit, its scope, its maximum and the value after the request.
 * Source  contract, Risk checks; docs/decisions/risk-limits.md
 */
export function checkRisk<Request extends RiskRequest>(
  state: RiskState,
  request: Request,
): Result<Approved<Request>, Rejection> {
  for (const subaccountId of [request.subaccountId, null]) {
    const limits = state.limits.get(scopeKey(request.accountId, subaccountId));
    const found = limits === undefined ? null : findBreach(state, request, limits);
    if (found !== null) return err(found);
  }
  return ok({ request } as Approved<Request>);
}

/**
 * Approves the child of a complex order without a limit check: the parent reserved its quantity when it was accepted,
 * and a limit that was lowered later must not block it (I-P2). The entry that accepts the child lowers the parent's
 * reservation by as much.
 *
 * @param reserved  quantity that the parent has not placed yet
 */
export function approveReserved<Request extends RiskRequest>(
  request: Request,
  reserved: Qty,
): Approved<Request> {
  const drawn = request.reserves.reduce((sum, { buys, sells }) => sum + buys + sells, 0n);
  assert(drawn <= reserved, 'I-P2: a child draws from the reservation of its parent');
  return { request } as Approved<Request>;
}

function findBreach(state: RiskState, request: RiskRequest, limits: Limits): Rejection | null {
  const { maxOrderQty, maxPositionQty, maxOpenOrders } = limits;
  const totals = state.exposure.totals(request.accountId, limits.subaccountId);
  if (maxOrderQty !== null && request.qty !== null && request.qty > maxOrderQty) {
    return overLimit(limits, 'max_order_qty', renderDecimal(maxOrderQty), renderDecimal(request.qty));
  }
  if (maxPositionQty !== null && !request.isReduceOnly) {
    const growth = state.exposure.computeGrowth(request.accountId, request.subaccountId, request.reserves);
    const worst = totals.worst + growth;
    // A request that does not increase the worst case passes even above the limit, so positions can be reduced.
    if (growth > 0n && worst > maxPositionQty) {
      return overLimit(limits, 'max_position_qty', renderDecimal(maxPositionQty), renderDecimal(worst));
    }
  }
  const opened = (request.addsOpenOrder ? 1 : 0) + (request.restsMore ?? 0);
  if (maxOpenOrders !== null && opened > 0 && totals.openOrders + opened > maxOpenOrders) {
    return overLimit(limits, 'max_open_orders', maxOpenOrders, totals.openOrders + opened);
  }
  return null;
}

function overLimit(limits: Limits, limit: string, max: string | number, value: string | number): Rejection {
  const scope = limits.subaccountId === null ? 'account' : 'subaccount';
  return rejection('risk_limit', `${limit} of the ${scope} is ${max}; this would make it ${value}`, {
    limit,
    scope,
    max,
    value,
  });
}
