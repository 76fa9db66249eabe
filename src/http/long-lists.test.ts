import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { DEFAULT_CONFIG } from '../config/config.ts';
import type { KeyId } from '../contract/model/ids.ts';
import { createRateLimiter } from './auth/auth-rate-limiter.ts';
import { EventLoopQueue } from './event-loop-queue.ts';
import { type LongList, LongListLimiter } from './long-lists.ts';

const KEY = 'key_1' as KeyId;
const RULE = { perSecond: 10, burst: 20 };

function setUp() {
  const clock = new ManualClock();
  const rates = createRateLimiter({ ...DEFAULT_CONFIG.rate, read: RULE }, clock);
  return { clock, rates, lists: new LongListLimiter({ clock, rates, eventLoop: new EventLoopQueue() }) };
}

const settle = async (): Promise<void> => {
  for (let left = 5; left > 0; left -= 1) await nextIteration();
};

test('two long lists of a key run, twenty wait in order, and the next one is rate limited', async () => {
  const { lists } = setUp();
  const started: number[] = [];
  const running: LongList[] = [];
  const begin = async (number: number): Promise<void> => {
    const begun = await lists.begin(KEY);
    assert.ok(begun.ok);
    started.push(number);
    running.push(begun.value);
  };
  const all = Array.from({ length: 22 }, (_, number) => begin(number));
  await settle();
  assert.deepEqual(started, [0, 1]);
  const refused = await lists.begin(KEY);
  assert.ok(!refused.ok);
  assert.equal(refused.error.code, 'rate_limited');
  assert.deepEqual(refused.error.details, { bucket: 'lists', max: 22, retry_after_ms: 1_000 });
  assert.ok((await lists.begin('key_2' as KeyId)).ok, 'another key has separate places');
  while (running.length > 0) {
    const ended = running.shift();
    ended?.end();
    ended?.end(); // a second call must not give the place away twice
    await settle();
    assert.ok(running.length <= 2);
  }
  await Promise.all(all);
  assert.deepEqual(
    started,
    Array.from({ length: 22 }, (_, number) => number),
  );
});

test('each page costs a read token, and half of the tokens remain for other reads', async () => {
  const { clock, rates, lists } = setUp();
  const begun = await lists.begin(KEY);
  assert.ok(begun.ok);
  for (let page = 0; page < 10; page += 1) await begun.value.pay();
  assert.equal(rates.take(KEY, 'read', 1).remaining, 9);
  let hasPaid = false;
  const paid = begun.value.pay().then(() => {
    hasPaid = true;
  });
  await settle();
  assert.equal(hasPaid, false);
  clock.advance(200); // refills the token of the other read, and one more
  await paid;
});

test('a list continues after a second, even if its key uses every token', async () => {
  const { clock, rates, lists } = setUp();
  const begun = await lists.begin(KEY);
  assert.ok(begun.ok);
  rates.take(KEY, 'read', 20);
  let hasPaid = false;
  const paid = begun.value.pay().then(() => {
    hasPaid = true;
  });
  for (let at = 0; at < 9; at += 1) {
    clock.advance(100);
    rates.take(KEY, 'read', 1);
    await settle();
  }
  await settle();
  assert.equal(hasPaid, false);
  clock.advance(100);
  await paid;
});

test('one waiter continues in each iteration of the event loop, in the order of arrival', async () => {
  const eventLoop = new EventLoopQueue();
  let iteration = 0;
  const seen: [number, number][] = [];
  const waiters = [1, 2, 3].map((number) => eventLoop.next().then(() => seen.push([number, iteration])));
  while (seen.length < 3) {
    await nextIteration();
    iteration += 1;
  }
  await Promise.all(waiters);
  assert.deepEqual(
    seen.map(([number]) => number),
    [1, 2, 3],
  );
  assert.equal(new Set(seen.map(([, at]) => at)).size, 3);
});
