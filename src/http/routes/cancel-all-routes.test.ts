import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call } from '../../../test/support/http/http-call.ts';
import type { TestApiOptions } from '../../../test/support/http/http-fakes.ts';
import { ORDER } from '../../../test/support/http/http-records.ts';
import { toParentId } from '../../contract/model/ids.ts';
import { ok, rejection } from '../../contract/model/result.ts';

test('cancel-all takes its subaccount from body or query, or none', async () => {
  const requested: unknown[] = [];
  const options: TestApiOptions = {
    trading: {
      orders: {
        cancelAll: async (_, subaccountId, reason) => {
          requested.push([subaccountId, reason]);
          return ok({
            subaccountId,
            cancelled: [ORDER.id],
            pending: [],
            cancelledComplexOrders: [toParentId(7)],
            failed: [{ id: ORDER.id, refusal: rejection('venue_unavailable', 'venue did not answer') }],
          });
        },
      },
    },
  };
  const answer = await call('POST', '/v1/orders/cancel-all', { subaccount_id: 'sa_1' }, options);
  assert.deepEqual(answer.body, {
    subaccount_id: 'sa_1',
    cancelled: 1,
    cancelled_order_ids: ['ord_1042'],
    pending_order_ids: [],
    cancelled_complex_order_ids: ['cpx_7'],
    failed: [{ id: 'ord_1042', error: 'venue_unavailable', message: 'venue did not answer' }],
  });
  await call('POST', '/v1/orders/cancel-all?subaccount_id=sa_1', undefined, options);
  await call('POST', '/v1/orders/cancel-all?subaccount_id=sa_1', { subaccount_id: 'sa_1' }, options);
  await call('POST', '/v1/orders/cancel-all', { subaccount_id: null }, options);
  await call('POST', '/v1/orders/cancel-all', undefined, options);
  await call('POST', '/v1/risk/cancel-all?subaccount_id=sa_1', undefined, options);
  assert.deepEqual(requested, [
    ['sa_1', 'cancel_all'],
    ['sa_1', 'cancel_all'],
    ['sa_1', 'cancel_all'],
    [null, 'cancel_all'],
    [null, 'cancel_all'],
    ['sa_1', 'risk_cancel_all'],
  ]);
});

test('an ambiguous cancel-all cancels nothing', async () => {
  const options: TestApiOptions = {
    trading: { orders: { cancelAll: () => assert.fail('orders were cancelled') } },
  };
  const calls = [
    ['/v1/orders/cancel-all?subaccount_id=sa_2', { subaccount_id: 'sa_1' }],
    ['/v1/orders/cancel-all?subaccount_id=', undefined],
    ['/v1/orders/cancel-all', { subaccount_id: '' }],
    ['/v1/orders/cancel-all', { subaccount_id: 1 }],
    ['/v1/orders/cancel-all', { subacount_id: 'sa_1' }],
    ['/v1/orders/cancel-all', ['sa_1']],
    ['/v1/risk/cancel-all', undefined],
    ['/v1/risk/cancel-all', { subaccount_id: null }],
  ] as const;
  for (const [url, body] of calls) {
    const { status, body: error } = await call('POST', url, body, options);
    assert.deepEqual([status, error.error], [422, 'validation'], url);
  }
});
