// The cost of a flooding key for other keys, and whether the flood ever blocks a cancel or the kill switch.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { call, tryCall } from './bench-client.ts';
import { options } from './bench-options.ts';
import { startService, temporaryDataDir } from './bench-service.ts';
import { runLoad, startWorker } from './child-processes.ts';
import { loadJob } from './feed-contest.ts';
import { type Figure, median, publish } from './figures.ts';
import type { LoadResult } from './load-generator.ts';
import { orderRequest } from './order-load.ts';

const QUIET_PER_SECOND = 25; // half of the key's rate limit
const QUIET_CONNECTIONS = 8;
const FLOOD_PER_SECOND = 1_000; // twenty times the key's rate limit
const FLOOD_CONNECTIONS = 64;
const FLOOD_EXTRA_MS = 15_000; // starts before the quiet key and ends after it
const SAFETY_CYCLES = 15; // per round
const SAFETY_PAUSE_MS = 200; // the kill switch may change ten times per second

const { rounds, runMs } = options();
const data = temporaryDataDir();
const service = await startService(data.dir, 'default');
const { port, keyFile: quietKey } = service;
const floodKey = newKey();
const request = await orderRequest(port, quietKey);
try {
  const results = await runRounds();
  publish([p99Figure(results), safetyFigure(results)]);
} finally {
  await service.stop();
  data.remove();
}

interface Round {
  readonly flooded: LoadResult;
  readonly alone: LoadResult;
  readonly safetyMs: readonly number[]; // of each cancel and kill switch call with status 200
  readonly safetyRefused: number;
}

/** Measures the quiet key alone and then during the flood, round by round. */
async function runRounds(): Promise<readonly Round[]> {
  const results: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await quiet();
    const flood = await startFlood();
    const flooded = await quiet();
    const safety = await callSafety();
    flood.assertGoesOn();
    await flood.ended;
    for (const key of [quietKey, floodKey])
      await call(port, key, 'POST', '/v1/orders/cancel-all', '{"subaccount_id":"sa_1"}');
    results.push({ flooded, alone, ...safety });
  }
  return results;
}

function quiet(): Promise<LoadResult> {
  const shape = { request, connections: QUIET_CONNECTIONS, runMs };
  return runLoad(loadJob(shape, port, quietKey, QUIET_PER_SECOND));
}

/** Resolves once the flood exceeds its rate limit. */
async function startFlood() {
  const before = await refusals();
  const shape = { request, connections: FLOOD_CONNECTIONS, runMs: runMs + FLOOD_EXTRA_MS };
  const flood = { isOver: false };
  const ended = startWorker(
    'driver',
    'load-generator.ts',
    loadJob(shape, port, floodKey, FLOOD_PER_SECOND),
  ).then(() => {
    flood.isOver = true;
  });
  while (!flood.isOver && (await refusals()) === before) await delay(50);
  return {
    ended,
    assertGoesOn: (): void => {
      if (flood.isOver) throw new Error('the flood ended before the load that it should have disturbed');
    },
  };
}

async function refusals(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const match = /^crossbook_http_request_ms_count\{.*route="\/v1\/orders",status="429"\} (\d+)$/m.exec(text);
  return Number(match?.[1] ?? 0);
}

/** Sends an order of the quiet key, cancels it, and turns its kill switch on and off. No cancel and no kill switch call may be
 * rejected. */
async function callSafety(): Promise<Pick<Round, 'safetyMs' | 'safetyRefused'>> {
  const answers: Awaited<ReturnType<typeof tryCall>>[] = [];
  const [order = ''] = request.bodies;
  for (let cycle = 0; cycle < SAFETY_CYCLES; cycle += 1) {
    const body = order.replaceAll('$N', `safety-${performance.now()}`);
    const placed = await call(port, quietKey, 'POST', '/v1/orders', body);
    const { id } = JSON.parse(placed.text) as { readonly id: string };
    answers.push(await tryCall(port, quietKey, 'DELETE', `/v1/orders/${id}`));
    for (const enabled of [true, false])
      answers.push(
        await tryCall(port, quietKey, 'POST', '/v1/risk/kill-switch', JSON.stringify({ enabled })),
      );
    await delay(SAFETY_PAUSE_MS);
  }
  const given = answers.filter(({ status }) => status === 200);
  return { safetyMs: given.map(({ ms }) => ms), safetyRefused: answers.length - given.length };
}

function p99Figure(results: readonly Round[]): Figure {
  return {
    name: `p99 of another key while one sends ${FLOOD_PER_SECOND} orders/s`,
    unit: 'ms',
    ours: results.map(({ flooded }) => flooded.p99),
    bare: results.map(({ alone }) => alone.p99),
    p50: median(results.map(({ flooded }) => flooded.p50)),
    p99: median(results.map(({ flooded }) => flooded.p99)),
    aim: '≤ 2',
  };
}

function safetyFigure(results: readonly Round[]): Figure {
  const all = results.flatMap(({ safetyMs }) => safetyMs).toSorted((a, b) => a - b);
  return {
    name: 'cancels and kill switch calls rejected (times in ms)',
    unit: '',
    ours: results.map(({ safetyRefused }) => safetyRefused),
    bare: null,
    p50: median(all),
    p99: all[Math.floor(all.length * 0.99)] ?? null,
    aim: '0',
  };
}

/** Creates a second key of the account and returns its key file. */
function newKey(): string {
  const file = join(data.dir, 'flood-key.json');
  const main = join(import.meta.dirname, '..', 'src', 'main.ts');
  const args = ['key', 'new', '--account', 'acc_1', '--permissions', 'read,trade,risk', '--out', file];
  const env = { ...process.env, CROSSBOOK_DATA_DIR: data.dir, CROSSBOOK_CONFIG: service.configFile };
  const made = spawnSync(process.execPath, [main, ...args], { env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`no second key was created: ${made.stderr}`);
  return file;
}
