import assert from 'node:assert/strict';
import { type Duplex, Writable } from 'node:stream';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { createFrame, Flusher, SendQueue } from './send-queue.ts';

test('frames of a few milliseconds leave in one write, in order', () => {
  const { clock, outbox, peer } = setUp();
  outbox.push(createFrame('a', {}));
  clock.advance(4);
  outbox.push(createFrame('b', {}));
  assert.equal(peer.writes.length, 0);
  clock.advance(1);
  assert.deepEqual(peer.seqs(), [[1, 2]]);
  outbox.push(createFrame('c', {}));
  clock.advance(5);
  assert.deepEqual(peer.seqs(), [[1, 2], [3]]);
});

test('many outboxes share one timer', () => {
  const clock = new ManualClock();
  const flusher = new Flusher(clock);
  for (let index = 0; index < 100; index += 1) setUp(clock, flusher).outbox.push(createFrame('a', {}));
  assert.equal(clock.timersWaiting, 1);
});

test('a peer that does not read is detected by its waiting bytes', () => {
  const { outbox, peer } = setUp();
  peer.stop();
  for (let sent = 0; sent < 3; sent += 1) sendNow(outbox, 400);
  assert.equal(peer.overflows, 0);
  sendNow(outbox, 400);
  assert.equal(peer.overflows, 1);
});

test('a peer that does not read is detected by its waiting frames', () => {
  const { outbox, peer } = setUp();
  peer.stop();
  for (let sent = 0; sent < 11; sent += 1) sendNow(outbox, 1);
  assert.equal(peer.overflows, 0);
  sendNow(outbox, 1);
  assert.equal(peer.overflows, 1);
});

test('one write may be as large as it is: a snapshot is no backlog', async () => {
  const { outbox, peer } = setUp();
  peer.stop();
  sendNow(outbox, 50_000);
  sendNow(outbox, 500);
  assert.equal(peer.overflows, 0);
  peer.go();
  await outbox.drained();
  peer.stop();
  sendNow(outbox, 10);
  sendNow(outbox, 2_000);
  assert.equal(peer.overflows, 1);
});

test('drained waits until the peer has read everything, and resolves at once if it has', async () => {
  const { outbox, peer } = setUp();
  await outbox.drained();
  peer.stop();
  outbox.push(createFrame('a', {}));
  let isDrained = false;
  const drained = outbox.drained().then(() => {
    isDrained = true;
  });
  await Promise.resolve();
  assert.equal(isDrained, false);
  peer.go();
  await drained;
});

test('drained ends when the connection does', async () => {
  const { outbox, peer } = setUp();
  peer.stop();
  outbox.push(createFrame('a', {}));
  const drained = outbox.drained();
  outbox.stop();
  await drained;
});

test('a fast peer causes no wait; a slow one is awaited until it has read everything', async () => {
  const { outbox, peer } = setUp();
  sendNow(outbox, 1);
  await outbox.drained(); // resolves without the peer doing anything
  peer.stop();
  sendNow(outbox, 1);
  let isDrained = false;
  const drained = outbox.drained().then(() => {
    isDrained = true;
  });
  await new Promise(setImmediate);
  assert.equal(isDrained, false);
  peer.go();
  await drained;
  assert.deepEqual(peer.seqs().flat(), [1, 2]);
});

test('after the close frame nothing is written', () => {
  const { outbox, peer } = setUp();
  outbox.push(createFrame('a', {}));
  peer.readyState = WebSocket.CLOSING;
  outbox.flush();
  assert.equal(peer.writes.length, 0);
});

/** Accepts writes at once until it is paused; then they wait until it resumes. */
class Peer extends Writable {
  readonly writes: string[] = [];
  overflows = 0;
  readyState: WebSocket['readyState'] = WebSocket.OPEN;
  #isStopped = false;
  #waiting: (() => void) | null = null;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.writes.push(chunk.toString('latin1'));
    if (this.#isStopped) this.#waiting = done;
    else done();
  }

  stop(): void {
    this.#isStopped = true;
  }

  go(): void {
    this.#isStopped = false;
    this.#waiting?.();
  }

  seqs(): number[][] {
    return this.writes.map((text) => [...text.matchAll(/"seq":(\d+)/g)].map((match) => Number(match[1])));
  }
}

function setUp(clock = new ManualClock(), flusher = new Flusher(clock)) {
  const peer = new Peer();
  const outbox = new SendQueue(peer, peer as unknown as Duplex, flusher, {
    bytesMax: 1_000,
    framesMax: 10,
    onOverflow: () => {
      peer.overflows += 1;
    },
  });
  return { clock, outbox, peer };
}

function sendNow(outbox: SendQueue, bytes: number): void {
  outbox.push(createFrame('t', { text: 'x'.repeat(bytes) }));
  outbox.flush();
}
