// Waiting complex orders: the processor time they take while the market moves, and the time from an order that moves the
// book to the child of the STOP that it triggers.
import type { Buffer } from 'node:buffer';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { call, openInstruments } from './bench-client.ts';
import { options } from './bench-options.ts';
import { cpuSeconds, settled, startService, temporaryDataDir } from './bench-service.ts';
import { median, publish, quantile } from './figures.ts';
import { openSignedSocket } from './signed-socket.ts';

const WAITING = 10_000;
const AT_ONCE = 16; // requests while they are created
const IDLE_SECONDS = 15;
const TRIALS = 40; // per round
const FIRED_MS_MAX = 2_000; // after that another order has moved the book back
const SWEEP = { subaccount_id: 'sa_1', side: 'BUY', outcome: 'YES', type: 'LIMIT', tif: 'IOC' };
const MANY_PARENTS = `[orders]\nparents_max = ${2 * WAITING}\n`;

const { rounds } = options();
const data = temporaryDataDir();
const { port, keyFile, stop } = await startService(data.dir, 'none', MANY_PARENTS);

interface Trial {
  readonly order: number; // ms until the frame of the order that moved the book
  readonly child: number; // ms until the frame of the child
}

try {
  await settled(port);
  const alone = await measureLoad();
  const trials: (readonly Trial[])[] = [];
  for (let round = 0; round < rounds; round += 1) trials.push(await runTrials());
  await createWaiting();
  await settled(port).catch(() => undefined); // the waiting orders are part of the load
  const waiting = await measureLoad();
  const children = trials.flat().map(({ child }) => child);
  publish([
    {
      name: `processor time of ${WAITING.toLocaleString('en')} waiting stops`,
      unit: '% of a core',
      ours: [100 * (waiting - alone)],
      bare: null,
      p50: null,
      p99: null,
      aim: '≤ 5',
    },
    {
      name: 'from an order that moves the book to the child that it triggers',
      unit: 'ms',
      ours: trials.map((round) => median(round.map(({ child }) => child))),
      bare: trials.map((round) => median(round.map(({ order }) => order))),
      p50: median(children),
      p99: quantile(children, 0.99),
      aim: '',
    },
  ]);
} finally {
  await stop();
  data.remove();
}

/** Cores that the service uses while Demo's markets move. */
async function measureLoad(): Promise<number> {
  const before = await cpuSeconds(port);
  await delay(IDLE_SECONDS * 1_000);
  return ((await cpuSeconds(port)) - before) / IDLE_SECONDS;
}

/** Stops that never fire: they would buy at the highest price of their market. */
async function createWaiting(): Promise<void> {
  const markets = await openInstruments(port, keyFile, 1_000);
  let created = 0;
  const create = async (): Promise<void> => {
    while (created < WAITING) {
      const number = created;
      created += 1;
      const market = markets[number % markets.length];
      if (market !== undefined)
        await createStop(market.instrument_id, market.min_qty, '0.999', `w-${number}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, create));
}

async function createStop(instrument: number, qty: string, trigger: string, key: string): Promise<string> {
  const body = {
    subaccount_id: 'sa_1',
    type: 'STOP',
    instrument_id: instrument,
    side: 'BUY',
    outcome: 'YES',
    qty,
    idempotency_key: key,
    params: { trigger_price: trigger },
  };
  const { text } = await call(port, keyFile, 'POST', '/v1/complex-orders', JSON.stringify(body));
  return (JSON.parse(text) as { readonly id: string }).id;
}

interface Frame {
  readonly type: string;
  readonly order?: { readonly client_order_id: string | null; readonly parent_id: string | null };
}

/** An order takes the best ask, so that the next one is the touch at which a STOP fires. */
async function runTrials(): Promise<readonly Trial[]> {
  const stream = await openSignedSocket(port, keyFile, '/v1/ws/orders?subaccount_id=sa_1');
  const markets = await openInstruments(port, keyFile, 100);
  const trials: Trial[] = [];
  for (let number = 0; trials.length < TRIALS && number < 10 * TRIALS; number += 1) {
    const market = markets[number % markets.length];
    const trial =
      market === undefined
        ? null
        : await tryOnce(stream, market.instrument_id, market.min_qty, `${Date.now()}-${number}`);
    if (trial !== null) trials.push(trial);
  }
  stream.terminate();
  return trials;
}

async function tryOnce(
  stream: WebSocket,
  instrument: number,
  qty: string,
  name: string,
): Promise<Trial | null> {
  const book = await call(port, keyFile, 'GET', `/v1/markets/${instrument}/book`);
  const { asks } = JSON.parse(book.text) as { readonly asks: readonly { price: string; qty: string }[] };
  const [best, next] = asks;
  if (best === undefined || next === undefined) return null;
  const stopId = await createStop(instrument, qty, next.price, `t-${name}`).catch(() => null); // met already
  if (stopId === null) return null;
  const body = {
    ...SWEEP,
    instrument_id: instrument,
    price: best.price,
    qty: best.qty,
    client_order_id: name,
  };
  const start = performance.now();
  const seen = waitFor(stream, stopId, name, start);
  await call(port, keyFile, 'POST', '/v1/orders', JSON.stringify(body));
  const trial = await seen;
  if (trial === null)
    await call(port, keyFile, 'DELETE', `/v1/complex-orders/${stopId}`).catch(() => undefined);
  return trial;
}

/** Null if the child does not arrive, because another order has moved the book back. */
function waitFor(stream: WebSocket, parent: string, sweep: string, start: number): Promise<Trial | null> {
  const { promise, resolve } = Promise.withResolvers<Trial | null>();
  let [order, child] = [0, 0];
  const finish = (): void => {
    clearTimeout(timer);
    stream.off('message', onMessage);
    resolve(order > 0 && child > 0 ? { order, child } : null);
  };
  const onMessage = (text: Buffer): void => {
    const { order: found } = JSON.parse(text.toString('utf8')) as Frame;
    if (found === undefined) return;
    if (order === 0 && found.client_order_id === sweep) order = performance.now() - start;
    if (child === 0 && found.parent_id === parent) child = performance.now() - start;
    if (order > 0 && child > 0) finish();
  };
  const timer = setTimeout(finish, FIRED_MS_MAX);
  stream.on('message', onMessage);
  return promise;
}
