import type { AccountId, KeyId } from '../model/ids.ts';
import type { TimestampMs } from '../model/time.ts';
import { type ApiKey, grantIncludes, isKeyUsable, type Permission, type SubaccountGrant } from './access.ts';

/** What a key has set up and what acts later without a call: a webhook, an alert. It names its key. */
export interface StandingEffect {
  readonly accountId: AccountId;
  /** The key that set it up, or changed it last. Null: stored by a version that did not record the key. */
  readonly keyId: KeyId | null;
  readonly subaccounts: SubaccountGrant;
}

/**
 * True if the key of the effect may still do it: active, not expired, with the permission and all subaccounts. Checked in the
 * step that acts. An effect that names no key needs any such key of its account.
 *
 * Source  docs/decisions/agents-and-ended-keys.md
 */
export function mayStillAct(
  { accountId, keyId, subaccounts }: StandingEffect,
  permission: Permission,
  keys: ReadonlyMap<KeyId, ApiKey>,
  now: TimestampMs,
): boolean {
  const mayAct = (key: ApiKey): boolean =>
    key.accountId === accountId &&
    isKeyUsable(key, now) &&
    key.permissions.includes(permission) &&
    grantIncludes(key.subaccounts, subaccounts);
  if (keyId === null) return [...keys.values()].some(mayAct);
  const key = keys.get(keyId);
  return key !== undefined && mayAct(key);
}
