// The delay of a key's cancels and kill switch while another key reads as much as its limits allow.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { call, tryCall } from './bench-client.ts';
import { options } from './bench-options.ts';
import { type Service, settled, startService, temporaryDataDir } from './bench-service.ts';
import { startWorker, stop } from './child-processes.ts';
import { type Figure, median, publish } from './figures.ts';
import { orderRequest } from './order-load.ts';
import type { TenantsJob } from './tenants-load.ts';

const STORED_ORDERS = 5_000; // open, in the subaccount that the busy key lists
const BATCH = 50;
const CYCLES = 25; // per round; each has one cancel and two kill switch calls
const PAUSE_MS = 100;

const { rounds } = options();
const data = temporaryDataDir();
const filling = await startService(data.dir);
const { bodies } = await orderRequest(filling.port, filling.keyFile);
const [orderBody = ''] = bodies;
await storeOrders(filling);
const busyKey = newKey(filling);
await filling.stop();
const service = await startService(data.dir, 'default');
try {
  await settled(service.port);
  publish(toFigures(await runRounds()));
} finally {
  await service.stop();
  data.remove();
}

interface Round {
  readonly alone: readonly number[]; // ms of each call
  readonly loaded: readonly number[];
}

async function storeOrders({ port, keyFile }: Service): Promise<void> {
  for (let stored = 0; stored < STORED_ORDERS; stored += BATCH) {
    const orders = Array.from({ length: BATCH }, (_, at) => JSON.parse(bodyNumbered(`fill-${stored + at}`)));
    await call(port, keyFile, 'POST', '/v1/orders/batch', JSON.stringify({ orders }));
  }
}

async function runRounds(): Promise<readonly Round[]> {
  const results: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await callSafety();
    const job: TenantsJob = { port: service.port, keyFile: busyKey, orderBody: bodyNumbered('preview') };
    const { child } = await startWorker('driver', 'tenants-load.ts', job);
    const loaded = await callSafety();
    if (child.exitCode !== null)
      throw new Error('the load ended before the calls that it should have disturbed');
    await stop(child);
    results.push({ alone, loaded });
  }
  return results;
}

/** Sends an order, cancels it, and turns the kill switch on and off. Every call must be accepted. */
async function callSafety(): Promise<readonly number[]> {
  const { port, keyFile } = service;
  const times: number[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const placed = await call(
      port,
      keyFile,
      'POST',
      '/v1/orders',
      bodyNumbered(`safety-${performance.now()}`),
    );
    const { id } = JSON.parse(placed.text) as { readonly id: string };
    const calls = [
      ['DELETE', `/v1/orders/${id}`, ''],
      ['POST', '/v1/risk/kill-switch', '{"enabled":true}'],
      ['POST', '/v1/risk/kill-switch', '{"enabled":false}'],
    ] as const;
    for (const [method, path, body] of calls) {
      const { status, text, ms } = await callWithinLimits(method, path, body);
      if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
      times.push(ms);
    }
    await delay(PAUSE_MS);
  }
  return times.toSorted((a, b) => a - b);
}

/** Repeats a call that exceeds the limit of the key itself: a fast machine makes the calls faster than it permits. */
async function callWithinLimits(method: string, path: string, body: string): ReturnType<typeof tryCall> {
  for (;;) {
    const answer = await tryCall(service.port, service.keyFile, method, path, body);
    if (answer.status !== 429) return answer;
    await delay(PAUSE_MS);
  }
}

function bodyNumbered(number: string): string {
  return orderBody.replaceAll('$N', number);
}

function toFigures(results: readonly Round[]): readonly Figure[] {
  const loaded = results.flatMap((round) => round.loaded).toSorted((a, b) => a - b);
  return (['p50', 'p99', 'max'] as const).map((quantile) => ({
    name: `cancel and kill switch while another key reads, ${quantile}`,
    unit: 'ms',
    ours: results.map((round) => pick(round.loaded, quantile)),
    bare: results.map((round) => pick(round.alone, quantile)),
    p50: quantile === 'p50' ? median(loaded) : null,
    p99: quantile === 'p99' ? pick(loaded, 'p99') : null,
    aim: quantile === 'p99' ? '≤ 10' : '',
  }));
}

function pick(sorted: readonly number[], quantile: 'p50' | 'p99' | 'max'): number {
  if (quantile === 'max') return sorted.at(-1) ?? Number.NaN;
  if (quantile === 'p50') return median(sorted);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

/** Creates a second key of the account and returns its key file. */
function newKey({ configFile }: Service): string {
  const file = join(data.dir, 'busy-key.json');
  const main = join(import.meta.dirname, '..', 'src', 'main.ts');
  const args = ['key', 'new', '--account', 'acc_1', '--permissions', 'read,trade', '--out', file];
  const env = { ...process.env, CROSSBOOK_DATA_DIR: data.dir, CROSSBOOK_CONFIG: configFile };
  const made = spawnSync(process.execPath, [main, ...args], { env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`no second key was created: ${made.stderr}`);
  return file;
}
