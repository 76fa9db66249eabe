import { appendFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A process that listens as a local exchange does, and notes in its folder what it was told. */
const data = process.argv[process.argv.indexOf('--data') + 1] ?? '';
if (process.argv.includes('--broken')) throw new Error('the exchange is broken');

const server = createServer((request, response) => {
  appendFileSync(join(data, 'heard'), `${request.method} ${request.url}\n`);
  response.end('{}');
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const place = JSON.stringify({ url, control: url, pid: process.pid });
  writeFileSync(join(data, 'listening.json'), place);
  process.stdout.write(`${place}\n`);
});
process.once('SIGTERM', () => {
  appendFileSync(join(data, 'heard'), 'SIGTERM\n');
  process.exit(0);
});
