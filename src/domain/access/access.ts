import type { AccountId, KeyId, SubaccountId } from '../model/ids.ts';
import { type Rejection, rejection } from '../model/result.ts';
import type { TimestampMs } from '../model/time.ts';

/** What a key can be granted. `review` decides for every account which listings are one contract. */
export const PERMISSIONS = ['read', 'trade', 'risk', 'review'] as const;
/** What a key can be granted over its own account. */
export const ACCOUNT_PERMISSIONS = ['read', 'trade', 'risk'] as const;
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
export function getRequiredPermission(method: string, path: string): Permission {
  if (method === 'GET' || method === 'HEAD' || isLookup(method, path)) return 'read';
  if (path.startsWith('/v1/matching/')) return 'review';
  return path.startsWith('/v1/risk/') ? 'risk' : 'trade';
}

/** True when the call changes state, so that its signature may be used once. */
export const isMutating = (method: string, path: string): boolean =>
  getRequiredPermission(method, path) !== 'read';

/** Null when the caller's key has the permission, else `forbidden` naming it. */
export function checkPermission(caller: Caller, permission: Permission): Rejection | null {
  if (caller.permissions.includes(permission)) return null;
  return rejection('forbidden', `the key lacks the permission ${permission}`, { permission });
}

export const grantCovers = (grant: SubaccountGrant, subaccountId: SubaccountId): boolean =>
  grant === '*' || grant.includes(subaccountId);

/** True while the key may sign: neither revoked nor, from its last moment on, expired. */
export const isKeyUsable = (key: ApiKey, now: TimestampMs): boolean =>
  key.status === 'ACTIVE' && (key.expiresAt === null || now < key.expiresAt);

const isLookup = (method: string, path: string): boolean => method === 'POST' && path === LOOKUP;

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/;
const IPV6_GROUPS = 8;
const OWN_GROUPS = 4; // of 16 bits: a /64 is what one caller is given as a whole

/** Whether a peer's address, as the socket tells it, is of this machine. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/**
 * Whom a peer's address stands for, to count what one caller takes: an IPv4 address itself, of IPv6 the /64,
 * whose addresses a caller may change at will. All of this machine is one caller.
 *
 * @param address  as a socket tells it; empty when it has gone already
 */
export function toCallerAddress(address: string): string {
  if (isLoopback(address)) return 'this machine';
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = address.split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: Math.max(0, IPV6_GROUPS - first.length - last.length) }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, OWN_GROUPS).join(':')}::/64`;
}

const groupsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));
