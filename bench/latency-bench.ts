// The latency that each adapter adds to an order, compared with the venue's official client on the same exchange.
import { setTimeout as delay } from 'node:timers/promises';
import { options } from './bench-options.ts';
import { type Figure, median, publish } from './figures.ts';
import { kalshiAdapter, officialKalshi, startKalshi } from './kalshi-clients.ts';
import { officialPolymarket, polymarketAdapter, startPolymarket } from './polymarket-clients.ts';
import { type OrderClient, timeOrder } from './simulator-host.ts';

const ORDERS = 150; // per round and client
const WARM_UP = 30;
const PACE_MS = 50; // below the rate limits of both venues, which would otherwise dominate the figure
const { rounds } = options();

interface LatencyContest {
  readonly name: string;
  readonly adapter: OrderClient;
  readonly official: OrderClient;
  readonly stop: () => Promise<void>;
}

publish([...(await run(await kalshiContest())), ...(await run(await polymarketContest()))]);

async function kalshiContest(): Promise<LatencyContest> {
  const exchange = await startKalshi(['adapter', 'official']);
  const [own, other] = exchange.keys;
  if (own === undefined || other === undefined) throw new Error('each client has a key');
  const adapter = await kalshiAdapter(exchange, own);
  return { name: 'Kalshi', adapter, official: officialKalshi(exchange, other), stop: exchange.stop };
}

async function polymarketContest(): Promise<LatencyContest> {
  const exchange = await startPolymarket();
  const adapter = await polymarketAdapter(exchange);
  return { name: 'Polymarket', adapter, official: await officialPolymarket(exchange), stop: exchange.stop };
}

/** The two clients alternate order by order, so that other load of the machine affects both. */
async function run(contest: LatencyContest): Promise<readonly Figure[]> {
  const { name, adapter, stop } = contest;
  try {
    await alternate(contest, WARM_UP);
    const results: Timed[] = [];
    for (let round = 0; round < rounds; round += 1) results.push(await alternate(contest, ORDERS));
    const all = results.flatMap(({ ours }) => ours).toSorted((a, b) => a - b);
    const mediansOf = (way: keyof Timed) => results.map((round) => median(round[way]));
    const [ours, bare] = [mediansOf('ours'), mediansOf('bare')];
    const shared = { unit: 'ms', aim: '' } as const;
    return [
      {
        ...shared,
        name: `${name}: an order through the adapter, against the official client`,
        ours,
        bare,
        p50: median(all),
        p99: all[Math.floor(all.length * 0.99)] ?? null,
      },
      {
        ...shared,
        name: `${name}: added by the adapter`,
        ours: ours.map((value, round) => value - (bare[round] ?? Number.NaN)),
        bare: null,
        p50: null,
        p99: null,
      },
    ];
  } finally {
    await adapter.stop();
    await stop();
  }
}

interface Timed {
  readonly ours: readonly number[];
  readonly bare: readonly number[];
}

async function alternate({ adapter, official }: LatencyContest, count: number): Promise<Timed> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let index = 0; index < count; index += 1) {
    // The first sender alternates too, because the second one finds the exchange warm.
    if (index % 2 === 0) ours.push(await timeOrder(adapter));
    bare.push(await timeOrder(official));
    if (index % 2 === 1) ours.push(await timeOrder(adapter));
    await delay(PACE_MS);
  }
  return { ours, bare };
}
