import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fill, Order, Position } from '../../../sdk/src/index.ts';
import { AccountFeed } from './account-feed.ts';
import type { TabStreams } from './tab-streams.ts';

const order = (id: number, status = 'OPEN'): Order => ({ id: `ord_${id}`, status }) as Order;
const fill = (id: string): Fill => ({ id }) as Fill;
const position = (instrument_id: number, qty: string): Position => ({ instrument_id, qty }) as Position;

/** A stream that a test fills. It ends when the feed is closed. */
class Frames {
  readonly #waiting: ((result: IteratorResult<unknown>) => void)[] = [];
  #failure: Error | null = null;
  opened = 0;
  isOver = false;

  open(signal: AbortSignal): AsyncIterable<unknown> {
    this.opened += 1;
    signal.addEventListener('abort', () => {
      this.isOver = true;
      for (const resolve of this.#waiting.splice(0)) resolve({ done: true, value: undefined });
    });
    const next = (): Promise<IteratorResult<unknown>> => {
      const failure = this.#failure;
      this.#failure = null;
      if (failure !== null) return Promise.reject(failure);
      return new Promise((resolve) => this.#waiting.push(resolve));
    };
    return { [Symbol.asyncIterator]: () => ({ next }) };
  }

  async send(frame: object): Promise<void> {
    this.#waiting.shift()?.({ done: false, value: frame });
    await new Promise((resolve) => setImmediate(resolve));
  }

  async fail(message: string): Promise<void> {
    this.#failure = new Error(message);
    await this.send({ type: 'snapshot', orders: [], fills: [], positions: [] });
  }
}

function setUp() {
  const [orders, fills, positions] = [new Frames(), new Frames(), new Frames()];
  const subaccounts: unknown[] = [];
  const stream =
    (frames: Frames) =>
    ({ subaccountIds, signal }: { subaccountIds: readonly string[]; signal: AbortSignal }) => {
      subaccounts.push(subaccountIds);
      return frames.open(signal);
    };
  const streams = { orders: stream(orders), fills: stream(fills), positions: stream(positions) };
  const feed = new AccountFeed(streams as unknown as TabStreams, 'sa_1');
  return { feed, orders, fills, positions, subaccounts, ids: () => feed.state().orders.map(({ id }) => id) };
}

test('the state is known when all three snapshots have arrived', async (t) => {
  const { feed, orders, fills, positions, subaccounts } = setUp();
  t.after(() => feed.close());
  assert.deepEqual(subaccounts, [['sa_1'], ['sa_1'], ['sa_1']]);
  await orders.send({ type: 'snapshot', orders: [order(1)] });
  await fills.send({ type: 'snapshot', fills: [fill('a')] });
  assert.equal(feed.state().isKnown, false);
  await positions.send({ type: 'snapshot', positions: [position(1, '5')] });
  assert.deepEqual(
    [
      feed.state().isKnown,
      feed.state().orders.length,
      feed.state().fills.length,
      feed.state().positions.length,
    ],
    [true, 1, 1, 1],
  );
});

test('an order that changes keeps its place, a new one is first, and a snapshot replaces all', async (t) => {
  const { feed, orders, ids } = setUp();
  t.after(() => feed.close());
  await orders.send({ type: 'snapshot', orders: [order(2), order(1)] });
  await orders.send({ type: 'order', order: order(3) });
  await orders.send({ type: 'order', order: order(1, 'FILLED') });
  assert.deepEqual(ids(), ['ord_3', 'ord_2', 'ord_1']);
  assert.equal(feed.state().orders[2]?.status, 'FILLED');
  assert.equal(feed.state().round, 1);
  await orders.send({ type: 'snapshot', orders: [order(4)] });
  assert.deepEqual(ids(), ['ord_4']);
  assert.equal(feed.state().round, 2, 'lists that were read before are read again');
});

test('of closed orders the newest 200 are kept, and of live orders all', async (t) => {
  const { feed, orders, ids } = setUp();
  t.after(() => feed.close());
  await orders.send({ type: 'snapshot', orders: Array.from({ length: 300 }, (_, at) => order(300 - at)) });
  for (let id = 301; id <= 502; id += 1) await orders.send({ type: 'order', order: order(id, 'CANCELLED') });
  assert.equal(ids().length, 500);
  assert.deepEqual([ids()[0], ids()[199], ids()[200]], ['ord_502', 'ord_303', 'ord_300']);
});

test('a fill is listed once, newest first, and at most 200 are kept', async (t) => {
  const { feed, fills } = setUp();
  t.after(() => feed.close());
  await fills.send({ type: 'snapshot', fills: Array.from({ length: 200 }, (_, at) => fill(`f${at}`)) });
  await fills.send({ type: 'fill', fill: fill('f7') });
  await fills.send({ type: 'fill', fill: fill('new') });
  const ids = feed.state().fills.map(({ id }) => id);
  assert.deepEqual(
    [ids.length, ids[0], ids[1], ids.filter((id) => id === 'f7').length],
    [200, 'new', 'f7', 1],
  );
});

test('positions are sorted by instrument, and one of zero is removed', async (t) => {
  const { feed, positions } = setUp();
  t.after(() => feed.close());
  await positions.send({ type: 'snapshot', positions: [position(2, '5'), position(9, '1')] });
  await positions.send({ type: 'position', ...position(5, '3') });
  await positions.send({ type: 'position', ...position(2, '0') });
  await positions.send({ type: 'position', ...position(9, '4') });
  assert.deepEqual(
    feed.state().positions.map(({ instrument_id: id, qty }) => [id, qty]),
    [
      [5, '3'],
      [9, '4'],
    ],
  );
});

test('a part that did not change is the same object', async (t) => {
  const { feed, orders, positions } = setUp();
  t.after(() => feed.close());
  await orders.send({ type: 'snapshot', orders: [order(1)] });
  const before = feed.state();
  await positions.send({ type: 'snapshot', positions: [] });
  assert.equal(feed.state().orders, before.orders);
  assert.notEqual(feed.state(), before);
});

test('a stream that fails is opened again after five seconds, and its error is shown until then', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { feed, orders } = setUp();
  await orders.fail('no permission');
  assert.deepEqual([feed.state().problem, orders.opened], ['no permission', 1]);
  t.mock.timers.tick(4_999);
  assert.equal(orders.opened, 1);
  t.mock.timers.tick(1);
  assert.equal(orders.opened, 2);
  await orders.send({ type: 'snapshot', orders: [] });
  assert.equal(feed.state().problem, null);
  await orders.fail('again');
  feed.close();
  t.mock.timers.tick(60_000);
  assert.equal(orders.opened, 2, 'a closed feed opens nothing');
});

test('listeners are called once for a burst of changes, and not after they unsubscribed or the feed was closed', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { feed, orders } = setUp();
  const calls = { first: 0, second: 0 };
  const unsubscribe = feed.subscribe(() => (calls.first += 1));
  feed.subscribe(() => (calls.second += 1));
  await orders.send({ type: 'snapshot', orders: [] });
  for (let id = 1; id <= 3; id += 1) await orders.send({ type: 'order', order: order(id) });
  assert.deepEqual(calls, { first: 0, second: 0 });
  t.mock.timers.tick(50);
  assert.deepEqual(calls, { first: 1, second: 1 });
  unsubscribe();
  await orders.send({ type: 'order', order: order(9) });
  t.mock.timers.tick(50);
  assert.deepEqual(calls, { first: 1, second: 2 });
  await orders.send({ type: 'order', order: order(10) });
  feed.close();
  t.mock.timers.tick(50);
  assert.deepEqual([calls.second, orders.isOver], [2, true]);
});
