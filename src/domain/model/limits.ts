import { type AccountId, type ScopeKey, type SubaccountId, scopeKey } from './ids.ts';
import type { Qty } from './money.ts';
import type { TimestampMs } from './time.ts';

/** Risk limits of one subaccount, or of the account (`subaccountId` null). A null limit means no limit. */
export interface Limits {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId | null;
  readonly maxOrderQty: Qty | null;
  readonly maxOrderQtyText: string | null; // as the caller wrote it, for responses
  readonly maxPositionQty: Qty | null;
  readonly maxPositionQtyText: string | null;
  readonly maxOpenOrders: number | null;
  readonly updatedAt: TimestampMs | null; // null when never set
}

/** The kill switch of one subaccount, or of the account (`subaccountId` null). */
export interface KillSwitch {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId | null;
  readonly enabled: boolean;
  readonly updatedAt: TimestampMs;
}

/** Kill switches by scope: of subaccounts and of accounts. */
interface KillSwitches {
  readonly killSwitches: ReadonlyMap<ScopeKey, KillSwitch>;
}

/** True when the kill switch of the subaccount or of its account is on, so that new orders are rejected. */
export function isKillSwitchOn(
  state: KillSwitches,
  accountId: AccountId,
  subaccountId: SubaccountId,
): boolean {
  return isAccountKillSwitchOn(state, accountId) || isOn(state, accountId, subaccountId);
}

export const isAccountKillSwitchOn = (state: KillSwitches, accountId: AccountId): boolean =>
  isOn(state, accountId, null);

const isOn = (state: KillSwitches, accountId: AccountId, subaccountId: SubaccountId | null): boolean =>
  state.killSwitches.get(scopeKey(accountId, subaccountId))?.enabled ?? false;
