// What a key that floods costs the others, and whether its flood ever keeps a cancel or the kill switch away.
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

const QUIET_PER_SECOND = 25; // half of what the key may send
const QUIET_CONNECTIONS = 8;
const FLOOD_PER_SECOND = 1_000; // twenty times what the key may send
const FLOOD_CONNECTIONS = 64;
const FLOOD_EXTRA_MS = 15_000; // it begins before the quiet key and ends after it
const SAFETY_TURNS = 15; // in a round
const SAFETY_PAUSE_MS = 200; // ten changes of the kill switch a second are its budget

const { rounds, runMs } = options();
const data = temporaryDataDir();
const service = await startService(data.dir, 'default');
const { port, keyFile: quietKey } = service;
const floodKey = newKey();
const request = await orderRequest(port, quietKey);
try {
  const told = await inTurn();
  publish([p99Figure(told), safetyFigure(told)]);
} finally {
  await service.stop();
  data.remove();
}

interface Round {
  readonly flooded: LoadResult;
  readonly alone: LoadResult;
  readonly safetyMs: readonly number[]; // of each cancel and kill switch that was answered 200
  readonly safetyRefused: number;
}

/** The quiet key alone and beside the flood, in turn. */
async function inTurn(): Promise<readonly Round[]> {
  const told: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await quiet();
    const flood = await startFlood();
    const flooded = await quiet();
    const safety = await callSafety();
    flood.assertGoesOn();
    await flood.ended;
    for (const key of [quietKey, floodKey])
      await call(port, key, 'POST', '/v1/orders/cancel-all', '{"subaccount_id":"sa_1"}');
    told.push({ flooded, alone, ...safety });
  }
  return told;
}

function quiet(): Promise<LoadResult> {
  const shape = { request, connections: QUIET_CONNECTIONS, runMs };
  return runLoad(loadJob(shape, port, quietKey, QUIET_PER_SECOND));
}

/** Resolves once the flood is beyond its budget. */
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
      if (flood.isOver) throw new Error('the flood ended before what it should have disturbed');
    },
  };
}

async function refusals(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const told = /^crossbook_http_request_ms_count\{.*route="\/v1\/orders",status="429"\} (\d+)$/m.exec(text);
  return Number(told?.[1] ?? 0);
}

/** An order of the quiet key, its cancel, and both ways of its kill switch: none of the last may be refused. */
async function callSafety(): Promise<Pick<Round, 'safetyMs' | 'safetyRefused'>> {
  const answers: Awaited<ReturnType<typeof tryCall>>[] = [];
  const [order = ''] = request.bodies;
  for (let turn = 0; turn < SAFETY_TURNS; turn += 1) {
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

function p99Figure(told: readonly Round[]): Figure {
  return {
    name: `p99 of another key while one sends ${FLOOD_PER_SECOND} orders/s`,
    unit: 'ms',
    ours: told.map(({ flooded }) => flooded.p99),
    bare: told.map(({ alone }) => alone.p99),
    p50: median(told.map(({ flooded }) => flooded.p50)),
    p99: median(told.map(({ flooded }) => flooded.p99)),
    aim: '≤ 2',
  };
}

function safetyFigure(told: readonly Round[]): Figure {
  const all = told.flatMap(({ safetyMs }) => safetyMs).toSorted((a, b) => a - b);
  return {
    name: 'cancels and kill switches refused meanwhile (times in ms)',
    unit: '',
    ours: told.map(({ safetyRefused }) => safetyRefused),
    bare: null,
    p50: median(all),
    p99: all[Math.floor(all.length * 0.99)] ?? null,
    aim: '0',
  };
}

/** A second key of the account, with the file that a load reads. */
function newKey(): string {
  const file = join(data.dir, 'flood-key.json');
  const main = join(import.meta.dirname, '..', 'src', 'main.ts');
  const args = ['key', 'new', '--account', 'acc_1', '--permissions', 'read,trade,risk', '--out', file];
  const env = { ...process.env, CROSSBOOK_DATA_DIR: data.dir, CROSSBOOK_CONFIG: service.configFile };
  const made = spawnSync(process.execPath, [main, ...args], { env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`no second key: ${made.stderr}`);
  return file;
}
