import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountId, KeyId, SubaccountId } from '../model/ids.ts';
import {
  type Caller,
  checkPermission,
  getRequiredPermission,
  grantCovers,
  isMutating,
  type Permission,
} from './access.ts';

const TABLE: readonly [string, string, Permission][] = [
  ['GET', '/v1/orders', 'read'],
  ['GET', '/v1/risk/limits', 'read'],
  ['GET', '/v1/ws/positions', 'read'],
  ['POST', '/v1/markets/lookup', 'read'],
  ['POST', '/v1/fees/lookup', 'read'],
  ['POST', '/v1/orders', 'trade'],
  ['POST', '/v1/orders/batch', 'trade'],
  ['POST', '/v1/orders/cancel-all', 'trade'],
  ['PATCH', '/v1/orders/ord_1', 'trade'],
  ['DELETE', '/v1/orders/ord_1', 'trade'],
  ['PUT', '/v1/risk/limits', 'risk'],
  ['POST', '/v1/risk/kill-switch', 'risk'],
  ['POST', '/v1/risk/cancel-all', 'risk'],
  ['GET', '/v1/matching/proposals', 'read'],
  ['POST', '/v1/matching/approve', 'review'],
  ['POST', '/v1/webhooks', 'alerts'],
  ['GET', '/v1/webhooks', 'alerts'],
  ['DELETE', '/v1/alerts/alr_1', 'alerts'],
  ['GET', '/v1/webhooks/wh_1/deliveries', 'alerts'],
  ['GET', '/v1/webhooks-of-others', 'read'],
  ['GET', '/v1/alerts', 'alerts'],
  ['POST', '/v1/alerts', 'alerts'],
  ['HEAD', '/v1/orders', 'read'],
  ['HEAD', '/v1/webhooks', 'alerts'],
  ['GET', '/v1/risk/guard', 'read'],
  ['PUT', '/v1/risk/guard', 'trade'],
  ['DELETE', '/v1/risk/guard', 'trade'],
  ['PUT', '/v1/risk/guards', 'risk'],
  ['GET', '/v1/approvals', 'read'],
  ['POST', '/v1/approvals/apr_1/approve', 'risk'],
  ['DELETE', '/v1/approvals/apr_1', 'risk'],
  ['POST', '/v1/orders/preview', 'trade'],
  ['POST', '/v1/complex-orders', 'trade'],
  ['PUT', '/v1/quotes', 'trade'],
];

test('each request needs the permission that the contract specifies', () => {
  for (const [method, path, permission] of TABLE) {
    assert.equal(getRequiredPermission(method, path), permission, `${method} ${path}`);
    const isRead = method === 'GET' || method === 'HEAD' || path.endsWith('/lookup');
    assert.equal(isMutating(method, path), !isRead, `${method} ${path}`);
  }
});

test('an unknown changing request is forbidden to a read-only key', () => {
  assert.equal(getRequiredPermission('PUT', '/v1/markets/lookup'), 'trade');
  assert.equal(getRequiredPermission('DELETE', '/v1/anything'), 'trade');
});

test('a missing permission is rejected with forbidden and its name', () => {
  const caller = callerWith(['read']);
  assert.equal(checkPermission(caller, 'read'), null);
  const refused = checkPermission(caller, 'trade');
  assert.equal(refused?.code, 'forbidden');
  assert.deepEqual(refused?.details, { permission: 'trade' });
});

test('a grant covers all subaccounts, or exactly those listed', () => {
  const one = 'sa_1' as SubaccountId;
  assert.equal(grantCovers('*', one), true);
  assert.equal(grantCovers([one], one), true);
  assert.equal(grantCovers([one], 'sa_2' as SubaccountId), false);
  assert.equal(grantCovers([], one), false, 'an empty list grants none');
});

const callerWith = (permissions: readonly Permission[]): Caller => ({
  keyId: 'key_1' as KeyId,
  accountId: 'acc_1' as AccountId,
  permissions,
  subaccounts: '*',
});
