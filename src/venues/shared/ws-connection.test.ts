import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import type { Network, SocketListener } from '../../ports/network.ts';
import { WsConnection, type WsConnectionSettings } from './ws-connection.ts';

/** A connection whose sockets the test opens, feeds and closes. */
function createConnection(settings: Partial<WsConnectionSettings> = {}) {
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
      headers: () => ({}),
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
