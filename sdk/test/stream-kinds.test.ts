import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { Crossbook } from '../src/index.ts';
import { systemRuntime } from '../src/runtime.ts';
import { refuse } from './fake-routes.ts';
import { FakeRuntime, FakeService } from './fake-server.ts';
import { fill, order, position } from './records.ts';

const balance = { venue: 'Demo', currency: 'USD', total: null, available: null, reserved: '1', stale: false };
const LEVELS = { bids: [], asks: [], timestamp: 1, sequence: 1 };

/** Each stream: how it is opened, the query that it sends, the frames that it delivers, and one that it does not. */
const STREAMS: readonly {
  readonly name: string;
  readonly open: (client: Crossbook) => AsyncIterator<unknown>;
  readonly query: Readonly<Record<string, string>>;
  readonly delivered: readonly Record<string, unknown>[];
  readonly foreign: Record<string, unknown>;
}[] = [
  {
    name: 'orders',
    open: ({ streams }) => streams.orders({ subaccountIds: ['sa_1', 'sa_2'] }),
    query: { subaccount_id: 'sa_1,sa_2' },
    delivered: [
      { type: 'snapshot', subaccount_id: 'sa_1', orders: [order] },
      { type: 'order', order },
    ],
    foreign: { type: 'fill', fill },
  },
  {
    name: 'fills',
    open: ({ streams }) => streams.fills(),
    query: {},
    delivered: [
      { type: 'snapshot', subaccount_id: 'sa_1', fills: [fill] },
      { type: 'fill', fill },
    ],
    foreign: { type: 'order', order },
  },
  {
    name: 'positions',
    open: ({ streams }) => streams.positions({ subaccountIds: ['sa_1'] }),
    query: { subaccount_id: 'sa_1' },
    delivered: [
      { type: 'snapshot', subaccount_id: 'sa_1', positions: [position] },
      { type: 'position', ...position },
    ],
    foreign: { type: 'balance', ...balance },
  },
  {
    name: 'opportunities',
    open: ({ streams }) => streams.opportunities({ filter: { kind: 'CROSS', asset: 501 } }),
    query: { kind: 'CROSS', asset: '501' },
    delivered: [
      { type: 'opened', opportunity: { id: 'opp_91' } },
      { type: 'changed', opportunity: { id: 'opp_91' } },
      { type: 'closed', id: 'opp_91', lasted_ms: 4100 },
    ],
    foreign: { type: 'order', order },
  },
  {
    name: 'balances',
    open: ({ streams }) => streams.balances({ subaccountIds: ['sa_2'] }),
    query: { subaccount_id: 'sa_2' },
    delivered: [
      { type: 'snapshot', subaccount_id: 'sa_2', balances: [balance] },
      { type: 'balance', subaccount_id: 'sa_2', ...balance },
    ],
    foreign: { type: 'position', ...position },
  },
  {
    name: 'operations',
    open: ({ streams }) => streams.operations({ subaccountIds: ['sa_2'] }),
    query: { subaccount_id: 'sa_2' },
    delivered: [
      { type: 'snapshot', subaccount_id: 'sa_2', operations: [] },
      { type: 'operation', operation: { id: 'pop_7' } },
    ],
    foreign: { type: 'order', order },
  },
  {
    name: 'complex-orders',
    open: ({ streams }) => streams.complexOrders({ subaccountIds: ['sa_1'] }),
    query: { subaccount_id: 'sa_1' },
    delivered: [
      { type: 'snapshot', subaccount_id: 'sa_1', complex_orders: [] },
      { type: 'complex_order', complex_order: { id: 'cpx_7' } },
    ],
    foreign: { type: 'order', order },
  },
  {
    name: 'orderbooks',
    open: ({ streams }) => streams.orderbooks({ instrumentIds: [1, 2], genericAssetIds: [9] }),
    query: { instrument_id: '1,2', generic_asset_id: '9' },
    delivered: [
      { type: 'book', instrument_id: 1, ...LEVELS },
      { type: 'aggregated_book', generic_asset_id: 9, members: [], ...LEVELS },
      { type: 'unavailable', instrument_id: 2, error: 'no_book', message: 'none' },
    ],
    foreign: { type: 'order', order },
  },
  {
    name: 'orderbooks',
    open: ({ streams }) => streams.orderbooks({ instrumentIds: [], genericAssetIds: [9] }),
    query: { generic_asset_id: '9' },
    delivered: [{ type: 'aggregated_book', generic_asset_id: 9, members: [], ...LEVELS }],
    foreign: { type: 'heartbeat', timestamp: 1 },
  },
];

for (const { name, open, query, delivered, foreign } of STREAMS) {
  const subscription = JSON.stringify(query);
  test(`the stream ${name} with ${subscription} delivers its own frames only`, async () => {
    await using service = await FakeService.start();
    service.script = (connection) => {
      connection.greet();
      for (const frame of delivered.flatMap((each) => [foreign, each])) connection.send(frame);
    };
    const stream = open(service.client());
    for (const expected of delivered) {
      const { value } = (await stream.next()) as { value: Record<string, unknown> };
      const { seq: _, ...frame } = value;
      assert.deepEqual(frame, expected);
    }
    await stream.return?.();
    const [connection] = service.connections;
    assert.equal(connection?.path, `/v1/ws/${name}`);
    assert.deepEqual(Object.fromEntries(connection?.search ?? []), query);
  });
}

test('a refused handshake is explained once for all streams of a client', async () => {
  await using service = await FakeService.start();
  service.handshakeRefusal = refuse(403, 'forbidden');
  service.answer(refuse(403, 'forbidden'));
  const { streams } = service.client();
  const opening = STREAMS.map(({ open }) => open({ streams } as Crossbook).next());
  for (const each of await Promise.allSettled(opening))
    assert.equal((each as PromiseRejectedResult).reason.name, 'ForbiddenError');
  assert.deepEqual([service.handshakes.length, service.seen.map(({ path }) => path)], [1, ['/v1/account']]);
});

test('a connection that was open is not explained over HTTP when it ends', async () => {
  await using service = await FakeService.start();
  let connections = 0;
  service.script = (connection) => {
    connection.greet();
    connections += 1;
    if (connections < 3) connection.socket.close(1011);
    else connection.send({ type: 'snapshot', subaccount_id: 'a', orders: [] });
  };
  const stream = service.client().streams.orders({ subaccountIds: ['a'] });
  await stream.next();
  stream.close();
  assert.deepEqual([connections, service.seen.length], [3, 0]);
});

test('a stream closed during the pause before a connection ends at once', async () => {
  await using service = await FakeService.start();
  service.script = (connection) => connection.socket.close(1011);
  const runtime = new FakeRuntime();
  const asleep = Promise.withResolvers<void>();
  runtime.sleep = (_, signal) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      asleep.resolve();
    });
  const stop = new AbortController();
  const stream = service.client({}, runtime).streams.orders({ signal: stop.signal });
  const next = stream.next();
  await asleep.promise;
  stop.abort();
  assert.deepEqual(await next, { value: undefined, done: true });
});

test('a reader that empties its buffer in time never loses a frame', async () => {
  await using service = await FakeService.start();
  const frame = { type: 'snapshot', subaccount_id: 'a', orders: [] };
  service.script = (connection) => {
    connection.greet();
    for (let count = 0; count < 3; count += 1) connection.send(frame);
  };
  const stream = service.client().streams.orders({ bufferMax: 3 });
  for (let round = 0; round < 4; round += 1) {
    for (let count = 0; count < 2; count += 1) assert.equal((await stream.next()).done, false);
    for (let count = 0; count < 2; count += 1) service.connections[0]?.send(frame);
  }
  stream.close();
});

test('the streams of an https address are encrypted, below its path', async () => {
  const addresses: string[] = [];
  class Recording {
    constructor(url: string) {
      addresses.push(url.split('?')[0] ?? '');
    }
    addEventListener(): void {}
    send(): void {}
    close(): void {}
  }
  for (const baseUrl of ['https://api.example.test/crossbook//', 'http://api.example.test']) {
    const key = { keyId: 'k', privateKey: Buffer.alloc(32, 1).toString('base64') };
    const stream = new Crossbook({ ...key, baseUrl, webSocket: Recording }).streams.orders();
    void stream.next();
    await new Promise<void>((resolve) => {
      const poll = (): void =>
        void (addresses.includes(WANTED[baseUrl] ?? '') ? resolve() : setImmediate(poll));
      poll();
    });
    stream.close();
  }
  assert.deepEqual(addresses, Object.values(WANTED));
});

const WANTED: Readonly<Record<string, string>> = {
  'https://api.example.test/crossbook//': 'wss://api.example.test/crossbook/v1/ws/multiplex',
  'http://api.example.test': 'ws://api.example.test/v1/ws/multiplex',
};

test('a pause ends with its signal and then leaves neither a timer nor a listener', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stop = new AbortController();
  const slept = systemRuntime.sleep(50, stop.signal);
  assert.equal(getEventListeners(stop.signal, 'abort').length, 1);
  t.mock.timers.tick(50);
  await slept;
  assert.equal(getEventListeners(stop.signal, 'abort').length, 0);
  const aborted = systemRuntime.sleep(50, stop.signal);
  stop.abort(new Error('stopped'));
  await assert.rejects(aborted, /stopped/);
  await assert.rejects(systemRuntime.sleep(50, stop.signal), /stopped/);
});
