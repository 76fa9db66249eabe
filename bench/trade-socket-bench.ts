// A durable order over the trade socket, compared with the same order as a signed HTTP request to the same service.
import { call } from './bench-client.ts';
import { options } from './bench-options.ts';
import { settled, startService, temporaryDataDir } from './bench-service.ts';
import { runLoad, startWorker } from './child-processes.ts';
import { loadJob } from './feed-contest.ts';
import { type Figure, median, publish } from './figures.ts';
import type { LoadResult } from './load-generator.ts';
import { orderRequest } from './order-load.ts';
import type { SocketJob } from './socket-load.ts';

const RATES = [200, 1_000] as const; // orders per second, in an open loop
const SOCKETS = 4;
const WARM_UP_MS = 1_000;
const NO_OVERLOAD = '[orders]\njournal_delay_ms_max = 60000\n'; // the journal of a saturated service is behind

interface Comparison {
  readonly socket: LoadResult;
  readonly http: LoadResult;
}

const { rounds, runMs, connections } = options();
const data = temporaryDataDir();
const service = await startService(data.dir, 'none', NO_OVERLOAD);
const { port, keyFile } = service;
try {
  await settled(port);
  const request = await orderRequest(port, keyFile);
  const load = { request, connections, runMs };
  const socketLoad = (rate: number | null) => runSocketLoad(request.bodies, rate);
  const httpLoad = (rate: number | null) => runLoad(loadJob(load, port, keyFile, rate));
  /** Takes turns at going first: the first of a pair runs after the load of another rate. */
  const compare = async (perSecond: number | null, socketFirst: boolean): Promise<Comparison> => {
    const first = await (socketFirst ? socketLoad : httpLoad)(perSecond);
    await cancelAll();
    const second = await (socketFirst ? httpLoad : socketLoad)(perSecond);
    await cancelAll();
    return socketFirst ? { socket: first, http: second } : { socket: second, http: first };
  };
  await compare(null, true); // both are measured after their code has been compiled
  const atRate = new Map<number, Comparison[]>(RATES.map((rate) => [rate, []]));
  const saturated: Comparison[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const socketFirst = round % 2 === 0;
    for (const rate of RATES) atRate.get(rate)?.push(await compare(rate, socketFirst));
    saturated.push(await compare(null, socketFirst));
  }
  publish([
    {
      name: 'throughput, against HTTP',
      unit: 'orders/s',
      ours: saturated.map(({ socket }) => socket.perSecond),
      bare: saturated.map(({ http }) => http.perSecond),
      p50: null,
      p99: null,
      aim: '≥ 1.5',
    },
    ...[...atRate].map(([rate, results]) => latencyFigure(rate, results)),
  ]);
} finally {
  await service.stop();
  data.remove();
}

/** Neither the resting orders of one load nor the work of cancelling them must slow down the next. */
async function cancelAll(): Promise<void> {
  await call(port, keyFile, 'POST', '/v1/orders/cancel-all', '{"subaccount_id":"sa_1"}');
  await settled(port);
}

async function runSocketLoad(bodies: readonly string[], perSecond: number | null): Promise<LoadResult> {
  const load = { port, keyFile, bodies, sockets: SOCKETS, inFlight: connections };
  const job: SocketJob = { ...load, warmUpMs: WARM_UP_MS, runMs, perSecond };
  const result = (await startWorker('driver', 'socket-load.ts', job)).first as LoadResult;
  if (result.failures > 0)
    throw new Error(`${result.failures} results were not 200, for example ${result.failed}`);
  return result;
}

function latencyFigure(rate: number, results: readonly Comparison[]): Figure {
  return {
    name: `p99 at ${rate} orders/s, against HTTP`,
    unit: 'ms',
    ours: results.map(({ socket }) => socket.p99),
    bare: results.map(({ http }) => http.p99),
    p50: median(results.map(({ socket }) => socket.p50)),
    p99: median(results.map(({ socket }) => socket.p99)),
    aim: '≤ 0.7',
  };
}
