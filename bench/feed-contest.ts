import { call } from './bench-client.ts';
import { type Service, settled } from './bench-service.ts';
import { runLoad, type Server, startBare } from './child-processes.ts';
import { type Figure, median } from './figures.ts';
import type { LoadJob, LoadResult } from './load-generator.ts';
import { createSigner, readKeyFile } from './signing-bench.ts';

/** The requests of a comparison, and its target. */
export interface Contest {
  readonly name: string;
  readonly request: Pick<LoadJob, 'method' | 'path' | 'bodies'>;
  readonly connections: number;
  readonly rounds: number;
  readonly runMs: number;
  readonly throughputAim: string;
  readonly latencyAim: string | null; // null: throughput only
  /** Cleans up after each load on the service. */
  readonly afterLoad?: () => Promise<unknown>;
}

const WARM_UP_MS = 2_000;
const PER_SECOND_MAX = 20_000; // more than one core can serve; limits the requests signed before a run

/**
 * Compares the service with the bare server in alternating rounds, so that other load of the machine affects both.
 * Throughput is a closed loop at saturation. Latency is an open loop at half the service's throughput, the same rate for
 * both, measured from the time each request was due.
 */
export async function runContest(contest: Contest, service: Service): Promise<readonly Figure[]> {
  await settled(service.port);
  const bare = await startCeiling(contest, service);
  try {
    const saturation = await alternate(contest, service, bare, null);
    const ours = saturation.map((round) => round.ours.perSecond);
    const throughput: Figure = {
      name: `${contest.name}, throughput`,
      unit: 'req/s',
      ours,
      bare: saturation.map((round) => round.bare.perSecond),
      p50: null,
      p99: null,
      aim: contest.throughputAim,
    };
    if (contest.latencyAim === null) return [throughput];
    const rate = Math.max(1, Math.round(median(ours) / 2));
    return [throughput, latencyFigure(contest, rate, await alternate(contest, service, bare, rate))];
  } finally {
    await bare.stop();
  }
}

interface Round {
  readonly ours: LoadResult;
  readonly bare: LoadResult;
}

/** The bare server returns the service's response to one such request. */
async function startCeiling({ request }: Contest, { port, keyFile }: Service): Promise<Server> {
  const body = (request.bodies[0] ?? '').replaceAll('$N', 'sample');
  const { headers, text } = await call(port, keyFile, request.method, request.path, body);
  const { publicKey } = createSigner(readKeyFile(keyFile));
  return startBare({ publicKey, headers, body: text, journal: null });
}

async function alternate(
  contest: Contest,
  service: Service,
  bare: Server,
  perSecond: number | null,
): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < contest.rounds; round += 1) {
    const ours = await runLoad(loadJob(contest, service.port, service.keyFile, perSecond));
    await contest.afterLoad?.();
    rounds.push({ ours, bare: await runLoad(loadJob(contest, bare.port, service.keyFile, perSecond)) });
  }
  return rounds;
}

/** The load job of these requests for one server; `perSecond` null is a closed loop. */
export function loadJob(
  { request, connections, runMs }: Pick<Contest, 'request' | 'connections' | 'runMs'>,
  port: number,
  keyFile: string,
  perSecond: number | null,
): LoadJob {
  const seconds = (WARM_UP_MS + runMs) / 1_000;
  return {
    ...request,
    host: '127.0.0.1',
    port,
    keyFile,
    connections,
    warmUpMs: WARM_UP_MS,
    runMs,
    requestsMax: Math.ceil(seconds * (perSecond ?? PER_SECOND_MAX)) + connections,
    perSecond,
  };
}

function latencyFigure(contest: Contest, rate: number, rounds: readonly Round[]): Figure {
  return {
    name: `${contest.name}, p99 at ${rate} req/s`,
    unit: 'ms',
    ours: rounds.map((round) => round.ours.p99),
    bare: rounds.map((round) => round.bare.p99),
    p50: median(rounds.map((round) => round.ours.p50)),
    p99: median(rounds.map((round) => round.ours.p99)),
    aim: contest.latencyAim ?? '',
  };
}
