import type { AccountId, SubaccountId } from '../kernel/ids.ts';
import { scopeKey } from '../ledger/keys.ts';
import type { KillSwitches } from './limits.ts';

/** True when new orders of this subaccount are refused: by its own switch or by the account's. */
export function isKilled(
  state: KillSwitches,
  accountId: AccountId,
  subaccountId: SubaccountId,
): boolean {
  return isAccountKilled(state, accountId) || isOn(state, accountId, subaccountId);
}

export const isAccountKilled = (state: KillSwitches, accountId: AccountId): boolean =>
  isOn(state, accountId, null);

const isOn = (
  state: KillSwitches,
  accountId: AccountId,
  subaccountId: SubaccountId | null,
): boolean => state.killSwitches.get(scopeKey(accountId, subaccountId))?.enabled ?? false;
