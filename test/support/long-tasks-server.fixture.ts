// A server whose handlers block its event loop: by computing, or by waiting without using the processor. Its argument: how long
// its start computes.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { measureSlowness, threadMs } from './long-tasks.ts';

const SLOWNESS = measureSlowness();

const server = createServer((request, response) => {
  const [, kind, ms] = (request.url ?? '').split('/');
  if (kind === 'compute') compute(Number(ms));
  else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms));
  response.end();
});
compute(Number(process.argv[2] ?? 0)); // in the iteration in which it begins to listen
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});

/** @param ms  on a machine of usual speed */
function compute(ms: number): number {
  const untilMs = threadMs() + ms * SLOWNESS;
  let rounds = 0;
  while (threadMs() < untilMs) rounds += 1;
  return rounds;
}
