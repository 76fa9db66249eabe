import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import fastify from 'fastify';
import { until } from '../../test/api-assertions.ts';
import { closeStalledConnections } from './connection-limiter.ts';

const BYTES = 16 * 1024 * 1024; // more than the buffers of both sockets hold
const STALLED_MS = 150;
const GET = 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n';

async function startServer(t: TestContext, { keepAliveTimeout = 60_000, stalledMs = STALLED_MS } = {}) {
  const state = { handled: 0, closed: 0, timeouts: 0, release: (): void => {} };
  const server = fastify({ keepAliveTimeout });
  closeStalledConnections(
    server,
    { hasUsableKey: ({ authorization }) => authorization === 'key' },
    stalledMs,
  );
  const large = 'x'.repeat(BYTES);
  server.get('/large', async () => {
    state.handled += 1;
    return large;
  });
  server.get('/small', async () => 'small');
  server.get('/slow', async () => {
    await new Promise<void>((resolve) => {
      state.release = resolve;
    });
    return 'slow';
  });
  server.server.on('connection', (socket: Socket) => socket.on('close', () => (state.closed += 1)));
  server.server.on('timeout', () => (state.timeouts += 1));
  await server.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const open = (): Socket => {
    const client = connect(port, '127.0.0.1');
    client.on('error', () => {});
    t.after(() => client.destroy());
    return client;
  };
  return { state, open };
}

async function readBytes(client: Socket, wanted: number): Promise<number> {
  let bytes = 0;
  for await (const chunk of client) {
    bytes += (chunk as Buffer).length;
    if (bytes >= wanted) break;
  }
  return bytes;
}

test('a connection whose client does not read is closed', async (t) => {
  const { state, open } = await startServer(t);
  open().write(GET);
  await until('the connection is closed', () => (state.closed === 1 ? true : null));
  assert.equal(state.handled, 1);
});

test('a request whose handler takes longer is not cut, and an idle connection ends', async (t) => {
  const { state, open } = await startServer(t, { keepAliveTimeout: 100 });
  const client = open();
  client.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await until('the time is over', () => (state.timeouts === 1 ? true : null));
  await nextIteration();
  assert.equal(state.closed, 0);
  state.release();
  const [answer] = (await once(client, 'data')) as [Buffer];
  assert.match(answer.toString(), /slow$/);
  await until('the idle connection is closed', () => (state.closed === 1 ? true : null));
});

test('pipelined requests without a key are handled one by one, each after the previous response was read', async (t) => {
  const { state, open } = await startServer(t, { stalledMs: 60_000 });
  const client = open();
  client.write(GET.repeat(4));
  await until('the first request is handled', () => (state.handled > 0 ? true : null));
  for (let left = 20; left > 0; left -= 1) await nextIteration();
  assert.equal(state.handled, 1);
  assert.ok((await readBytes(client, BYTES * 4)) >= BYTES * 4);
  assert.equal(state.handled, 4);
});

test('pipelined requests with a key do not wait', async (t) => {
  const { state, open } = await startServer(t, { stalledMs: 60_000 });
  open().write(GET.replace('Host: a', 'Host: a\r\nAuthorization: key').repeat(4));
  await until('all are handled', () => (state.handled === 4 ? true : null));
});

test('a connection with too many waiting requests is closed', async (t) => {
  const { state, open } = await startServer(t, { stalledMs: 60_000 });
  open().write(GET.repeat(18));
  await until('the connection is closed', () => (state.closed === 1 ? true : null));
  assert.equal(state.handled, 1);
});

test('once the waiting requests of a connection are answered, as many may wait again', async (t) => {
  const { state, open } = await startServer(t, { stalledMs: 60_000 });
  const client = open();
  let text = '';
  client.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  for (let round = 1; round <= 3; round += 1) {
    client.write('GET /small HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(17));
    await until('all are answered, or the connection is closed', () =>
      text.split('\r\n\r\nsmall').length === 1 + 17 * round || state.closed > 0 ? true : null,
    );
    assert.equal(state.closed, 0, `round ${round}`);
  }
});
