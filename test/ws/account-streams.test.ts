import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import {
  createRestingOrder,
  createTakingOrder,
  getFills,
  getOrder,
  submit,
} from '../support/order-bodies.ts';
import type { Fill, Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';
import { frameJudge } from './stream-frames.ts';
import { type Frame, open } from './test-stream.ts';

const service = await startService();
const api = service.api();
const assertFrame = await frameJudge(service);
const ORDERS = '/v1/ws/orders?subaccount_id=sa_1';
const FILLS = '/v1/ws/fills?subaccount_id=sa_1';
const orderIn = (frame: Frame): Order => frame['order'] as Order;
const fillIn = (frame: Frame): Fill => frame['fill'] as Fill;

test('orders begin with those that live; each is told as it changes, as GET answers it', async () => {
  const before = await submit(api, createRestingOrder());
  const stream = await open(service, ORDERS);
  const snapshot = await stream.next('snapshot');
  assertFrame('orders', snapshot);
  assert.deepEqual((snapshot['orders'] as readonly Order[]).at(0), before);
  const placed = await submit(api, createRestingOrder({ price: '0.03' }));
  const told = await stream.next('order', (frame) => orderIn(frame).id === placed.id);
  assertFrame('orders', told);
  assert.equal(orderIn(told).side, 'BUY');
  await api.ok('PATCH', `/v1/orders/${placed.id}`, { qty: '12' });
  await stream.next('order', (frame) => orderIn(frame).id === placed.id && orderIn(frame).qty === '12');
  await api.ok('DELETE', `/v1/orders/${placed.id}`);
  const ended = await stream.next('order', (frame) => orderIn(frame).status === 'CANCELLED');
  assert.deepEqual(orderIn(ended), await getOrder(api, placed.id));
});

test('the last word on every order of a stream is what GET answers', async () => {
  const stream = await open(service, ORDERS);
  const orders = [];
  for (const fields of [
    createTakingOrder({ qty: '2' }),
    createRestingOrder(),
    createTakingOrder({ side: 'SELL', qty: '1' }),
  ])
    orders.push(await submit(api, fields));
  await api.ok('POST', '/v1/orders/cancel-all', { subaccount_id: 'sa_1' });
  for (const { id } of orders) {
    await until(`the stream agrees about ${id}`, async () => {
      const last = stream.of('order').findLast((frame) => orderIn(frame).id === id);
      return JSON.stringify(last?.['order']) === JSON.stringify(await getOrder(api, id)) ? true : null;
    });
  }
});

test('fills begin with the latest, newest first; a new one is told once', async () => {
  await submit(api, createTakingOrder({ qty: '2' }));
  const stream = await open(service, FILLS);
  const snapshot = await stream.next('snapshot');
  assertFrame('fills', snapshot);
  assert.deepEqual(snapshot['fills'], await getFills(api));
  const order = await submit(api, createTakingOrder({ qty: '3' }));
  const asked = await getFills(api, 'sa_1', `&order_id=${order.id}`);
  for (const fill of [...asked].reverse()) {
    const told = await stream.next('fill', (frame) => fillIn(frame).id === fill.id);
    assertFrame('fills', told);
    assert.deepEqual(fillIn(told), fill);
  }
  const ids = stream.of('fill').map((frame) => fillIn(frame).id);
  assert.equal(new Set(ids).size, ids.length);
});

test('the live orders of a stream survive a restart of the service', async () => {
  const order = await submit(api, createRestingOrder({ subaccount_id: 'sa_2' }));
  await service.kill();
  await service.start();
  const stream = await open(service, '/v1/ws/orders?subaccount_id=sa_2');
  const snapshot = await stream.next('snapshot');
  assert.deepEqual(snapshot['orders'], [order]);
});
