import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/**
 * A process that listens like a local exchange and records the requests it receives in its folder. If the
 * file `broken` exists there, it does not start.
 */
const data = process.argv[process.argv.indexOf('--data') + 1] ?? '';
const readPort = (flag: string): number =>
  process.argv.includes(flag) ? Number(process.argv[process.argv.indexOf(flag) + 1]) : 0;
if (existsSync(join(data, 'broken'))) throw new Error('the exchange is broken');

const server = createServer((request, response) => {
  if (request.url === '/die') process.kill(process.pid, 'SIGKILL');
  appendFileSync(join(data, 'requests'), `${request.method} ${request.url}\n`);
  response.end('{}');
});
const other = createServer((_, response) => response.end('{}'));
const getUrl = (listening: typeof server): string =>
  `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;

other.listen(readPort('--other-port'), '127.0.0.1', () => {
  server.listen(readPort('--port'), '127.0.0.1', () => {
    const url = getUrl(server);
    const origins = { other: getUrl(other) };
    const place = JSON.stringify({ url, control: url, origins, pid: process.pid });
    writeFileSync(join(data, 'listening.json'), place);
    process.stdout.write(`${place}\n`);
  });
});
process.once('SIGTERM', () => {
  appendFileSync(join(data, 'requests'), 'SIGTERM\n');
  process.exit(0);
});
