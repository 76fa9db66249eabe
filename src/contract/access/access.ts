import type { AccountId, KeyId, SubaccountId } from '../model/ids.ts';
import type { DayLimits } from '../model/limits.ts';
import { type Rejection, rejection } from '../model/result.ts';
import type { TimestampMs } from '../model/time.ts';
import type { AgentPolicy } from './agent-policy.ts';

/**
 * All permissions of API keys. `review` decides which listings are the same contract, for all accounts. `alerts` sends
 * events of the account to addresses that the key chooses.
 */
export const PERMISSIONS = ['read', 'trade', 'risk', 'review', 'alerts'] as const;
/** The permissions that a key of its account usually has: they affect this account only, and send nothing elsewhere. */
export const ACCOUNT_PERMISSIONS = ['read', 'trade', 'risk'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** `*` grants all subaccounts of the account, including later ones; a list grants exactly those. */
export type SubaccountGrant = '*' | readonly SubaccountId[];

export const KEY_STATUSES = ['ACTIVE', 'REVOKED'] as const;

export interface ApiKey {
  readonly keyId: KeyId;
  readonly accountId: AccountId;
  readonly publicKey: string; // base64 of the 32 Ed25519 bytes
  readonly permissions: readonly Permission[];
  readonly subaccounts: SubaccountGrant;
  readonly status: (typeof KEY_STATUSES)[number];
  readonly expiresAt: TimestampMs | null;
  readonly createdAt: TimestampMs;
  readonly agent: AgentPolicy | null; // set for the key of an automated agent
  readonly limits: DayLimits | null; // of the key alone, in addition to those of its subaccounts and account
}

export interface Subaccount {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly name: string;
}

/** The identity and permissions of an authenticated API key. */
export interface Caller {
  readonly keyId: KeyId;
  readonly accountId: AccountId;
  readonly permissions: readonly Permission[];
  readonly subaccounts: SubaccountGrant;
}

const GUARD_PATH = '/v1/risk/guard';

/** POST requests that only read. */
const LOOKUPS: ReadonlySet<string> = new Set(['/v1/markets/lookup', '/v1/fees/lookup']);

/**
 * The permission that a request needs.
 *
 * All calls under `/v1/webhooks` and `/v1/alerts` need `alerts`. Other GET requests and the lookups need `read`,
 * changes under `/v1/risk` except a guard and under `/v1/approvals` need `risk`, changes under `/v1/matching` need
 * `review`, and all other changes need `trade`. So a route added later is closed to a read-only key by default.
 * Source: contract, Permission model; docs/decisions/access-and-rates.md,
 * docs/decisions/access-and-rates.md.
 */
export function getRequiredPermission(method: string, path: string): Permission {
  // Reads too: a URL can contain a secret of its receiver.
  if (isUnder('/v1/webhooks', path) || isUnder('/v1/alerts', path)) return 'alerts';
  if (!isMutating(method, path)) return 'read';
  if (path.startsWith('/v1/matching/')) return 'review';
  if (path === GUARD_PATH) return 'trade'; // a guard only ever cancels orders of its key, or refuses new ones
  if (path.startsWith('/v1/approvals/')) return 'risk';
  return path.startsWith('/v1/risk/') ? 'risk' : 'trade';
}

/** True when the request changes state, so that its signature may be used only once. */
export const isMutating = (method: string, path: string): boolean =>
  method !== 'GET' && method !== 'HEAD' && !isLookup(method, path);

const isUnder = (prefix: string, path: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Null when the key has the permission, otherwise the rejection `forbidden` with its name. */
export function checkPermission(caller: Caller, permission: Permission): Rejection | null {
  if (caller.permissions.includes(permission)) return null;
  return rejection('forbidden', `the key lacks the permission ${permission}`, { permission });
}

export const grantCovers = (grant: SubaccountGrant, subaccountId: SubaccountId): boolean =>
  grant === '*' || grant.includes(subaccountId);

/** True if the grant has every subaccount of the other one. */
export const grantIncludes = (grant: SubaccountGrant, other: SubaccountGrant): boolean =>
  other === '*' ? grant === '*' : other.every((id) => grantCovers(grant, id));

/** True while the key is active and not expired. At `expiresAt` itself it is expired. */
export const isKeyUsable = (key: ApiKey, now: TimestampMs): boolean =>
  key.status === 'ACTIVE' && (key.expiresAt === null || now < key.expiresAt);

const isLookup = (method: string, path: string): boolean => method === 'POST' && LOOKUPS.has(path);

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/;
const IPV6_GROUPS = 8;
const OWN_GROUPS = 4; // groups of 16 bits: one caller usually controls a whole /64

/** True for a loopback address. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/**
 * The key of a peer for rate limits: an IPv4 address itself, and for IPv6 its /64, within which a caller can
 * choose addresses freely. All loopback addresses are one caller.
 *
 * @param address  the socket's remote address; empty when the socket is already closed
 */
export function toCallerAddress(address: string): string {
  if (isLoopback(address)) return 'this machine';
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = address.split('::');
  const [first, last] = [splitGroups(head), splitGroups(tail ?? '')];
  const zeros = Array.from({ length: Math.max(0, IPV6_GROUPS - first.length - last.length) }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, OWN_GROUPS).join(':')}::/64`;
}

const splitGroups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));
