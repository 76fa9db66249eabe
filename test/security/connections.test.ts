import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { startService } from '../support/test-service.ts';

const PLACES = 12;
const service = await startService({
  isProcess: true,
  settings: {
    'http.connections_max': PLACES,
    'http.headers_timeout_ms': 1_000,
    'http.request_timeout_ms': 1_000,
  },
});
const api = service.api();

async function connected(): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** A connection that was answered once and is kept open, as a pool of connections keeps it; null: turned away. */
async function idle(): Promise<Socket | null> {
  const socket = await connected();
  socket.write('GET /v1/time HTTP/1.1\r\nHost: x\r\n\r\n');
  return new Promise((resolve) => {
    socket.once('data', () => resolve(socket)).once('close', () => resolve(null));
  });
}

/** However they end: a reset is an end too. */
const gone = (sockets: readonly Socket[]): Promise<unknown> =>
  Promise.all(
    sockets
      .filter((socket) => !socket.closed)
      .map((socket) => new Promise((resolve) => socket.resume().once('close', resolve))),
  );

test('a connection that sends nothing is closed, and its place becomes free', async () => {
  const silent = await Promise.all(Array.from({ length: PLACES - 1 }, connected));
  await gone(silent);
  await api.ok('GET', '/v1/venues');
});

test('a request that drips in byte by byte is cut off by the clock, not by its last byte', async () => {
  const socket = await connected();
  const head = `GET /v1/venues HTTP/1.1\r\nX-Slow: ${'x'.repeat(10_000)}`;
  let sent = 0;
  const drip = setInterval(() => {
    socket.write(head[sent] ?? 'x');
    sent += 1;
  }, 20);
  await gone([socket]);
  clearInterval(drip);
  assert.ok(sent > 10 && sent < head.length, String(sent));
});

test('at the connection limit, idle connections are closed in favour of new ones', async () => {
  const held: Socket[] = [];
  for (let socket = await idle(); socket !== null; socket = await idle()) held.push(socket);
  assert.ok(held.length <= PLACES);
  await gone(held);
  const newcomer = await until('a newcomer is answered', idle);
  newcomer.destroy();
});
