import type { AccountId, KeyId, SessionId, SubaccountId } from './ids.ts';
import type { Order } from './order.ts';
import type { TimestampMs } from './time.ts';

export const GUARD_SCOPES = ['KEY', 'SUBACCOUNT'] as const;
/** `KEY`: the orders of the key. `SUBACCOUNT`: all orders of the subaccounts. */
export type GuardScope = (typeof GUARD_SCOPES)[number];

/**
 * A guard cancels orders when its key does not renew it in time. There is one for each key and subaccount, or for all
 * subaccounts of the key (`subaccountId` null).
 */
export interface RiskGuard {
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  readonly subaccountId: SubaccountId | null;
  readonly scope: GuardScope;
  readonly timeoutMs: number; // 0: disarmed by its key
  readonly blockAfter: boolean; // new orders are refused once it has fired
  readonly latestAt: TimestampMs | null; // it fires at this time at the latest; null: not armed
  readonly blocked: boolean; // fired, and not renewed since
  readonly firedCount: number;
  readonly lastFiredAt: TimestampMs | null;
  readonly updatedAt: TimestampMs;
}

export const SESSION_SCOPES = ['SESSION', 'SUBACCOUNT'] as const;
/** The orders that are cancelled when a session ends: those of the session, or all of its subaccounts. */
export type SessionScope = (typeof SESSION_SCOPES)[number];

/** A session of the trade socket whose orders are cancelled when it ends. */
export interface TradeSessionRecord {
  readonly sessionId: SessionId;
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  readonly subaccountId: SubaccountId | null; // null: all subaccounts of the key
  readonly onDisconnect: SessionScope;
  readonly openedAt: TimestampMs;
}

/** Map key of a guard. */
export const guardKey = ({ keyId, subaccountId }: Pick<RiskGuard, 'keyId' | 'subaccountId'>): string =>
  `${keyId}/${subaccountId ?? ''}`;

type Owned = Pick<RiskGuard, 'accountId' | 'subaccountId'>;

/**
 * True when the subaccount belongs to the guard or session.
 *
 * @param granted  the subaccounts of its key
 */
export const coversSubaccount = (
  { accountId, subaccountId }: Owned,
  granted: '*' | readonly SubaccountId[],
  of: Pick<Order, 'accountId' | 'subaccountId'>,
): boolean => {
  if (accountId !== of.accountId) return false;
  if (subaccountId !== null) return subaccountId === of.subaccountId;
  return granted === '*' || granted.includes(of.subaccountId);
};
