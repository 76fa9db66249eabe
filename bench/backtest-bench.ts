// A backtest against what happened: orders that traded on Demo while it was recorded, placed again at the same moments of
// a replay of that recording.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { call, type OpenInstrument, openInstruments } from './bench-client.ts';
import { options } from './bench-options.ts';
import { type Service, settled, startService, temporaryDataDir } from './bench-service.ts';
import { type Figure, publish } from './figures.ts';

const MARKETS = 20;
const PAUSE_MS = 100; // between two orders
const RECORDING = '[record]\nenabled = true\n';
const { runMs } = options();
const ORDERS = Math.max(20, Math.round((runMs * 15) / PAUSE_MS)); // a minute by default

interface Level {
  readonly price: string;
  readonly qty: string;
}
interface Order {
  readonly id: string;
  readonly created_at: string;
  readonly filled_qty: string;
  readonly avg_fill_price: string | null;
}
interface Traded {
  readonly body: object;
  readonly isTaking: boolean;
  readonly createdMs: number;
  readonly order: Order;
}
const DIFFERENCES = ['as on Demo', 'less than on Demo', 'more than on Demo', 'at another price'] as const;
type Difference = (typeof DIFFERENCES)[number];

/** One order on Demo and in the replay. */
interface Pair {
  readonly isTaking: boolean;
  readonly before: Order;
  readonly after: Order;
}

const recorded = temporaryDataDir();
const { trades, fromMs, endMs } = await tradeWhileRecording();
const replayed = await replayTrades();
recorded.remove();
publish(
  ['taking', 'resting'].flatMap((kind) =>
    DIFFERENCES.map((difference) => toFigure(kind === 'taking', difference)),
  ),
);

async function tradeWhileRecording() {
  const service = await startService(recorded.dir, 'none', RECORDING);
  try {
    await settled(service.port);
    const instruments = await openInstruments(service.port, service.keyFile, MARKETS);
    const startMs = Date.now();
    const placed: { readonly body: object; readonly isTaking: boolean; readonly order: Order }[] = [];
    for (let number = 0; number < ORDERS; number += 1) {
      const instrument = instruments[number % instruments.length] as OpenInstrument;
      const isTaking = Math.floor(number / instruments.length) % 2 === 0;
      const body = await createOrder(service, instrument, isTaking, number);
      if (body !== null) placed.push({ body, isTaking, order: await place(service, body) });
      await pause(PAUSE_MS);
    }
    const end = Date.now();
    await cancelAll(service);
    const found = await Promise.all(
      placed.map(async (each) => ({ ...each, order: await read(service, each.order.id) })),
    );
    const traded = found.map((each): Traded => ({ ...each, createdMs: Date.parse(each.order.created_at) }));
    return { trades: traded, fromMs: startMs, endMs: end };
  } finally {
    await service.stop();
  }
}

/** Takes a few contracts from the best ask, or rests one tick below it; null where a side of the book is empty. */
async function createOrder(
  service: Service,
  { instrument_id: id, min_qty: least, min_price: tick }: OpenInstrument,
  isTaking: boolean,
  number: number,
) {
  const { text } = await call(service.port, service.keyFile, 'GET', `/v1/markets/${id}/book?depth=1`);
  const { bids, asks } = JSON.parse(text) as {
    readonly bids: readonly Level[];
    readonly asks: readonly Level[];
  };
  const [[bid], [ask]] = [bids, asks];
  if (bid === undefined || ask === undefined) return null;
  const better = round(Number(ask.price) - Number(tick));
  return {
    subaccount_id: 'sa_1',
    instrument_id: id,
    side: 'BUY',
    outcome: 'YES',
    type: 'LIMIT',
    tif: isTaking ? 'IOC' : 'GTC',
    price: isTaking ? ask.price : better > Number(bid.price) ? String(better) : bid.price,
    qty: String(round(Number(least) * (1 + (number % 4)))),
    client_order_id: `backtest-${number}`,
  };
}

function round(amount: number): number {
  return Number(amount.toFixed(8));
}

async function replayTrades(): Promise<readonly Pair[]> {
  const data = temporaryDataDir();
  const times = ['--from', String(fromMs), '--to', String(endMs), '--speed', 'step'];
  const lake = ['--data-dir', data.dir, '--lake', join(recorded.dir, 'lake')];
  const service = await startService(data.dir, 'none', '', ['--profile', 'replay', ...lake, ...times]);
  try {
    const orders: Order[] = [];
    for (const { body, createdMs } of trades) {
      await step(service, createdMs - 1); // what the recording shows of this millisecond may be the order itself
      orders.push(await place(service, body));
    }
    await step(service, endMs);
    const found = await Promise.all(orders.map(({ id }) => read(service, id)));
    return found.map((after, at) => {
      const { isTaking, order: before } = trades[at] as Traded;
      return { isTaking, before, after };
    });
  } finally {
    await service.stop();
    data.remove();
  }
}

function compare({ before, after }: Pair): Difference {
  const difference = Number(after.filled_qty) - Number(before.filled_qty);
  if (difference !== 0) return difference < 0 ? 'less than on Demo' : 'more than on Demo';
  return before.avg_fill_price === after.avg_fill_price ? 'as on Demo' : 'at another price';
}

/** The share of the orders that traded on Demo or in the replay. */
function toFigure(isTaking: boolean, difference: Difference): Figure {
  const placed = replayed.filter((pair) => pair.isTaking === isTaking);
  const traded = placed.filter(
    ({ before, after }) => Number(before.filled_qty) + Number(after.filled_qty) > 0,
  );
  const count = traded.filter((pair) => compare(pair) === difference).length;
  const name = `${isTaking ? 'taking' : 'resting'} orders filled ${difference}, of ${traded.length} that traded`;
  const ours = [(count / Math.max(1, traded.length)) * 100];
  return { name, unit: '%', ours, bare: null, p50: null, p99: null, aim: '' };
}

async function step({ port, keyFile }: Service, untilMs: number): Promise<void> {
  const until = new Date(untilMs).toISOString();
  await call(port, keyFile, 'POST', '/v1/replay', JSON.stringify({ op: 'step', until }));
}

async function cancelAll({ port, keyFile }: Service): Promise<void> {
  await call(port, keyFile, 'POST', '/v1/orders/cancel-all', '{"subaccount_id":"sa_1"}');
}

async function place({ port, keyFile }: Service, body: object): Promise<Order> {
  return JSON.parse((await call(port, keyFile, 'POST', '/v1/orders', JSON.stringify(body))).text) as Order;
}

async function read({ port, keyFile }: Service, id: string): Promise<Order> {
  return JSON.parse((await call(port, keyFile, 'GET', `/v1/orders/${id}`)).text) as Order;
}
