import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { createRestingOrder } from '../support/order-bodies.ts';
import { whyNoPostgres } from '../support/postgres/postgres-server.ts';
import type { Order } from '../support/record-schemas.ts';
import { open } from '../ws/test-stream.ts';
import { Callers, readHealth, startCluster, untilRole } from './cluster.fixture.ts';

const skip = whyNoPostgres() ?? false;

interface NodeStatus {
  readonly name: string;
  readonly role: string;
  readonly edge_url: string | null;
  readonly forwards_to: string | null;
}

test('E-04, E-09: orders, kill switch, cancels and streams go through a standby, and after kill -9 it is the owner', {
  skip,
}, async (t) => {
  const { owner, standby } = await startCluster(t, { 'edge.enabled': true });
  const [key, first] = [owner.key, owner.api()];
  const edge = standby.api(key);
  const health = await until('the edge forwards', async () => {
    const now = await readHealth(standby);
    return now?.status === 'ok' ? now : null;
  });
  assert.deepEqual([health.role, health.checks], ['standby', { storage: 'standby', edge: 'ok' }]);
  const { nodes } = JSON.parse(await owner.cliOk('cluster', 'status')) as { nodes: readonly NodeStatus[] };
  const shown = nodes.map((node) => [node.name, node.role, node.edge_url !== null, node.forwards_to]);
  assert.deepEqual(shown, [
    ['a', 'owner', true, null],
    ['b', 'standby', false, 'a'],
  ]);

  const placed = await edge.ok<Order>('POST', '/v1/orders', createRestingOrder());
  assert.deepEqual((await first.ok<Order>('GET', `/v1/orders/${placed.id}`)).status, 'OPEN');
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const traced = await edge.ok<Order>('POST', '/v1/orders', createRestingOrder(), { traceparent });
  const receipt = await first.ok<{ readonly trace_id: string | null }>(
    'GET',
    `/v1/orders/${traced.id}/receipt`,
  );
  assert.equal(receipt.trace_id, '4bf92f3577b34da6a3ce929d0e0e4736');
  const signed = await edge.call('POST', '/v1/risk/kill-switch', { enabled: true });
  assert.equal(signed.status, 200, signed.text);
  await first.refused([403, 'kill_switch'], 'POST', '/v1/orders', createRestingOrder());
  await edge.ok('POST', '/v1/risk/kill-switch', { enabled: false });
  await edge.ok('POST', '/v1/risk/cancel-all', { subaccount_id: 'sa_1' });
  assert.equal((await edge.ok<Order>('GET', `/v1/orders/${placed.id}`)).status, 'CANCELLED');
  assert.doesNotMatch(await (await fetch(`${owner.url}/metrics`)).text(), /edge_requests_total\{/);
  assert.match(
    await (await fetch(`${standby.url}/metrics`)).text(),
    /edge_requests_total\{outcome="forwarded"\} [1-9]/,
  );

  const stream = await open(standby, '/v1/ws/orders?subaccount_id=sa_1', edge);
  const callers = new Callers([edge], createRestingOrder());
  callers.start(4);
  await until('orders are acknowledged', () => (callers.acknowledged.length >= 30 ? true : null));
  await owner.kill();
  assert.equal((await stream.closed).code, 1012);
  await untilRole(standby, 'owner');
  const { length } = callers.acknowledged;
  await until('more orders are acknowledged', () =>
    callers.acknowledged.length > length + 10 ? true : null,
  );
  await callers.stop();
  await callers.checkAll(edge);

  await owner.start();
  await until('the former owner forwards', async () =>
    (await readHealth(owner))?.status === 'ok' ? true : null,
  );
  await callers.checkAll(first);
});

test('E-10, E-11: callers of an edge get no refusal while nodes give the journal up and restart', {
  skip,
}, async (t) => {
  const { owner, standby, journalUrl } = await startCluster(t, { 'edge.enabled': true });
  const [first, second] = [owner.api(), standby.api(owner.key)];
  const untilForwarding = (node: typeof owner) =>
    until('the node forwards', async () => {
      const health = await readHealth(node);
      return health?.role === 'standby' && health.status === 'ok' ? health : null;
    });
  await untilForwarding(standby);
  const observed = new Callers([second], createRestingOrder());
  const direct = new Callers([first, second], createRestingOrder(), 'direct');
  observed.start(3);
  direct.start(2);
  const untilMore = (callers: Callers, count: number) => {
    const { length } = callers.acknowledged;
    return until('more orders are acknowledged', () =>
      callers.acknowledged.length >= length + count ? true : null,
    );
  };
  await untilMore(observed, 20);
  await owner.cliOk('cluster', 'resign', '--url', journalUrl);
  await untilMore(observed, 20);
  await untilForwarding(owner);
  t.diagnostic(`resign: the longest answer of the edge took ${observed.longestMs} ms`);
  t.diagnostic(`direct callers: ${direct.refusals.length} refusals in ${direct.refusedMs} ms`);
  assert.deepEqual(observed.refusals, []);
  await direct.stop();
  await observed.stop();

  // The first node is an edge now, and the second one restarts.
  const others = new Callers([first], createRestingOrder({ qty: '2' }), 'other');
  others.start(3);
  await untilMore(others, 20);
  await standby.stop();
  await untilMore(others, 20);
  t.diagnostic(`restart: the longest answer of the edge took ${others.longestMs} ms`);
  assert.deepEqual(others.refusals, []);
  await others.stop();
  await standby.start();
  for (const callers of [observed, direct, others]) await callers.checkAll(first);
});
