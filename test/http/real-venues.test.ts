import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../api-assertions.ts';
import type { Instrument, Order } from '../support/record-schemas.ts';
import { startService, TestService } from '../support/test-service.ts';

const EXTERNAL = ['Kalshi', 'Polymarket'] as const;

interface Health {
  readonly venue: string;
  readonly healthy: boolean;
  readonly reason: string | null;
}

test('under profile sandbox both external venues are local exchanges that trade, and outlive a kill', async () => {
  const service = await startService({ isProcess: true, settings: { 'sandbox.exchanges': true } });
  const before = readExchanges(service);
  assert.equal(before.length, 2);
  await allHealthy(service);
  const placed: Order[] = [];
  for (const venue of EXTERNAL) placed.push(await rest(service, venue));
  await service.kill();
  await service.start();
  assert.deepEqual(readExchanges(service), before);
  await allHealthy(service);
  for (const { id } of placed) {
    const order = await service.api().ok<Order>('GET', `/v1/orders/${id}`);
    assert.equal(order.status, 'OPEN');
    await until('the cancel is confirmed', () => cancelled(service, id));
  }
  for (const name of EXTERNAL) {
    const { changes, latency, budgets } = await service
      .api()
      .ok<{ changes: Health[]; latency: unknown[]; budgets: { for_cancels: boolean; left: number }[] }>(
        'GET',
        `/v1/venues/${name}/health`,
      );
    assert.equal(changes.at(-1)?.healthy, true);
    assert.ok(latency.length > 0);
    assert.ok(
      budgets.some((budget) => budget.for_cancels && budget.left > 0),
      `${name} keeps some for cancels`,
    );
    const { code, stdout } = await service.cli('venue', 'check', name, '--json');
    assert.equal(code, 0, stdout);
  }
  const rehearsal = join(service.dataDir, 'rehearsal.toml');
  writeFileSync(rehearsal, await service.cliOk('sandbox', 'settings'));
  for (const name of EXTERNAL) {
    const check = ['venue', 'check', name, '--accept-old-facts'];
    const { code, stdout } = await service.cli('--config', rehearsal, ...check);
    assert.equal(code, 0, `a live service connects to the exchange of ${name}: ${stdout}`);
  }
  for (const path of ['kalshi/key.pem', 'polymarket/wallet.key'])
    assert.equal(statSync(join(service.dataDir, 'sandbox', path)).mode & 0o777, 0o600);
  await service.stop();
  for (const url of before) await assert.rejects(fetch(url), `${url} has ended with the service`);
});

test('a live venue that cannot be reached is unhealthy with its reason, and everything else works', async () => {
  const service = new TestService({});
  after(() => service.dispose());
  const keyFile = join(service.dataDir, 'kalshi.pem');
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  writeFileSync(keyFile, privateKey, { mode: 0o600 });
  service.configure({ ...(await liveSettings()), 'venues.kalshi.key_file': keyFile });
  await service.start();
  assert.match(service.output, /\[ LIVE \] real orders at: no venue now/);
  assert.match(service.output, /no orders +Kalshi: .*ECONNREFUSED/);
  await service.cliOk('account', 'new', 'acc_1');
  const api = service.api(await service.newKey());
  const venues = await api.ok<{ name: string; status: string; capabilities: { simulated: boolean } }[]>(
    'GET',
    '/v1/venues',
  );
  assert.deepEqual(
    venues.map(({ name, status, capabilities }) => `${name} ${status} ${capabilities.simulated}`),
    ['Demo LIVE true', 'Kalshi LIVE false', 'Polymarket DISABLED false'],
  );
  const [demo, kalshi] = await api.ok<Health[]>('GET', '/v1/venues/health');
  assert.equal(demo?.healthy, true);
  assert.equal(kalshi?.healthy, false);
  assert.match(kalshi?.reason ?? '', /ECONNREFUSED/);
  const check = await service.cli('venue', 'check', 'Kalshi');
  assert.equal(check.code, 8);
  assert.match(check.stdout, /✗/);
  const said = [service.output, check.stdout, check.stderr].join('');
  assert.ok(!said.includes(privateKey.split('\n')[1] ?? ''), 'no message contains the key');
});

for (const refused of ['everything', 'what is private']) {
  test(`a start names the key that a venue refused for ${refused}, and the venue is not shown as live`, async () => {
    const service = new TestService({});
    after(() => service.dispose());
    const keyFile = join(service.dataDir, 'kalshi.pem');
    const { privateKey } = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    writeFileSync(keyFile, privateKey, { mode: 0o600 });
    const venue = createServer((socket) => answer(socket, refused === 'everything'));
    await new Promise<void>((resolve) => void venue.listen(0, '127.0.0.1', () => resolve()));
    after(() => venue.close());
    const { port } = venue.address() as AddressInfo;
    service.configure({ ...kalshiAt(port), 'venues.kalshi.key_file': keyFile });
    await service.start();
    assert.match(service.output, /\[ LIVE \] real orders at: no venue now/);
    assert.match(service.output, /no orders +Kalshi: the API key key-7 was rejected: authentication_error/);
    assert.match(service.output, new RegExp(`-- --data-dir ${service.dataDir} pair --permissions`));
    assert.ok(!service.output.includes(privateKey.split('\n')[1] ?? ''), 'no line contains the key itself');
    await service.cliOk('account', 'new', 'acc_1');
    const api = service.api(await service.newKey());
    const health = await api.ok<Health[]>('GET', '/v1/venues/health');
    const { healthy, reason } = health[1] ?? assert.fail('Kalshi has a health');
    assert.deepEqual([healthy, reason?.startsWith('the API key key-7 was rejected')], [false, true]);
    const venues = await api.ok<{ problem: string | null }[]>('GET', '/v1/venues');
    assert.deepEqual(
      venues.map(({ problem }) => problem),
      [null, reason, null],
      'of Demo, of Kalshi, and of Polymarket, which is switched off',
    );
  });
}

/** Answers one request of a connection: private ones, and with `isAll` every one, are refused for their key. */
function answer(socket: Socket, isAll: boolean): void {
  socket.on('error', () => undefined);
  socket.once('data', (bytes) => {
    const path = bytes.toString('latin1').split(' ')[1] ?? '';
    const isRefused = isAll || path.includes('/portfolio/') || path.includes('/account/');
    const [status, body] = isRefused
      ? ['401 Unauthorized', { error: { code: 'authentication_error', message: 'x', details: 'NOT_FOUND' } }]
      : [
          '200 OK',
          { exchange_active: true, trading_active: true, events: [], markets: [], series: [], cursor: '' },
        ];
    const text = JSON.stringify(body);
    socket.end(
      `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\nconnection: close\r\n\r\n${text}`,
    );
  });
}

const readExchanges = (service: TestService): readonly string[] =>
  [...service.output.matchAll(/exchange +(\S+) simulates/g)].map(([, url = '']) => url);

async function allHealthy(service: TestService): Promise<void> {
  await until('every venue is healthy', async () => {
    const health = await service.api().ok<Health[]>('GET', '/v1/venues/health');
    return health.every(({ healthy }) => healthy) ? true : null;
  });
}

/** Reads a book, as a trader would, and leaves a bid far below it. */
async function rest(service: TestService, venue: string): Promise<Order> {
  const api = service.api();
  const { items } = await api.ok<{ items: Instrument[] }>(
    'GET',
    `/v1/markets/search?venue=${venue}&status=OPEN&limit=1`,
  );
  const instrument = items[0] ?? assert.fail(`${venue} lists something`);
  const path = `/v1/markets/${instrument.instrument_id}/book`;
  const book = await api.ok<{ bids: unknown[]; asks: unknown[] }>('GET', path);
  assert.ok(book.bids.length > 0 || book.asks.length > 0);
  const body = {
    subaccount_id: 'sa_1',
    instrument_id: instrument.instrument_id,
    side: 'BUY',
    type: 'LIMIT',
    price: '0.01',
    qty: '100',
  };
  const { id } = await api.ok<Order>('POST', '/v1/orders', body);
  return until('the order rests', async () => {
    const order = await api.ok<Order>('GET', `/v1/orders/${id}`);
    return order.status === 'OPEN' ? order : null;
  });
}

async function cancelled(service: TestService, id: string): Promise<true | null> {
  const order = await service.api().ok<Order>('DELETE', `/v1/orders/${id}`);
  return order.status === 'CANCELLED' ? true : null;
}

/** Kalshi at a port without a listener. */
async function liveSettings() {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return kalshiAt(port);
}

const kalshiAt = (port: number) => ({
  profile: 'live',
  'venues.kalshi.enabled': true,
  'venues.kalshi.key_id': 'key-7',
  'venues.kalshi.rest_url': `http://127.0.0.1:${port}/trade-api/v2`,
  'venues.kalshi.ws_url': `ws://127.0.0.1:${port}/trade-api/ws/v2`,
});
