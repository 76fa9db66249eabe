import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { until } from '../../test/api-assertions.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { systemClock } from '../platform/system-environment.ts';
import type { Clock } from '../ports/environment.ts';
import {
  exchange,
  parseError,
  readAll,
  readBody,
  startEdge,
  startOwner,
  toKnownOwner,
} from './edge.fixture.ts';
import { NodeListener } from './node-listener.ts';

const WAIT_MS = 9_000; // below a third of `auth.window_ms`

/** An order whose body names it. */
const order = (name: string, connection = 'close'): string =>
  `POST /v1/orders HTTP/1.1\r\nHost: h\r\nContent-Length: ${name.length}\r\nConnection: ${connection}\r\n\r\n${name}`;

/** An owner that answers each order with its body, and writes down what it received. */
async function startEcho(t: TestContext, name: string) {
  const received: string[] = [];
  const owner = await startOwner(t, name, async (request, response) => {
    const body = await readBody(request);
    received.push(body);
    response.end(`${name} has ${body}`);
  });
  return { ...owner, received };
}

/** An edge with this many requests that wait. */
async function startWaiting(
  t: TestContext,
  owner: Parameters<typeof startEdge>[1],
  count: number,
  clock: Clock = systemClock,
) {
  const edge = await startEdge(t, owner, { waitMs: WAIT_MS, clock });
  const answers = Array.from({ length: count }, (_, index) => exchange(edge.port, order(`order ${index}`)));
  const waiting = (): number | undefined => edge.metrics.values.get('edge_requests_waiting');
  await until('all requests wait', () => (waiting() === count ? true : null));
  return { ...edge, answers, waiting };
}

describe('E-10: a request that was not sent', () => {
  test('waits until there is an owner, and is sent to it once', async (t) => {
    const { edge, answers, waiting } = await startWaiting(t, null, 50);
    const owner = await startEcho(t, 'a');
    edge.setOwner(toKnownOwner(owner.link));
    const texts = await Promise.all(answers);
    for (const [index, text] of texts.entries())
      assert.match(text, new RegExp(`200[^]*a has order ${index}$`));
    assert.deepEqual(owner.received.toSorted(), texts.map((_, index) => `order ${index}`).toSorted());
    assert.equal(waiting(), 0);
  });

  test('waits when the owner cannot be reached, until another node is the owner', async (t) => {
    const former = await startEcho(t, 'a');
    await former.listener.close();
    const { edge, answers } = await startWaiting(t, former.link, 2);
    const owner = await startEcho(t, 'b');
    edge.setOwner(toKnownOwner(owner.link));
    assert.match((await Promise.all(answers)).join(), /b has order 0[^]*b has order 1/);
    assert.deepEqual(former.received, []);
  });

  test('waits when the owner cannot be reached, until the same one can', async (t) => {
    const owner = await startEcho(t, 'a');
    await owner.listener.close();
    const { answers } = await startWaiting(t, owner.link, 1);
    const again = new NodeListener({ ...owner, key: owner.link.key, clock: systemClock });
    t.after(() => again.close());
    await again.listen({ host: '127.0.0.1', port: Number(new URL(owner.link.url).port) });
    assert.match((await answers[0]) ?? '', /a has order 0$/);
    assert.deepEqual(owner.received, ['order 0']);
  });

  test('is sent to the next owner at once when the connection to the former one fails after it is known', async (t) => {
    const [connected, held] = [Promise.withResolvers<void>(), new Set<Socket>()];
    const hangs = createServer((socket) => {
      held.add(socket.on('error', () => undefined)); // the handshake is never answered
      socket.once('data', () => connected.resolve());
    });
    hangs.listen(0, '127.0.0.1');
    await once(hangs, 'listening');
    t.after(() => hangs.close());
    const owner = await startEcho(t, 'b');
    const former = {
      ...owner.link,
      name: 'a',
      url: `tls://127.0.0.1:${(hangs.address() as AddressInfo).port}`,
    };
    const { edge, port, metrics } = await startEdge(t, former, { waitMs: WAIT_MS, clock: new ManualClock() });
    const answering = exchange(port, order('once'));
    await connected.promise;
    await until('the request and the probe have begun', () => (held.size === 2 ? true : null));
    edge.setOwner(toKnownOwner(owner.link));
    await until('the next owner answers', async () => {
      const health = await exchange(port, 'GET /health HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
      return health.includes('"edge":"ok"') ? true : null;
    });
    assert.equal(metrics.values.get('edge_requests_waiting'), 0, 'it is on its way to the former one');
    for (const socket of held) socket.destroy();
    assert.match(await answering, /b has once$/);
    assert.deepEqual(owner.received, ['once']);
  });

  test('is refused with not_owner once it has waited for `edge.wait_ms`, and never sent', async (t) => {
    const clock = new ManualClock();
    const { edge, port, answers, waiting } = await startWaiting(t, null, 1, clock);
    clock.advance(WAIT_MS - 1);
    assert.equal(waiting(), 1);
    clock.advance(1);
    const answer = parseError((await answers[0]) ?? '');
    assert.deepEqual([answer.status, answer.retryAfter, answer.body.error], [503, '1', 'not_owner']);
    assert.equal(answer.body.details['outcome'], 'not_stored');
    const owner = await startEcho(t, 'a');
    edge.setOwner(toKnownOwner(owner.link));
    assert.match(await exchange(port, order('later')), /a has later$/);
    assert.deepEqual(owner.received, ['later']);
  });

  test('is never sent once its client has left', async (t) => {
    const { edge, port, metrics } = await startEdge(t, null, { waitMs: WAIT_MS, clock: new ManualClock() });
    const client = connect(port, '127.0.0.1');
    client.write(order('left'));
    await until('it waits', () => (metrics.values.get('edge_requests_waiting') === 1 ? true : null));
    client.destroy();
    await until('it has left', () => (metrics.values.get('edge_requests_waiting') === 0 ? true : null));
    const owner = await startEcho(t, 'a');
    edge.setOwner(toKnownOwner(owner.link));
    assert.match(await exchange(port, order('stays')), /a has stays$/);
    assert.deepEqual(owner.received, ['stays']);
  });

  test('is refused at once when a thousand wait, and when the edge closes', async (t) => {
    const { edge, port, metrics } = await startEdge(t, null, { waitMs: WAIT_MS });
    // Requests of one connection follow each other, so each needs its own.
    const answers = Array.from({ length: 1_001 }, () => exchange(port, order('one of many')));
    const first = parseError(await Promise.race(answers));
    assert.equal(first.body.error, 'not_owner');
    await until('the others wait', () =>
      metrics.values.get('edge_requests_waiting') === 1_000 ? true : null,
    );
    await edge.close();
    for (const answer of await Promise.all(answers)) assert.equal(parseError(answer).body.error, 'not_owner');
  });
});

describe('E-11: an owner that gives the journal up', () => {
  test('answers what it has received, while new requests wait for the next owner', async (t) => {
    const clock = new ManualClock();
    const release = Promise.withResolvers<void>();
    const received: string[] = [];
    const former = await startOwner(t, 'a', async (request, response) => {
      received.push(await readBody(request));
      await release.promise;
      response.end('a has it');
    });
    const { edge, port, metrics } = await startEdge(t, former.link, { waitMs: WAIT_MS, clock });
    const answering = exchange(port, order('first'));
    await until('the owner has received it', () => (received.length > 0 ? true : null));
    edge.setOwner({ name: 'a', link: null });
    const waiting = exchange(port, order('second'));
    await until('it waits', () => (metrics.values.get('edge_requests_waiting') === 1 ? true : null));
    clock.advance(5_000); // longer than requests to a former owner last
    release.resolve();
    assert.match(await answering, /a has it/);
    edge.setOwner(null);
    const next = await startEcho(t, 'b');
    edge.setOwner(toKnownOwner(next.link));
    assert.match(await waiting, /b has second$/);
    assert.deepEqual([received, next.received], [['first'], ['second']]);
  });

  test('gets its requests back with an unknown outcome once the journal has another owner', async (t) => {
    const clock = new ManualClock();
    const gotIt = Promise.withResolvers<void>();
    const former = await startOwner(t, 'a', () => gotIt.resolve());
    const { edge, port } = await startEdge(t, former.link, { waitMs: WAIT_MS, clock });
    const answering = exchange(port, order('first'));
    await gotIt.promise;
    edge.setOwner({ name: 'a', link: null });
    edge.setOwner({ name: 'b', link: null });
    clock.advance(500);
    const answer = parseError(await answering);
    assert.deepEqual([answer.status, answer.body.details['outcome']], [503, 'unknown']);
  });
});

describe('E-10: two edges and an owner that restarts on another port', () => {
  test('send what waits at each to the new port once, also when one learns of it later', async (t) => {
    const clock = new ManualClock();
    const former = await startEcho(t, 'a');
    await former.listener.close();
    const edges = [
      await startWaiting(t, former.link, 3, clock),
      await startWaiting(t, former.link, 3, clock),
    ];
    const owner = await startEcho(t, 'a');
    assert.notEqual(owner.link.url, former.link.url);
    for (const [index, { edge, answers, waiting }] of edges.entries()) {
      edge.setOwner(toKnownOwner(owner.link));
      for (const [order, text] of (await Promise.all(answers)).entries())
        assert.match(text, new RegExp(`200[^]*a has order ${order}$`));
      assert.deepEqual([waiting(), owner.received.length], [0, 3 * (index + 1)]);
      clock.advance(WAIT_MS - 1); // the requests of the other edge have waited this long
    }
    assert.deepEqual(former.received, []);
  });

  test('answer what its former process had received with an unknown outcome, and do not send it again', async (t) => {
    const clock = new ManualClock();
    const gotIt = Promise.withResolvers<void>();
    const former = await startOwner(t, 'a', () => gotIt.resolve());
    const { edge, port } = await startEdge(t, former.link, { waitMs: WAIT_MS, clock });
    const answering = exchange(port, order('first'));
    await gotIt.promise;
    const owner = await startEcho(t, 'a');
    edge.setOwner(toKnownOwner(owner.link));
    assert.match(await exchange(port, order('second')), /a has second$/);
    clock.advance(500);
    const answer = parseError(await answering);
    assert.deepEqual([answer.status, answer.body.details['outcome']], [503, 'unknown']);
    assert.deepEqual(owner.received, ['second']);
  });
});

test('E-12: the server of a standby gives its port away, and its connections get the answers of the new owner', async (t) => {
  const { edge, port, metrics } = await startEdge(t, null, { waitMs: WAIT_MS });
  const client = connect(port, '127.0.0.1');
  client.write(order('waits', 'keep-alive'));
  await until('it waits', () => (metrics.values.get('edge_requests_waiting') === 1 ? true : null));
  await edge.freePort();
  const owner = await startEcho(t, 'a');
  owner.server.close();
  owner.server.closeAllConnections();
  owner.server.listen(port, '127.0.0.1');
  edge.setOwner(toKnownOwner(owner.link));
  const finished = edge.finish();
  const text = await readAll(client);
  assert.match(text, /Connection: close\r\n[^]*a has waits$/i);
  await finished;
  assert.match(
    await exchange(port, 'GET /health HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n'),
    /^HTTP\/1\.1 200/,
  );
});
