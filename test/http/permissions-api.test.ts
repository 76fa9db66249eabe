import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORBIDDEN } from '../api-assertions.ts';
import { createIceberg, createRestingOrder, RAIN, submit } from '../support/order-bodies.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const all = service.api();
const order = await submit(all, createRestingOrder());
const { event_id: eventOfRain } = await all.ok<{ event_id: string }>('GET', `/v1/markets/${RAIN}`);
const COMPLEX = '/v1/complex-orders';
const iceberg = createIceberg();
const complex = await all.ok<{ id: string }>('POST', COMPLEX, iceberg);
const only = async (permission: string) => service.api(await service.newKey('--permissions', permission));
const keys = {
  read: await only('read'),
  trade: await only('trade'),
  risk: await only('risk'),
  review: await only('review'),
  alerts: await only('alerts'),
};

const hook = { url: 'http://127.0.0.1:9/', events: ['guard.fired'] };
const { id: hookId } = await service
  .api(await service.newKey('--permissions', 'alerts'))
  .ok<{ id: string }>('POST', '/v1/webhooks', hook);

const READS = [
  '/v1/markets/search',
  '/v1/markets?venue=Demo',
  `/v1/markets/match?ticker=RAIN`,
  `/v1/markets/${RAIN}`,
  `/v1/markets/${RAIN}/book`,
  `/v1/markets/${RAIN}/trades`,
  `/v1/markets/${RAIN}/stats`,
  `/v1/orderbooks/${RAIN}`,
  '/v1/orderbooks/generic-asset/501',
  '/v1/tradeprints',
  `/v1/candles?instrument_id=${RAIN}`,
  `/v1/prices?instrument_id=${RAIN}`,
  '/v1/venues',
  '/v1/venues/health',
  '/v1/venues/Demo/health',
  '/v1/orders?subaccount_id=sa_1',
  `/v1/orders/${order.id}`,
  `/v1/orders/${order.id}/receipt`,
  `${COMPLEX}?subaccount_id=sa_1`,
  `${COMPLEX}/${complex.id}`,
  `${COMPLEX}/${complex.id}/receipt`,
  '/v1/fills?subaccount_id=sa_1',
  '/v1/positions?subaccount_id=sa_1',
  '/v1/balances?subaccount_id=sa_1',
  '/v1/pnl?subaccount_id=sa_1',
  '/v1/pnl/breakdown?subaccount_id=sa_1',
  '/v1/performance?subaccount_id=sa_1',
  '/v1/pnl/history?subaccount_id=sa_1',
  '/v1/fees',
  '/v1/events',
  '/v1/generic-events',
  '/v1/opportunities',
  '/v1/opportunities/history',
  '/v1/opportunities/opp_1/history',
  `/v1/events/${eventOfRain}`,
  '/v1/fair-values?subaccount_id=sa_1',
  '/v1/matching/proposals',
  '/v1/matching/compare?instrument_ids=1001,1006',
  '/v1/matching/reviews',
  '/v1/matching/reviews/1000001',
  '/v1/risk?subaccount_id=sa_1',
  '/v1/risk/limits',
  '/v1/risk/guard',
  '/v1/quotes?subaccount_id=sa_1',
  '/v1/risk/mmp?subaccount_id=sa_1',
  '/v1/approvals',
  '/v1/limits',
  '/v1/recorder',
  '/v1/generic-assets',
  '/v1/generic-assets/501',
  '/v1/positions/operations?subaccount_id=sa_1',
  '/v1/positions/operations/pop_1',
  '/v1/account',
  '/v1/subaccounts',
].map((target) => ['read', 'GET', target, undefined] as const);

const CALLS = [
  ...READS,
  ['read', 'POST', '/v1/markets/lookup', { instrument_ids: [RAIN] }],
  ['read', 'POST', '/v1/fees/lookup', { instrument_ids: [RAIN] }],
  ['trade', 'POST', '/v1/orders', createRestingOrder()],
  ['trade', 'PUT', '/v1/fair-values', { subaccount_id: 'sa_1', values: [] }],
  ['trade', 'POST', '/v1/orders/preview', createRestingOrder()],
  ['trade', 'POST', '/v1/positions/close', { subaccount_id: 'sa_1', instrument_id: RAIN }],
  ['trade', 'POST', '/v1/positions/merge', { subaccount_id: 'sa_1', instrument_id: RAIN }],
  ['trade', 'POST', '/v1/positions/merge/preview', { subaccount_id: 'sa_1', instrument_id: RAIN }],
  ['trade', 'POST', '/v1/positions/split', { subaccount_id: 'sa_1', instrument_id: RAIN, qty: '1' }],
  ['trade', 'POST', '/v1/positions/split/preview', { subaccount_id: 'sa_1', instrument_id: RAIN, qty: '1' }],
  ['trade', 'POST', '/v1/positions/redeem', { subaccount_id: 'sa_1', instrument_id: RAIN }],
  ['trade', 'POST', '/v1/positions/redeem/preview', { subaccount_id: 'sa_1', instrument_id: RAIN }],
  ['trade', 'POST', '/v1/orders/batch', { orders: [createRestingOrder()] }],
  ['trade', 'PATCH', `/v1/orders/${order.id}`, { price: '0.03' }],
  ['trade', 'DELETE', `/v1/orders/${order.id}`, undefined],
  ['trade', 'POST', '/v1/orders/cancel-all', {}],
  ['trade', 'POST', COMPLEX, iceberg],
  ['trade', 'POST', `${COMPLEX}/preview`, iceberg],
  ['trade', 'PATCH', `${COMPLEX}/${complex.id}`, { price: '0.03' }],
  ['trade', 'POST', `${COMPLEX}/${complex.id}/resume`, undefined],
  ['trade', 'DELETE', `${COMPLEX}/${complex.id}`, undefined],
  ['trade', 'POST', `${COMPLEX}/cancel-all`, {}],
  ['review', 'POST', '/v1/matching/approve', { why: 'x' }],
  ['review', 'POST', '/v1/matching/reject', { why: 'x' }],
  ['trade', 'PUT', '/v1/risk/guard', { timeout_ms: 0 }],
  ['trade', 'PUT', '/v1/quotes', { subaccount_id: 'sa_1' }],
  ['trade', 'DELETE', '/v1/quotes?subaccount_id=sa_1', undefined],
  ['risk', 'PUT', '/v1/risk/mmp', { subaccount_id: 'sa_1' }],
  ['risk', 'POST', '/v1/risk/mmp/reset', { subaccount_id: 'sa_1' }],
  ['alerts', 'GET', '/v1/webhooks', undefined],
  ['alerts', 'GET', '/v1/alerts', undefined],
  ['alerts', 'POST', '/v1/alerts', { when: { kind: 'fill' }, to: [`webhook:${hookId}`] }],
  ['alerts', 'DELETE', '/v1/alerts/alr_0000000000000000', undefined],
  ['alerts', 'POST', '/v1/webhooks', hook],
  ['alerts', 'GET', `/v1/webhooks/${hookId}`, undefined],
  ['alerts', 'PATCH', `/v1/webhooks/${hookId}`, {}],
  ['alerts', 'POST', `/v1/webhooks/${hookId}/rotate`, undefined],
  ['alerts', 'POST', `/v1/webhooks/${hookId}/test`, undefined],
  ['alerts', 'GET', `/v1/webhooks/${hookId}/deliveries`, undefined],
  ['alerts', 'POST', '/v1/webhooks/deliveries/msg_1/replay', undefined],
  ['alerts', 'DELETE', `/v1/webhooks/${hookId}`, undefined],
  ['risk', 'POST', '/v1/approvals/apr_1', { decision: 'reject' }],
  ['risk', 'PUT', '/v1/risk/limits', {}],
  ['risk', 'POST', '/v1/replay', { op: 'step' }],
  ['risk', 'POST', '/v1/risk/kill-switch', { enabled: false }],
  ['risk', 'POST', '/v1/risk/cancel-all', { subaccount_id: 'sa_1' }],
] as const;

for (const [needed, method, target, body] of CALLS) {
  test(`${method} ${target} needs ${needed}, and nothing else does`, async () => {
    for (const [permission, api] of Object.entries(keys)) {
      const answer = await api.call(method, target, body);
      if (permission === needed) {
        assert.notEqual(answer.status, 403, answer.text);
      } else {
        const error = api.readRefusal(FORBIDDEN, method, target, answer);
        assert.deepEqual(error.details, { permission: needed });
      }
    }
  });
}

test('the document lists the permission of every call, and there are no other calls', () => {
  const documented = Object.entries(service.contract.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const permission = operation['x-permission'];
      return permission === undefined ? [] : [`${permission} ${method.toUpperCase()} ${path}`];
    }),
  );
  const fits = (pattern: string, target: string): boolean =>
    new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(target.split('?')[0] ?? '');
  const untried = documented.filter((line) => {
    const [permission, method, path = ''] = line.split(' ');
    return !CALLS.some(
      ([needed, how, target]) => needed === permission && how === method && fits(path, target),
    );
  });
  assert.deepEqual(untried, []);
});

test('a missing permission is reported before the body is validated', async () => {
  await keys.read.refused(FORBIDDEN, 'POST', '/v1/orders', 'not json');
  await keys.trade.refused(FORBIDDEN, 'PUT', '/v1/risk/limits', { max_order_qty: -1 });
});
