import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { WebSocketServer } from 'ws';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { HttpClient } from '../ports/network.ts';
import { createNetwork, type NetworkLimits } from './network-client.ts';
import {
  closedPort,
  createRecordingListener,
  get,
  httpAnswer,
  type RawServer,
  rawServer,
} from './raw-server.fixture.ts';

test('a port without a listener proves that nothing was sent', async (t) => {
  const { client } = open(t, `http://127.0.0.1:${await closedPort()}`);
  const result = await client.request(get('/'));
  assert.equal(result.kind, 'unsent');
  assert.match(result.kind === 'unsent' ? result.why : '', /ECONNREFUSED/);
});

test('an unknown host name proves that nothing was sent', async (t) => {
  const { client } = open(t, 'http://unknown.invalid');
  assert.equal((await client.request(get('/'))).kind, 'unsent');
});

test('a TLS handshake that fails proves that nothing was sent', async (t) => {
  const server = await serve(t, (socket) => socket.end('this is not TLS'));
  const { client } = open(t, server.origin.replace('http:', 'https:'));
  assert.equal((await client.request(get('/'))).kind, 'unsent');
});

test('a header that cannot be written proves that nothing was sent', async (t) => {
  const server = await serve(t, (socket) => socket.end(httpAnswer(200, '')));
  const { client } = open(t, server.origin);
  const result = await client.request(get('/', { headers: { name: 'two\r\nlines' } }));
  assert.equal(result.kind, 'unsent');
});

test('a pool that was closed sends nothing more', async (t) => {
  const server = await serve(t, (socket) => socket.write(httpAnswer(200, '')));
  const { client } = open(t, server.origin);
  await client.close();
  assert.equal((await client.request(get('/'))).kind, 'unsent');
});

test('a connection reset after the request was read is lost', async (t) => {
  const server = await serve(t, (socket) => socket.resetAndDestroy());
  const { client } = open(t, server.origin);
  assert.equal((await client.request(get('/', { method: 'POST', body: '{}' }))).kind, 'lost');
});

test('a connection closed within the answer is lost', async (t) => {
  const server = await serve(t, (socket) => socket.end(httpAnswer(200, 'whole').slice(0, -2)));
  const { client } = open(t, server.origin);
  assert.equal((await client.request(get('/'))).kind, 'lost');
});

test('an incomplete answer is lost at its timeout, and the connection is closed', async (t) => {
  const cut = Promise.withResolvers<void>();
  const server = await serve(t, (socket) => {
    socket.on('close', () => cut.resolve());
    socket.write(httpAnswer(200, 'whole').slice(0, -2), () => clock.advance(1_000));
  });
  const { client, clock } = open(t, server.origin);
  const result = await client.request(get('/', { timeoutMs: 1_000 }));
  assert.deepEqual(result, { kind: 'lost', why: 'no response in 1000 ms' });
  await cut.promise;
});

test('a request that waits for a connection until its timeout is never sent', async (t) => {
  const seen: string[] = [];
  const first = Promise.withResolvers<() => void>();
  const server = await serve(t, (socket, text) => {
    seen.push(text.split(' ')[1] ?? '');
    if (seen.length === 1) first.resolve(() => socket.write(httpAnswer(200, 'late')));
    else socket.write(httpAnswer(200, 'next'));
  });
  const { client, clock } = open(t, server.origin, { connectionsMax: 1 });
  const slow = client.request(get('/slow'));
  const waiting = client.request(get('/waiting', { timeoutMs: 500 }));
  const answer = await first.promise;
  clock.advance(500);
  assert.deepEqual(await waiting, { kind: 'unsent', why: 'no response in 500 ms' });
  answer();
  assert.equal((await slow).kind, 'answer');
  assert.equal((await client.request(get('/after'))).kind, 'answer');
  assert.deepEqual(seen, ['/slow', '/after']);
});

test('more requests than may wait are refused before they are sent', async (t) => {
  const server = await serve(t, () => {});
  const { client, clock } = open(t, server.origin, { connectionsMax: 1 });
  const waiting = Array.from({ length: 64 }, () => client.request(get('/', { timeoutMs: 10 })));
  const refused = await client.request(get('/'));
  assert.deepEqual(refused, { kind: 'unsent', why: 'too many requests are waiting for this host' });
  clock.advance(10);
  await Promise.all(waiting);
});

test('an answer has its status, headers in lower case and the whole body', async (t) => {
  const server = await serve(t, (socket, text) => {
    assert.match(text, /^POST \/orders\?a=1 HTTP\/1\.1\r\n/);
    assert.match(text, /\r\nKey: one\r\n[\s\S]*\r\n\r\n\{"é":1\}$/i);
    socket.write(httpAnswer(503, '{"error":"é"}'));
  });
  const { client } = open(t, server.origin);
  const request = get('/orders?a=1', { method: 'POST', headers: { Key: 'one' }, body: '{"é":1}' });
  const result = await client.request(request);
  assert.deepEqual(result, {
    kind: 'answer',
    status: 503,
    headers: { 'content-length': '14', 'x-kind': 'a, b' },
    body: '{"error":"é"}',
  });
});

test('a redirect is an answer and is not followed', async (t) => {
  const moved = 'HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n';
  const server = await serve(t, (socket) => socket.write(moved));
  const { client } = open(t, server.origin);
  const result = await client.request(get('/'));
  assert.equal(result.kind === 'answer' && result.headers['location'], '/other');
});

test('an answer beyond the size limit is lost', async (t) => {
  const server = await serve(t, (socket) => socket.write(httpAnswer(200, 'x'.repeat(11))));
  const { client } = open(t, server.origin, { limits: { bodyBytesMax: 10 } });
  const result = await client.request(get('/'));
  assert.deepEqual(result, { kind: 'lost', why: 'the response exceeds 10 bytes' });
});

test('an answer beyond the limit of its request is lost', async (t) => {
  const server = await serve(t, (socket) => socket.write(httpAnswer(200, 'x'.repeat(11))));
  const { client } = open(t, server.origin);
  const result = await client.request(get('/', { answerBytesMax: 10 }));
  assert.deepEqual(result, { kind: 'lost', why: 'the response exceeds 10 bytes' });
});

test('an answer of very many tiny parts is lost, and one of many usual parts arrives', async (t) => {
  const chunked = (size: number, count: number): string =>
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${`${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`.repeat(count)}0\r\n\r\n`;
  const server = await serve(t, (socket, text) => {
    socket.write(text.startsWith('GET /tiny') ? chunked(1, 20_000) : chunked(100, 20_000));
  });
  const { client } = open(t, server.origin);
  assert.deepEqual(await client.request(get('/tiny')), {
    kind: 'lost',
    why: 'the response arrives in too small pieces',
  });
  const usual = await client.request(get('/usual'));
  assert.equal(usual.kind === 'answer' && usual.body.length, 2_000_000);
});

test('an answer that exceeds the limit in several small parts is lost', async (t) => {
  const server = await serve(t, (socket) => {
    const part = (count: number): void => {
      if (count > 0) socket.write('5\r\nabcde\r\n', () => part(count - 1));
    };
    socket.write('HTTP/1.1 200 Said\r\nTransfer-Encoding: chunked\r\n\r\n', () => part(4));
  });
  const { client } = open(t, server.origin, { limits: { bodyBytesMax: 12 } });
  assert.deepEqual(await client.request(get('/')), { kind: 'lost', why: 'the response exceeds 12 bytes' });
});

test('an interim answer is skipped, and the final one is the result', async (t) => {
  const server = await serve(t, (socket) =>
    socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${httpAnswer(201, 'final')}`),
  );
  const { client } = open(t, server.origin);
  const result = await client.request(get('/'));
  assert.ok(result.kind === 'answer');
  assert.deepEqual([result.status, result.body, result.headers['link']], [201, 'final', undefined]);
});

test('an answered request makes room for the next and leaves no timer', async (t) => {
  const server = await serve(t, (socket) => socket.write(httpAnswer(200, 'x')));
  const { client, clock } = open(t, server.origin, { connectionsMax: 1 });
  for (let count = 0; count < 70; count += 1) assert.equal((await client.request(get('/'))).kind, 'answer');
  assert.equal(clock.timersWaiting, 0);
});

test('one connection serves requests one after the other', async (t) => {
  const ports = new Set<number | undefined>();
  const server = await serve(t, (socket) => {
    ports.add(socket.remotePort);
    socket.write(httpAnswer(200, ''));
  });
  const { client } = open(t, server.origin, { connectionsMax: 1 });
  for (const path of ['/1', '/2', '/3']) await client.request(get(path));
  assert.equal(ports.size, 1);
});

test('a socket opens, sends and receives, answers a ping and reports its close once', async (t) => {
  const server = await socketServer(t);
  server.on('connection', (peer, request) => {
    assert.equal(request.headers['key'], 'one');
    peer.on('message', (data) => peer.send(`echo ${(data as Buffer).toString()}`));
  });
  const { events, listener, until } = createRecordingListener();
  const socket = network().socket(getUrl(server), { key: 'one' }, listener);
  socket.send('dropped: it is not open yet');
  await until('open');
  socket.send('hello');
  await until('text');
  socket.ping();
  await until('pong');
  socket.close();
  await until('closed');
  socket.close();
  assert.deepEqual(events, ['open', 'text echo hello', 'pong', 'closed closed by us']);
});

test('a socket closed by the peer reports the code and the reason', async (t) => {
  const server = await socketServer(t);
  server.on('connection', (peer) => peer.close(4001, 'too slow'));
  const { events, listener, until } = createRecordingListener();
  network().socket(getUrl(server), {}, listener);
  await until('closed');
  assert.deepEqual(events, ['open', 'closed closed with 4001: too slow']);
});

test('a refused handshake reports the status', async (t) => {
  const server = await serve(t, (socket) => socket.end(httpAnswer(401, '')));
  const { events, listener, until } = createRecordingListener();
  network().socket(server.origin.replace('http', 'ws'), {}, listener);
  await until('closed');
  assert.deepEqual(events, ['closed Unexpected server response: 401']);
});

test('a socket to a port without a listener reports its close once', async () => {
  const { events, listener, until } = createRecordingListener();
  network().socket(`ws://127.0.0.1:${await closedPort()}`, {}, listener);
  await until('closed');
  assert.equal(events.length, 1);
  assert.match(events[0] ?? '', /^closed connect ECONNREFUSED/);
});

test('an invalid URL reports the close after the caller has its socket', async () => {
  const { events, listener, until } = createRecordingListener();
  const socket = network().socket('nonsense', {}, listener);
  assert.deepEqual(events, []);
  socket.send('dropped');
  await until('closed');
  assert.equal(events.length, 1);
});

test('a socket closed before it opened never opens', async (t) => {
  const server = await socketServer(t);
  const { events, listener, until } = createRecordingListener();
  network().socket(getUrl(server), {}, listener).close();
  await until('closed');
  assert.deepEqual(events, ['closed closed by us']);
});

test('a peer that does not answer the close is cut off', async (t) => {
  const server = await socketServer(t);
  server.on('connection', (peer) => peer.pause());
  const clock = new ManualClock();
  const { events, listener, until } = createRecordingListener();
  const socket = createNetwork(clock).socket(getUrl(server), {}, listener);
  await until('open');
  t.mock.timers.enable({ apis: ['setTimeout'] }); // the library would end the connection after 30 seconds
  socket.close();
  clock.advance(2_000);
  await until('closed');
  assert.deepEqual(events, ['open', 'closed closed by us']);
  assert.equal(clock.timersWaiting, 0);
});

test('messages are not compressed, and a socket closed by both leaves no timer', async (t) => {
  const server = await socketServer(t);
  const extensions = Promise.withResolvers<string | undefined>();
  server.on('headers', (_, request) => extensions.resolve(request.headers['sec-websocket-extensions']));
  const clock = new ManualClock();
  const { listener, until } = createRecordingListener();
  const socket = createNetwork(clock).socket(getUrl(server), {}, listener);
  await until('open');
  assert.equal(await extensions.promise, undefined);
  socket.close();
  assert.equal(clock.timersWaiting, 1);
  await until('closed');
  assert.equal(clock.timersWaiting, 0);
});

test('a message beyond the size limit and a binary one end the socket', async (t) => {
  const server = await socketServer(t);
  server.on('connection', (peer, { url }) => peer.send(url === '/long' ? 'x'.repeat(11) : Buffer.from('x')));
  for (const path of ['/long', '/binary']) {
    const { events, listener, until } = createRecordingListener();
    network({ frameBytesMax: 10 }).socket(`${getUrl(server)}${path}`, {}, listener);
    await until('closed');
    assert.ok(!events.some((line) => line.startsWith('text')));
  }
});

function open(t: TestContext, origin: string, { connectionsMax = 4, limits = {} }: Opening = {}): Opened {
  const clock = new ManualClock();
  const client = createNetwork(clock, limits).http(origin, { connectionsMax });
  t.after(() => client.close());
  return { client, clock };
}

interface Opening {
  readonly connectionsMax?: number;
  readonly limits?: Partial<NetworkLimits>;
}

interface Opened {
  readonly client: HttpClient;
  readonly clock: ManualClock;
}

const network = (limits: Partial<NetworkLimits> = {}): ReturnType<typeof createNetwork> =>
  createNetwork(new ManualClock(), limits);

async function serve(t: TestContext, onRequest: Parameters<typeof rawServer>[0]): Promise<RawServer> {
  const server = await rawServer(onRequest);
  t.after(() => server.close());
  return server;
}

async function socketServer(t: TestContext): Promise<WebSocketServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    for (const peer of server.clients) peer.terminate();
    server.close();
  });
  return server;
}

function getUrl(server: WebSocketServer): string {
  const address = server.address();
  assert.ok(address !== null && typeof address !== 'string');
  return `ws://127.0.0.1:${address.port}`;
}
