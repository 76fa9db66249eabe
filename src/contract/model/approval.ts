import type { AccountId, Brand, ClientOrderId, KeyId, OrderId, SubaccountId } from './ids.ts';
import { type Notional, renderNotional } from './money.ts';
import { type Rejection, rejection } from './result.ts';
import { renderTime, type TimestampMs } from './time.ts';

export type ApprovalId = Brand<string, 'ApprovalId'>; // `apr_<n>`

export const APPROVAL_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

export const APPROVAL_MS = 300_000;
/** A decided approval is kept this long, so that its agent learns the decision. */
export const APPROVAL_KEPT_MS = 86_400_000;
export const APPROVALS_PENDING_MAX = 20; // of one key

/** An order of an agent that a person decides on. Nothing is placed or reserved before. Immutable. */
export interface Approval {
  readonly id: ApprovalId;
  readonly accountId: AccountId;
  readonly keyId: KeyId; // of the agent
  readonly subaccountId: SubaccountId;
  readonly clientOrderId: ClientOrderId; // of the request, or the id itself
  readonly fingerprint: string; // of the order, to recognise a repeated request
  readonly body: string; // the request as JSON
  readonly cost: Notional;
  readonly status: ApprovalStatus;
  readonly createdAt: TimestampMs;
  readonly expiresAt: TimestampMs;
  readonly decidedAt: TimestampMs | null;
  readonly decidedBy: KeyId | null; // null also when it expired
  readonly orderId: OrderId | null; // set once approved, in the entry that accepts the order
}

/** At `expiresAt` itself it can no longer be decided. */
export const isDecidable = ({ status, expiresAt }: Approval, now: TimestampMs): boolean =>
  status === 'PENDING' && now < expiresAt;

export const isForgotten = ({ decidedAt }: Approval, now: TimestampMs): boolean =>
  decidedAt !== null && decidedAt <= now - APPROVAL_KEPT_MS;

/** The answer to the order request itself, before and after the decision. */
export function toApprovalRejection({ id, status, cost, expiresAt }: Approval): Rejection {
  const message =
    status === 'PENDING'
      ? 'a person must approve this order: repeat the request with the same client_order_id to learn the decision'
      : `the approval of this order is ${status}: nothing was placed`;
  const details = { approval_id: id, status, value: renderNotional(cost), expires_at: renderTime(expiresAt) };
  return rejection('approval_required', message, details);
}
