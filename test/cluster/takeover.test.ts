import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { createRestingOrder } from '../support/order-bodies.ts';
import { whyNoPostgres } from '../support/postgres/postgres-server.ts';
import type { Instrument, Order } from '../support/record-schemas.ts';
import type { TestService } from '../support/test-service.ts';
import { Callers, readHealth, startCluster, untilRole } from './cluster.fixture.ts';

const skip = whyNoPostgres() ?? false;

interface ClusterStatus {
  readonly shards: readonly {
    readonly shard: number;
    readonly owner: string | null;
    readonly epoch: number;
  }[];
  readonly nodes: readonly { readonly name: string; readonly role: string; readonly url: string }[];
  readonly postgres: readonly { readonly role: string }[];
}

test('a standby answers every trading call with not_owner and takes over after kill -9', {
  skip,
}, async (t) => {
  const { owner, standby } = await startCluster(t);
  const key = owner.key;
  assert.equal((await readHealth(owner))?.role, 'owner');
  const marketFile = join(standby.dataDir, 'market.db');
  await until('the standby has opened its market data', () => (existsSync(marketFile) ? true : null));
  assert.deepEqual(
    await readHealth(standby).then((health) => health && { ...health, checks: health.checks }),
    {
      ...(await readHealth(standby)),
      status: 'fail',
      role: 'standby',
      checks: { storage: 'standby' },
    },
  );
  const callers = new Callers([owner.api(), standby.api(key)], createRestingOrder());
  const refused = await standby
    .api(key)
    .refused([503, 'not_owner'], 'POST', '/v1/orders', createRestingOrder());
  assert.equal(refused.details?.['owner'], 'a');
  await standby.api(key).refused([503, 'not_owner'], 'GET', '/v1/orders?subaccount_id=sa_1');
  // Demo lists some markets for twenty minutes: they may close or begin meanwhile.
  const tomorrow = Date.now() + 86_400_000;
  const readMarkets = async (node: TestService): Promise<readonly string[]> =>
    (await node.api(key).ok<readonly Instrument[]>('GET', '/v1/markets?venue=Demo&status=OPEN'))
      .filter(({ close_time: closes }) => Date.parse(closes ?? '') > tomorrow)
      .map(({ instrument_id, ticker }) => `${instrument_id} ${ticker}`)
      .sort();
  const markets = await readMarkets(owner);
  assert.ok(markets.length > 5);
  callers.start(4);
  await until('orders are acknowledged', () => (callers.acknowledged.length >= 50 ? true : null));
  const killedAtMs = performance.now();
  await owner.kill();
  t.diagnostic(`first order acknowledged ${await callers.nextAcknowledged(killedAtMs)} ms after kill -9`);
  await until('more orders are acknowledged', () => (callers.acknowledged.length >= 100 ? true : null));
  await callers.stop();
  await callers.checkAll(standby.api(key));
  assert.deepEqual(await readMarkets(standby), markets, 'on another data folder');
  await owner.start();
  await untilRole(owner, 'standby');
  await standby.stop();
  await untilRole(owner, 'owner');
  await callers.checkAll(owner.api());
  assert.match(await owner.cliOk('verify'), /hash chain is intact and the tables match/);
});

test('an owner that was stopped is fenced, and becomes a standby', { skip }, async (t) => {
  const { owner, standby } = await startCluster(t);
  const key = owner.key;
  const placed = await owner.api().ok<Order>('POST', '/v1/orders', createRestingOrder());
  process.kill(owner.pid, 'SIGSTOP');
  t.after(() => {
    if (owner.isAlive) process.kill(owner.pid, 'SIGCONT');
  });
  await untilRole(standby, 'owner');
  process.kill(owner.pid, 'SIGCONT');
  await untilRole(owner, 'standby');
  const found = await standby.api(key).ok<Order>('GET', `/v1/orders/${placed.id}`);
  assert.equal(found.status, 'OPEN');
});

test('an owner resigns on request, and the standby takes over at once', { skip }, async (t) => {
  const { owner, standby, journalUrl } = await startCluster(t);
  const key = owner.key;
  const callers = new Callers([owner.api(), standby.api(key)], createRestingOrder());
  const before = JSON.parse(await standby.cliOk('cluster', 'status')) as ClusterStatus;
  assert.deepEqual(before.shards, [{ ...before.shards[0], shard: 1, owner: 'a', epoch: 1 }]);
  assert.deepEqual(
    before.nodes.map(({ name, role, url }) => [name, role, url]),
    [
      ['a', 'owner', owner.url],
      ['b', 'standby', standby.url],
    ],
  );
  assert.deepEqual(
    before.postgres.map(({ role }) => role),
    ['primary'],
  );
  callers.start(4);
  await until('orders are acknowledged', () => (callers.acknowledged.length >= 20 ? true : null));
  const after = JSON.parse(await owner.cliOk('cluster', 'resign', '--url', journalUrl)) as ClusterStatus;
  assert.deepEqual(
    after.shards.map(({ owner: name, epoch }) => [name, epoch]),
    [['b', 2]],
  );
  assert.equal(after.nodes.find(({ name }) => name === 'b')?.role, 'owner', 'it serves');
  const count = callers.acknowledged.length;
  await until('more orders are acknowledged', () => (callers.acknowledged.length > count + 10 ? true : null));
  await callers.stop();
  await untilRole(owner, 'standby');
  await callers.checkAll(standby.api(key));
});
