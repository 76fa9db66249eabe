import type { Caller } from '../domain/access/access.ts';
import { parseSubaccountId } from '../domain/model/ids.ts';
import { isAccountKillSwitchOn, isKillSwitchOn } from '../domain/model/limits.ts';
import type { NewOrder } from '../domain/model/order.ts';
import { err, invalidField, type Rejection, type Result, rejection } from '../domain/model/result.ts';
import type { LedgerState } from '../domain/projections/ledger-state.ts';
import type { Ownership } from './order-ownership.ts';
import { type RoutedOrder, type RoutingDeps, routeOrder } from './order-routing.ts';
import type { StateStore } from './state-store.ts';

export interface AdmissionDeps extends RoutingDeps {
  readonly store: StateStore;
  readonly ownership: Ownership;
}

/**
 * Checks a new order after its fields and before its limits, and routes it. Used by submission and preview.
 *
 * Refuses `validation` (the expiry is past), and as `Ownership.check` and `routeOrder` refuse.
 */
export function checkAdmission(
  caller: Caller,
  order: NewOrder,
  deps: AdmissionDeps,
): Result<RoutedOrder, Rejection> {
  const { expiresAt, subaccountId } = order;
  if (expiresAt !== null && expiresAt <= deps.store.now()) {
    return err(invalidField('expires_at', 'must be in the future'));
  }
  const subaccount = deps.ownership.check(caller, subaccountId);
  return subaccount.ok ? routeOrder(order, deps) : subaccount;
}

/** The kill switch is checked before the fields, so this reads the subaccount from a body that may be invalid. */
export function isKilledFor(state: LedgerState, caller: Caller, body: unknown): boolean {
  if (isAccountKillSwitchOn(state, caller.accountId)) return true;
  const fields = body as { readonly subaccount_id?: unknown } | null;
  const subaccountId = parseSubaccountId(fields?.subaccount_id);
  return subaccountId !== null && isKillSwitchOn(state, caller.accountId, subaccountId);
}

export const KILLED = rejection(
  'kill_switch',
  'the kill switch is on: no new orders until it is switched off',
);
