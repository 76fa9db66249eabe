import type { Caller } from '../core/access/access.ts';
import { parseSubaccountId } from '../core/kernel/ids.ts';
import { invalidField, type Refusal, refusal } from '../core/kernel/refusal.ts';
import { type Result, refuse } from '../core/kernel/result.ts';
import type { LedgerState } from '../core/ledger/state.ts';
import type { NewOrder } from '../core/orders/order.ts';
import { isAccountKilled, isKilled } from '../core/risk/killswitch.ts';
import type { Ledger } from './ledger.ts';
import type { Ownership } from './ownership.ts';
import { type RoutedOrder, type RoutingDeps, routeOrder } from './routing.ts';

export interface AdmissionDeps extends RoutingDeps {
  readonly ledger: Ledger;
  readonly ownership: Ownership;
}

/**
 * The checks of a new order between its fields and its limits, the same for one that is placed and one that
 * is only previewed, and the legs it would have.
 *
 * Refuses `validation` (an expiry that is over), what `Ownership.check` refuses, what `routeOrder` refuses.
 */
export function admit(caller: Caller, order: NewOrder, deps: AdmissionDeps): Result<RoutedOrder, Refusal> {
  const { expiresAt, subaccountId } = order;
  if (expiresAt !== null && expiresAt <= deps.ledger.now()) {
    return refuse(invalidField('expires_at', 'must be in the future'));
  }
  const subaccount = deps.ownership.check(caller, subaccountId);
  return subaccount.ok ? routeOrder(order, deps) : subaccount;
}

/** The switch speaks before any field does, so it reads the subaccount from a body that may be wrong. */
export function isKilledFor(state: LedgerState, caller: Caller, body: unknown): boolean {
  if (isAccountKilled(state, caller.accountId)) return true;
  const fields = body as { readonly subaccount_id?: unknown } | null;
  const subaccountId = parseSubaccountId(fields?.subaccount_id);
  return subaccountId !== null && isKilled(state, caller.accountId, subaccountId);
}

export const KILLED = refusal('kill_switch', 'the kill switch is on: no new orders until it is switched off');
