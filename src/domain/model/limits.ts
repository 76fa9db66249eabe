import { type AccountId, type ScopeKey, type SubaccountId, scopeKey } from './ids.ts';
import type { Qty } from './money.ts';
import type { TimestampMs } from './time.ts';

/** Limits of one subaccount, or of the account (`subaccountId` null). Null means no limit. */
export interface Limits {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId | null;
  readonly maxOrderQty: Qty | null;
  readonly maxOrderQtyText: string | null; // the caller's spelling, echoed
  readonly maxPositionQty: Qty | null;
  readonly maxPositionQtyText: string | null;
  readonly maxOpenOrders: number | null;
  readonly updatedAt: TimestampMs | null; // null before the first setting
}

/** A kill switch that has been set at least once: of the account (`subaccountId` null) or one subaccount. */
export interface KillSwitch {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId | null;
  readonly enabled: boolean;
  readonly updatedAt: TimestampMs;
}

/** The kill switches by scope: a subaccount's own, and its account's. */
interface KillSwitches {
  readonly killSwitches: ReadonlyMap<ScopeKey, KillSwitch>;
}

/** True when new orders of this subaccount are refused: by its own switch or by the account's. */
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
