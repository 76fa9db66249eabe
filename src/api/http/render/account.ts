import type { ApiKey, Caller } from '../../../core/access/access.ts';
import type { TimestampMs } from '../../../core/kernel/time.ts';
import type { SubaccountState } from '../../../engine/trading.ts';
import { renderOptionalTime } from './time.ts';

export const renderAccount = (
  caller: Caller,
  key: ApiKey | null,
  subaccounts: readonly SubaccountState[],
  now: TimestampMs,
) => ({
  account_id: caller.accountId,
  key_id: caller.keyId,
  permissions: caller.permissions,
  subaccounts: subaccounts.map(({ subaccountId }) => subaccountId),
  expires_at: renderOptionalTime(key?.expiresAt ?? null),
  server_time: now,
});

export const renderSubaccount = (subaccount: SubaccountState) => ({
  subaccount_id: subaccount.subaccountId,
  name: subaccount.name,
  status: 'ACTIVE' as const,
  kill_switch_active: subaccount.killSwitchActive,
});
