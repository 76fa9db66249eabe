import type { Qty } from '../kernel/decimal.ts';
import type { ScopeKey } from '../ledger/keys.ts';
import type { AccountId, SubaccountId } from '../kernel/ids.ts';
import type { TimestampMs } from '../kernel/time.ts';

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
export interface KillSwitches {
  readonly killSwitches: ReadonlyMap<ScopeKey, KillSwitch>;
}
