import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../contract/access/access.ts';
import { guardKey, type RiskGuard } from '../../contract/model/guard.ts';
import type { AccountId, KeyId, SubaccountId } from '../../contract/model/ids.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { findBlockingGuard, GUARD_SLACK_MS, isRenewalStored, liftsBlockOf } from './guard-rules.ts';

const LATEST_AT = 100_000 as TimestampMs;
const TERMS = { timeoutMs: 5_000, scope: 'KEY', blockAfter: true } as const;
const STORED: RiskGuard = {
  ...TERMS,
  accountId: 'acc_1' as AccountId,
  keyId: 'key_1' as KeyId,
  subaccountId: null,
  latestAt: LATEST_AT,
  blocked: false,
  firedCount: 0,
  lastFiredAt: null,
  updatedAt: 0 as TimestampMs,
};

const isStored = (deadlineAt: number, stored: Partial<RiskGuard> = {}): boolean =>
  isRenewalStored({ ...STORED, ...stored }, TERMS, deadlineAt as TimestampMs);

test('a renewal is stored while the durable deadline is at most ten seconds later than the promised one', () => {
  assert.equal(isStored(LATEST_AT), true);
  assert.equal(isStored(LATEST_AT + 1), false);
  assert.equal(isStored(LATEST_AT - GUARD_SLACK_MS), true);
  // The clock was set back: the durable deadline would be too late.
  assert.equal(isStored(LATEST_AT - GUARD_SLACK_MS - 1), false);
});

test('a renewal with other terms, of a guard that has fired or that is not armed, is written', () => {
  for (const changed of [
    { timeoutMs: 6_000 },
    { scope: 'SUBACCOUNT' as const },
    { blockAfter: false },
    { blocked: true },
    { latestAt: null },
  ])
    assert.equal(isStored(LATEST_AT, changed), false, JSON.stringify(changed));
});

const SA_1 = 'sa_1' as SubaccountId;
const CALLER: Caller = {
  keyId: 'key_2' as KeyId,
  accountId: 'acc_1' as AccountId,
  permissions: ['trade'],
  subaccounts: '*',
};

describe('the block of a guard that has fired', () => {
  const blocked: RiskGuard = { ...STORED, subaccountId: SA_1, scope: 'SUBACCOUNT', blocked: true };
  const setting: RiskGuard = { ...blocked, keyId: CALLER.keyId, blocked: false };

  test('is lifted by another key for the same subaccount, or for all of them', () => {
    assert.equal(liftsBlockOf(setting, CALLER, blocked), true);
    assert.equal(liftsBlockOf({ ...setting, subaccountId: null }, CALLER, blocked), true);
  });

  for (const [why, other] of [
    ['of another account', { accountId: 'acc_2' as AccountId }],
    ['of another subaccount', { subaccountId: 'sa_2' as SubaccountId }],
    ['of all subaccounts', { subaccountId: null }],
    ['of the orders of a key', { scope: 'KEY' }],
    ['that blocks nothing', { blocked: false }],
  ] as const)
    test(`is not lifted when it is one ${why}`, () => {
      assert.equal(liftsBlockOf(setting, CALLER, { ...blocked, ...other }), false);
    });

  test('of all subaccounts is lifted by another key for all of them, of the same account only', () => {
    const ofAll = { ...blocked, subaccountId: null };
    const setAll = { ...setting, subaccountId: null };
    assert.equal(liftsBlockOf(setAll, CALLER, ofAll), true);
    assert.equal(liftsBlockOf(setAll, { ...CALLER, subaccounts: [SA_1] }, ofAll), false);
    assert.equal(liftsBlockOf(setAll, CALLER, { ...ofAll, accountId: 'acc_2' as AccountId }), false);
  });

  test('is found behind guards that do not block', () => {
    const guards = [
      { ...blocked, keyId: 'key_3' as KeyId, blocked: false },
      { ...blocked, keyId: 'key_4' as KeyId, scope: 'KEY' as const },
      blocked,
    ];
    const state = { guards: new Map(guards.map((guard) => [guardKey(guard), guard])), keys: new Map() };
    assert.equal(findBlockingGuard(state, CALLER, SA_1), blocked);
    assert.equal(findBlockingGuard(state, CALLER, 'sa_2' as SubaccountId), null);
  });
});
