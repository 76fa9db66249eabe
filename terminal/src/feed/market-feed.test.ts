import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { ShownBook, Subject } from './feed-messages.ts';
import { Feed } from './market-feed.ts';

/** The worker in the place of the browser's: it records requests and replies as the test says. */
class FakeWorker {
  static last: FakeWorker;
  readonly requests: { readonly kind: string; readonly subjects?: readonly Subject[] }[] = [];
  isTerminated = false;
  #listener: (event: { readonly data: unknown }) => void = () => {};

  constructor() {
    FakeWorker.last = this;
  }

  addEventListener(_: string, listener: (event: { readonly data: unknown }) => void): void {
    this.#listener = listener;
  }

  postMessage(request: { readonly kind: string }): void {
    this.requests.push(request);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  reply(data: unknown): void {
    this.#listener({ data });
  }

  get wanted(): unknown {
    return this.requests.at(-1)?.subjects;
  }
}

let frames: (() => void)[] = [];
const drawFrame = (): void => {
  for (const draw of frames.splice(0)) draw();
};

beforeEach((t) => {
  frames = [];
  const browser = {
    Worker: FakeWorker,
    location: { origin: 'http://terminal' },
    requestAnimationFrame: (draw: () => void) => frames.push(draw),
  };
  for (const [name, value] of Object.entries(browser)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    if ('after' in t)
      t.after(() => {
        if (before === undefined) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, before);
      });
  }
});

const newFeed = (): Feed => new Feed({ keyId: 'k', privateKey: {} as CryptoKey });
const book = (message: string): ShownBook => ({ kind: 'unavailable', message, receivedAt: 0 });
const ONE: Subject = 'instrument/1';
const TWO: Subject = 'asset/2';

test('the worker gets the key first, then the whole list of books with each change of it', () => {
  const feed = newFeed();
  const { last: worker } = FakeWorker;
  assert.deepEqual(worker.requests, [
    { kind: 'sign', baseUrl: 'http://terminal', keyId: 'k', privateKey: {} },
  ]);
  const [first, second, other] = [
    feed.watch(ONE, () => {}),
    feed.watch(ONE, () => {}),
    feed.watch(TWO, () => {}),
  ];
  assert.deepEqual(worker.wanted, [ONE, TWO]);
  assert.equal(worker.requests.length, 3, 'a second reader of a book changes nothing');
  first();
  assert.deepEqual(worker.wanted, [ONE, TWO], 'the book still has a reader');
  second();
  assert.deepEqual(worker.wanted, [TWO]);
  other();
  assert.deepEqual(worker.wanted, []);
  feed.close();
  assert.equal(worker.isTerminated, true);
});

test('a book is forgotten with its last reader, so that none is shown that is out of date', () => {
  const feed = newFeed();
  const unwatch = feed.watch(ONE, () => {});
  FakeWorker.last.reply({ kind: 'books', books: [[ONE, book('a')]] });
  assert.deepEqual(feed.book(ONE), book('a'));
  assert.equal(feed.book(TWO), null);
  unwatch();
  assert.equal(feed.book(ONE), null);
});

test('the readers of the changed books are called once in each drawn frame and read the newest book', () => {
  const feed = newFeed();
  const seen: unknown[] = [];
  feed.watch(ONE, () => seen.push(feed.book(ONE)));
  feed.watch(TWO, () => seen.push(TWO));
  for (const words of ['a', 'b']) FakeWorker.last.reply({ kind: 'books', books: [[ONE, book(words)]] });
  assert.deepEqual([seen, frames.length], [[], 1]);
  drawFrame();
  assert.deepEqual(seen, [book('b')]);
  drawFrame();
  assert.equal(seen.length, 1);
  FakeWorker.last.reply({ kind: 'books', books: [[TWO, book('c')]] });
  drawFrame();
  assert.deepEqual(seen, [book('b'), TWO]);
});

test('the state of the stream is published when it changes, until its listener unsubscribes', () => {
  const feed = newFeed();
  const states: unknown[] = [];
  const stop = feed.onState(() => states.push([feed.state.isLive, feed.state.why]));
  assert.deepEqual([feed.state.isLive, feed.state.why], [false, 'connecting']);
  const live = { kind: 'state', isLive: true, why: null };
  const down = { kind: 'state', isLive: false, why: 'refused' };
  for (const state of [live, live, down, { ...down, why: 'other' }]) FakeWorker.last.reply(state);
  stop();
  FakeWorker.last.reply(live);
  assert.deepEqual(states, [
    [true, null],
    [false, 'refused'],
    [false, 'other'],
  ]);
});
