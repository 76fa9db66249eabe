import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { WebSocketServer } from 'ws';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { ProxyVariables } from '../config/outgoing-proxy.ts';
import type { HttpClient, Network } from '../ports/network.ts';
import { type ConnectProxy, connectProxy } from './connect-proxy.fixture.ts';
import { HttpPool } from './http-client.ts';
import { createNetwork } from './network-client.ts';
import { closedPort, createRecordingListener, get, httpAnswer, rawServer } from './raw-server.fixture.ts';
import { TEST_CERTIFICATE } from './test-certificate.fixture.ts';

setDefaultCACertificates([...getCACertificates(), TEST_CERTIFICATE.cert]);

const USER = 'user:hidden%20word';
const AUTHORIZATION = `Basic ${Buffer.from('user:hidden word').toString('base64')}`;

test('a request of an encrypted origin goes through a tunnel that is kept open', async (t) => {
  const { proxy, client } = await open(t, 'https://venue.test');
  for (const path of ['/time', '/again']) {
    const result = await client.request(get(path));
    assert.equal(result.kind === 'answer' && result.body, `GET ${path} of venue.test`);
  }
  assert.deepEqual(proxy.tunnels, ['venue.test:443']);
  assert.deepEqual(proxy.authorizations, [AUTHORIZATION]);
});

test('a request of a plain origin goes through a tunnel', async (t) => {
  const server = await rawServer((socket) => socket.write(httpAnswer(200, 'plain')));
  t.after(() => server.close());
  const { proxy, client } = await open(t, 'http://venue.test:8080', server.port);
  const result = await client.request(get('/'));
  assert.equal(result.kind === 'answer' && result.body, 'plain');
  assert.deepEqual(proxy.tunnels, ['venue.test:8080']);
});

test('an encrypted socket goes through a tunnel', async (t) => {
  const { proxy, network } = await open(t, 'https://venue.test');
  const { events, listener, until } = createRecordingListener();
  const socket = network.socket('wss://venue.test/ws?a=1', { key: 'one' }, listener);
  await until('text');
  socket.close();
  await until('closed');
  assert.deepEqual(events, ['open', 'text /ws?a=1 one', 'closed closed by us']);
  assert.deepEqual(proxy.tunnels, ['venue.test:443']);
  assert.deepEqual(proxy.authorizations, [AUTHORIZATION]);
});

test('a proxy that is down, or refuses, proves that nothing was sent', async (t) => {
  const down = createNetwork(new ManualClock(), {}, variables(await closedPort()));
  await assertUnsent(t, down, /ECONNREFUSED/);
  for (const refusal of ['407 Proxy Authentication Required', '502 Bad Gateway']) {
    const { network } = await open(t, 'https://venue.test', undefined, refusal);
    await assertUnsent(t, network, new RegExp(refusal.slice(0, 3)));
  }
  const invalid = createNetwork(new ManualClock(), {}, { HTTPS_PROXY: 'socks5://user:hidden@proxy:1080' });
  await assertUnsent(t, invalid, /HTTPS_PROXY is not the URL of an HTTP proxy/);
});

test('a host that is excepted, or on this machine, is reached without the proxy', async (t) => {
  const { proxy } = await open(t, 'https://venue.test');
  const server = await rawServer((socket) => socket.write(httpAnswer(200, 'direct')));
  t.after(() => server.close());
  const network = createNetwork(new ManualClock(), {}, { ...variables(proxy.port), NO_PROXY: '.invalid' });
  const local = network.http(server.origin, { connectionsMax: 1 });
  const excepted = network.http('https://venue.invalid', { connectionsMax: 1 });
  t.after(() => Promise.all([local.close(), excepted.close()]));
  const [answer, unknown] = await Promise.all([local.request(get('/')), excepted.request(get('/'))]);
  assert.equal(answer.kind === 'answer' && answer.body, 'direct');
  assert.equal(unknown.kind, 'unsent');
  assert.deepEqual(proxy.tunnels, []);
});

test('a pool with resolved addresses, as webhooks use it, ignores the proxy', async (t) => {
  const { proxy } = await open(t, 'https://venue.test');
  const server = await rawServer((socket) => socket.write(httpAnswer(200, 'pinned')));
  t.after(() => server.close());
  const pool = new HttpPool(`http://venue.test:${server.port}`, {
    connectionsMax: 1,
    bodyBytesMax: 100,
    clock: new ManualClock(),
    proxyVariables: variables(proxy.port),
    lookup: (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  t.after(() => pool.close());
  const answer = await pool.request(get('/'));
  assert.equal(answer.kind === 'answer' && answer.body, 'pinned');
  assert.deepEqual(proxy.tunnels, []);
});

const variables = (port: number): ProxyVariables => {
  const url = `http://${USER}@127.0.0.1:${port}`;
  return { HTTP_PROXY: url, HTTPS_PROXY: url };
};

interface Opened {
  readonly proxy: ConnectProxy;
  readonly network: Network;
  readonly client: HttpClient;
}

/** A proxy before an exchange with TLS, or before another port of this machine. */
async function open(t: TestContext, origin: string, targetPort?: number, refusal?: string): Promise<Opened> {
  const proxy = await connectProxy(targetPort ?? (await secureServer(t)), refusal);
  const network = createNetwork(new ManualClock(), {}, variables(proxy.port));
  const client = network.http(origin, { connectionsMax: 1 });
  t.after(async () => {
    await client.close();
    await proxy.close();
  });
  return { proxy, network, client };
}

async function secureServer(t: TestContext): Promise<number> {
  const server = createServer(TEST_CERTIFICATE, ({ method, url, headers }, response) =>
    response.end(`${method} ${url} of ${headers.host}`),
  );
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (peer, { url, headers }) => peer.send(`${url} ${String(headers['key'])}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => closeServer(server, sockets));
  return (server.address() as AddressInfo).port;
}

function closeServer(server: Server, sockets: WebSocketServer): void {
  for (const peer of sockets.clients) peer.terminate();
  server.closeAllConnections();
  server.close();
}

async function assertUnsent(t: TestContext, network: Network, why: RegExp): Promise<void> {
  const client = network.http('https://venue.test', { connectionsMax: 1 });
  t.after(() => client.close());
  const result = await client.request(get('/'));
  assert.equal(result.kind, 'unsent');
  const { events, listener, until } = createRecordingListener();
  network.socket('wss://venue.test', {}, listener);
  await until('closed');
  for (const text of [result.kind === 'unsent' ? result.why : '', events.join()]) {
    assert.match(text, why);
    assert.doesNotMatch(text, /hidden/);
  }
}
