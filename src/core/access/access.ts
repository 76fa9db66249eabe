import type { AccountId, KeyId, SubaccountId } from '../kernel/ids.ts';
import type { TimestampMs } from '../kernel/time.ts';

/** What a key can be granted. `review` decides for every account which listings are one contract. */
export const PERMISSIONS = ['read', 'trade', 'risk', 'review'] as const;
/** What a key can be granted over its own account. */
export const OWN_PERMISSIONS = ['read', 'trade', 'risk'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Every subaccount of the account, also later ones, or exactly those listed. */
export type SubaccountGrant = '*' | readonly SubaccountId[];

export interface ApiKey {
  readonly keyId: KeyId;
  readonly accountId: AccountId;
  readonly publicKey: string; // base64 of the 32 Ed25519 bytes
  readonly permissions: readonly Permission[];
  readonly subaccounts: SubaccountGrant;
  readonly status: 'ACTIVE' | 'REVOKED';
  readonly expiresAt: TimestampMs | null;
  readonly createdAt: TimestampMs;
}

export interface Subaccount {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly name: string;
}

/** Who calls: what an authenticated key may do. */
export interface Caller {
  readonly keyId: KeyId;
  readonly accountId: AccountId;
  readonly permissions: readonly Permission[];
  readonly subaccounts: SubaccountGrant;
}
