import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../api-assertions.ts';
import { createRestingOrder, getOrder, submit } from '../support/order-bodies.ts';
import { TcpProxy } from '../support/postgres/tcp-proxy.ts';
import type { Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';
import { refusedHandshake, socketUrl } from './test-stream.ts';
import { openTrade, type TradeClient } from './trade-client.ts';

const service = await startService({ isProcess: true, settings: { 'orders.journal_delay_ms_max': 60_000 } });
const api = service.api();

const place = async (client: TradeClient, fields: object = {}): Promise<Order> =>
  (await client.request('order.create', { ...createRestingOrder(), ...fields }))['body'] as Order;

const ended = (id: string): Promise<Order> =>
  until(`${id} is cancelled`, async () => {
    const order = await getOrder(api, id);
    return order.status === 'CANCELLED' ? order : null;
  });

const sessionOf = (client: TradeClient): string => String(client.of('connected')[0]?.['session_id']);

test('a session without on_disconnect leaves its orders when the connection ends', async () => {
  const client = await openTrade(service, '?grace_ms=0');
  const cancelling = await openTrade(service, '?grace_ms=0&on_disconnect=SESSION');
  const [kept, dropped] = [await place(client), await place(cancelling)];
  assert.equal(kept.session_id, sessionOf(client));
  client.stream.socket.terminate();
  await client.stream.closed;
  cancelling.stream.socket.terminate();
  assert.equal((await ended(dropped.id)).reason, 'disconnect');
  assert.equal((await getOrder(api, kept.id)).status, 'OPEN');
});

test('on_disconnect SUBACCOUNT cancels every order there, also of HTTP', async () => {
  const order = await submit(api, createRestingOrder());
  const client = await openTrade(service, '?grace_ms=0&on_disconnect=SUBACCOUNT&subaccount_id=sa_1');
  client.stream.socket.terminate();
  assert.equal((await ended(order.id)).reason, 'disconnect');
});

test('a client that returns within the grace time keeps its orders and its session', async () => {
  const first = await openTrade(service, '?grace_ms=30000&on_disconnect=SESSION');
  const order = await place(first);
  first.stream.socket.terminate();
  await first.stream.closed;
  const second = await openTrade(service, `?grace_ms=0&session=${sessionOf(first)}`);
  assert.equal(sessionOf(second), sessionOf(first));
  assert.equal((await getOrder(api, order.id)).status, 'OPEN');
  second.stream.socket.terminate();
  assert.equal((await ended(order.id)).reason, 'disconnect');
});

test('returning to a session closes its earlier connection, which may hang, with 4409', async () => {
  const first = await openTrade(service, '?on_disconnect=SESSION&grace_ms=0');
  const order = await place(first);
  const second = await openTrade(service, `?session=${sessionOf(first)}`);
  assert.equal((await first.stream.closed).code, 4409);
  assert.equal((await second.request('order.get', { id: order.id }))['status'], 200);
  assert.equal((await getOrder(api, order.id)).status, 'OPEN');
});

test('a session of another key, an ended one, and other terms are refused', async () => {
  const client = await openTrade(service, '?on_disconnect=SESSION&grace_ms=30000');
  const other = service.api(await service.newKey('--permissions', 'read,trade'));
  const refused = async (caller: typeof api, query: string): Promise<number> =>
    (await refusedHandshake(`${socketUrl(service)}${caller.socketTarget(`/v1/ws/trade${query}`)}`)).status;
  assert.equal(await refused(other, `?session=${sessionOf(client)}`), 404);
  assert.equal(await refused(api, '?session=ses_0'), 404);
  assert.equal(await refused(api, `?session=${sessionOf(client)}&on_disconnect=SUBACCOUNT`), 422);
  assert.equal(await refused(api, '?on_disconnect=ALWAYS'), 422);
  assert.equal(await refused(api, '?grace_ms=30001'), 422);
});

test('revoking a key ends its session without grace time', async () => {
  const key = await service.newKey('--permissions', 'read,trade');
  const client = await openTrade(service, '?on_disconnect=SESSION&grace_ms=30000', service.api(key));
  const order = await place(client);
  await service.cliOk('key', 'revoke', key.key_id);
  assert.equal((await ended(order.id)).reason, 'disconnect');
});

test('a connection that hangs is closed after two unanswered pings, and its session ends', async () => {
  const quick = await startService({
    isProcess: true,
    settings: { 'ws.heartbeat_ms': 2_500, 'orders.journal_delay_ms_max': 60_000 },
  });
  const proxy = await TcpProxy.listen(Number(new URL(quick.url).port));
  after(() => proxy.close());
  const through = { url: `http://127.0.0.1:${proxy.port}` } as typeof quick;
  const client = await openTrade(through, '?on_disconnect=SESSION&grace_ms=0', quick.api());
  const order = await place(client);
  proxy.holdRequests();
  proxy.holdAnswers();
  const own = quick.api();
  const over = await until('the order of the hanging client is cancelled', async () => {
    const now = await getOrder(own, order.id);
    return now.status === 'CANCELLED' ? now : null;
  });
  assert.equal(over.reason, 'disconnect');
});

test('a guard over the socket takes no token, and both ways show the same guard', async () => {
  const client = await openTrade(service);
  const armed = await client.request('guard.put', { subaccount_id: 'sa_1', timeout_ms: 600_000 });
  assert.equal(armed['status'], 200);
  const { armed: isArmed, scope } = await api.ok<{ armed: boolean; scope: string }>(
    'GET',
    '/v1/risk/guard?subaccount_id=sa_1',
  );
  assert.deepEqual([isArmed, scope], [true, 'KEY']);
  await api.ok('PUT', '/v1/risk/guard', { subaccount_id: 'sa_1', timeout_ms: 0 });
  for (const timeout of [4_999, 600_001, 1.5, '5000'])
    await api.refused([422, 'validation'], 'PUT', '/v1/risk/guard', { timeout_ms: timeout });
});

test('after kill -9 with a session open and a guard armed, the next start cancels before it accepts', async () => {
  const client = await openTrade(service, '?on_disconnect=SESSION&grace_ms=30000');
  const ofSession = await place(client, { subaccount_id: 'sa_2' });
  const ofGuard = await submit(api, createRestingOrder());
  await api.ok('PUT', '/v1/risk/guard', { subaccount_id: 'sa_1', timeout_ms: 5_000 });
  await service.kill();
  // The clock of the next process is past the durable deadline.
  await service.start(60_000);
  assert.equal((await getOrder(api, ofSession.id)).reason, 'disconnect');
  assert.equal((await ended(ofGuard.id)).reason, 'guard');
  await api.refused([403, 'guard_fired'], 'POST', '/v1/orders', createRestingOrder());
  const guard = await api.ok<{ blocked: boolean; fired_count: number }>(
    'GET',
    '/v1/risk/guard?subaccount_id=sa_1',
  );
  assert.deepEqual([guard.blocked, guard.fired_count], [true, 1]);
  await api.ok('PUT', '/v1/risk/guard', { subaccount_id: 'sa_1', timeout_ms: 0 });
  await submit(api, createRestingOrder());
  await service.stop();
  await service.cliOk('verify');
});
