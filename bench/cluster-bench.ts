// A signed, durable POST /v1/orders with the journal in PostgreSQL, directly and through an edge, against SQLite; and takeovers.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { requirePresent } from '../src/contract/model/assert.ts';
import { readClusterStatus } from '../src/storage/postgres/cluster-status.ts';
import { call } from './bench-client.ts';
import { options } from './bench-options.ts';
import { settled, startService, temporaryDataDir } from './bench-service.ts';
import { runLoad, stop } from './child-processes.ts';
import { loadJob } from './feed-contest.ts';
import { type Figure, median, publish } from './figures.ts';
import type { LoadResult } from './load-generator.ts';
import { startNode } from './machine.ts';
import { orderRequest } from './order-load.ts';

const RATE = 200; // orders per second, in an open loop
const TAKEOVERS = 3;
const RETRY_MS = 20;
const TAKEOVER_MS_MAX = 60_000;

interface Cluster {
  readonly ports: readonly number[]; // of the owner, then of the other node
  readonly keyFile: string;
  readonly stop: () => Promise<void>;
}

/** One order of the load at a node. */
interface Target {
  readonly port: number;
  readonly keyFile: string;
}

const { rounds, runMs, connections } = options();
const [sqliteData, clusterData] = [temporaryDataDir(), temporaryDataDir()];
const sqlite = await startService(sqliteData.dir);
const cluster = await startCluster(clusterData.dir);
try {
  publish([...(await compare()), await measureTakeovers()]);
} finally {
  await cluster.stop();
  await sqlite.stop();
  sqliteData.remove();
  clusterData.remove();
}

async function startCluster(dir: string): Promise<Cluster> {
  const rates = ['read', 'write', 'risk'].flatMap((bucket) => [
    `rate.${bucket}.per_second=1000000`,
    `rate.${bucket}.burst=1000000`,
  ]);
  const sets = ['edge.enabled=true', 'sandbox.exchanges=false', ...rates].flatMap((set) => ['--set', set]);
  const script = join(import.meta.dirname, '..', 'scripts', 'cluster.ts');
  const child = startNode('server', [script, '--data-dir', dir, ...sets], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('the cluster did not start');
  });
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  ended.catch(() => undefined);
  const { nodes, key_file: keyFile } = JSON.parse(line) as {
    readonly nodes: readonly { readonly url: string }[];
    readonly key_file: string;
  };
  return {
    ports: nodes.map(({ url }) => Number(new URL(url).port)),
    keyFile,
    stop: () => stop(child),
  };
}

async function compare(): Promise<readonly Figure[]> {
  const [owner = ownerPort(), edge = 0] = cluster.ports;
  await settled(sqlite.port);
  await settled(owner);
  const { keyFile } = cluster;
  const results = { sqlite: measured(), owner: measured(), edge: measured() };
  for (let round = 0; round < rounds; round += 1)
    for (const perSecond of [RATE, null]) {
      await measure(results.sqlite, sqlite, perSecond);
      await measure(results.owner, { port: owner, keyFile }, perSecond);
      await measure(results.edge, { port: edge, keyFile }, perSecond);
    }
  return [
    ...figures('PostgreSQL against SQLite', results.owner, results.sqlite),
    ...figures('through an edge against the owner', results.edge, results.owner),
  ];
}

function ownerPort(): number {
  return requirePresent(cluster.ports[0], 'the port of the owner');
}

interface Measured {
  readonly atRate: LoadResult[];
  readonly saturated: LoadResult[];
}

function measured(): Measured {
  return { atRate: [], saturated: [] };
}

async function measure(results: Measured, target: Target, perSecond: number | null): Promise<void> {
  const request = await orderRequest(target.port, target.keyFile);
  const job = loadJob({ request, connections, runMs }, target.port, target.keyFile, perSecond);
  results[perSecond === null ? 'saturated' : 'atRate'].push(await runLoad(job));
  // Resting orders of one load must not slow down the next.
  await call(target.port, target.keyFile, 'POST', '/v1/orders/cancel-all', '{"subaccount_id":"sa_1"}');
  await settled(sqlite.port); // the cancels of a whole load go on after the answer
  await settled(ownerPort());
}

function figures(what: string, ours: Measured, bare: Measured): readonly Figure[] {
  const perSecond = ({ saturated }: Measured) => saturated.map((result) => result.perSecond);
  const at = ({ atRate }: Measured, quantile: 'p50' | 'p99') => atRate.map((result) => result[quantile]);
  const latency = (quantile: 'p50' | 'p99', aim: string): Figure => ({
    name: `${quantile} at ${RATE} orders/s, ${what}`,
    unit: 'ms',
    ours: at(ours, quantile),
    bare: at(bare, quantile),
    p50: median(at(ours, 'p50')),
    p99: median(at(ours, 'p99')),
    aim,
  });
  return [
    {
      name: `throughput, ${what}`,
      unit: 'orders/s',
      ours: perSecond(ours),
      bare: perSecond(bare),
      p50: null,
      p99: null,
      aim: what.startsWith('PostgreSQL') ? '≥ 0.60' : '',
    },
    latency('p50', ''),
    latency('p99', what.startsWith('PostgreSQL') ? '' : '≤ 2 ms added'),
  ];
}

/** Kills the owner again and again; the killed node is started again as a standby. */
async function measureTakeovers(): Promise<Figure> {
  const url = readFileSync(join(clusterData.dir, 'journal-url'), 'utf8').trim();
  const times: number[] = [];
  for (let takeover = 0; takeover < TAKEOVERS; takeover += 1) {
    const { shards, nodes } = await readClusterStatus(url);
    const owner = nodes.find(({ name }) => name === shards[0]?.owner);
    const other = nodes.find(({ role }) => role === 'standby');
    if (owner === undefined || other === undefined) throw new Error('the cluster has no owner or no standby');
    const startMs = performance.now();
    process.kill(owner.pid, 'SIGKILL');
    await until('an order is acknowledged', () => placeOne(Number(new URL(other.url).port), takeover));
    times.push(performance.now() - startMs);
    await until('the killed node is a standby', async () => {
      const now = await readClusterStatus(url);
      return now.nodes.some(({ name, role }) => name === owner.name && role === 'standby');
    });
  }
  return {
    name: 'takeover after kill -9 of the owner',
    unit: 'ms',
    ours: times,
    bare: null,
    p50: median(times),
    p99: Math.max(...times),
    aim: '≤ 5,000 ms',
  };
}

/** Throws while the node refuses it. */
async function placeOne(port: number, takeover: number): Promise<boolean> {
  const { method, path, bodies } = await orderRequest(port, cluster.keyFile);
  const body = (bodies[0] ?? '').replaceAll('$N', `takeover-${takeover}`);
  await call(port, cluster.keyFile, method, path, body);
  return true;
}

async function until(what: string, probe: () => Promise<boolean>): Promise<void> {
  for (const endsAt = performance.now() + TAKEOVER_MS_MAX; ; ) {
    if (await probe().catch(() => false)) return;
    if (performance.now() > endsAt) throw new Error(`not within ${TAKEOVER_MS_MAX} ms: ${what}`);
    await delay(RETRY_MS);
  }
}
