import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, VALIDATION } from '../api-assertions.ts';
import {
  createRestingOrder,
  createTakingOrder,
  getFills,
  getOrder,
  getOrders,
  RAIN,
  submit,
} from '../support/order-bodies.ts';
import type { CancelSummary, Order, RiskState } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();
const cancel = (id: string): Promise<Order> => api.ok('DELETE', `/v1/orders/${id}`);
const getOpenOrders = async (subaccount: string) =>
  (await getOrders(api, subaccount, '&status=OPEN')).map(({ id }) => id);
const sorted = (ids: readonly string[]) => [...ids].sort();

test('a cancel closes the order, and a repeated cancel returns the same order', async () => {
  const { id } = await submit(api, createRestingOrder());
  const done = await cancel(id);
  assert.deepEqual(
    [done.status, done.reason, done.remaining_qty, done.filled_qty],
    ['CANCELLED', 'user_cancel', '0', '0'],
  );
  assert.deepEqual(
    done.legs.map(({ status }) => status),
    ['CANCELLED'],
  );
  assert.deepEqual(await cancel(id.slice(4)), done);
  assert.deepEqual(await getOrder(api, id), done);
});

test('cancelling a closed order returns 409 with its status', async () => {
  const filled = await submit(api, createTakingOrder({ qty: '1' }));
  const error = await api.refused([409, 'order_not_open'], 'DELETE', `/v1/orders/${filled.id}`);
  assert.equal(error.details?.['status'], 'FILLED');
  await api.refused(NOT_FOUND, 'DELETE', '/v1/orders/ord_999999');
});

test('cancel-all cancels the orders of the subaccount in body or query, or of all subaccounts', async () => {
  const summaryOf = (body?: object, query = '') =>
    api.ok<CancelSummary>('POST', `/v1/orders/cancel-all${query}`, body);
  const submitSome = async (subaccount: string) => {
    for (const price of ['0.01', '0.02', '0.03'])
      await submit(api, createRestingOrder({ subaccount_id: subaccount, price }));
    return sorted(await getOpenOrders(subaccount));
  };
  for (const [body, query] of [
    [{ subaccount_id: 'sa_1' }, ''],
    [undefined, '?subaccount_id=sa_1'],
    [{ subaccount_id: 'sa_1' }, '?subaccount_id=sa_1'],
  ] as const) {
    const [first, second] = [await submitSome('sa_1'), await submitSome('sa_2')];
    const summary = await summaryOf(body, query);
    assert.deepEqual(
      { ...summary, cancelled_order_ids: sorted(summary.cancelled_order_ids) },
      {
        subaccount_id: 'sa_1',
        cancelled: first.length,
        cancelled_order_ids: first,
        pending_order_ids: [],
        cancelled_complex_order_ids: [],
        failed: [],
      },
    );
    assert.deepEqual([await getOpenOrders('sa_1'), sorted(await getOpenOrders('sa_2'))], [[], second]);
  }
  const both = sorted([...(await submitSome('sa_1')), ...(await getOpenOrders('sa_2'))]);
  const all = await summaryOf({});
  assert.deepEqual([all.subaccount_id, sorted(all.cancelled_order_ids)], [null, both]);
  assert.deepEqual(await summaryOf(), {
    subaccount_id: null,
    cancelled: 0,
    cancelled_order_ids: [],
    pending_order_ids: [],
    cancelled_complex_order_ids: [],
    failed: [],
  });
  const [order] = await getOrders(api, 'sa_1', '&limit=1');
  assert.equal(order?.reason, 'cancel_all');
});

test('the risk cancel-all is recorded under its own cause and requires a subaccount', async () => {
  const target = '/v1/risk/cancel-all';
  const { id } = await submit(api, createRestingOrder());
  const summary = await api.ok<CancelSummary>('POST', target, { subaccount_id: 'sa_1' });
  assert.deepEqual(summary.cancelled_order_ids, [id]);
  assert.equal((await getOrder(api, id)).reason, 'risk_cancel_all');
  assert.equal((await api.ok<CancelSummary>('POST', `${target}?subaccount_id=sa_1`)).cancelled, 0);
  await api.refused(VALIDATION, 'POST', target);
  await api.refused(VALIDATION, 'POST', target, { subaccount_id: null });
  await api.refused(VALIDATION, 'POST', target, { subaccount_id: 5 });
  await api.refused(VALIDATION, 'POST', `${target}?subaccount_id=sa_2`, { subaccount_id: 'sa_1' });
  await api.refused(NOT_FOUND, 'POST', target, { subaccount_id: 'sa_9' });
});

test('twenty cancels of one order are one cancel', async () => {
  const { id } = await submit(api, createRestingOrder());
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(id)));
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
});

test('a cancel that races a fill has the status of the first event, and keeps its fills', async () => {
  for (let round = 0; round < 10; round += 1) {
    const maker = await submit(api, createRestingOrder({ instrument_id: RAIN, price: '0.02', qty: '10' }));
    const [answer] = await Promise.all([
      api.call('DELETE', `/v1/orders/${maker.id}`),
      api.call('PATCH', `/v1/orders/${maker.id}`, { price: '0.99' }),
    ]);
    const order = await getOrder(api, maker.id);
    const filled = (await getFills(api, 'sa_1', `&order_id=${maker.id}`)).length > 0;
    assert.equal(order.status, filled ? 'FILLED' : 'CANCELLED');
    assert.equal(answer.status === 409, filled, answer.text);
  }
});

test('cancel-all leaves no earlier order open while other callers submit orders', async () => {
  const over = new AbortController();
  const accepted: { readonly id: string; readonly doneAt: number }[] = [];
  const callers = Array.from({ length: 8 }, async () => {
    while (!over.signal.aborted) {
      const { id } = await submit(api, createRestingOrder());
      accepted.push({ id, doneAt: performance.now() });
    }
  });
  for (let round = 0; round < 10; round += 1) {
    const startedAt = performance.now();
    await api.ok('POST', round % 2 === 0 ? '/v1/orders/cancel-all' : '/v1/risk/cancel-all', {
      subaccount_id: 'sa_1',
    });
    const open = new Set(await getOpenOrders('sa_1'));
    const missed = accepted.filter(({ id, doneAt }) => doneAt < startedAt && open.has(id));
    assert.deepEqual(missed, []);
  }
  over.abort();
  await Promise.all(callers);
  await api.ok('POST', '/v1/orders/cancel-all');
  const state = await api.ok<RiskState>('GET', '/v1/risk?subaccount_id=sa_1');
  assert.equal(state.open_orders, 0);
});
