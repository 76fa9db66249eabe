// Prints to many sockets through the service's streams, compared with a bare broadcast of the same bytes.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { options } from './bench-options.ts';
import type { Broadcast } from './broadcast-bench.ts';
import { startWorker, stop } from './child-processes.ts';
import { publish } from './figures.ts';
import type { SocketsJob } from './socket-pool.ts';

const { rounds, runMs, sockets } = options();
const PATH = '/v1/ws/tradeprints';
const WARM_UP_MS = 1_000;
const ARRIVAL_TRIES = 100;

const rates = [];
for (let round = 0; round < rounds; round += 1) {
  rates.push({
    ours: await messagesPerCpuSecond('stream-host.ts', 2), // `connected` and `subscribed` come first
    bare: await messagesPerCpuSecond('bare-broadcast.ts', 0),
  });
}
publish([
  {
    name: `prints to ${sockets.toLocaleString('en-US')} sockets`,
    unit: 'messages/CPU s',
    ours: rates.map(({ ours }) => ours),
    bare: rates.map(({ bare }) => bare),
    p50: null,
    p99: null,
    aim: '≥ 0.80',
  },
]);

/** Starts a host and its clients, broadcasts for a while, and checks that every message arrived. */
async function messagesPerCpuSecond(host: string, greetings: number): Promise<number> {
  const { child, first: port } = await startWorker('server', host, {});
  const job: SocketsJob = { port: Number(port), path: PATH, sockets, greetings };
  const { child: clients } = await startWorker('driver', 'socket-pool.ts', job);
  try {
    const warmUp = (await ask(child, WARM_UP_MS)) as Broadcast;
    const { prints, cpuMs } = (await ask(child, runMs)) as Broadcast;
    await arrival(clients, (warmUp.prints + prints) * sockets);
    return (prints * sockets * 1_000) / cpuMs;
  } finally {
    await Promise.all([stop(child), stop(clients)]);
  }
}

/** The last bytes may still be in transit when the host has written them. */
async function arrival(clients: ChildProcess, expected: number): Promise<void> {
  let arrived = 0;
  for (let tries = 0; tries < ARRIVAL_TRIES; tries += 1) {
    arrived = Number(await ask(clients, 0));
    if (arrived === expected) return;
    await delay(100);
  }
  throw new Error(`${arrived} messages arrived of ${expected}`);
}

async function ask(child: ChildProcess, message: number): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(message);
  return (await answer)[0];
}
