import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AccountId, type SubaccountId, scopeKey } from './ids.ts';
import { isAccountKillSwitchOn, isKillSwitchOn, type KillSwitch } from './limits.ts';
import type { TimestampMs } from './time.ts';

const ACCOUNT = 'acc_1' as AccountId;
const [FIRST, SECOND] = ['sa_1', 'sa_2'] as [SubaccountId, SubaccountId];

function withSwitches(...switches: readonly (readonly [SubaccountId | null, boolean])[]) {
  const rows = switches.map(([subaccountId, enabled]): KillSwitch => {
    return { accountId: ACCOUNT, subaccountId, enabled, updatedAt: 0 as TimestampMs };
  });
  return { killSwitches: new Map(rows.map((row) => [scopeKey(ACCOUNT, row.subaccountId), row])) };
}

const isOnFor = (state: ReturnType<typeof withSwitches>): readonly boolean[] =>
  [FIRST, SECOND].map((id) => isKillSwitchOn(state, ACCOUNT, id));

test('the kill switch of an account stops each subaccount, that of a subaccount only its own', () => {
  assert.deepEqual(isOnFor(withSwitches()), [false, false]);
  assert.deepEqual(isOnFor(withSwitches([null, true])), [true, true]);
  assert.deepEqual(isOnFor(withSwitches([null, true], [FIRST, false])), [true, true]);
  assert.deepEqual(isOnFor(withSwitches([null, false], [FIRST, true])), [true, false]);
  assert.equal(isAccountKillSwitchOn(withSwitches([FIRST, true]), ACCOUNT), false);
  assert.equal(isKillSwitchOn(withSwitches([null, true]), 'acc_2' as AccountId, FIRST), false);
});
