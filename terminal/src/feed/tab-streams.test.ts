import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StreamRequest } from './feed-messages.ts';
import { TabStreams } from './tab-streams.ts';

function setUp() {
  const posted: StreamRequest[] = [];
  const streams = new TabStreams((request) => posted.push(request));
  const stop = new AbortController();
  return { posted, streams, stop, signal: stop.signal };
}

const OPEN_1 = { kind: 'open', id: 1, name: 'orders', filter: { subaccountIds: ['sa_1'] } };
const CLOSE_1 = { kind: 'close', id: 1 };

test('a stream is opened with the first read, and its frames are read in order', async () => {
  const { posted, streams, signal } = setUp();
  const orders = streams.orders({ subaccountIds: ['sa_1'], signal })[Symbol.asyncIterator]();
  assert.deepEqual(posted, []);
  const first = orders.next();
  assert.deepEqual(posted, [OPEN_1]);
  for (const at of [1, 2]) streams.take({ kind: 'frame', id: 1, frame: { at } });
  assert.deepEqual([(await first).value, (await orders.next()).value], [{ at: 1 }, { at: 2 }]);
});

test('two streams of a page get their own frames; frames of a closed one are dropped', async () => {
  const { posted, streams, signal } = setUp();
  const [orders, fills] = [streams.orders({ signal }), streams.fills({ signal })].map((stream) =>
    stream[Symbol.asyncIterator](),
  );
  const [order, fill] = [orders?.next(), fills?.next()];
  streams.take({ kind: 'frame', id: 2, frame: { type: 'fill' } });
  streams.take({ kind: 'frame', id: 1, frame: { type: 'order' } });
  assert.deepEqual((await order)?.value, { type: 'order' });
  assert.deepEqual((await fill)?.value, { type: 'fill' });
  await orders?.return?.();
  streams.take({ kind: 'frame', id: 1, frame: { type: 'order' } });
  assert.deepEqual(posted.at(-1), CLOSE_1);
});

test('an aborted signal ends the reader, drops unread frames and closes the stream', async () => {
  const { posted, streams, stop, signal } = setUp();
  const orders = streams.orders({ signal })[Symbol.asyncIterator]();
  const first = orders.next();
  streams.take({ kind: 'frame', id: 1, frame: { at: 1 } });
  await first;
  const second = orders.next();
  streams.take({ kind: 'frame', id: 1, frame: { at: 2 } });
  stop.abort();
  assert.deepEqual(await second, { done: true, value: undefined });
  assert.deepEqual(posted.at(-1), CLOSE_1);
  const late = streams.fills({ signal })[Symbol.asyncIterator]();
  assert.equal((await late.next()).done, true);
  assert.equal(posted.length, 2);
});

test('a stream that failed in the worker throws its words, after the frames before', async () => {
  const { streams, signal } = setUp();
  const orders = streams.orders({ signal })[Symbol.asyncIterator]();
  const first = orders.next();
  streams.take({ kind: 'frame', id: 1, frame: { at: 1 } });
  streams.take({ kind: 'ended', id: 1, error: '100 of 100 streams of this key are open' });
  await first;
  await assert.rejects(orders.next(), { message: '100 of 100 streams of this key are open' });
  assert.equal((await orders.next()).done, true);
});

test('a stream that ended without an error ends the loop', async () => {
  const { streams, signal } = setUp();
  const orders = streams.orders({ signal })[Symbol.asyncIterator]();
  const first = orders.next();
  streams.take({ kind: 'ended', id: 1, error: null });
  assert.equal((await first).done, true);
});
