// What each adapter adds to an order, against the venue's own official client calling the same exchange.
import { setTimeout as delay } from 'node:timers/promises';
import { options } from './bench-options.ts';
import { type Figure, median, publish } from './figures.ts';
import { kalshiContest } from './kalshi-latency-bench.ts';
import { polymarketContest } from './polymarket-latency-bench.ts';
import type { LatencyContest } from './simulator-host.ts';

const ORDERS = 150; // in a round, each way
const WARM_UP = 30;
const PACE_MS = 50; // below the budgets of either venue, which would otherwise be what is measured
const { rounds } = options();

publish([...(await run(await kalshiContest())), ...(await run(await polymarketContest()))]);

/** The two take turns order by order, so that whatever else the machine does falls on both. */
async function run(contest: LatencyContest): Promise<readonly Figure[]> {
  const { name, stop } = contest;
  try {
    await turns(contest, WARM_UP);
    const told: Timed[] = [];
    for (let round = 0; round < rounds; round += 1) told.push(await turns(contest, ORDERS));
    const all = told.flatMap(({ ours }) => ours).toSorted((a, b) => a - b);
    const mediansOf = (way: keyof Timed) => told.map((round) => median(round[way]));
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

async function turns({ adapter, official }: LatencyContest, count: number): Promise<Timed> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    // Who goes first alternates too: the second finds the exchange warm.
    if (turn % 2 === 0) ours.push(await adapter());
    bare.push(await official());
    if (turn % 2 === 1) ours.push(await adapter());
    await delay(PACE_MS);
  }
  return { ours, bare };
}
