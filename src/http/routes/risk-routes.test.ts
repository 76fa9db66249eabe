import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, get } from '../../../test/support/http/http-call.ts';
import { FakeAuth } from '../../../test/support/http/http-fakes.ts';
import { ACCOUNT_LIMITS } from '../../../test/support/http/http-records.ts';
import { DAY_LIMIT_LIST, LIMIT_LIST } from '../../contract/model/limits.ts';
import { err, notFound } from '../../contract/model/result.ts';
import { routes } from './routes.ts';

test('risk state and limits are rendered as in the contract', async () => {
  const none = Object.fromEntries(LIMIT_LIST.map(({ name }) => [name, null]));
  const limits = {
    ...none,
    max_order_qty: '50',
    max_position_qty: '100',
    max_open_orders: 20,
    day_cost_max: '100',
    orders_per_minute_max: 60,
  };
  const unused = Object.fromEntries(
    DAY_LIMIT_LIST.map(({ name }) => [name, { max: null, used: null, left: null }]),
  );
  assert.deepEqual((await get('/v1/risk?subaccount_id=sa_1')).body, {
    subaccount_id: 'sa_1',
    breached: true,
    breaches: [{ limit: 'max_position_qty', scope: 'subaccount', max: '100', value: '140' }],
    kill_switch_active: false,
    open_orders: 3,
    position_qty: '140',
    limits,
    account_limits: none,
    usage: [
      {
        scope: 'subaccount',
        max_position_qty: { max: '100', used: '160', left: '0' },
        max_open_orders: { max: 20, used: 3, left: 17 },
        ...unused,
        day_cost_max: { max: '100', used: '40.5', left: '59.5' },
        day_loss_max: { max: '50', used: '-3.5', left: '53.5' },
        orders_per_minute_max: { max: 60, used: 2, left: 58 },
      },
      {
        scope: 'account',
        max_position_qty: { max: null, used: '190', left: null },
        max_open_orders: { max: null, used: 5, left: null },
        ...unused,
      },
    ],
    timestamp: 1782907200000,
  });
  const ofSubaccount = { subaccount_id: 'sa_1', ...limits, updated_at: '2026-07-01T12:00:00.000Z' };
  assert.deepEqual((await get('/v1/risk/limits?subaccount_id=sa_1')).body, ofSubaccount);
  assert.deepEqual((await get('/v1/risk/limits')).body, { subaccount_id: null, ...none, updated_at: null });
  assert.equal(ACCOUNT_LIMITS.updatedAt, null);
  assert.deepEqual(
    (await call('PUT', '/v1/risk/limits', { subaccount_id: 'sa_1', max_order_qty: null })).body,
    ofSubaccount,
  );
});

test('a limits body reaches the engine with its nulls, which clear limits', async () => {
  const bodies: unknown[] = [];
  const setLimits = async (_: unknown, body: unknown) => {
    bodies.push(body);
    return err(notFound('subaccount'));
  };
  await call('PUT', '/v1/risk/limits', { max_order_qty: null, x: 1 }, { trading: { risk: { setLimits } } });
  assert.deepEqual(bodies, [{ max_order_qty: null, x: 1 }]);
});

test('the kill switch returns the subaccounts that it covers', async () => {
  assert.deepEqual((await call('POST', '/v1/risk/kill-switch', { enabled: true })).body, {
    enabled: true,
    kill_switch_active: true,
    subaccounts: ['sa_1'],
    paused_complex_orders: [],
    updated_at: '2026-07-01T12:00:00.000Z',
  });
});

test('a request signed at an unknown time may only reduce risk', async () => {
  const auth = new FakeAuth();
  auth.isTimestampFresh = false;
  const options = { deps: { auth } };
  const calls: readonly (readonly ['POST', string, unknown, number])[] = [
    ['POST', '/v1/risk/kill-switch', { enabled: true }, 200],
    ['POST', '/v1/risk/kill-switch', { enabled: false }, 401],
    ['POST', '/v1/risk/kill-switch', { enabled: 'true' }, 401],
    ['POST', '/v1/risk/kill-switch', {}, 401],
    ['POST', '/v1/risk/cancel-all', { subaccount_id: 'sa_1' }, 200],
    ['POST', '/v1/orders/cancel-all', {}, 200],
  ];
  for (const [method, path, body, status] of calls) {
    const answer = await call(method, path, body, options);
    assert.equal(answer.status, status, `${path} ${JSON.stringify(body)}`);
    if (status === 401) assert.equal(answer.body.error, 'stale_timestamp');
  }
  assert.ok(auth.seen.every(({ allowsStaleTimestamp }) => allowsStaleTimestamp));
});

test('no other call accepts an unknown signing time', async () => {
  const safer = routes.filter(({ allowsStaleTimestamp }) => allowsStaleTimestamp).map(({ path }) => path);
  assert.deepEqual(
    new Set(safer),
    new Set([
      '/v1/risk/kill-switch',
      '/v1/risk/cancel-all',
      '/v1/orders/cancel-all',
      '/v1/complex-orders/cancel-all',
    ]),
  );
  const auth = new FakeAuth();
  await call('PUT', '/v1/risk/limits', {}, { deps: { auth } });
  await call('DELETE', '/v1/orders/ord_1', undefined, { deps: { auth } });
  assert.deepEqual(
    auth.seen.map(({ allowsStaleTimestamp }) => allowsStaleTimestamp),
    [false, false],
  );
});
