import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Api, FORBIDDEN, NOT_FOUND, until, untilInTime } from '../api-assertions.ts';
import { createRestingOrder, getOrders, submit } from '../support/order-bodies.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ isProcess: true });
const all = service.api();
await service.cliOk('account', 'new', 'acc_2');
await service.cliOk('subaccount', 'new', 'sb_1', '--account', 'acc_2');
const EVERYTHING = ['--permissions', 'read,trade,risk'];
const one = service.api(await service.newKey('--account', 'acc_1', ...EVERYTHING, '--subaccounts', 'sa_1'));
const other = service.api(await service.newKey('--account', 'acc_2', ...EVERYTHING));
const foreign = await submit(other, createRestingOrder({ subaccount_id: 'sb_1', client_order_id: 'mine' }));
const second = await submit(all, createRestingOrder({ subaccount_id: 'sa_2' }));

const ofSubaccount = (id: string) =>
  [
    ['GET', `/v1/orders?subaccount_id=${id}`, undefined],
    ['GET', `/v1/fills?subaccount_id=${id}`, undefined],
    ['GET', `/v1/positions?subaccount_id=${id}`, undefined],
    ['GET', `/v1/risk?subaccount_id=${id}`, undefined],
    ['GET', `/v1/risk/limits?subaccount_id=${id}`, undefined],
    ['GET', `/v1/orderbooks/generic-asset/501?subaccount_id=${id}`, undefined],
    ['POST', '/v1/orders', createRestingOrder({ subaccount_id: id })],
    ['POST', '/v1/orders/cancel-all', { subaccount_id: id }],
    ['POST', `/v1/orders/cancel-all?subaccount_id=${id}`, undefined],
    ['POST', '/v1/risk/cancel-all', { subaccount_id: id }],
    ['PUT', '/v1/risk/limits', { subaccount_id: id, max_order_qty: '1' }],
  ] as const;

test('a subaccount outside the grant returns 403, an unknown one 404', async () => {
  for (const [method, target, body] of ofSubaccount('sa_2'))
    await one.refused(FORBIDDEN, method, target, body);
  for (const id of ['sa_9', 'sb_1']) {
    for (const [method, target, body] of ofSubaccount(id)) {
      const error = await one.refused(NOT_FOUND, method, target, body);
      assert.equal(error.details?.['resource'], 'subaccount');
    }
  }
});

const ofOrder = (id: string) =>
  [
    ['GET', `/v1/orders/${id}`, undefined],
    ['PATCH', `/v1/orders/${id}`, { price: '0.03' }],
    ['DELETE', `/v1/orders/${id}`, undefined],
  ] as const;

test('an order outside the grant returns the response of an unknown order', async () => {
  const withoutId = (error: object) => ({ ...error, request_id: '' });
  for (const [at, [method, target, body]] of ofOrder('ord_999999').entries()) {
    const missing = withoutId(await one.refused(NOT_FOUND, method, target, body));
    for (const id of [foreign.id, second.id]) {
      const [, hidden] = ofOrder(id)[at] ?? [];
      assert.deepEqual(withoutId(await one.refused(NOT_FOUND, method, hidden ?? '', body)), missing);
    }
  }
  assert.equal((await all.call('GET', `/v1/orders/${foreign.id}`)).status, 404);
  assert.deepEqual(
    (await getOrders(other, 'sb_1')).map(({ id, status }) => [id, status]),
    [[foreign.id, 'OPEN']],
  );
});

test('two accounts may use the same client order id', async () => {
  const own = await submit(all, createRestingOrder({ client_order_id: 'mine' }));
  assert.notEqual(own.id, foreign.id);
  assert.deepEqual(await getOrders(one, 'sa_1', '&client_order_id=mine'), [own]);
});

test('cancel-all without a subaccount cancels in the subaccounts of the key only', async () => {
  const first = await submit(all, createRestingOrder());
  const summary = await one.ok<{ cancelled_order_ids: string[] }>('POST', '/v1/orders/cancel-all');
  assert.ok(summary.cancelled_order_ids.includes(first.id));
  assert.equal((await all.ok<{ status: string }>('GET', `/v1/orders/${second.id}`)).status, 'OPEN');
  assert.equal((await other.ok<{ status: string }>('GET', `/v1/orders/${foreign.id}`)).status, 'OPEN');
});

test('account limits require a key for all subaccounts', async () => {
  await one.refused(FORBIDDEN, 'PUT', '/v1/risk/limits', { max_order_qty: '1' });
  await one.refused(FORBIDDEN, 'GET', '/v1/risk/limits');
  await all.ok('PUT', '/v1/risk/limits', {});
});

test('a key reads only itself and its own subaccounts', async () => {
  interface Account {
    readonly account_id: string;
    readonly key_id: string;
    readonly permissions: readonly string[];
    readonly subaccounts: readonly string[];
    readonly expires_at: string | null;
  }
  const account = await one.ok<Account>('GET', '/v1/account');
  assert.deepEqual(
    [account.account_id, account.key_id, account.permissions, account.subaccounts, account.expires_at],
    ['acc_1', one.keyId, ['read', 'trade', 'risk'], ['sa_1'], null],
  );
  assert.deepEqual((await all.ok<Account>('GET', '/v1/account')).subaccounts, ['sa_1', 'sa_2']);
  const names = async (api: Api) =>
    (await api.ok<{ subaccount_id: string }[]>('GET', '/v1/subaccounts')).map((each) => each.subaccount_id);
  assert.deepEqual(
    [await names(one), await names(all), await names(other)],
    [['sa_1'], ['sa_1', 'sa_2'], ['sb_1']],
  );
});

test('a key for all subaccounts has access to a new subaccount at once', async () => {
  await service.cliOk('subaccount', 'new', 'sa_3', '--account', 'acc_1', '--name', 'Desk three');
  await submit(all, createRestingOrder({ subaccount_id: 'sa_3' }));
  await one.refused(FORBIDDEN, 'POST', '/v1/orders', createRestingOrder({ subaccount_id: 'sa_3' }));
});

test('a revoked key is refused at once, also after a restart; its orders stay', async () => {
  const key = await service.newKey('--account', 'acc_1', ...EVERYTHING);
  const api = service.api(key);
  const order = await submit(api, createRestingOrder());
  await service.cliOk('key', 'revoke', key.key_id, '--yes');
  await api.refused([401, 'unauthorized'], 'GET', '/v1/venues');
  await service.kill();
  await service.start();
  await api.refused([401, 'unauthorized'], 'GET', '/v1/venues');
  assert.equal((await all.ok<{ status: string }>('GET', `/v1/orders/${order.id}`)).status, 'OPEN');
});

test('a key stops working at the moment it expires', async () => {
  const { api, expires } = await untilInTime('the key is used before it expires', 4_000, async (ms) => {
    const made = await service.newShortKey(ms, '--account', 'acc_1');
    if (made === null) return null;
    const caller = service.api(made.key);
    const { status, text } = await caller.call('GET', '/v1/account');
    if (Date.now() >= Date.parse(made.expires)) return null;
    assert.equal(status, 200, text);
    assert.equal((JSON.parse(text) as { expires_at: string }).expires_at, made.expires);
    return { api: caller, expires: made.expires };
  });
  const answer = await until('the key expires', async () => {
    const tried = await api.call('GET', '/v1/venues');
    return tried.status === 200 ? null : tried;
  });
  assert.ok(Date.now() >= Date.parse(expires));
  api.readRefusal([401, 'unauthorized'], 'GET', '/v1/venues', answer);
});
