import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call } from '../../../test/support/http/http-call.ts';

test('an unknown subaccount is 404 on every call that names one', async () => {
  const calls = [
    ['GET', '/v1/orders?subaccount_id=sa_9'],
    ['GET', '/v1/fills?subaccount_id=sa_9'],
    ['GET', '/v1/positions?subaccount_id=sa_9'],
    ['GET', '/v1/risk?subaccount_id=sa_9'],
    ['GET', '/v1/risk/limits?subaccount_id=sa_9'],
    ['POST', '/v1/orders/cancel-all?subaccount_id=sa_9'],
    ['POST', '/v1/risk/cancel-all?subaccount_id=sa_9'],
  ] as const;
  for (const [method, url] of calls) {
    const { status, body } = await call(method, url);
    assert.deepEqual([status, body.details], [404, { resource: 'subaccount' }], url);
  }
});
