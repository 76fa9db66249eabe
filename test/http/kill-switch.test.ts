import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { type Api, FORBIDDEN, VALIDATION } from '../api-assertions.ts';
import {
  createRestingOrder,
  createTakingOrder,
  getOrder,
  getOrders,
  submit,
} from '../support/order-bodies.ts';
import type { BatchEntry, KillSwitch, Order, RiskState } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ isProcess: true });
const all = service.api();
const one = service.api(await service.newKey('--permissions', 'read,trade,risk', '--subaccounts', 'sa_1'));
const KILLED = [403, 'kill_switch'] as const;
const ORDERS = '/v1/orders';
const set = (enabled: boolean, api: Api = all): Promise<KillSwitch> =>
  api.ok('POST', '/v1/risk/kill-switch', { enabled });
const isKilled = async (id: string) =>
  (await all.ok<RiskState>('GET', `/v1/risk?subaccount_id=${id}`)).kill_switch_active;

afterEach(async () => {
  await set(false);
  await all.ok('POST', '/v1/orders/cancel-all');
});

test('the kill switch refuses new orders of every subaccount and key until it is off', async () => {
  const on = await set(true);
  assert.deepEqual(
    { ...on, updated_at: '' },
    {
      enabled: true,
      kill_switch_active: true,
      subaccounts: ['sa_1', 'sa_2'],
      paused_complex_orders: [],
      updated_at: '',
    },
  );
  assert.deepEqual([await isKilled('sa_1'), await isKilled('sa_2')], [true, true]);
  for (const body of [
    createRestingOrder(),
    createTakingOrder(),
    createRestingOrder({ subaccount_id: 'sa_2' }),
    {},
    { qty: 'nonsense' },
    'not json',
  ]) {
    const answer = await all.call('POST', ORDERS, body);
    assert.ok([403, 422].includes(answer.status), answer.text);
    if (body !== 'not json') all.readRefusal(KILLED, 'POST', ORDERS, answer);
  }
  await one.refused(KILLED, 'POST', ORDERS, createRestingOrder());
  await all.refused(KILLED, 'POST', '/v1/orders/batch', {
    orders: [createRestingOrder(), createRestingOrder()],
  });
  assert.deepEqual(await getOrders(all), []);
  assert.equal((await set(false)).kill_switch_active, false);
  assert.equal((await submit(all, createRestingOrder())).status, 'OPEN');
});

test('resting orders stay, and cancels, reads, limits and repeats work', async () => {
  const body = createRestingOrder({ client_order_id: 'before' });
  const order = await submit(all, body);
  const other = await submit(all, createRestingOrder());
  await set(true);
  assert.equal((await getOrder(all, order.id)).status, 'OPEN');
  const repeat = await all.call('POST', ORDERS, body);
  assert.deepEqual([repeat.status, repeat.headers['idempotent-replayed']], [200, 'true']);
  await all.refused(KILLED, 'POST', ORDERS, { ...body, qty: '11' });
  await all.ok('PUT', '/v1/risk/limits', {});
  assert.equal((await all.ok<Order>('DELETE', `${ORDERS}/${order.id}`)).status, 'CANCELLED');
  await all.ok('POST', '/v1/risk/cancel-all', { subaccount_id: 'sa_1' });
  assert.equal((await getOrder(all, other.id)).status, 'CANCELLED');
});

test('an amend may only lower the quantity', async () => {
  const { id } = await submit(all, createRestingOrder());
  await set(true);
  for (const fields of [
    { price: '0.03' },
    { qty: '11' },
    { qty: '5', price: '0.01' },
    { tif: 'GTD', expires_at: Date.now() + 60_000 },
  ]) {
    await all.refused(KILLED, 'PATCH', `${ORDERS}/${id}`, fields);
  }
  assert.equal((await all.ok<Order>('PATCH', `${ORDERS}/${id}`, { qty: '5' })).qty, '5');
});

test('setting the current state again changes nothing', async () => {
  const first = await set(true);
  assert.deepEqual(await set(true), first);
  const off = await set(false);
  assert.deepEqual(await set(false), off);
});

test('enabled accepts only a boolean', async () => {
  for (const body of [
    {},
    { enabled: 'true' },
    { enabled: 1 },
    { enabled: null },
    { enabled: [] },
    undefined,
    'true',
  ]) {
    await all.refused(VALIDATION, 'POST', '/v1/risk/kill-switch', body);
  }
  assert.equal(await isKilled('sa_1'), false);
});

test('a key for some subaccounts switches those off, for every key', async () => {
  assert.deepEqual((await set(true, one)).subaccounts, ['sa_1']);
  assert.deepEqual([await isKilled('sa_1'), await isKilled('sa_2')], [true, false]);
  await all.refused(KILLED, 'POST', ORDERS, createRestingOrder());
  assert.equal((await submit(all, createRestingOrder({ subaccount_id: 'sa_2' }))).status, 'OPEN');
  const entries = await all.ok<readonly BatchEntry[]>('POST', '/v1/orders/batch', {
    orders: [createRestingOrder(), createRestingOrder({ subaccount_id: 'sa_2' }), createRestingOrder()],
  });
  assert.deepEqual(
    entries.map(({ error }) => error),
    ['kill_switch', undefined, 'kill_switch'],
  );
  await set(false, one);
  assert.equal((await submit(all, createRestingOrder())).status, 'OPEN');
});

test('a key for one subaccount cannot switch off the kill switch of the account', async () => {
  await set(true);
  const answer = await one.call('POST', '/v1/risk/kill-switch', { enabled: false });
  if (answer.status !== 200) one.readRefusal(FORBIDDEN, 'POST', '/v1/risk/kill-switch', answer);
  assert.equal(await isKilled('sa_2'), true);
  await all.refused(KILLED, 'POST', ORDERS, createRestingOrder({ subaccount_id: 'sa_2' }));
  await all.refused(KILLED, 'POST', ORDERS, createRestingOrder());
});

test('a kill switch that is on covers subaccounts created later', async () => {
  await set(true);
  await service.cliOk('subaccount', 'new', 'sa_later', '--account', 'acc_1');
  await all.refused(KILLED, 'POST', ORDERS, createRestingOrder({ subaccount_id: 'sa_later' }));
});

test('a guard shows that a venue without a heartbeat cancels nothing when the service dies', async () => {
  for (const timeout_ms of [600_000, 0]) {
    const guard = await all.ok<{ armed: boolean; venues: { note: string }[] }>('PUT', '/v1/risk/guard', {
      timeout_ms,
    });
    const note =
      'Demo runs within the service: it trades nothing while the service is down, and keeps the orders.';
    assert.deepEqual(
      [guard.armed, guard.venues],
      [timeout_ms > 0, [{ venue: 'Demo', dead_service: 'NONE', note }]],
    );
  }
});

test('the switch survives a crash', async () => {
  await set(true);
  await service.kill();
  await service.start();
  await all.refused(KILLED, 'POST', ORDERS, createRestingOrder());
});

test('no order is created after the response of the kill switch, under continuous submissions', async () => {
  const over = new AbortController();
  const created: Order[] = [];
  const callers = Array.from({ length: 12 }, async () => {
    while (!over.signal.aborted) {
      const answer = await all.call('POST', ORDERS, createRestingOrder({ tif: 'IOC' }));
      if (answer.status === 200) created.push(JSON.parse(answer.text) as Order);
      else all.readRefusal(KILLED, 'POST', ORDERS, answer);
    }
  });
  const spans: (readonly [from: number, to: number])[] = [];
  for (let round = 0; round < 20; round += 1) {
    await set(true);
    // Compare the server's own timestamps, so that only its clock matters.
    const from = Number((await all.call('GET', '/v1/time')).headers['x-server-time']);
    await all.call('GET', '/v1/venues');
    const to = Number((await all.call('GET', '/v1/time')).headers['x-server-time']);
    spans.push([from, to]);
    await set(false);
    await submit(all, createRestingOrder({ tif: 'IOC' }));
  }
  over.abort();
  await Promise.all(callers);
  assert.ok(created.length > 20, `${created.length} orders were created meanwhile`);
  const within = created.filter(({ created_at }) => {
    const at = Date.parse(created_at);
    return spans.some(([from, to]) => at > from && at < to);
  });
  assert.deepEqual(within, []);
});
