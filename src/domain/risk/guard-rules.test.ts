import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RiskGuard } from '../model/guard.ts';
import type { AccountId, KeyId } from '../model/ids.ts';
import type { TimestampMs } from '../model/time.ts';
import { GUARD_SLACK_MS, isRenewalStored } from './guard-rules.ts';

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
