import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call } from '../../../test/support/http/http-call.ts';
import { createTestApi } from '../../../test/support/http/http-fakes.ts';
import { ORDER } from '../../../test/support/http/http-records.ts';
import { ORDER_RECORD } from '../../../test/support/http/wire-records.ts';
import { ok, rejection } from '../../contract/model/result.ts';
import type { OrderService } from '../../orders/trading-service.ts';

test('a batch returns each item at its index, refused ones with their reason', async () => {
  const submitBatch: OrderService['submitBatch'] = async () =>
    ok([
      { ok: true, order: ORDER },
      {
        ok: false,
        clientOrderId: 'b-2',
        refusal: rejection('validation', 'price is required for LIMIT', { fields: [] }),
      },
    ]);
  for (const body of [{ orders: [{}, {}] }, [{}, {}]]) {
    const { body: entries } = await call('POST', '/v1/orders/batch', body, {
      trading: { orders: { submitBatch } },
    });
    assert.deepEqual(entries, [
      { index: 0, ...ORDER_RECORD },
      {
        index: 1,
        id: null,
        client_order_id: 'b-2',
        status: 'REJECTED',
        error: 'validation',
        message: 'price is required for LIMIT',
        details: { fields: [] },
      },
    ]);
  }
});

const emptyItems = (length: number): object[] => Array.from({ length }, () => ({}));

test('a batch costs a token per item, at least one and at most the maximum', async () => {
  const { server, rates } = await createTestApi();
  const batch = (payload: string) =>
    server.inject({
      method: 'POST',
      url: '/v1/orders/batch',
      headers: { 'x-signature': 'good', 'content-type': 'application/json' },
      payload,
    });
  for (const payload of [
    '[{},{},{}]',
    '{"orders":[{},{}]}',
    '[]',
    '{}',
    '{',
    JSON.stringify(emptyItems(80)),
  ]) {
    await batch(payload);
  }
  assert.deepEqual(
    rates.taken.map((taken) => Number(taken.split(' ')[2])),
    [3, 2, 1, 1, 1, 50],
  );
});

test('a batch that is empty, too long, not an array or has other fields is refused as a whole', async () => {
  const submitBatch = () => assert.fail('order management was called');
  const refused = async (body: unknown) => {
    const { status, body: error } = await call('POST', '/v1/orders/batch', body, {
      trading: { orders: { submitBatch } },
    });
    assert.equal(status, 422);
    return error;
  };
  assert.equal((await refused({ orders: [] })).details.fields[0].field, 'orders');
  assert.equal((await refused({})).details.fields[0].field, 'orders');
  assert.equal((await refused({ orders: {} })).details.fields[0].field, 'orders');
  assert.equal((await refused({ orders: [{}], atomic: true })).details.fields[0].field, 'atomic');
  const tooLarge = await refused(emptyItems(51));
  assert.deepEqual([tooLarge.error, tooLarge.details], ['batch_too_large', { max: 50, given: 51 }]);
});
