import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../../test/support/http/http-call.ts';

test('account and subaccounts describe the caller', async () => {
  assert.deepEqual((await get('/v1/account')).body, {
    account_id: 'acc_1',
    key_id: 'key_demo_1',
    permissions: ['read', 'trade', 'risk'],
    subaccounts: ['sa_1'],
    expires_at: null,
    agent: null,
    limits: null,
    server_time: 1782907200000,
  });
  assert.deepEqual((await get('/v1/subaccounts')).body, [
    { subaccount_id: 'sa_1', name: 'Desk one', status: 'ACTIVE', kill_switch_active: false },
  ]);
});
