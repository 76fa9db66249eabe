import {
  type ApiKey,
  type Caller,
  coversSubaccount,
  type KeyId,
  type Order,
  type RiskGuard,
  type SubaccountId,
  type TimestampMs,
} from '#contract';

/** The durable deadline is later than the promised one by at most this, so that few renewals need a write. */
export const GUARD_SLACK_MS = 10_000;

/** The deadline after a start. A clock that was set back meanwhile does not move it beyond a full timeout. */
export const findDeadlineAtStart = (
  { timeoutMs }: RiskGuard,
  latestAt: TimestampMs,
  now: TimestampMs,
): TimestampMs => Math.min(latestAt, now + timeoutMs + GUARD_SLACK_MS) as TimestampMs;

interface GuardsAndKeys {
  readonly guards: ReadonlyMap<string, RiskGuard>;
  readonly keys: ReadonlyMap<KeyId, ApiKey>;
}

type Scope = Pick<Order, 'accountId' | 'subaccountId'>;

/** The guard that refuses new orders of the caller in this subaccount; null when there is none. */
export function findBlockingGuard(
  { guards, keys }: GuardsAndKeys,
  { accountId, keyId }: Caller,
  subaccountId: SubaccountId,
): RiskGuard | null {
  for (const guard of guards.values()) {
    if (!guard.blocked || (guard.scope === 'KEY' && guard.keyId !== keyId)) continue;
    if (isInScope(guard, keys, { accountId, subaccountId })) return guard;
  }
  return null;
}

/** True when the guard cancels this order as it fires. */
export const cancelsOrder = (
  guard: RiskGuard,
  keys: GuardsAndKeys['keys'],
  order: Pick<Order, 'accountId' | 'subaccountId' | 'keyId'>,
): boolean => (guard.scope === 'SUBACCOUNT' || guard.keyId === order.keyId) && isInScope(guard, keys, order);

const isInScope = (guard: RiskGuard, keys: GuardsAndKeys['keys'], of: Scope): boolean =>
  coversSubaccount(guard, keys.get(guard.keyId)?.subaccounts ?? [], of);

/** The terms of a guard as a caller sets them. */
export type GuardTerms = Pick<RiskGuard, 'timeoutMs' | 'scope' | 'blockAfter'>;

/**
 * True when the stored guard already promises the renewed deadline: it fires at the earliest then, and at the latest
 * `GUARD_SLACK_MS` later. Such a renewal is not written.
 */
export function isRenewalStored(stored: RiskGuard, terms: GuardTerms, deadlineAt: TimestampMs): boolean {
  const { timeoutMs, scope, blockAfter, latestAt, blocked } = stored;
  if (blocked || latestAt === null) return false;
  if (timeoutMs !== terms.timeoutMs || scope !== terms.scope || blockAfter !== terms.blockAfter) return false;
  return deadlineAt <= latestAt && latestAt <= deadlineAt + GUARD_SLACK_MS;
}

/**
 * True when setting `guard` lifts the block of `other`, the guard of another key: both concern whole subaccounts, and
 * those of `guard` include those of `other`.
 */
export function liftsBlockOf(guard: RiskGuard, caller: Caller, other: RiskGuard): boolean {
  if (!other.blocked || other.accountId !== guard.accountId || other.keyId === guard.keyId) return false;
  if (guard.scope !== 'SUBACCOUNT' || other.scope !== 'SUBACCOUNT') return false;
  if (other.subaccountId === null) return guard.subaccountId === null && caller.subaccounts === '*';
  return coversSubaccount(guard, caller.subaccounts, { ...other, subaccountId: other.subaccountId });
}
