// A signed, durable POST /v1/orders on Demo, compared with the same request to two bare servers: one that appends
// and syncs the same bytes before it answers, and one without a disk.
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { auditLines } from '../src/storage/sqlite/journal/ledger-audit.ts';
import { call } from './bench-client.ts';
import { options } from './bench-options.ts';
import { cpuSeconds, settled, startService, temporaryDataDir } from './bench-service.ts';
import { type BareServer, runLoad, startBare } from './child-processes.ts';
import { DiskSync } from './disk-sync.ts';
import { loadJob } from './feed-contest.ts';
import { type Figure, median, publish } from './figures.ts';
import type { LoadResult } from './load-generator.ts';
import { orderRequest } from './order-load.ts';
import { createSigner, readKeyFile } from './signing-bench.ts';

/** With fewer orders what the service does without any, such as prices, is more than the orders cost. */
const CPU_RATE_MIN = 1_000;
const RATES = [50, 200, 1_000] as const; // orders per second, in an open loop
const IDLE_MS = 2_000;
const SYNCS = 20; // per round
const WARM_UP_LOADS = 2;

const { rounds, runMs, connections } = options();
const data = temporaryDataDir();
const service = await startService(data.dir);
const { port, keyFile } = service;
const request = await orderRequest(port, keyFile);
const disk = new DiskSync(data.dir);
try {
  await settled(port);
  const durable = await startCeiling('durable');
  const bare = await startCeiling('bare');
  try {
    publish(toFigures(await runRounds(durable, bare)));
  } finally {
    await durable.stop();
    await bare.stop();
  }
} finally {
  disk.close();
  await service.stop();
  data.remove();
}

/** One load on one server. */
interface Measured extends LoadResult {
  readonly cpuMicros: number; // processor time of the server per order, all threads
}

interface Comparison {
  readonly ours: Measured;
  readonly durable: Measured;
}

interface Round {
  readonly syncMs: readonly number[];
  readonly atRate: readonly Comparison[]; // in the order of RATES
  readonly saturated: Comparison & { readonly bare: Measured };
}

/** A bare server that returns the service's response to one order; the durable one appends what the journal has of it. */
async function startCeiling(kind: 'durable' | 'bare'): Promise<BareServer> {
  const body = (request.bodies[0] ?? '').replaceAll('$N', `sample-${kind}`);
  const { headers, text } = await call(port, keyFile, request.method, request.path, body);
  const { id } = JSON.parse(text) as { readonly id: string };
  const lines = [...auditLines(join(data.dir, 'ledger.db'))].filter((line) => line.includes(`${id}\\"`));
  const journal = { file: join(data.dir, 'ceiling.log'), record: `${lines.join('\n')}\n` };
  const { publicKey } = createSigner(readKeyFile(keyFile));
  return startBare({ publicKey, headers, body: text, journal: kind === 'durable' ? journal : null });
}

/** The servers alternate, so that other load of the machine affects all. */
async function runRounds(durable: BareServer, bare: BareServer): Promise<readonly Round[]> {
  const results: Round[] = [];
  // Both servers are measured as they run for hours, after their code has been compiled.
  for (let load = 0; load < WARM_UP_LOADS; load += 1) {
    await measureService(null, 0);
    await measure(durable.port, durable.cpuSeconds, null);
  }
  for (let round = 0; round < rounds; round += 1) {
    const idleShare = await measureIdle();
    const syncMs = Array.from({ length: SYNCS }, () => disk.measure());
    const compare = async (perSecond: number | null): Promise<Comparison> => ({
      ours: await measureService(perSecond, idleShare),
      durable: await measure(durable.port, durable.cpuSeconds, perSecond),
    });
    const atRate: Comparison[] = [];
    for (const rate of RATES) atRate.push(await compare(rate));
    const saturated = { ...(await compare(null)), bare: await measure(bare.port, bare.cpuSeconds, null) };
    results.push({ syncMs, atRate, saturated });
  }
  return results;
}

/** Processor time of the service without orders, in seconds per second. */
async function measureIdle(): Promise<number> {
  const before = await cpuSeconds(port);
  await delay(IDLE_MS);
  return ((await cpuSeconds(port)) - before) / (IDLE_MS / 1_000);
}

async function measureService(perSecond: number | null, idleShare: number): Promise<Measured> {
  const start = performance.now();
  const result = await measure(port, () => cpuSeconds(port), perSecond);
  const idleMicros = idleShare * (performance.now() - start) * 1_000;
  // Resting orders of one load must not slow down the next.
  await call(port, keyFile, 'POST', '/v1/orders/cancel-all', '{"subaccount_id":"sa_1"}');
  return { ...result, cpuMicros: result.cpuMicros - idleMicros / result.sent };
}

async function measure(
  target: number,
  cpu: () => Promise<number>,
  perSecond: number | null,
): Promise<Measured> {
  const before = await cpu();
  const result = await runLoad(loadJob({ request, connections, runMs }, target, keyFile, perSecond));
  return { ...result, cpuMicros: (((await cpu()) - before) * 1_000_000) / result.sent };
}

function toFigures(results: readonly Round[]): readonly Figure[] {
  const saturated = results.map((round) => round.saturated);
  const throughput = {
    unit: 'orders/s',
    ours: saturated.map(({ ours }) => ours.perSecond),
    p50: null,
    p99: null,
  };
  return [
    {
      ...throughput,
      name: 'throughput, against the durable ceiling',
      bare: saturated.map(({ durable }) => durable.perSecond),
      aim: '≥ 0.50',
    },
    {
      ...throughput,
      name: 'throughput, against a bare server without a disk',
      bare: saturated.map(({ bare }) => bare.perSecond),
      aim: '',
    },
    ...RATES.flatMap((rate, index) =>
      figuresAt(
        rate,
        results.flatMap(({ atRate }) => atRate[index] ?? []),
      ),
    ),
    cpuFigure('saturation', saturated),
    {
      name: 'one sync of the disk, in the same run',
      unit: 'ms',
      ours: results.map(({ syncMs }) => median(syncMs)),
      bare: null,
      p50: null,
      p99: null,
      aim: '',
    },
  ];
}

function figuresAt(rate: number, results: readonly Comparison[]): readonly Figure[] {
  const load = `${rate} orders/s`;
  const figure = (quantile: 'p50' | 'p99', aim: string): Figure => ({
    name: `${quantile} at ${load}, against the durable ceiling`,
    unit: 'ms',
    ours: results.map(({ ours }) => ours[quantile]),
    bare: results.map(({ durable }) => durable[quantile]),
    p50: null,
    p99: null,
    aim,
  });
  const latencies = [figure('p50', '≤ 1.5'), figure('p99', '≤ 2')];
  return rate < CPU_RATE_MIN ? latencies : [...latencies, cpuFigure(load, results)];
}

function cpuFigure(load: string, results: readonly Comparison[]): Figure {
  return {
    name: `processor time per order at ${load}`,
    unit: 'µs',
    ours: results.map(({ ours }) => ours.cpuMicros),
    bare: results.map(({ durable }) => durable.cpuMicros),
    p50: null,
    p99: null,
    aim: '≤ 200 µs',
  };
}
