import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openMcp } from '../support/mcp-client.ts';
import { RAIN } from '../support/order-bodies.ts';
import type { ApiError, Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

// An agent that tries to do what its key does not allow, through the tools, and with the key itself.

const service = await startService();
const api = service.api();
const agent = (...limits: string[]) =>
  service.newKey('--kind', 'agent', '--permissions', 'read,trade,risk', '--subaccounts', 'sa_1', ...limits);
const order = { instrument_id: RAIN, side: 'BUY', outcome: 'YES', qty: '100', price: '0.05' };
const body = { subaccount_id: 'sa_1', type: 'LIMIT', ...order };
const countOrders = async (): Promise<number> =>
  (await api.ok<readonly Order[]>('GET', '/v1/orders?subaccount_id=sa_1')).length;
const ruleOf = ({ details }: ApiError): unknown => (details as { readonly rule?: unknown }).rule;

const key = await agent('--order-cost-max', '10', '--day-cost-max', '12', '--orders-per-hour', '20');
const mcp = await openMcp(service.url, key);
const other = await openMcp(service.url, await agent());
const direct = service.api(key);
const ordersAtFirst = await countOrders();
after(async () => {
  await mcp.close();
  await other.close();
});

test('an order without a preview, and a made-up token, are refused', async () => {
  for (const preview_token of ['', 'mcp-1', '0'.repeat(32), '../v1/orders']) {
    const refused = await mcp.call('place_order', { preview_token });
    assert.ok(refused.isError, refused.text);
  }
  for (const args of [{}, order, { preview_token: '0'.repeat(32), ...order }])
    assert.ok((await mcp.call('place_order', args)).isError);
  assert.equal(await countOrders(), ordersAtFirst);
});

test('an expired token, and the token of another key, place nothing', async () => {
  const preview_token = (await mcp.call('preview_order', order)).facts['preview_token'];
  const stolen = await other.call('place_order', { preview_token });
  assert.equal(stolen.facts['error'], 'unknown_preview_token');
  mcp.advance(30_000);
  const late = await mcp.call('place_order', { preview_token });
  assert.equal(late.facts['error'], 'preview_expired');
  const again = await mcp.call('place_order', { preview_token });
  assert.equal(again.facts['error'], 'unknown_preview_token');
  mcp.advance(-30_000);
  assert.equal(await countOrders(), ordersAtFirst);
});

test('a token cannot be used for a changed order', async () => {
  const preview_token = (await mcp.call('preview_order', order)).facts['preview_token'];
  const changed = await mcp.call('place_order', { preview_token, qty: '1000' });
  assert.ok(changed.isError);
  assert.equal(await countOrders(), ordersAtFirst);
  const placed = await mcp.call('place_order', { preview_token });
  const { id, qty } = placed.facts['order'] as Order;
  assert.equal(qty, '100');
  const shown = await other.call('place_order', { preview_token });
  assert.equal(shown.facts['error'], 'unknown_preview_token', 'another key does not even see the order');
  // The key itself: the same client order id with other terms.
  const twin = { ...body, qty: '101', client_order_id: `mcp-${String(preview_token)}` };
  await direct.refused([409, 'idempotency_conflict'], 'POST', '/v1/orders', twin);
  await direct.ok('DELETE', `/v1/orders/${id}`);
});

test('calls at the same time, batches and amends do not raise a limit', async () => {
  const before = await countOrders();
  const tokens = await Promise.all(
    Array.from({ length: 6 }, async () => (await mcp.call('preview_order', order)).facts['preview_token']),
  );
  const placed = await Promise.all(tokens.map((preview_token) => mcp.call('place_order', { preview_token })));
  assert.equal(placed.filter(({ isError }) => !isError).length, 2, 'two of 5 each fit into 12');
  for (const { facts } of placed.filter(({ isError }) => isError))
    assert.equal((facts['details'] as { readonly rule: string }).rule, 'day_cost_max');
  const curl = await direct.refused([403, 'agent_policy'], 'POST', '/v1/orders', body);
  assert.equal(ruleOf(curl), 'day_cost_max');
  const { results } = await direct
    .ok<{ readonly results: readonly { readonly error?: ApiError }[] }>('POST', '/v1/orders/batch', {
      orders: [body, body],
    })
    .then((answer) => ({ results: Array.isArray(answer) ? answer : answer.results }));
  assert.ok(
    results.every(({ error }) => error !== undefined),
    JSON.stringify(results),
  );
  const open = placed.find(({ isError }) => !isError)?.facts['order'] as Order;
  const raised = await direct.refused([403, 'agent_policy'], 'PATCH', `/v1/orders/${open.id}`, {
    qty: '200',
  });
  assert.equal(ruleOf(raised), 'day_cost_max');
  await direct.refused([403, 'agent_policy'], 'POST', '/v1/orders', {
    ...body,
    qty: '1',
    type: 'MARKET',
    price: undefined,
  });
  assert.equal(await countOrders(), before + 2);
});

test('the kill switch goes on but never off, and limits and approvals stay closed', async () => {
  const on = await mcp.call('kill_switch_on');
  assert.equal(on.facts['kill_switch_active'], true);
  assert.ok((await mcp.call('kill_switch_off')).isError);
  assert.ok((await mcp.call('kill_switch_on', { enabled: false })).isError);
  const off = await direct.refused([403, 'agent_policy'], 'POST', '/v1/risk/kill-switch', {
    enabled: false,
  });
  assert.equal(ruleOf(off), 'kill_switch_off');
  const wide = { subaccount_id: 'sa_1', max_order_qty: '1000000' };
  assert.equal(ruleOf(await direct.refused([403, 'agent_policy'], 'PUT', '/v1/risk/limits', wide)), 'limits');
  const protection = { subaccount_id: 'sa_1', max_filled_qty: null };
  for (const [method, target, sent] of [
    ['PUT', '/v1/risk/mmp', protection],
    ['POST', '/v1/risk/mmp/reset', { subaccount_id: 'sa_1' }],
    ['PUT', '/v1/fair-values', { subaccount_id: 'sa_1', values: [] }],
  ] as const)
    assert.equal(ruleOf(await direct.refused([403, 'agent_policy'], method, target, sent)), 'calls');
  const blocked = await mcp.call('preview_order', { ...order, qty: '1' });
  assert.equal(blocked.facts['error'], 'kill_switch');
  await api.ok('POST', '/v1/risk/kill-switch', { enabled: false });
});

test('an order that waits for a person is placed once, after the approval, and never by the agent', async () => {
  const limited = await agent('--approval-above', '1');
  const session = await openMcp(service.url, limited);
  const before = await countOrders();
  const preview = await session.call('preview_order', order);
  assert.equal(preview.facts['needs_approval'], true);
  const { preview_token } = preview.facts;
  const waiting = await session.call('place_order', { preview_token });
  const { approval_id, waiting_for_approval } = waiting.facts;
  assert.equal(waiting_for_approval, true, JSON.stringify(waiting.facts));
  const own = service.api(limited);
  const path = `/v1/approvals/${String(approval_id)}`;
  const denied = await own.refused([403, 'agent_policy'], 'POST', path, { decision: 'approve' });
  assert.equal(ruleOf(denied), 'approvals');
  await own.refused([403, 'approval_required'], 'POST', '/v1/orders', {
    ...body,
    client_order_id: `direct-${limited.key_id}`,
  });
  assert.equal(await countOrders(), before);
  assert.match(await service.cliOk('approvals', '--status', 'pending'), new RegExp(String(approval_id)));
  const approved = await api.ok<{ readonly order_id: string }>('POST', path, { decision: 'approve' });
  session.advance(60_000);
  const placed = await session.call('place_order', { preview_token });
  assert.equal((placed.facts['order'] as Order).id, approved.order_id);
  assert.equal(await countOrders(), before + 1);
  await api.ok('DELETE', `/v1/orders/${approved.order_id}`);
  await session.close();
});
