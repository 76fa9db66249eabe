import { type AccountId, type SubaccountId, scopeKey } from '#contract';
import type { RiskState } from './exposure.ts';
import type { RiskRequest } from './risk-check.ts';

/** One limit (null: none) with the current value and the value after the request. */
export interface LimitHeadroom<Value> {
  readonly max: Value | null;
  readonly value: Value;
  readonly after: Value;
}

/** A request against the limits of one level. Quantities in 1e-8 of a contract. */
export interface Headroom {
  readonly scope: 'subaccount' | 'account';
  readonly orderQty: LimitHeadroom<bigint>; // of a single order: zero before, the request's quantity after
  readonly positionQty: LimitHeadroom<bigint>; // worst-case position, as in the risk check
  readonly openOrders: LimitHeadroom<number>;
}

/** Current use of the limits of one level, computed as in the risk check. Quantities in 1e-8 of a contract. */
export interface LimitUsage {
  readonly scope: 'subaccount' | 'account';
  readonly positionQty: { readonly max: bigint | null; readonly used: bigint }; // worst-case position
  readonly openOrders: { readonly max: number | null; readonly used: number };
}

/** Limit use of a subaccount, and of its account over all subaccounts. */
export function computeLimitUsage(
  state: RiskState,
  accountId: AccountId,
  subaccountId: SubaccountId,
): readonly LimitUsage[] {
  return [subaccountId, null].map((id: SubaccountId | null) => {
    const limits = state.limits.get(scopeKey(accountId, id));
    const { worst, openOrders } = state.exposure.totals(accountId, id);
    return {
      scope: id === null ? 'account' : 'subaccount',
      positionQty: { max: limits?.maxPositionQty ?? null, used: worst },
      openOrders: { max: limits?.maxOpenOrders ?? null, used: openOrders },
    };
  });
}

/** Compares a request with the limits of its subaccount and account. Reserves nothing. */
export function computeHeadroom(state: RiskState, request: RiskRequest): readonly Headroom[] {
  const growth = state.exposure.computeGrowth(request.accountId, request.subaccountId, request.reserves);
  return [request.subaccountId, null].map((subaccountId: SubaccountId | null) => {
    const limits = state.limits.get(scopeKey(request.accountId, subaccountId));
    const { worst, openOrders } = state.exposure.totals(request.accountId, subaccountId);
    return {
      scope: subaccountId === null ? 'account' : 'subaccount',
      orderQty: { max: limits?.maxOrderQty ?? null, value: 0n, after: request.qty ?? 0n },
      positionQty: { max: limits?.maxPositionQty ?? null, value: worst, after: worst + growth },
      openOrders: {
        max: limits?.maxOpenOrders ?? null,
        value: openOrders,
        after: openOrders + Number(request.addsOpenOrder),
      },
    };
  });
}
