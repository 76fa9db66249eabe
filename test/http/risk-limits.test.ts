import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { LIMIT_LIST } from '../../src/contract/model/limits.ts';
import { readFields, VALIDATION } from '../api-assertions.ts';
import { parseUnits, renderUnits, sumDecimals } from '../support/decimal.ts';
import {
  cancelAll,
  createRestingOrder,
  createTakingOrder,
  type Fields,
  getOrders,
  getPositions,
  submit,
} from '../support/order-bodies.ts';
import type { Limits, RiskState } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ isProcess: true });
const api = service.api();
const SUB = 'sa_1';
const LIMITS = '/v1/risk/limits';
const RISK_LIMIT = [422, 'risk_limit'] as const;
const NONE = Object.fromEntries(LIMIT_LIST.map(({ name }) => [name, null]));
const setLimits = (fields: Fields): Promise<Limits> => api.ok('PUT', LIMITS, fields);
const risk = (): Promise<RiskState> => api.ok('GET', `/v1/risk?subaccount_id=${SUB}`);
const refusedOrder = async (fields: Fields) =>
  (await api.refused(RISK_LIMIT, 'POST', '/v1/orders', fields)).details;

beforeEach(async () => {
  await api.ok('POST', '/v1/orders/cancel-all');
  await setLimits({ subaccount_id: SUB, ...NONE });
  await setLimits(NONE);
});

test('omitted limits keep their values, null clears, 0 blocks; subaccount and account are independent', async () => {
  const first = await setLimits({ subaccount_id: 'sa_2', max_order_qty: '50.0', max_open_orders: 20 });
  assert.deepEqual(
    { ...first, updated_at: null },
    {
      ...NONE,
      subaccount_id: 'sa_2',
      max_order_qty: '50.0',
      max_open_orders: 20,
      updated_at: null,
    },
  );
  assert.ok(Math.abs(Date.parse(first.updated_at ?? '') - Date.now()) < 5_000);
  const second = await setLimits({ subaccount_id: 'sa_2', max_position_qty: '100', max_open_orders: null });
  assert.deepEqual(
    [second.max_order_qty, second.max_position_qty, second.max_open_orders],
    ['50.0', '100', null],
  );
  assert.deepEqual(await api.ok('GET', `${LIMITS}?subaccount_id=sa_2`), second);
  const account = await setLimits({ max_order_qty: '0' });
  assert.deepEqual([account.subaccount_id, account.max_order_qty], [null, '0']);
  assert.deepEqual(await api.ok('GET', LIMITS), account);
  assert.deepEqual(await api.ok('GET', `${LIMITS}?subaccount_id=sa_2`), second);
  assert.equal((await setLimits({})).max_order_qty, '0');
});

test('wrong limits are refused and change nothing', async () => {
  const before = await setLimits({ max_order_qty: '9' });
  for (const [field, value] of [
    ...['-1', '1e3', 'ten', '', '01', '.5', 1, 1.5, true, [], {}, '1.123456789'].map(
      (value) => ['max_order_qty', value] as const,
    ),
    ...['-0.5', 100, 'x'].map((value) => ['max_position_qty', value] as const),
    ...[-1, 1.5, '5', true, 2 ** 53, {}].map((value) => ['max_open_orders', value] as const),
    ...['-1', 100, '1e3', '1.123456789'].map((value) => ['day_cost_max', value] as const),
    ...['-0.5', 100, ''].map((value) => ['day_loss_max', value] as const),
    ...[-1, 1.5, '5'].map((value) => ['orders_per_minute_max', value] as const),
    ['subaccount_id', 5],
    ['subaccount_id', 'a b'],
  ] as const) {
    assert.deepEqual(readFields(await api.refused(VALIDATION, 'PUT', LIMITS, { [field]: value })), [field]);
  }
  assert.deepEqual(await api.ok('GET', LIMITS), before);
});

test('max_order_qty holds for an order and for a raising amend, at both levels', async () => {
  for (const [scope, id] of [
    ['subaccount', SUB],
    ['account', undefined],
  ] as const) {
    await setLimits({ subaccount_id: id, max_order_qty: '10' });
    const order = await submit(api, createRestingOrder({ qty: '10' }));
    const details = { limit: 'max_order_qty', scope, max: '10', value: '11' };
    assert.deepEqual(await refusedOrder(createRestingOrder({ qty: '11' })), details);
    const raise = await api.refused(RISK_LIMIT, 'PATCH', `/v1/orders/${order.id}`, { qty: '11' });
    assert.deepEqual(raise.details, details);
    await setLimits({ subaccount_id: id, max_order_qty: null });
  }
  await submit(api, createRestingOrder({ subaccount_id: 'sa_2', qty: '50' }));
});

test('max_open_orders counts and refuses only orders that can rest', async () => {
  await setLimits({ subaccount_id: SUB, max_open_orders: 2 });
  for (const _ of [1, 2]) await submit(api, createRestingOrder());
  const { limit, scope, max, value } = (await refusedOrder(createRestingOrder())) ?? {};
  assert.deepEqual([limit, scope, Number(max), Number(value)], ['max_open_orders', 'subaccount', 2, 3]);
  await submit(api, createRestingOrder({ tif: 'IOC' }));
  await submit(api, createTakingOrder({ qty: '1' }));
  assert.equal((await risk()).open_orders, 2);
  const [newest] = await getOrders(api, SUB, '&status=OPEN');
  await api.ok('DELETE', `/v1/orders/${newest?.id}`);
  await submit(api, createRestingOrder());
});

test('max_position_qty weighs holding and open orders, the worse side of each market', async () => {
  const held = sumDecimals((await getPositions(api)).map(({ qty }) => qty));
  const max = renderUnits(held + parseUnits('30'));
  await setLimits({ subaccount_id: SUB, max_position_qty: max });
  const market = { instrument_id: 1006 };
  await submit(api, createRestingOrder({ ...market, qty: '20' }));
  await submit(api, createRestingOrder({ ...market, side: 'SELL', price: '0.98', qty: '20' }));
  const details = {
    limit: 'max_position_qty',
    scope: 'subaccount',
    max,
    value: renderUnits(held + parseUnits('31')),
  };
  assert.deepEqual(await refusedOrder(createRestingOrder({ ...market, qty: '11' })), details);
  assert.deepEqual(await refusedOrder(createRestingOrder({ ...market, outcome: 'NO', qty: '11' })), details);
  await submit(api, createRestingOrder({ ...market, qty: '10' }));
  await submit(api, createRestingOrder({ ...market, outcome: 'NO', price: '0.02', qty: '10' }));
  assert.deepEqual(await refusedOrder(createRestingOrder({ instrument_id: 1009, qty: '1' })), details);
});

test('a limit below the current usage cancels nothing and accepts only reducing orders', async () => {
  await submit(api, createTakingOrder({ instrument_id: 1010, qty: '40' }));
  await submit(api, createRestingOrder());
  const use = sumDecimals((await getPositions(api)).map(({ qty }) => qty));
  await setLimits({ subaccount_id: SUB, max_position_qty: '5', max_open_orders: 0, max_order_qty: '30' });
  const state = await risk();
  assert.equal(state.breached, true);
  assert.deepEqual(state.breaches, [
    { limit: 'max_position_qty', scope: 'subaccount', max: '5', value: renderUnits(use) },
    { limit: 'max_open_orders', scope: 'subaccount', max: '0', value: '1' },
  ]);
  assert.equal((await getOrders(api, SUB, '&status=OPEN')).length, 1);
  assert.equal(
    (await refusedOrder(createTakingOrder({ instrument_id: 1010, qty: '1' })))?.['limit'],
    'max_position_qty',
  );
  const reducing = await submit(api, createTakingOrder({ instrument_id: 1010, side: 'SELL', qty: '30' }));
  assert.equal(reducing.status, 'FILLED');
  await setLimits({ subaccount_id: SUB, ...NONE });
  assert.deepEqual([(await risk()).breached, (await risk()).breaches], [false, []]);
});

test('of twenty concurrent orders, exactly as many are accepted as the limit allows', async () => {
  const racing = (fields: Fields) =>
    Promise.all(Array.from({ length: 20 }, () => api.call('POST', '/v1/orders', createRestingOrder(fields))));
  const passed = (answers: readonly { status: number }[]) =>
    answers.filter(({ status }) => status === 200).length;
  const use = sumDecimals((await getPositions(api)).map(({ qty }) => qty));
  for (const [limits, fits] of [
    [{ max_open_orders: 7 }, 7],
    [{ max_position_qty: renderUnits(use + parseUnits('50')) }, 5],
  ] as const) {
    for (const id of [SUB, undefined]) {
      await api.ok('POST', '/v1/orders/cancel-all');
      await setLimits({ subaccount_id: id, ...limits });
      const answers = await racing({ instrument_id: 1016, qty: '10' });
      assert.equal(passed(answers), fits, JSON.stringify(limits));
      for (const answer of answers.filter(({ status }) => status !== 200))
        api.readRefusal(RISK_LIMIT, 'POST', '/v1/orders', answer);
      assert.equal((await risk()).open_orders, fits);
      await setLimits({ subaccount_id: id, ...NONE });
    }
  }
});

// The limit by the minute is raced with a moved clock, in `src/orders/day-limits.test.ts`.
test('of twenty concurrent orders, as many are accepted as the limit by the day allows, also after a crash', async () => {
  const body = createRestingOrder({ instrument_id: 1016 });
  const racing = () => Promise.all(Array.from({ length: 20 }, () => api.call('POST', '/v1/orders', body)));
  for (const [id, at] of [
    [SUB, 0],
    [undefined, 1],
  ] as const) {
    const use = async () => (await risk()).usage[at];
    await setLimits({ subaccount_id: id, day_cost_max: '100000' });
    const before = parseUnits((await use())?.day_cost_max.used ?? '');
    await submit(api, body);
    const cost = parseUnits((await use())?.day_cost_max.used ?? '') - before;
    await setLimits({ subaccount_id: id, day_cost_max: renderUnits(before + 6n * cost) });
    const answers = await racing();
    assert.equal(answers.filter(({ status }) => status === 200).length, 5);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      const { details } = api.readRefusal(RISK_LIMIT, 'POST', '/v1/orders', answer);
      const named = ['limit', 'scope', 'max', 'value', 'used', 'requested', 'resets_at'];
      assert.deepEqual(Object.keys(details ?? {}).toSorted(), named.toSorted());
    }
    await service.kill();
    await service.start();
    await api.refused(RISK_LIMIT, 'POST', '/v1/orders', body);
    await api.refused(RISK_LIMIT, 'POST', '/v1/orders/preview', body);
    await setLimits({ subaccount_id: id, ...NONE });
    await api.ok('POST', '/v1/orders/cancel-all');
  }
});

test('limits and their use are the same after a crash', async () => {
  await setLimits({ subaccount_id: SUB, max_open_orders: 2, max_order_qty: '10' });
  for (const _ of [1, 2]) await submit(api, createRestingOrder());
  const before = await risk();
  await service.kill();
  await service.start();
  assert.deepEqual({ ...(await risk()), timestamp: 0 }, { ...before, timestamp: 0 });
  await refusedOrder(createRestingOrder());
});

test('usage includes open orders, and the account usage covers all subaccounts', async () => {
  await cancelAll(api);
  await setLimits({ max_position_qty: '100000', max_open_orders: 9 });
  const before = (await risk()).usage;
  for (const subaccount of [SUB, 'sa_2'])
    await submit(api, createRestingOrder({ subaccount_id: subaccount, instrument_id: 1009, qty: '10' }));
  const after = (await risk()).usage;
  for (const [at, [scope, contracts, orders]] of [
    ['subaccount', '10', 1],
    ['account', '20', 2],
  ].entries() as Iterable<[number, [string, string, number]]>) {
    const [was, is] = [before[at], after[at]];
    assert.equal(is?.scope, scope);
    assert.equal(
      parseUnits(is?.max_position_qty.used ?? '0') - parseUnits(was?.max_position_qty.used ?? '0'),
      parseUnits(contracts),
    );
    assert.equal(is?.max_open_orders.used, orders);
  }
  const { max, used, left } = after[1]?.max_position_qty ?? {};
  assert.equal(parseUnits(used ?? '0') + parseUnits(left ?? '0'), parseUnits(max ?? '0'));
  assert.deepEqual(after[0]?.max_position_qty.left, null);
  assert.equal(after[1]?.max_open_orders.left, 7);
});
