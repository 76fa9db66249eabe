import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpRequest, SocketListener } from '../../src/ports/network.ts';
import type { ExchangePeer, ExchangeResponse, InProcessExchange, UpgradeResult } from './exchange-seam.ts';
import { ManualClock } from './manual-clock.ts';
import { type Delivery, MemoryNetwork, type NetworkHooks } from './memory-network.ts';

const REQUEST: HttpRequest = {
  method: 'POST',
  path: '/orders?dry=1',
  headers: { Key: 'k' },
  body: '{"qty":1}',
  timeoutMs: 1_000,
};

/** An exchange that records what it receives, greets a socket and echoes. */
class Echo implements InProcessExchange {
  readonly received: string[] = [];
  answer: ExchangeResponse = { status: 200, headers: {}, body: 'done' };
  refusal: Extract<UpgradeResult, { refusal: unknown }>['refusal'] | null = null;
  peer: ExchangePeer | null = null;

  async handle({ method, path, query, headers, body }: Parameters<InProcessExchange['handle']>[0]) {
    const text = new TextDecoder().decode(body);
    this.received.push(`${method} ${path} dry=${query.get('dry')} key=${headers['key']} ${text}`);
    return this.answer;
  }

  connect(_: unknown, peer: ExchangePeer): UpgradeResult {
    if (this.refusal !== null) return { refusal: this.refusal };
    this.peer = peer;
    peer.send('hello');
    return {
      session: {
        receive: (text) => peer.send(`echo ${text}`),
        closed: () => this.received.push('socket closed'),
      },
    };
  }
}

test('a request reaches the exchange unchanged, and its answer is returned', async () => {
  const { exchange, client } = createSetup();
  assert.deepEqual(await client.request(REQUEST), { kind: 'answer', status: 200, headers: {}, body: 'done' });
  assert.deepEqual(exchange.received, ['POST /orders dry=1 key=k {"qty":1}']);
});

const fates: readonly [Delivery['fate'], string, number][] = [
  ['unsent', 'unsent', 0],
  ['lost', 'lost', 0],
  ['unanswered', 'lost', 1],
  ['twice', 'answer', 2],
];
for (const [fate, kind, times] of fates) {
  test(`a request that is ${fate} is reported as ${kind}, and the exchange receives it ${times} times`, async () => {
    const { exchange, client, clock } = createSetup({
      delivery: () => ({ fate, requestMs: 0, answerMs: 0 }),
    });
    const result = client.request(REQUEST);
    await runEventLoop();
    clock.advance(1_000);
    assert.equal((await result).kind, kind);
    assert.equal(exchange.received.length, times);
    assert.equal(clock.timersWaiting, 0);
  });
}

test('a refused request is not repeated in transit', async () => {
  const { exchange, client } = createSetup({
    delivery: () => ({ fate: 'twice', requestMs: 0, answerMs: 0 }),
  });
  for (const [status, times] of [
    [429, 1],
    [503, 2],
  ] as const) {
    exchange.received.length = 0;
    exchange.answer = { status, headers: {}, body: '' };
    await client.request(REQUEST);
    assert.equal(exchange.received.length, times);
  }
});

test('the clock times a request and its answer, and an answer after the deadline is lost', async () => {
  const { exchange, client, clock } = createSetup({
    delivery: () => ({ fate: 'arrives', requestMs: 600, answerMs: 600 }),
  });
  const result = client.request(REQUEST);
  clock.advance(600);
  await runEventLoop();
  assert.equal(exchange.received.length, 1);
  clock.advance(400);
  assert.deepEqual(await result, { kind: 'lost', why: 'no response in 1000 ms' });
});

test('a reset connection is `lost`; an unknown host and a closed pool are `unsent`', async () => {
  const { exchange, client, network } = createSetup();
  exchange.answer = 'reset';
  assert.equal((await client.request(REQUEST)).kind, 'lost');
  assert.equal((await network.http('http://elsewhere').request(REQUEST)).kind, 'unsent');
  await client.close();
  assert.equal((await client.request(REQUEST)).kind, 'unsent');
});

test('a socket opens before it receives, delivers in order whatever the delays, and closes once', async () => {
  const delays = [0, 0, 0, 50, 0, 0, 0];
  const { network, clock, exchange } = createSetup({ messageMs: () => delays.shift() ?? 0 });
  const { events, listener } = recordEvents();
  const socket = network.socket('ws://venue/feed', {}, listener);
  await runEventLoop();
  assert.deepEqual(events, ['open', 'hello']);
  socket.send('a');
  socket.send('b');
  socket.ping();
  await runEventLoop();
  assert.deepEqual(events, ['open', 'hello']);
  clock.advance(50);
  await runEventLoop();
  assert.deepEqual(events.slice(2), ['echo a', 'echo b', 'pong']);
  socket.close();
  socket.close();
  await runEventLoop();
  assert.deepEqual(events.slice(5), ['closed closed by us']);
  assert.deepEqual(exchange.received, ['socket closed']);
  assert.equal(network.socketsOpen, 0);
});

test('a refused handshake, a missing host and a lost connection are each reported once', async () => {
  const { network, exchange } = createSetup();
  exchange.refusal = { status: 401, headers: {}, body: '' };
  const refused = recordEvents();
  network.socket('ws://venue/feed', {}, refused.listener);
  const missing = recordEvents();
  network.socket('ws://elsewhere/feed', {}, missing.listener);
  await runEventLoop();
  exchange.refusal = null;
  const cut = recordEvents();
  network.socket('ws://venue/feed', {}, cut.listener);
  await runEventLoop();
  network.cutSockets('the connection was cut');
  exchange.peer?.send('into nothing');
  await runEventLoop();
  assert.deepEqual(refused.events, ['closed Unexpected server response: 401']);
  assert.deepEqual(missing.events, ['closed connect ECONNREFUSED']);
  assert.deepEqual(cut.events, ['open', 'hello', 'closed the connection was cut']);
});

function createSetup(hooks: Partial<NetworkHooks> = {}) {
  const clock = new ManualClock();
  const exchange = new Echo();
  const network = new MemoryNetwork({ clock, hosts: new Map([['venue', exchange]]), hooks });
  return { clock, exchange, network, client: network.http('http://venue') };
}

function recordEvents(): { readonly events: string[]; readonly listener: SocketListener } {
  const events: string[] = [];
  const listener: SocketListener = {
    onOpen: () => events.push('open'),
    onText: (text) => events.push(text),
    onPong: () => events.push('pong'),
    onClosed: (why) => events.push(`closed ${why}`),
  };
  return { events, listener };
}

/** Runs one iteration of the event loop. */
const runEventLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
