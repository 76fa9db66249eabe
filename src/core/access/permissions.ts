import type { SubaccountId } from '../kernel/ids.ts';
import { type Refusal, refusal } from '../kernel/refusal.ts';
import type { TimestampMs } from '../kernel/time.ts';
import type { ApiKey, Caller, Permission, SubaccountGrant } from './access.ts';

const LOOKUP = '/v1/markets/lookup';

/**
 * The permission that a call needs.
 *
 * Every GET and the lookup read; what stands under `/v1/risk` guards risk, what stands under
 * `/v1/matching` decides for all accounts; all the rest trades. A path
 * that is added later is therefore closed to a key that may only read, before anyone thinks of it.
 * Source: contract, Permission model; docs/decisions/0009-permissions.md,
 * docs/decisions/0081-matching-api.md.
 */
export function permissionFor(method: string, path: string): Permission {
  if (method === 'GET' || method === 'HEAD' || isLookup(method, path)) return 'read';
  if (path.startsWith('/v1/matching/')) return 'review';
  return path.startsWith('/v1/risk/') ? 'risk' : 'trade';
}

/** True when the call changes state, so that its signature may be used once. */
export const isMutating = (method: string, path: string): boolean => permissionFor(method, path) !== 'read';

/** Null when the caller's key has the permission, else `forbidden` naming it. */
export function checkPermission(caller: Caller, permission: Permission): Refusal | null {
  if (caller.permissions.includes(permission)) return null;
  return refusal('forbidden', `the key lacks the permission ${permission}`, { permission });
}

export const grantCovers = (grant: SubaccountGrant, subaccountId: SubaccountId): boolean =>
  grant === '*' || grant.includes(subaccountId);

/** True while the key may sign: neither revoked nor, from its last moment on, expired. */
export const isUsable = (key: ApiKey, now: TimestampMs): boolean =>
  key.status === 'ACTIVE' && (key.expiresAt === null || now < key.expiresAt);

const isLookup = (method: string, path: string): boolean => method === 'POST' && path === LOOKUP;
