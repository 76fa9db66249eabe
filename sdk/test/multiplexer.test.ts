import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { FakeService } from './fake-server.ts';
import { order } from './records.ts';

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise(setImmediate);
};

const snapshot = (id: string) => ({ type: 'snapshot', subaccount_id: id, orders: [order], timestamp: 1 });
const NAMES = Array.from({ length: 20 }, (_, index) => `sa_${index}`);

/** Each subscription to orders gets a snapshot of its subaccount. */
const serveOrders = (service: FakeService): void => {
  service.script = (connection) => {
    connection.greet();
    connection.send(snapshot(connection.search.get('subaccount_id') ?? ''));
  };
};

test('twenty streams of one client share a socket, and each gets its own frames', async () => {
  await using service = await FakeService.start();
  serveOrders(service);
  const { streams } = service.client();
  const open = NAMES.map((id) => streams.orders({ subaccountIds: [id] }));
  for (const [index, stream] of open.entries()) {
    const { value } = await stream.next();
    assert.deepEqual({ ...value, seq: 0 }, { ...snapshot(NAMES[index] ?? ''), seq: 0 });
  }
  assert.equal(service.handshakes.length, 1);
  service.connections[7]?.send({ type: 'order', order });
  assert.equal((await open[7]?.next())?.value?.type, 'order');
  for (const stream of open) stream.close();
});

test('a lost socket is replaced by one, on which every stream continues', async () => {
  await using service = await FakeService.start();
  serveOrders(service);
  const { streams } = service.client();
  const open = NAMES.map((id) => streams.orders({ subaccountIds: [id] }));
  for (const stream of open) await stream.next();
  service.connections[0]?.socket.close(1001);
  for (const stream of open) assert.equal((await stream.next()).value?.type, 'snapshot');
  assert.equal(service.handshakes.length, 2);
  for (const stream of open) stream.close();
});

test('a closed stream is unsubscribed, and the last one closes the socket', async () => {
  await using service = await FakeService.start();
  serveOrders(service);
  const { streams } = service.client();
  const [first, second] = [streams.orders({ subaccountIds: ['a'] }), streams.fills()];
  await first.open();
  await second.open();
  first.close();
  await until(() => service.clientFrames.includes('unsubscribe 1'));
  assert.equal((await first.next()).done, true);
  const socket = service.connections[0]?.socket;
  assert.ok(socket && socket.readyState === socket.OPEN);
  second.close();
  await once(socket, 'close');
  const third = streams.positions();
  await third.open();
  assert.equal(service.handshakes.length, 2);
  third.close();
});

test('a refused or ended stream ends alone, with its error', async () => {
  await using service = await FakeService.start();
  service.script = (connection) => {
    if (connection.search.get('subaccount_id') === 'b') connection.refuse('not_found');
    else connection.greet();
  };
  const { streams } = service.client();
  const kept = streams.orders({ subaccountIds: ['a'] });
  await kept.open();
  await assert.rejects(streams.orders({ subaccountIds: ['b'] }).open(), { name: 'NotFoundError' });
  const withdrawn = streams.orders({ subaccountIds: ['c'] });
  await withdrawn.open();
  const ended = { type: 'ended', id: null, error: 'forbidden', message: 'withdrawn', details: null };
  service.connections[2]?.send(ended);
  await assert.rejects(withdrawn.next(), { name: 'ForbiddenError', message: 'withdrawn' });
  service.connections[0]?.send({ type: 'order', order });
  assert.equal((await kept.next()).value?.type, 'order');
  assert.equal(service.handshakes.length, 1);
  kept.close();
});

for (const end of ['refused', 'ended'] as const)
  test(`the last stream of a socket closes it when it is ${end}, and the next stream opens another one`, async () => {
    await using service = await FakeService.start();
    service.script = (connection) => {
      connection.greet();
      connection.send({ type: 'ended', id: null, error: 'forbidden', message: 'withdrawn', details: null });
    };
    if (end === 'refused') service.script = (connection) => connection.refuse('forbidden');
    const { streams } = service.client();
    const only = streams.orders({ subaccountIds: ['a'] });
    await assert.rejects(only.next(), { name: 'ForbiddenError' });
    serveOrders(service);
    const next = streams.orders({ subaccountIds: ['b'] });
    await next.next();
    assert.equal(service.handshakes.length, 2);
    next.close();
  });

test('a stream that failed in the service is subscribed again on the same socket', async () => {
  await using service = await FakeService.start();
  serveOrders(service);
  const reasons: string[] = [];
  const { streams } = service.client();
  const other = streams.orders({ subaccountIds: ['a'] });
  await other.next();
  const stream = streams.orders({ subaccountIds: ['b'], onReconnect: ({ reason }) => reasons.push(reason) });
  await stream.next();
  const ended = { type: 'ended', id: null, error: 'internal', message: 'internal error', details: null };
  service.connections[1]?.send(ended);
  assert.equal((await stream.next()).value?.type, 'snapshot');
  assert.deepEqual([reasons, service.handshakes.length], [['internal error'], 1]);
  for (const each of [other, stream]) each.close();
});

test('a stream above the number of subscriptions throws the words of the service; one that was open waits', async () => {
  await using service = await FakeService.start();
  const full = { bucket: 'subscriptions', max: 500 };
  service.script = (connection) => connection.refuse('rate_limited', full);
  await assert.rejects(service.client().streams.orders().open(), {
    name: 'RateLimitedError',
    status: 429,
    message: 'it is rate_limited',
    details: full,
  });
  let refused = 0;
  service.script = (connection) => {
    if (connection !== service.connections[1] && (refused += 1) < 3) connection.refuse('rate_limited', full);
    else connection.greet();
  };
  const stream = service.client().streams.orders();
  await stream.open();
  service.connections[1]?.socket.close(1001);
  await until(() => service.connections.length === 5);
  assert.equal(refused, 3);
  stream.close();
});

test('a refusal for too many requests is tried again', async () => {
  await using service = await FakeService.start();
  service.script = (connection) => {
    serveOrders(service);
    connection.refuse('rate_limited', { bucket: 'read', retry_after_ms: 5 });
  };
  const stream = service.client().streams.orders({ subaccountIds: ['a'] });
  assert.equal((await stream.next()).value?.type, 'snapshot');
  stream.close();
});

test('a failure before the handshake ends the stream with it', async () => {
  await using service = await FakeService.start();
  const webSocket = class {
    constructor() {
      throw new Error('no sockets today');
    }
    addEventListener(): void {}
    send(): void {}
    close(): void {}
  };
  const { streams } = service.client({ webSocket });
  await assert.rejects(streams.orders().next(), /no sockets today/);
  await assert.rejects(streams.fills().next(), /no sockets today/);
});
