// The latency that each adapter adds to an order, compared with the venue's official client on the same exchange.
import { setTimeout as delay } from 'node:timers/promises';
import { options } from './bench-options.ts';
import { type Figure, median, publish } from './figures.ts';
import { kalshiContest } from './kalshi-latency-bench.ts';
import { polymarketContest } from './polymarket-latency-bench.ts';
import type { LatencyContest } from './simulator-host.ts';

const ORDERS = 150; // per round and client
const WARM_UP = 30;
const PACE_MS = 50; // below the rate limits of both venues, which would otherwise dominate the figure
const { rounds } = options();

publish([...(await run(await kalshiContest())), ...(await run(await polymarketContest()))]);

/** The two clients alternate order by order, so that other load of the machine affects both. */
async function run(contest: LatencyContest): Promise<readonly Figure[]> {
  const { name, stop } = contest;
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
    if (index % 2 === 0) ours.push(await adapter());
    bare.push(await official());
    if (index % 2 === 1) ours.push(await adapter());
    await delay(PACE_MS);
  }
  return { ours, bare };
}
