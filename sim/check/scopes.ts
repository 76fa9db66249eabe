import type { AccountId, SubaccountId } from '../../src/core/kernel/ids.ts';
import { type ScopeKey, scopeKey } from '../../src/core/ledger/keys.ts';

/** The scopes whose kill switch covers a subaccount: its own and its account's. */
export const KILL_SCOPES = (accountId: AccountId, subaccountId: unknown): readonly ScopeKey[] => [
  scopeKey(accountId, null),
  scopeKey(accountId, String(subaccountId) as SubaccountId),
];
