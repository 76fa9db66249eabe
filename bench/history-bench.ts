// Order rate and restart time with many stored orders, compared with an empty store.
import { cpSync } from 'node:fs';
import { call } from './bench-client.ts';
import { options } from './bench-options.ts';
import { startService, temporaryDataDir } from './bench-service.ts';
import { runLoad, startWorker } from './child-processes.ts';
import { loadJob } from './feed-contest.ts';
import { type Figure, publish } from './figures.ts';
import { orderRequest } from './order-load.ts';
import type { FillJob } from './random-fills.ts';

const { rounds, runMs, connections, orders } = options();

interface Visit {
  readonly startMs: number;
  readonly perSecond: number;
}

const fresh = temporaryDataDir();
const filled = temporaryDataDir();
try {
  const orderId = await firstStart(fresh.dir);
  cpSync(fresh.dir, filled.dir, { recursive: true });
  const job: FillJob = { dataDir: filled.dir, orderId, orders };
  await startWorker('server', 'random-fills.ts', job);
  const visits = [];
  for (let round = 0; round < rounds; round += 1) {
    visits.push({ empty: await visitCopy(fresh.dir), full: await visit(filled.dir) });
  }
  publish(toFigures(visits));
} finally {
  fresh.remove();
  filled.remove();
}

/** Creates the data folder with one closed order, the template of the orders that fill the store. */
async function firstStart(dataDir: string): Promise<string> {
  const { port, keyFile, stop } = await startService(dataDir);
  const { bodies } = await orderRequest(port, keyFile);
  const { text } = await call(port, keyFile, 'POST', '/v1/orders', bodies[0]);
  const { id } = JSON.parse(text) as { readonly id: string };
  await call(port, keyFile, 'DELETE', `/v1/orders/${id}`);
  await stop();
  return id;
}

/** Copies the folder for each round, so that the orders of one round are not in the next. */
async function visitCopy(dataDir: string): Promise<Visit> {
  const copy = temporaryDataDir();
  try {
    cpSync(dataDir, copy.dir, { recursive: true });
    return await visit(copy.dir);
  } finally {
    copy.remove();
  }
}

/** Starts the service on the folder, sends orders for a while, cancels all of them, and stops it. */
async function visit(dataDir: string): Promise<Visit> {
  const { port, keyFile, startMs, stop } = await startService(dataDir);
  try {
    const request = await orderRequest(port, keyFile);
    const { perSecond } = await runLoad(loadJob({ request, connections, runMs }, port, keyFile, null));
    await call(port, keyFile, 'POST', '/v1/orders/cancel-all', '{"subaccount_id":"sa_1"}');
    return { startMs, perSecond };
  } finally {
    await stop();
  }
}

function toFigures(visits: readonly { readonly empty: Visit; readonly full: Visit }[]): readonly Figure[] {
  const stored = orders.toLocaleString('en-US');
  const common = { p50: null, p99: null };
  return [
    {
      ...common,
      name: `POST /v1/orders with ${stored} stored (bare: none)`,
      unit: 'req/s',
      ours: visits.map(({ full }) => full.perSecond),
      bare: visits.map(({ empty }) => empty.perSecond),
      aim: '≥ 0.95',
    },
    {
      ...common,
      name: `restart with ${stored} stored (bare: none)`,
      unit: 's',
      ours: visits.map(({ full }) => full.startMs / 1_000),
      bare: visits.map(({ empty }) => empty.startMs / 1_000),
      aim: '≤ 2 s',
    },
  ];
}
