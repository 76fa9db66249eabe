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
  RAIN,
  submit,
} from '../support/order-bodies.ts';
import type { Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ isProcess: true });
const api = service.api();
const ORDERS = '/v1/orders';
const CONFLICT = [409, 'idempotency_conflict'] as const;

test('a repeated order gets the first response unchanged, marked as a replay', async () => {
  const body = createRestingOrder({ client_order_id: 'desk-1' });
  const first = await api.call('POST', ORDERS, body);
  assert.equal(first.headers['idempotent-replayed'], undefined);
  const order = JSON.parse(first.text) as Order;
  await api.ok('PATCH', `${ORDERS}/${order.id}`, { price: '0.03' });
  await api.ok('DELETE', `${ORDERS}/${order.id}`);
  const repeat = await api.call('POST', ORDERS, body);
  assert.equal(repeat.headers['idempotent-replayed'], 'true');
  assert.deepEqual([repeat.status, repeat.text], [200, first.text]);
  assert.equal((await getOrder(api, order.id)).status, 'CANCELLED');
});

test('two bodies are the same when their parsed fields are equal', async () => {
  const body = createRestingOrder({ client_order_id: 'same', price: '0.02', qty: '10' });
  const { id } = await submit(api, body);
  const { routing: _, tif: __, outcome: ___, client_order_id: ____, ...bare } = body;
  const spellings: readonly (readonly [unknown, Record<string, string>])[] = [
    [{ ...body, price: '0.020', qty: '10.00' }, {}],
    [Object.fromEntries(Object.entries(body).reverse()), {}],
    [JSON.stringify(body, null, 4), {}],
    [bare, { 'Idempotency-Key': 'same' }],
    [{ ...bare, idempotency_key: 'same' }, {}],
    [{ ...bare, client_order_id: 'same', expires_at: null, binary_outcome: 'YES' }, {}],
  ];
  for (const [spelling, headers] of spellings) {
    assert.equal((await api.ok<Order>('POST', ORDERS, spelling as object, headers)).id, id);
  }
});

test('a different body with a known id is a conflict and changes nothing', async () => {
  const body = createRestingOrder({ client_order_id: 'taken' });
  const order = await submit(api, body);
  const others: readonly Fields[] = [
    { price: '0.03' },
    { qty: '11' },
    { side: 'SELL', price: '0.98' },
    { outcome: 'NO' },
    { tif: 'IOC' },
    { tif: 'GTD', expires_at: Date.now() + 60_000 },
    { subaccount_id: 'sa_2' },
    { instrument_id: 1002 },
    { type: 'MARKET', price: undefined, tif: undefined },
    { qty: 'many' },
    { price: undefined },
    { unknown: 1 },
    { routing: { mode: 'SPLIT' }, instrument_id: undefined, generic_asset_id: 501 },
  ];
  for (const fields of others) await api.refused(CONFLICT, 'POST', ORDERS, { ...body, ...fields });
  assert.deepEqual(await getOrder(api, order.id), order);
  assert.deepEqual(await getOrders(api, 'sa_1', '&client_order_id=taken'), [order]);
});

test('a refused order leaves its client_order_id free', async () => {
  await api.refused(VALIDATION, 'POST', ORDERS, createRestingOrder({ client_order_id: 'retry', qty: '0' }));
  await api.refused(
    [404, 'not_found'],
    'POST',
    ORDERS,
    createRestingOrder({ client_order_id: 'retry', instrument_id: 999_999 }),
  );
  const order = await submit(api, createRestingOrder({ client_order_id: 'retry' }));
  assert.equal(order.status, 'OPEN');
});

test('fifty concurrent duplicates create one order and get the same response', async () => {
  for (const body of [
    createRestingOrder({ client_order_id: 'fifty-rest' }),
    createTakingOrder({ client_order_id: 'fifty-take', qty: '3' }),
  ]) {
    const before = (await getFills(api)).length;
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.call('POST', ORDERS, body)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 49);
    const [order] = await getOrders(api, 'sa_1', `&client_order_id=${String(body['client_order_id'])}`);
    const traded = (await getFills(api, 'sa_1', `&order_id=${order?.id}`)).length;
    assert.equal((await getFills(api)).length - before, traded);
  }
});

test('of fifty different bodies with one id, one creates the order and the others conflict', async () => {
  const bodies = Array.from({ length: 50 }, (_, at) =>
    createRestingOrder({ client_order_id: 'mixed', qty: String(at + 1) }),
  );
  const answers = await Promise.all(bodies.map((body) => api.call('POST', ORDERS, body)));
  const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
  assert.deepEqual(statuses, [200, ...Array.from({ length: 49 }, () => 409)]);
  assert.equal((await getOrders(api, 'sa_1', '&client_order_id=mixed')).length, 1);
});

test('a repeat after a stop and after a crash gets the first response', async () => {
  const bodies = [
    createRestingOrder({ client_order_id: 'over-rest' }),
    createTakingOrder({ client_order_id: 'over-take', qty: '2' }),
  ];
  const first = await Promise.all(bodies.map((body) => api.call('POST', ORDERS, body)));
  const fills = await getFills(api);
  for (const end of [() => service.stop(), () => service.kill()]) {
    await end();
    await service.start();
    for (const [at, body] of bodies.entries()) {
      const repeat = await api.call('POST', ORDERS, body);
      assert.equal(repeat.headers['idempotent-replayed'], 'true');
      assert.equal(repeat.text, first[at]?.text);
      await api.refused(CONFLICT, 'POST', ORDERS, { ...body, qty: '9' });
    }
  }
  assert.deepEqual(await getFills(api), fills);
});

test('a client order id accepts every visible ASCII character, up to 128', async () => {
  const visible = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).join('');
  for (const key of [visible, 'x'.repeat(128), '__proto__', 'constructor', '0', "';DROP--"]) {
    const order = await submit(api, createRestingOrder({ client_order_id: key, instrument_id: RAIN }));
    assert.equal((await submit(api, createRestingOrder({ client_order_id: key }))).id, order.id);
    const found = await getOrders(api, 'sa_1', `&client_order_id=${encodeURIComponent(key)}`);
    assert.deepEqual(
      found.map(({ id }) => id),
      [order.id],
    );
  }
});
