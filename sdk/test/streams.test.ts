import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import fc from 'fast-check';
import { WebSocket } from 'ws';
import { type Stream, StreamError, type TradePrintFrame } from '../src/index.ts';
import type { WebSocketConstructor } from '../src/streams/websocket.ts';
import { refuse } from './fake-routes.ts';
import { FakeRuntime, FakeService } from './fake-server.ts';
import type { FakeConnection } from './fake-streams.ts';
import { createPrint, position } from './records.ts';

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise(setImmediate);
};

const take = async (stream: Stream<TradePrintFrame>, count: number) => {
  const ids: number[] = [];
  while (ids.length < count) {
    const { value, done } = await stream.next();
    if (done) break;
    ids.push(value.id);
  }
  return ids;
};

/** The first connection fails as the first script does, and so on; later connections do not fail. */
const breakAs = (service: FakeService, ...scripts: ((connection: FakeConnection) => void)[]) => {
  service.script = (connection) => (scripts.shift() ?? ((good) => good.behave()))(connection);
};

/** Counts the signed handshakes. Node's WebSocket repeats a handshake unchanged after a 401. */
const readSignatures = (service: FakeService) =>
  new Set(service.handshakes.map((url) => url.searchParams.get('sig'))).size;

const dropAfterGreeting = (connection: FakeConnection) => {
  connection.greet();
  connection.socket.terminate();
};

test('prints begin after the newest existing one, as frames with every field', async () => {
  await using service = await FakeService.start();
  const stream = service.client().streams.tradeprints();
  await stream.open();
  service.market.trade();
  assert.deepEqual((await stream.next()).value, { type: 'tradeprint', seq: 3, ...createPrint(70013) });
  assert.equal(service.connections[0]?.search.get('after_id'), '70012');
  stream.close();
});

test('prints begin after `afterId`, for the requested instruments', async () => {
  await using service = await FakeService.start();
  for (let i = 0; i < 3; i++) service.market.trade();
  const stream = service.client().streams.tradeprints({ instrumentIds: [1001, 1002], afterId: 70013 });
  assert.deepEqual(await take(stream, 2), [70014, 70015]);
  assert.equal(service.connections[0]?.search.get('instrument_id'), '1001,1002');
  assert.equal(service.seen.length, 0);
  stream.close();
});

test('the handshake is made below the path prefix of the base address', async () => {
  await using service = await FakeService.start('/crossbook');
  const stream = service.client().streams.tradeprints();
  await stream.open();
  assert.equal(service.connections[0]?.path, '/v1/ws/tradeprints');
  stream.close();
});

test('a lost connection resumes after the last print, and no print is lost or repeated', async () => {
  await using service = await FakeService.start();
  const stream = service.client().streams.tradeprints();
  await stream.open();
  service.market.trade();
  assert.deepEqual(await take(stream, 1), [70013]);
  service.connections[0]?.socket.terminate();
  service.market.trade();
  service.market.trade();
  assert.deepEqual(await take(stream, 2), [70014, 70015]);
  assert.deepEqual(
    service.connections.map(({ search }) => search.get('after_id')),
    ['70012', '70013'],
  );
  stream.close();
});

test('prints made while the first connection broke are not lost', async () => {
  await using service = await FakeService.start();
  breakAs(service, dropAfterGreeting, (connection) => {
    service.market.prints.push(createPrint(70013));
    dropAfterGreeting(connection);
  });
  const stream = service.client().streams.tradeprints();
  assert.deepEqual(await take(stream, 1), [70013]);
  assert.equal(service.handshakes.length, 3);
  stream.close();
});

test('a gap in seq is a loss: the stream resumes before it', async () => {
  await using service = await FakeService.start();
  breakAs(service, (connection) => {
    connection.greet();
    service.market.prints.push(createPrint(70013), createPrint(70014));
    connection.send({ type: 'tradeprint', seq: 4, ...createPrint(70014) });
  });
  const stream = service.client().streams.tradeprints();
  assert.deepEqual(await take(stream, 2), [70013, 70014]);
  assert.equal(service.handshakes.length, 2);
  stream.close();
});

test('an unreadable frame and a repeated frame count as a broken connection', async () => {
  await using service = await FakeService.start();
  breakAs(
    service,
    (connection) => connection.socket.send('not json'),
    (connection) => connection.socket.send(Buffer.from('{"type":"connected","seq":1}')),
    (connection) => connection.send({ type: 'connected', seq: 0 }),
    (connection) => {
      connection.greet();
      connection.send({ seq: 2, type: 'heartbeat' });
    },
  );
  const reasons: string[] = [];
  const stream = service.client().streams.tradeprints({ onReconnect: ({ reason }) => reasons.push(reason) });
  await stream.open();
  await until(() => service.handshakes.length === 5);
  const unreadable = 'a frame could not be read';
  assert.deepEqual(reasons, [unreadable, unreadable, 'frame 0 came after 1', 'frame 2 came after 2']);
  stream.close();
});

test('silence beyond two heartbeats is a broken connection; any frame breaks the silence', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  await using service = await FakeService.start();
  const reasons: string[] = [];
  const stream = service.client().streams.tradeprints({ onReconnect: ({ reason }) => reasons.push(reason) });
  await stream.open();
  context.mock.timers.tick(2 * 15_000);
  service.market.trade();
  await take(stream, 1);
  context.mock.timers.tick(2 * 15_000);
  service.market.trade();
  await take(stream, 1); // a stream that closed its connection delivers on another one
  assert.deepEqual([reasons, service.handshakes.length], [[], 1]);
  context.mock.timers.tick(2 * 15_000);
  assert.equal(service.handshakes.length, 1);
  context.mock.timers.tick(15_000);
  await until(() => service.handshakes.length === 2);
  assert.deepEqual(reasons, ['silence']);
  stream.close();
});

test('a print repeated after a reconnect is delivered once', async () => {
  await using service = await FakeService.start();
  breakAs(service, dropAfterGreeting, (connection) => {
    connection.greet();
    for (const id of [70011, 70012, 70013]) connection.print(createPrint(id));
  });
  const stream = service.client().streams.tradeprints({ afterId: 70012 });
  assert.deepEqual(await take(stream, 1), [70013]);
  stream.close();
});

test('a handshake without an answer times out and is retried', async (context) => {
  await using service = await FakeService.start();
  let sockets = 0;
  /** The first one never answers. */
  const webSocket = function (url: string): unknown {
    sockets += 1;
    return sockets > 1 ? new WebSocket(url) : { addEventListener: () => {}, close: () => {} };
  } as unknown as WebSocketConstructor;
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const reasons: string[] = [];
  const onReconnect = ({ reason }: { reason: string }) => {
    reasons.push(reason);
    context.mock.timers.reset(); // a real connection needs real timers, and a time that it never takes
  };
  const stream = service
    .client({ timeoutMs: 60_000, webSocket })
    .streams.tradeprints({ afterId: 1, onReconnect });
  const opened = stream.open();
  await until(() => sockets === 1);
  context.mock.timers.tick(59_999);
  await new Promise(setImmediate);
  assert.deepEqual(reasons, []);
  context.mock.timers.tick(1);
  await opened;
  assert.deepEqual([reasons, service.handshakes.length], [['no response to the handshake'], 1]);
  stream.close();
});

test('a temporarily rejected handshake is retried with increasing pauses', async () => {
  await using service = await FakeService.start();
  service.handshakeRefusal = refuse(429, 'rate_limited');
  const delays: number[] = [];
  const onReconnect = ({ delayMs }: { delayMs: number }) => {
    delays.push(delayMs);
    if (delays.length === 8) service.handshakeRefusal = null;
  };
  const stream = service.client().streams.tradeprints({ onReconnect });
  await stream.open();
  assert.deepEqual(delays, [188, 375, 750, 1500, 3000, 6000, 11250, 11250]);
  stream.close();
});

const FULL = { body: { streams: { open: 10, max: 10 } } };
const LIMIT_WORDS = '10 of 10 streams of this key are open';

test('a stream above the limit of its key throws it, with the limit in words, and is not retried', async () => {
  await using service = await FakeService.start();
  service.handshakeRefusal = refuse(429, 'rate_limited');
  const { streams } = service.client();
  const refused = { name: 'RateLimitedError', status: 429, message: LIMIT_WORDS };
  service.answer({ body: [] }, { body: [] }, FULL);
  await assert.rejects(streams.tradeprints().next(), refused);
  service.answer({ body: [] }, FULL);
  await assert.rejects(streams.fills().open(), refused);
  assert.equal(service.handshakes.length, 2);
});

test('a trade session above the limit throws it too', async () => {
  await using service = await FakeService.start();
  service.handshakeRefusal = refuse(429, 'rate_limited');
  service.answer({ body: { permissions: ['trade'] } }, FULL);
  await assert.rejects(service.client().trade().open(), { name: 'RateLimitedError', message: LIMIT_WORDS });
});

test('a stream that was open reports the limit and connects again: its last connection may still count', async () => {
  await using service = await FakeService.start();
  service.script = (connection) => {
    connection.behave();
    service.script = (next) => next.behave();
    service.handshakeRefusal = refuse(429, 'rate_limited');
    service.answer({ body: [] }, FULL);
    connection.socket.close(1001);
  };
  const reasons: string[] = [];
  const onReconnect = ({ reason }: { reason: string }) => {
    reasons.push(reason);
    if (reasons.length === 2) service.handshakeRefusal = null;
  };
  const stream = service.client().streams.fills({ onReconnect });
  await stream.open();
  await until(() => service.connections.length === 2);
  stream.close();
  assert.deepEqual(reasons, ['', LIMIT_WORDS]);
});

test('a connection that delivered a frame resets the reconnect delay', async () => {
  await using service = await FakeService.start();
  const bringOne = (connection: FakeConnection) => {
    service.market.prints.push(createPrint(70013));
    connection.behave();
    connection.socket.close(1001);
  };
  breakAs(service, dropAfterGreeting, dropAfterGreeting, bringOne, dropAfterGreeting);
  const delays: number[] = [];
  const stream = service.client().streams.tradeprints({ onReconnect: ({ delayMs }) => delays.push(delayMs) });
  assert.equal((await take(stream, 1)).length, 1);
  await until(() => service.handshakes.length === 5);
  assert.deepEqual(delays, [188, 375, 188, 375]);
  stream.close();
});

test('a permanently rejected handshake throws the HTTP error to the reader and to open()', async () => {
  await using service = await FakeService.start();
  for (const [status, error, name] of [
    [401, 'unauthorized', 'UnauthorizedError'],
    [403, 'forbidden', 'ForbiddenError'],
    [404, 'not_found', 'NotFoundError'],
    [422, 'validation', 'ValidationError'],
  ] as const) {
    service.handshakeRefusal = refuse(status, error);
    service.answer(refuse(status, error));
    const stream = service.client().streams.positions({ subaccountIds: ['sa_9'] });
    await assert.rejects(stream.open(), { name, status, error });
    await assert.rejects(stream.next(), { name, status, error });
    assert.deepEqual(await stream.next(), { value: undefined, done: true });
  }
  assert.equal(readSignatures(service), 4);
});

test('a service that is down during the HTTP check is not treated as a rejection', async () => {
  await using service = await FakeService.start();
  service.handshakeRefusal = refuse(503, 'shutting_down');
  service.answer(refuse(503, 'shutting_down'), 'cut');
  const onReconnect = () => {
    service.handshakeRefusal = null;
  };
  const stream = service.client({ maxRetries: 1 }).streams.positions({ onReconnect });
  assert.equal((await stream.next()).value?.type, 'snapshot');
  assert.equal(service.handshakes.length, 2);
  stream.close();
});

test('a refused subscription throws its error, and is not retried', async () => {
  await using service = await FakeService.start();
  service.script = (connection) => connection.refuse('not_found', { resource: 'instrument' });
  const stream = service.client().streams.tradeprints({ instrumentIds: [99], afterId: 1 });
  const details = { resource: 'instrument' };
  await assert.rejects(stream.next(), { name: 'NotFoundError', status: 404, details });
  assert.deepEqual([service.connections.length, service.seen.length], [1, 0]);
});

test('a rejected key is reported before any socket is opened', async () => {
  await using service = await FakeService.start();
  service.answer(refuse(401, 'unauthorized'));
  await assert.rejects(service.client().streams.tradeprints().next(), { name: 'UnauthorizedError' });
  assert.equal(service.handshakes.length, 0);
});

test('a wrong clock is corrected by the error of the rejected handshake', async () => {
  await using service = await FakeService.start();
  service.auth.clockOffsetMs = 3_600_000;
  const stream = service.client().streams.positions();
  assert.equal((await stream.next()).value?.type, 'snapshot');
  assert.equal(readSignatures(service), 2);
  stream.close();
});

for (const code of [1000, 1001, 1013, 4408, 4429]) {
  test(`close code ${code} leads to a new connection`, async () => {
    await using service = await FakeService.start();
    breakAs(service, (connection) => {
      connection.greet();
      connection.socket.close(code);
    });
    const codes: (number | null)[] = [];
    const stream = service.client().streams.tradeprints({ onReconnect: (event) => codes.push(event.code) });
    await stream.open();
    await until(() => service.handshakes.length === 2);
    assert.deepEqual(codes, [code]);
    stream.close();
  });
}

for (const [code, name] of [
  [4400, 'StreamError'],
  [4401, 'UnauthorizedError'],
  [4403, 'ForbiddenError'],
] as const) {
  test(`close code ${code} ends the stream in a ${name}`, async () => {
    await using service = await FakeService.start();
    breakAs(service, (connection) => {
      connection.greet();
      connection.socket.close(code, 'because');
    });
    await assert.rejects(service.client().streams.tradeprints().next(), { name, message: 'because' });
    assert.equal(service.handshakes.length, 1);
  });
}

test('a slow reader gets the buffered frames, then the overflow error', async () => {
  await using service = await FakeService.start();
  const stream = service.client().streams.tradeprints({ bufferMax: 2 });
  await stream.open();
  for (let i = 0; i < 3; i++) service.market.trade();
  const [connection] = service.connections;
  assert.ok(connection);
  await once(connection.socket, 'close');
  assert.deepEqual(await take(stream, 2), [70013, 70014]);
  await assert.rejects(stream.next(), { name: 'StreamError', error: 'overflow' });
  assert.equal((await stream.next()).done, true);
});

test('prints that the service has deleted are an error, unless the reader handles gaps', async () => {
  await using service = await FakeService.start();
  const gapped = (connection: FakeConnection) => {
    connection.greet();
    connection.send({
      type: 'error',
      id: null,
      error: 'resume_gap',
      message: 'too old',
      details: { oldest_id: 70012 },
    });
    connection.print(createPrint(70012));
  };
  breakAs(service, gapped, gapped);
  const strict = service.client().streams.tradeprints({ afterId: 1 });
  await assert.rejects(
    strict.next(),
    (error) => error instanceof StreamError && error.error === 'resume_gap',
  );
  const gaps: unknown[] = [];
  const lenient = service
    .client()
    .streams.tradeprints({ afterId: 1, onGap: (gap) => gaps.push(gap.details) });
  assert.deepEqual(await take(lenient, 1), [70012]);
  assert.deepEqual(gaps, [{ oldest_id: 70012 }]);
  lenient.close();
});

test('an observer that throws ends the stream with its error', async () => {
  await using service = await FakeService.start();
  breakAs(service, dropAfterGreeting);
  const onReconnect = () => {
    throw new Error('observer failed');
  };
  await assert.rejects(service.client().streams.tradeprints({ onReconnect }).next(), /observer failed/);
});

test('frames of an unknown type are ignored', async () => {
  await using service = await FakeService.start();
  breakAs(service, (connection) => {
    connection.greet();
    connection.send({ type: 'weather', rain: true });
    connection.send({ type: 'error', id: null, error: 'unheard_of', message: '', details: null });
    connection.print(createPrint(70013));
  });
  const stream = service.client().streams.tradeprints();
  assert.deepEqual(await take(stream, 1), [70013]);
  assert.equal(service.handshakes.length, 1);
  stream.close();
});

test('leaving the loop, close() and an aborted signal each end the stream and its socket', async () => {
  await using service = await FakeService.start();
  const controller = new AbortController();
  const broken = service.client().streams.tradeprints({ afterId: 70011 });
  for await (const print of broken) {
    assert.equal(print.id, 70012);
    break;
  }
  const closed = service.client().streams.tradeprints({ afterId: 70011 });
  await closed.open();
  const waiting = closed.next().then(() => closed.next());
  closed.close();
  assert.equal((await waiting).done, true);
  const aborted = service.client().streams.tradeprints({ signal: controller.signal });
  await aborted.open();
  controller.abort();
  assert.equal((await aborted.next()).done, true);
  await until(() => service.connections.every(({ socket }) => socket.readyState === WebSocket.CLOSED));
  assert.equal(service.handshakes.length, 3);
});

test('frames that were not read before close() are dropped', async () => {
  await using service = await FakeService.start();
  service.market.trade();
  const stream = service.client().streams.tradeprints({ afterId: 70011 });
  assert.deepEqual(await take(stream, 1), [70012]);
  stream.close();
  assert.equal((await stream.next()).done, true);
});

test('a stream closed before it opened rejects open() and does not connect', async () => {
  await using service = await FakeService.start();
  const stream = service.client().streams.tradeprints();
  stream.close();
  await assert.rejects(stream.open(), { name: 'StreamError', error: 'closed' });
  const aborted = service.client().streams.positions({ signal: AbortSignal.abort() });
  assert.equal((await aborted.next()).done, true);
  const early = service.client().streams.positions();
  const opening = early.open();
  early.close();
  await assert.rejects(opening, { error: 'closed' });
  assert.equal(service.handshakes.length, 0);
});

test('positions begin with a snapshot, change by change, and begin again after a reconnect', async () => {
  await using service = await FakeService.start();
  const stream = service.client().streams.positions({ subaccountIds: ['sa_1'] });
  const snapshot = {
    type: 'snapshot',
    seq: 3,
    subaccount_id: 'sa_1',
    positions: [position],
    timestamp: 1782907200020,
  };
  assert.deepEqual((await stream.next()).value, snapshot);
  assert.equal(service.connections[0]?.search.get('subaccount_id'), 'sa_1');
  const closed = { ...position, qty: '0', unrealized_pnl: '0' };
  service.connections[0]?.send({ type: 'position', ...closed });
  assert.deepEqual((await stream.next()).value, { type: 'position', seq: 4, ...closed });
  service.market.positions.splice(0);
  service.connections[0]?.socket.close(1001);
  assert.deepEqual((await stream.next()).value, { ...snapshot, positions: [] });
  stream.close();
});

test('the WebSocket of the package ws serves where there is no global one', async () => {
  await using service = await FakeService.start();
  const stream = service.client({ webSocket: WebSocket }).streams.tradeprints();
  await stream.open();
  service.connections[0]?.socket.terminate();
  service.market.trade();
  assert.deepEqual(await take(stream, 1), [70013]);
  stream.close();
});

test('without a WebSocket implementation the error names the option to pass', async (context) => {
  await using service = await FakeService.start();
  const { WebSocket: known } = globalThis;
  context.after(() => Object.assign(globalThis, { WebSocket: known }));
  Reflect.deleteProperty(globalThis, 'WebSocket');
  assert.throws(() => service.client().streams.tradeprints(), {
    error: 'no_websocket',
    message: /`webSocket`/,
  });
});

test('each print arrives once and in order through repeated failures', async () => {
  const faults = fc.constantFrom('terminate', 'close', 'gap', 'garbage', 'repeat');
  const breaks = fc.array(fc.tuple(fc.nat({ max: 4 }), faults), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(breaks, async (plan) => {
      await using service = await FakeService.start();
      service.market.prints.push(...Array.from({ length: 12 }, (_, i) => createPrint(70013 + i)));
      breakAs(service, ...plan.map(([count, fault]) => faulty(service, count, fault)));
      const stream = service.client({}, new FakeRuntime()).streams.tradeprints({ afterId: 70012 });
      const ids = await take(stream, 12);
      assert.deepEqual(
        ids,
        service.market.prints.slice(1).map((print) => print.id),
      );
      stream.close();
    }),
    { numRuns: 30 },
  );
});

/** Serves `count` of the requested prints, then fails in the given way. */
function faulty(service: FakeService, count: number, fault: string): (connection: FakeConnection) => void {
  return (connection) => {
    const after = Number(connection.search.get('after_id'));
    const due = service.market.prints.filter((print) => print.id > after);
    connection.greet();
    for (const print of due.slice(0, count)) connection.print(print);
    const next = due[count] ?? createPrint(after);
    if (fault === 'terminate') connection.socket.terminate();
    else if (fault === 'close') connection.socket.close(1013);
    else if (fault === 'gap') connection.send({ type: 'tradeprint', seq: 99, ...next });
    else if (fault === 'garbage') connection.socket.send('{');
    else connection.send({ type: 'tradeprint', seq: 2, ...next });
  };
}
