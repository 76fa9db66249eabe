import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VALIDATION } from '../api-assertions.ts';
import {
  createRestingOrder,
  createTakingOrder,
  type Fields,
  getFills,
  getOrder,
  getOrders,
  submit,
} from '../support/order-bodies.ts';
import type { BatchEntry } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ settings: { 'orders.batch_max': 8 } });
const api = service.api();
const BATCH = '/v1/orders/batch';
const batch = (...orders: readonly unknown[]): Promise<readonly BatchEntry[]> =>
  api.ok('POST', BATCH, { orders });

test('a batch returns each order as a single request would, in the order of the request', async () => {
  const entries = await batch(
    createRestingOrder({ client_order_id: 'b-0' }),
    createTakingOrder({ qty: '2', client_order_id: 'b-1' }),
    createRestingOrder({ tif: 'IOC', client_order_id: 'b-2' }),
    createRestingOrder({ outcome: 'NO', subaccount_id: 'sa_2' }),
  );
  assert.deepEqual(
    entries.map(({ index }) => index),
    [0, 1, 2, 3],
  );
  assert.deepEqual(
    entries.map(({ status }) => status),
    ['OPEN', 'FILLED', 'CANCELLED', 'OPEN'],
  );
  for (const { index: _, id, ...entry } of entries) {
    assert.deepEqual({ id, ...entry }, await getOrder(api, id ?? ''));
  }
  const numbers = entries.map(({ id }) => Number(id?.slice(4)));
  assert.deepEqual(
    numbers,
    [...numbers].sort((a, b) => a - b),
  );
});

test('a failing entry returns its error and does not affect the others', async () => {
  const before = (await getOrders(api)).length;
  const entries = await batch(
    createRestingOrder({ price: undefined, client_order_id: 'bad' }),
    createRestingOrder(),
    createRestingOrder({ subaccount_id: 'sa_9' }),
    createRestingOrder({ instrument_id: 999_999 }),
    'not an order',
    createRestingOrder({ qty: 10 }),
    createRestingOrder(),
    null,
  );
  assert.deepEqual(
    entries.map(({ status }) => status),
    ['REJECTED', 'OPEN', 'REJECTED', 'REJECTED', 'REJECTED', 'REJECTED', 'OPEN', 'REJECTED'],
  );
  assert.deepEqual(
    entries.map(({ error }) => error),
    ['validation', undefined, 'not_found', 'not_found', 'validation', 'validation', undefined, 'validation'],
  );
  const [first] = entries;
  assert.deepEqual(first, {
    index: 0,
    id: null,
    client_order_id: 'bad',
    status: 'REJECTED',
    error: 'validation',
    message: 'price is required for LIMIT',
    details: { fields: [{ field: 'price', issue: 'required' }] },
  });
  assert.equal((await getOrders(api)).length, before + 2);
});

test('a body that is only an array is a batch', async () => {
  const entries = await api.ok<readonly BatchEntry[]>('POST', BATCH, [
    createRestingOrder(),
    createRestingOrder(),
  ]);
  assert.deepEqual(
    entries.map(({ status }) => status),
    ['OPEN', 'OPEN'],
  );
});

test('an empty batch, a batch that is too large and a body without a list are refused as a whole', async () => {
  const before = await getOrders(api);
  for (const body of [{ orders: [] }, [], {}, { orders: {} }, { orders: 'x' }, { orders: null }, undefined]) {
    await api.refused(VALIDATION, 'POST', BATCH, body);
  }
  const nine = Array.from({ length: 9 }, () => createRestingOrder());
  for (const body of [{ orders: nine }, nine])
    await api.refused([422, 'batch_too_large'], 'POST', BATCH, body);
  assert.deepEqual(await getOrders(api), before);
  assert.equal((await batch(...nine.slice(1))).length, 8);
});

test('ids within a batch follow the rules of single orders; the header is ignored', async () => {
  const twice = createRestingOrder({ client_order_id: 'twice' });
  const entries = await api.ok<readonly BatchEntry[]>(
    'POST',
    BATCH,
    { orders: [twice, { ...twice, qty: '10.0' }, { ...twice, qty: '11' }] },
    { 'Idempotency-Key': 'header' },
  );
  assert.equal(entries[1]?.id, entries[0]?.id);
  assert.deepEqual([entries[2]?.status, entries[2]?.error], ['REJECTED', 'idempotency_conflict']);
  assert.deepEqual(
    entries.map((entry) => entry.client_order_id),
    ['twice', 'twice', 'twice'],
  );
  const again = await batch(twice);
  assert.equal(again[0]?.id, entries[0]?.id);
  assert.equal((await submit(api, twice)).id, entries[0]?.id);
});

test('the orders of a batch use up a limit in their order', async () => {
  await api.ok('POST', '/v1/orders/cancel-all');
  await api.ok('PUT', '/v1/risk/limits', { subaccount_id: 'sa_1', max_open_orders: 3 });
  const entries = await batch(...Array.from({ length: 6 }, () => createRestingOrder()));
  assert.deepEqual(
    entries.map(({ error }) => error),
    [undefined, undefined, undefined, 'risk_limit', 'risk_limit', 'risk_limit'],
  );
  await api.ok('PUT', '/v1/risk/limits', { subaccount_id: 'sa_1', max_open_orders: null });
});

test('twenty concurrent batches with the same ids create each order once', async () => {
  const orders: Fields[] = [0, 1, 2, 3].map((at) =>
    createTakingOrder({ qty: '1', client_order_id: `race-${at}` }),
  );
  const fillsBefore = (await getFills(api)).length;
  const all = await Promise.all(Array.from({ length: 20 }, () => batch(...orders)));
  for (const entries of all) assert.deepEqual(entries, all[0]);
  assert.equal((await getFills(api)).length, fillsBefore + 4);
});
