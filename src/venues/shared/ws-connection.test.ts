import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import type { Network, SocketListener } from '../../ports/network.ts';
import { WsConnection, type WsConnectionSettings } from './ws-connection.ts';

/** A connection whose sockets the test opens, feeds and closes. */
function createConnection(
  settings: Partial<WsConnectionSettings> = {},
  sign: () => Record<string, string> | Promise<Record<string, string>> = () => ({}),
) {
  const clock = new ManualClock();
  const sockets: SocketListener[] = [];
  const events: string[] = [];
  const network: Network = {
    http: () => assert.fail('no HTTP request is expected'),
    socket: (_url, _headers, listener) => {
      sockets.push(listener);
      return {
        send: (text) => events.push(`sent ${text}`),
        ping: () => events.push('ping'),
        close: () => events.push('close'),
      };
    },
  };
  const connection = new WsConnection(
    { network, clock },
    {
      url: 'ws://venue.test',
      heartbeatMs: 10_000,
      silenceMsMax: 25_000,
      reconnect: { firstMs: 1_000, maxMs: 4_000 },
      resetBackoffOn: 'open',
      ...settings,
    },
    {
      headers: sign,
      ping: (socket) => socket.ping(),
      onOpen: () => void events.push('open'),
      onText: (text) => void events.push(text),
      onDown: (why, wasOpen) => void events.push(`down ${wasOpen} ${why}`),
    },
  );
  connection.open();
  const latest = (): SocketListener => sockets.at(-1) ?? assert.fail('a socket');
  return { clock, connection, events, latest, count: () => sockets.length };
}

test('each failed attempt waits twice as long as the one before, up to the maximum', () => {
  const { clock, latest, count } = createConnection();
  for (const [at, waitMs] of [1_000, 2_000, 4_000, 4_000].entries()) {
    latest().onClosed('refused');
    clock.advance(waitMs - 1);
    assert.equal(count(), at + 1);
    clock.advance(1);
    assert.equal(count(), at + 2);
  }
});

test('the back-off is reset by an open socket, or only by its first message', () => {
  const waitAfterOpen = (resetBackoffOn: 'open' | 'message', messages: number): number => {
    const { clock, latest, count } = createConnection({ resetBackoffOn });
    latest().onClosed('refused');
    clock.advance(1_000);
    latest().onOpen();
    for (let sent = 0; sent < messages; sent += 1) latest().onText('{}');
    latest().onClosed('reset');
    clock.advance(1_000);
    return count() === 3 ? 1_000 : 2_000;
  };
  assert.deepEqual(
    [waitAfterOpen('open', 0), waitAfterOpen('message', 0), waitAfterOpen('message', 1)],
    [1_000, 2_000, 1_000],
  );
});

test('a silent socket is pinged, then replaced; what it delivers afterwards is ignored', () => {
  const { clock, events, latest } = createConnection();
  const first = latest();
  first.onOpen();
  clock.advance(20_000);
  first.onPong();
  clock.advance(20_000);
  assert.deepEqual(events, ['open', 'ping', 'ping', 'ping', 'ping']);
  clock.advance(10_000);
  assert.deepEqual(events.slice(5), ['down true nothing received for 30000 ms', 'close']);
  clock.advance(1_000);
  latest().onOpen();
  first.onText('stale');
  first.onClosed('late');
  assert.deepEqual(events.slice(7), ['open']);
});

test('a handshake without an answer times out', () => {
  const { clock, events } = createConnection();
  clock.advance(30_000);
  assert.deepEqual(events, ['down false nothing received for 30000 ms', 'close']);
});

test('downMs counts from the moment the socket was lost', () => {
  const { clock, connection, latest } = createConnection();
  clock.advance(500);
  assert.equal(connection.downMs, 500);
  latest().onOpen();
  assert.equal(connection.downMs, null);
  latest().onClosed('reset');
  clock.advance(300);
  assert.deepEqual([connection.isOpen, connection.downMs], [false, 300]);
});

test('nothing is sent while no socket is open, and a stopped connection stays closed', () => {
  const { clock, connection, events, latest, count } = createConnection();
  connection.send('early');
  latest().onOpen();
  connection.send('hello');
  connection.stop();
  connection.send('late');
  latest().onClosed('closed');
  clock.advance(60_000);
  assert.deepEqual([events, count()], [['open', 'sent hello', 'close'], 1]);
});

test('a socket is opened once its headers are signed; without them the next attempt waits', async () => {
  const answers: ((error: Error | null) => void)[] = [];
  const sign = (): Promise<Record<string, string>> =>
    new Promise((resolve, reject) => {
      answers.push((error) => (error === null ? resolve({}) : reject(error)));
    });
  const { clock, connection, events, count } = createConnection({}, sign);
  assert.equal(count(), 0);
  answers[0]?.(new Error('over its limit'));
  await settlePromises();
  assert.deepEqual([count(), events], [0, ['down false not signed: over its limit']]);
  clock.advance(1_000);
  answers[1]?.(null);
  await settlePromises();
  assert.equal(count(), 1);
  connection.reconnect('replaced');
  clock.advance(2_000);
  connection.stop(); // while the third handshake is being signed
  answers[2]?.(null);
  await settlePromises();
  assert.equal(count(), 1);
});

test('a signature that never comes ends the attempt like a silent handshake', async () => {
  let signed = 0;
  const { clock, events } = createConnection({}, () => {
    signed += 1;
    return new Promise(() => undefined);
  });
  clock.advance(30_000);
  await settlePromises();
  assert.deepEqual(events, ['down false nothing received for 30000 ms']);
  clock.advance(1_000);
  assert.equal(signed, 2);
});

const settlePromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
