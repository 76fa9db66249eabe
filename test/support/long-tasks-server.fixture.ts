// A server whose handlers block its event loop: by computing, or by waiting without using the processor.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

const server = createServer((request, response) => {
  const [, kind, ms] = (request.url ?? '').split('/');
  if (kind === 'compute') compute(Number(ms));
  else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms));
  response.end();
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});

function compute(ms: number): number {
  const untilUs = cpuUs() + ms * 1_000;
  let rounds = 0;
  while (cpuUs() < untilUs) rounds += 1;
  return rounds;
}

function cpuUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
