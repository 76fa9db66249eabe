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
import { frameValidator } from './stream-frames.ts';
import { type Frame, open } from './test-stream.ts';

const service = await startService({ isProcess: true });
const api = service.api();
const assertFrame = await frameValidator(service);
const ORDERS = '/v1/ws/orders?subaccount_id=sa_1';
const FILLS = '/v1/ws/fills?subaccount_id=sa_1';
const orderIn = (frame: Frame): Order => frame['order'] as Order;
const fillIn = (frame: Frame): Fill => frame['fill'] as Fill;

test('the orders stream starts with open orders, then sends each change in the format of GET', async () => {
  const before = await submit(api, createRestingOrder());
  const stream = await open(service, ORDERS);
  const snapshot = await stream.next('snapshot');
  assertFrame('orders', snapshot);
  assert.deepEqual((snapshot['orders'] as readonly Order[]).at(0), before);
  const placed = await submit(api, createRestingOrder({ price: '0.03' }));
  const received = await stream.next('order', (frame) => orderIn(frame).id === placed.id);
  assertFrame('orders', received);
  assert.equal(orderIn(received).side, 'BUY');
  await api.ok('PATCH', `/v1/orders/${placed.id}`, { qty: '12' });
  await stream.next('order', (frame) => orderIn(frame).id === placed.id && orderIn(frame).qty === '12');
  await api.ok('DELETE', `/v1/orders/${placed.id}`);
  const ended = await stream.next('order', (frame) => orderIn(frame).status === 'CANCELLED');
  assert.deepEqual(orderIn(ended), await getOrder(api, placed.id));
});

test('the last frame of every order equals the response of GET', async () => {
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

test('the fills stream starts with the latest fills, newest first; a new fill is sent once', async () => {
  await submit(api, createTakingOrder({ qty: '2' }));
  const stream = await open(service, FILLS);
  const snapshot = await stream.next('snapshot');
  assertFrame('fills', snapshot);
  assert.deepEqual(snapshot['fills'], await getFills(api));
  const order = await submit(api, createTakingOrder({ qty: '3' }));
  const listed = await getFills(api, 'sa_1', `&order_id=${order.id}`);
  for (const fill of [...listed].reverse()) {
    const received = await stream.next('fill', (frame) => fillIn(frame).id === fill.id);
    assertFrame('fills', received);
    assert.deepEqual(fillIn(received), fill);
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
