import { assert, OPERATION_FAILURES, type OperationStatus, type PositionOperation } from '#contract';

type Row = Readonly<Record<OperationStatus, boolean>>;

const row = (
  REQUESTED: boolean,
  SENDING: boolean,
  SENT: boolean,
  CONFIRMED: boolean,
  FAILED: boolean,
): Row => ({ REQUESTED, SENDING, SENT, CONFIRMED, FAILED });

/**
 * Whether a status follows another. SENDING follows REQUESTED only, so an operation is sealed and sent once (I-49).
 *
 * Source  SPEC.md
 */
export const OPERATION_LIFECYCLE: Readonly<Record<OperationStatus, Row>> = {
  //              REQUESTED  SENDING  SENT   CONFIRMED FAILED
  REQUESTED: row(false, true, false, false, true),
  SENDING: row(false, false, true, true, true),
  SENT: row(false, false, true, true, true), // SENT again: the venue named its transaction
  CONFIRMED: row(false, false, false, false, false),
  FAILED: row(false, false, false, false, false),
};

/** Failures of operations that were not handed to the venue. */
const BEFORE_SENDING: ReadonlySet<string> = new Set(['expired', 'key_ended', 'not_sent']);

/** Asserts what holds of every record, and of each change of one (I-48 to I-50). */
export function assertOperation(before: PositionOperation | null, after: PositionOperation): void {
  const { status, seal, failure, qty, kind, cash, redeems } = after;
  if (before === null) assert(status === 'REQUESTED', 'I-48: an operation begins as REQUESTED');
  else {
    assert(OPERATION_LIFECYCLE[before.status][status], `I-49: ${before.status} is not followed by ${status}`);
    assert(before.seal === null || before.seal === seal, 'I-49: the seal of an operation never changes');
    const isSame = before.kind === kind && before.qty === qty && before.cash === cash;
    assert(isSame && before.instrumentId === after.instrumentId, 'the terms of an operation never change');
  }
  assert(
    status !== 'REQUESTED' || seal === null,
    'I-49: an operation is sealed in the entry before its send',
  );
  assert(!['SENDING', 'SENT', 'CONFIRMED'].includes(status) || seal !== null, 'I-49: it is sealed');
  assert((status === 'FAILED') === (failure !== null), 'a failed operation states why');
  assert(failure === null || OPERATION_FAILURES.includes(failure), 'a known failure');
  assert(
    seal !== null || failure === null || BEFORE_SENDING.has(failure),
    'only the venue refuses a sealed one',
  );
  assert(cash > 0n && (kind === 'REDEEM') === (qty === null), 'an operation has an amount');
  assert((kind === 'REDEEM') === redeems.length > 0, 'a redemption names its claims');
}
