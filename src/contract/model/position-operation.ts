import type { AccountId, Brand, ClientOrderId, InstrumentId, KeyId, SubaccountId, VenueName } from './ids.ts';
import type { Notional, Qty } from './money.ts';
import type { TimestampMs } from './time.ts';

export type OperationId = Brand<string, 'OperationId'>; // `pop_<n>`

/** MERGE turns pairs of tokens into cash, SPLIT cash into pairs, and REDEEM the tokens of a settled market into cash. */
export const OPERATION_KINDS = ['MERGE', 'SPLIT', 'REDEEM'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** Their meaning: `src/domain/positions/SPEC.md`. */
export const OPERATION_STATUSES = ['REQUESTED', 'SENDING', 'SENT', 'CONFIRMED', 'FAILED'] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];

/** Why an operation FAILED. Each one proves that it changed nothing, and never will. */
export const OPERATION_FAILURES = [
  'expired', // it waited too long for other operations or its venue, and was not sent
  'key_ended', // its key may no longer trade, and it was not sent
  'not_sent', // the venue could not be reached
  'venue_refused',
  'failed_on_chain',
  'never_executed', // the venue has no record of it, and its signature is no longer valid
] as const;
export type OperationFailure = (typeof OPERATION_FAILURES)[number];

/** The part of one subaccount in a redemption: the tokens of all subaccounts are in one wallet. */
export interface RedeemedClaim {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly payout: Notional;
}

/** One merge, split or redemption at a venue that holds tokens. Immutable. */
export interface PositionOperation {
  readonly id: OperationId;
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly keyId: KeyId | null; // null: begun by the service itself
  readonly idempotencyKey: ClientOrderId | null;
  readonly fingerprint: string; // of the request, to recognise a repeated one
  readonly kind: OperationKind;
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly venueInstrumentId: string;
  readonly qty: Qty | null; // pairs; null for REDEEM
  readonly cash: Notional; // of the subaccount: received by MERGE and REDEEM, paid by SPLIT
  readonly redeems: readonly RedeemedClaim[]; // of all subaccounts; only for REDEEM
  readonly status: OperationStatus;
  readonly seal: string | null; // what makes its request unique at the venue, fixed before it is sent
  readonly venueOperationId: string | null; // as the venue calls it
  readonly transactionHash: string | null;
  readonly failure: OperationFailure | null;
  readonly venueMessage: string | null;
  readonly createdAt: TimestampMs;
  readonly sentAt: TimestampMs | null; // when the attempt to send it began
  readonly endedAt: TimestampMs | null;
  readonly updatedAt: TimestampMs;
}

/** What the tokens of a settled market still pay to a subaccount: they were not redeemed yet. */
export interface TokenClaim {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly payout: Notional; // > 0
}

/** How long an ended operation stays in memory and in lists; the journal keeps it. */
export const OPERATION_KEPT_MS = 90 * 86_400_000;

export const isOperationOver = ({ status }: Pick<PositionOperation, 'status'>): boolean =>
  status === 'CONFIRMED' || status === 'FAILED';

export const isOperationForgotten = (
  { endedAt }: Pick<PositionOperation, 'endedAt'>,
  now: TimestampMs,
): boolean => endedAt !== null && endedAt <= now - OPERATION_KEPT_MS;
