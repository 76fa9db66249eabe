import type { AccountId, InstrumentId, SubaccountId } from '../kernel/ids.ts';

/** Names a subaccount, or the account itself (null), in the ledger's maps. */
export type ScopeKey = string;

export const scopeKey = (accountId: AccountId, subaccountId: SubaccountId | null): ScopeKey =>
  `${accountId}/${subaccountId ?? ''}`;

export const positionKey = (accountId: AccountId, subaccountId: SubaccountId, id: InstrumentId): string =>
  `${accountId}/${subaccountId}/${id}`;
