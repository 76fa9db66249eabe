import type { ApiKey, Subaccount } from '../core/access/access.ts';
import type { AccountId, KeyId } from '../core/kernel/ids.ts';
import { invalidField, refusal } from '../core/kernel/refusal.ts';
import { ok, refuse } from '../core/kernel/result.ts';
import type { TimestampMs } from '../core/kernel/time.ts';
import type { Operating } from '../engine/trading.ts';

/** Accounts and keys in memory: what the operator's commands are tried on. */
export function fakeOperating(): Operating & { readonly subaccounts: readonly Subaccount[] } {
  const accounts: AccountId[] = [];
  const subaccounts: Subaccount[] = [];
  const keys = new Map<KeyId, ApiKey>();
  return {
    subaccounts,
    async createAccount(accountId) {
      if (accounts.includes(accountId)) return refuse(invalidField('account_id', 'exists'));
      accounts.push(accountId);
      return ok(accountId);
    },
    async createSubaccount(subaccount) {
      const isKnown = subaccounts.some(({ subaccountId }) => subaccountId === subaccount.subaccountId);
      if (isKnown) return refuse(invalidField('subaccount_id', 'exists'));
      subaccounts.push(subaccount);
      return ok(subaccount);
    },
    async createKey(key) {
      if (!accounts.includes(key.accountId)) return refuse(refusal('not_found', 'account not found'));
      const keyId = key.keyId ?? (`key_${keys.size + 1}` as KeyId);
      const made: ApiKey = { ...key, keyId, status: 'ACTIVE', createdAt: 0 as TimestampMs };
      keys.set(keyId, made);
      return ok(made);
    },
    async revokeKey(keyId) {
      const key = keys.get(keyId);
      if (key === undefined) return refuse(refusal('not_found', 'key not found'));
      const revoked: ApiKey = { ...key, status: 'REVOKED' };
      keys.set(keyId, revoked);
      return ok(revoked);
    },
    accounts: () => accounts,
    keys: () => [...keys.values()],
  };
}
