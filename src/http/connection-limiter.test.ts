import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { DEFAULT_CONFIG } from '../config/config.ts';
import { limitConnectionsPerAddress } from './connection-limiter.ts';

/** One end of a connection, with a record of the bytes that its peer would read. */
class Peer extends Duplex {
  readonly remoteAddress: string;
  received = '';

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.received += chunk.toString();
    done();
  }
}

function openServer() {
  const server = new EventEmitter();
  const served: Peer[] = [];
  const counted: Record<string, number> = {};
  server.on('connection', (peer: Peer) => served.push(peer));
  const clock = new ManualClock();
  const http = { ...DEFAULT_CONFIG.http, connectionsPerAddressMax: 2, connectionsLocalMax: 3 };
  limitConnectionsPerAddress(server as unknown as Server, {
    config: { ...DEFAULT_CONFIG, http },
    clock,
    metrics: {
      count: (name, labels) => {
        const which = `${name} ${labels?.['why'] ?? ''}`;
        counted[which] = (counted[which] ?? 0) + 1;
      },
      gauge: (name, value) => {
        counted[name] = value;
      },
      observe: () => {},
    },
    nextRequestId: () => 'req_1',
  });
  const connect = (address: string): Peer => {
    const peer = new Peer(address);
    server.emit('connection', peer);
    return peer;
  };
  return { server, served, counted, clock, connect };
}

/** Streams emit their end event one event loop task later. */
const closing = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('each address has its limit, the local machine a separate one, and further connections never reach HTTP', () => {
  const { served, connect, counted } = openServer();
  const addresses = ['192.0.2.7', '192.0.2.8', '2001:db8::1', '2001:db8::2', '127.0.0.1', '::1', '127.0.0.2'];
  const within = [...addresses, '192.0.2.7', '192.0.2.8'].map(connect);
  const beyond = ['192.0.2.7', '::ffff:192.0.2.8', '2001:db8::3', '::1'].map(connect);
  assert.deepEqual(served, within);
  for (const peer of beyond) {
    assert.match(peer.received, /^HTTP\/1\.1 429 .*\r\nretry-after: 1\r\n/s);
    assert.match(
      peer.received,
      /"error":"rate_limited".*"details":\{"bucket":"connections","retry_after_ms":1000,"outcome":"not_stored"\}/,
    );
    assert.ok(peer.writableEnded);
  }
  assert.match(beyond[0]?.received ?? '', /2 may be open/);
  assert.deepEqual(counted, { http_connections: 9, 'http_connections_refused_total address': 4 });
});

test('a connection that ends frees its place, however it ends', async () => {
  const { served, connect, counted } = openServer();
  for (let times = 0; times < 3; times += 1) {
    const peers = [connect('192.0.2.7'), connect('192.0.2.7')];
    assert.equal(served.length, 2 * (times + 1));
    peers.forEach((peer) => peer.destroy(times === 1 ? new Error('reset') : undefined));
    peers.forEach((peer) => peer.on('error', () => {}));
    await closing();
    assert.equal(counted['http_connections'], 0);
  }
});

test('a refused connection is closed after a moment, and most of many are closed without a response', async () => {
  const { connect, clock } = openServer();
  connect('192.0.2.7');
  connect('192.0.2.7');
  const connections = Array.from({ length: 150 }, () => connect('192.0.2.7'));
  assert.equal(connections.filter(({ received }) => received !== '').length, 100);
  assert.equal(connections.filter(({ destroyed }) => destroyed).length, 50);
  clock.advance(1_000);
  await closing();
  assert.ok(connections.every(({ destroyed }) => destroyed));
  assert.equal(clock.timersWaiting, 0);
  assert.notEqual(connect('192.0.2.7').received, '', 'the next one gets a response again');
});

test('connections that the server refuses because all places are taken are counted too', () => {
  const { server, counted } = openServer();
  server.emit('drop');
  assert.equal(counted['http_connections_refused_total all'], 1);
});
