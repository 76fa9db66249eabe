import { type AccountId, type ScopeKey, type SubaccountId, scopeKey } from './ids.ts';
import type { Notional, Qty } from './money.ts';
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
  readonly dayCostMax: Notional | null; // fills of the UTC day and what live orders may still spend
  readonly dayLossMax: Notional | null; // realized in the UTC day, and what live orders may still realize
  readonly ordersPerMinuteMax: number | null; // accepted in the last 60 seconds
  readonly updatedAt: TimestampMs | null; // null when never set
}

/** The limits that count what was done before. */
export type DayLimits = Pick<Limits, 'dayCostMax' | 'dayLossMax' | 'ordersPerMinuteMax'>;

export const hasDayLimits = ({ dayCostMax, dayLossMax, ordersPerMinuteMax }: Partial<DayLimits>): boolean =>
  [dayCostMax, dayLossMax, ordersPerMinuteMax].some((max) => max !== null && max !== undefined);

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
