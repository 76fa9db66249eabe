// A resting order through Crossbook's HTTP API, compared with clients that call the same exchange directly.
import { setTimeout as delay } from 'node:timers/promises';
import { options } from './bench-options.ts';
import { cpuSeconds, type Service, startService, temporaryDataDir } from './bench-service.ts';
import { CrossbookClient } from './crossbook-client.ts';
import { DiskSync } from './disk-sync.ts';
import { type Figure, median, publish, quantile } from './figures.ts';
import {
  ccxtKalshi,
  kalshiAdapter,
  kalshiSection,
  officialKalshi,
  startKalshi,
  TICKER,
} from './kalshi-clients.ts';
import {
  ccxtPolymarket,
  officialPolymarket,
  polymarketAdapter,
  polymarketSection,
  SLUG,
  startPolymarket,
} from './polymarket-clients.ts';
import { type OrderClient, timeOrder } from './simulator-host.ts';

const ORDERS = 100; // per round and client
const WARM_UP = 30;
const PACE_MS = 40; // below the rate limits of both venues, which would otherwise dominate the figure
const CPU_ORDERS = 50; // per round, for the processor time
const { rounds } = options();

/** A venue's exchange, the service that trades there, and the clients that call the exchange directly. */
interface Contest {
  readonly name: string;
  readonly service: Service;
  readonly crossbook: OrderClient;
  readonly direct: Readonly<Record<'our adapter' | 'the official client' | 'CCXT', OrderClient>>;
  readonly disk: DiskSync;
}

type Way = 'Crossbook' | keyof Contest['direct'];
const DIRECT = ['our adapter', 'the official client', 'CCXT'] as const;
const WAYS: readonly Way[] = ['Crossbook', ...DIRECT];

interface Round {
  readonly ms: Readonly<Record<Way, readonly number[]>>; // of each order
  readonly cpuMs: Readonly<Record<Way, number>>; // processor time of an order
  readonly syncMs: readonly number[];
}

publish([...(await kalshi()), ...(await polymarket())]);

async function kalshi(): Promise<readonly Figure[]> {
  await using opened = new AsyncDisposableStack();
  const exchange = opened.adopt(await startKalshi(['crossbook', 'adapter', 'official', 'ccxt']), stop);
  const [ours, own, official, ccxt] = exchange.keys;
  if (!ours || !own || !official || !ccxt) throw new Error('each client has a key');
  const direct = {
    'our adapter': opened.adopt(await kalshiAdapter(exchange, own), stop),
    'the official client': officialKalshi(exchange, official),
    CCXT: opened.adopt(await ccxtKalshi(exchange, ccxt), stop),
  };
  return await runContest(opened, 'Kalshi', TICKER, (dir) => kalshiSection(dir, exchange, ours), direct);
}

async function polymarket(): Promise<readonly Figure[]> {
  await using opened = new AsyncDisposableStack();
  const exchange = opened.adopt(await startPolymarket(), stop);
  const direct = {
    'our adapter': opened.adopt(await polymarketAdapter(exchange), stop),
    'the official client': await officialPolymarket(exchange),
    CCXT: opened.adopt(await ccxtPolymarket(exchange), stop),
  };
  return await runContest(opened, 'Polymarket', SLUG, (dir) => polymarketSection(dir, exchange), direct);
}

async function stop({ stop }: { readonly stop: () => Promise<void> }): Promise<void> {
  await stop();
}

async function runContest(
  opened: AsyncDisposableStack,
  name: string,
  ticker: string,
  sectionIn: (dir: string) => string,
  direct: Contest['direct'],
): Promise<readonly Figure[]> {
  const { dir } = opened.adopt(temporaryDataDir(), ({ remove }) => remove());
  const service = opened.adopt(await startService(dir, 'none', sectionIn(dir)), stop);
  const crossbook = opened.adopt(await CrossbookClient.open(service, name, ticker), (one) => one.stop());
  const disk = opened.adopt(new DiskSync(dir), (one) => one.close());
  const contest: Contest = { name, service, crossbook, direct, disk };
  await measureLatency(contest, WARM_UP);
  const results: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const latency = await measureLatency(contest, ORDERS);
    results.push({ ...latency, cpuMs: { ...latency.cpuMs, Crossbook: await measureServiceCpu(contest) } });
  }
  return toFigures(name, results);
}

/** The clients alternate order by order, so that other load of the machine affects all. */
async function measureLatency({ crossbook, direct, disk }: Contest, orders: number): Promise<Round> {
  const clients: Readonly<Record<Way, OrderClient>> = { Crossbook: crossbook, ...direct };
  const ms: Record<Way, number[]> = { Crossbook: [], 'our adapter': [], 'the official client': [], CCXT: [] };
  const cpuMs: Record<Way, number> = { Crossbook: 0, 'our adapter': 0, 'the official client': 0, CCXT: 0 };
  const syncMs: number[] = [];
  for (let order = 0; order < orders; order += 1) {
    for (let next = 0; next < WAYS.length; next += 1) {
      const way = WAYS[(order + next) % WAYS.length] ?? 'Crossbook';
      ms[way].push(await timeOrder(clients[way], (usedMs) => (cpuMs[way] += usedMs / orders)));
      syncMs.push(disk.measure());
      await delay(PACE_MS);
    }
  }
  return { ms, cpuMs, syncMs };
}

/** Processor time of the service per order: while orders are placed, less what it uses in the same time without orders. */
async function measureServiceCpu({ service: { port }, crossbook }: Contest): Promise<number> {
  const cancels: (() => Promise<unknown>)[] = [];
  const before = await cpuSeconds(port);
  const start = performance.now();
  for (let order = 0; order < CPU_ORDERS; order += 1) {
    cancels.push(await crossbook.place());
    await delay(PACE_MS);
  }
  const took = performance.now() - start;
  const placed = await cpuSeconds(port);
  for (const cancel of cancels) {
    await cancel();
    await delay(PACE_MS);
  }
  const idleFrom = await cpuSeconds(port);
  await delay(took);
  const idle = (await cpuSeconds(port)) - idleFrom;
  return ((placed - before - idle) * 1_000) / CPU_ORDERS;
}

function toFigures(name: string, results: readonly Round[]): readonly Figure[] {
  const all = (pick: (round: Round) => readonly number[]): readonly number[] => results.flatMap(pick);
  const medians = (way: Way): readonly number[] => results.map(({ ms }) => median(ms[way]));
  const figure = (title: string, ours: readonly number[], rest: Partial<Figure> = {}): Figure => ({
    name: `${name}: ${title}`,
    unit: 'ms',
    ours,
    bare: null,
    p50: null,
    p99: null,
    aim: '',
    ...rest,
  });
  const added = (way: Way, share: number): readonly number[] =>
    results.map(({ ms }) => quantile(ms.Crossbook, share) - quantile(ms[way], share));
  const orders = all(({ ms }) => ms.Crossbook);
  const tail = { p50: median(orders), p99: quantile(orders, 0.99) };
  const syncs = all(({ syncMs }) => syncMs);
  return [
    figure(
      'one sync of the disk, in the same run',
      results.map(({ syncMs }) => median(syncMs)),
      {
        p50: median(syncs),
        p99: quantile(syncs, 0.99),
      },
    ),
    ...DIRECT.flatMap((way) => [
      figure(`an order through Crossbook, against ${way}`, medians('Crossbook'), {
        bare: medians(way),
        ...tail,
      }),
      ...(way === 'our adapter'
        ? [
            figure(`added to ${way}, p50`, added(way, 0.5), { aim: '≤ 2 syncs + 1 ms' }),
            figure(`added to ${way}, p99`, added(way, 0.99)),
          ]
        : []),
      figure(
        `processor time of the order, against ${way}`,
        results.map(({ cpuMs }) => cpuMs.Crossbook),
        {
          bare: results.map(({ cpuMs }) => cpuMs[way]),
        },
      ),
    ]),
  ];
}
