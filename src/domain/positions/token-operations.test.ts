import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountId, InstrumentId, KeyId, SubaccountId, VenueName } from '../../contract/model/ids.ts';
import type { Notional, Price, Qty } from '../../contract/model/money.ts';
import {
  OPERATION_STATUSES,
  type OperationId,
  type OperationStatus,
  type PositionOperation,
  type TokenClaim,
} from '../../contract/model/position-operation.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { assertOperation, OPERATION_LIFECYCLE } from './operation-lifecycle.ts';
import { addClaim, computeTokenPayout, subtractClaim } from './token-operations.ts';

const ONE = 100_000_000n;

test('tokens pay the position at the result, and each pair 1', () => {
  const price = (units: bigint) => units as Price;
  for (const [net, pairs, at, expected] of [
    [5n, 0n, ONE, 5n * ONE],
    [5n, 0n, 0n, 0n],
    [-5n, 0n, ONE, 0n],
    [-5n, 0n, 0n, 5n * ONE],
    [5n, 2n, 0n, 2n * ONE],
    [-5n, 2n, ONE / 4n, 5n * (ONE - ONE / 4n) + 2n * ONE],
    [0n, 3n, ONE / 2n, 3n * ONE],
  ] as const)
    assert.equal(computeTokenPayout(net, pairs, price(at)), expected);
});

test('claims add up, and a redemption leaves what it does not name', () => {
  const claim: TokenClaim = {
    accountId: 'acc_1' as AccountId,
    subaccountId: 'sa_1' as SubaccountId,
    instrumentId: 1001 as InstrumentId,
    venue: 'Polymarket' as VenueName,
    payout: 4n as Notional,
  };
  const part = (payout: bigint) => ({ ...claim, payout: payout as Notional });
  assert.equal(addClaim(null, claim).payout, 4n);
  assert.equal(addClaim(claim, claim).payout, 8n);
  assert.equal(subtractClaim(claim, part(3n))?.payout, 1n);
  for (const gone of [
    subtractClaim(claim, part(4n)),
    subtractClaim(claim, part(5n)),
    subtractClaim(null, part(1n)),
  ])
    assert.equal(gone, null);
});

const OPERATION: PositionOperation = {
  id: 'pop_1' as OperationId,
  accountId: 'acc_1' as AccountId,
  subaccountId: 'sa_1' as SubaccountId,
  keyId: 'key_1' as KeyId,
  idempotencyKey: null,
  fingerprint: 'f',
  kind: 'MERGE',
  instrumentId: 1001 as InstrumentId,
  venue: 'Polymarket' as VenueName,
  venueInstrumentId: '0x1',
  qty: 5n as Qty,
  cash: (5n * ONE) as Notional,
  redeems: [],
  status: 'REQUESTED',
  seal: null,
  venueOperationId: null,
  transactionHash: null,
  failure: null,
  venueMessage: null,
  createdAt: 1 as TimestampMs,
  sentAt: null,
  endedAt: null,
  updatedAt: 1 as TimestampMs,
};

/** The operation in this status, as its lifecycle makes it. */
const inStatus = (status: OperationStatus): PositionOperation => ({
  ...OPERATION,
  status,
  seal: status === 'REQUESTED' ? null : 'seal',
  failure: status === 'FAILED' ? 'venue_refused' : null,
});

describe('an operation', () => {
  test('begins as REQUESTED', () => {
    for (const status of OPERATION_STATUSES)
      if (status === 'REQUESTED') assertOperation(null, inStatus(status));
      else assert.throws(() => assertOperation(null, inStatus(status)), /I-48/);
  });

  test('changes as its table says, and in no other way', () => {
    for (const from of OPERATION_STATUSES)
      for (const to of OPERATION_STATUSES) {
        const change = () => assertOperation(inStatus(from), inStatus(to));
        if (OPERATION_LIFECYCLE[from][to]) change();
        else assert.throws(change, /I-49/);
      }
  });

  for (const [title, before, change] of [
    ['another seal', inStatus('SENDING'), { seal: 'another' }],
    ['another quantity', inStatus('SENDING'), { qty: 6n }],
    ['another amount', inStatus('SENDING'), { cash: 6n }],
    ['another kind', inStatus('SENDING'), { kind: 'SPLIT' }],
    [
      'a refusal of the venue without a seal',
      inStatus('REQUESTED'),
      { status: 'FAILED', seal: null, failure: 'venue_refused' },
    ],
    ['a send without a seal', inStatus('REQUESTED'), { status: 'SENDING', seal: null }],
    ['a failure without a reason', inStatus('SENDING'), { status: 'FAILED', failure: null }],
    ['claims of a merge', inStatus('SENDING'), { redeems: [{}] }],
  ] as const)
    test(`has never ${title}`, () => {
      const after = { ...inStatus('SENT'), ...change } as unknown as PositionOperation;
      assert.throws(() => assertOperation(before, after));
    });
});
