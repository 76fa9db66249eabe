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
