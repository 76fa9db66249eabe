import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { ServerTime } from './kalshi-auth.ts';
import { KalshiRateLimiter } from './kalshi-rate-limiter.ts';

const createLimiter = (clock: ManualClock): KalshiRateLimiter => {
  const limiter = new KalshiRateLimiter(clock);
  limiter.set({
    read: { perSecond: 200, burst: 200 },
    write: { perSecond: 100, burst: 100 },
    costs: new Map([['DELETE /o', 2]]),
    defaultCost: 10,
  });
  return limiter;
};

test('orders cannot use the reserve, and cancels can', async () => {
  const limiter = createLimiter(new ManualClock());
  for (let sent = 0; sent < 8; sent += 1) assert.equal(await limiter.spend('write:0', 'POST /o', 0), true);
  assert.equal(await limiter.spend('write:0', 'POST /o', 0), false);
  for (let sent = 0; sent < 10; sent += 1)
    assert.equal(await limiter.spendOnCancels('write:0', 'DELETE /o', 0, 1), true);
  assert.equal(await limiter.spendOnCancels('write:0', 'DELETE /o', 0, 1), false);
});

test('a batch of cancels uses the common tokens and the reserve, and orders wait for it', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(clock);
  assert.equal(limiter.countFitting('write:0', 'DELETE /o'), 50);
  assert.equal(await limiter.spendOnCancels('write:0', 'DELETE /o', 0, 45), true, '90 of 100 tokens');
  const batch = limiter.spendOnCancels('write:0', 'DELETE /o', 1_000, 10);
  clock.advance(90);
  assert.equal(await limiter.spend('write:0', 'POST /o', 0), false, 'a cancel waits');
  clock.advance(10);
  assert.equal(await batch, true);
  clock.advance(125);
  assert.equal(await limiter.spend('write:0', 'POST /o', 0), true);
});

test('a request waits for tokens that become available in time', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(clock);
  for (let sent = 0; sent < 8; sent += 1) await limiter.spend('write:0', 'POST /o', 0);
  const waiting = limiter.spend('write:0', 'POST /o', 1_000);
  clock.advance(200);
  assert.equal(await waiting, true);
});

test('new limits apply at once, up and down, and give no tokens back', async () => {
  const clock = new ManualClock();
  const limiter = createLimiter(clock);
  const spend = () => limiter.spend('write:0', 'POST /o', 0);
  for (let sent = 0; sent < 8; sent += 1) assert.equal(await spend(), true);
  const { budgets } = limiter;
  limiter.set(budgets);
  assert.equal(await spend(), false, 'reading the same limits again adds nothing');
  limiter.set({ ...budgets, write: { perSecond: 1_000, burst: 2_000 } });
  assert.equal(await spend(), false);
  clock.advance(100); // 800 tokens a second for orders
  for (let sent = 0; sent < 8; sent += 1) assert.equal(await spend(), true);
  assert.equal(await spend(), false);
  clock.advance(5_000);
  limiter.set({ ...budgets, write: { perSecond: 50, burst: 50 } });
  for (let sent = 0; sent < 4; sent += 1) assert.equal(await spend(), true);
  assert.equal(await spend(), false, 'the capacity fell to 40 for orders');
  clock.advance(250);
  assert.equal(await spend(), true);
});

test('each shard has a separate bucket', async () => {
  const limiter = createLimiter(new ManualClock());
  for (let sent = 0; sent < 8; sent += 1) await limiter.spend('write:0', 'POST /o', 0);
  assert.equal(await limiter.spend('write:2', 'POST /o', 0), true);
});

test('a drained bucket has no tokens', async () => {
  const limiter = createLimiter(new ManualClock());
  limiter.drain('read', 0);
  assert.equal(await limiter.spend('read', 'GET /x', 0), false);
});

test("the venue's time is learned to within a second, and narrowed by each answer", () => {
  const clock = new ManualClock(Date.parse('2026-11-20T15:00:00.000Z'));
  const time = new ServerTime(clock);
  assert.equal(time.skew, null);
  time.learn('Fri, 20 Nov 2026 15:00:05 GMT', clock.monotonicMs());
  assert.deepEqual(time.skew, { leastMs: 5_000, mostMs: 5_999 });
  clock.advance(900);
  time.learn('Fri, 20 Nov 2026 15:00:05 GMT', clock.monotonicMs());
  assert.deepEqual(time.skew, { leastMs: 5_000, mostMs: 5_099 });
});

test("a jump of the machine's clock does not change the venue time", () => {
  const clock = new ManualClock(Date.parse('2026-11-20T15:00:00.000Z'));
  const time = new ServerTime(clock);
  time.learn('Fri, 20 Nov 2026 15:00:00 GMT', clock.monotonicMs());
  const before = time.now();
  clock.jumpWall(3_600_000);
  assert.equal(time.now(), before);
});

test('the tokens left are listed for each bucket, with the reserve for cancels separate', async () => {
  const clock = new ManualClock();
  const limiter = new KalshiRateLimiter(clock);
  await limiter.spend('write:0', 'POST /o', 0);
  const listed = () => limiter.left().map(({ name, left, forCancels }) => [name, left, forCancels]);
  assert.deepEqual(listed(), [
    ['read', 200, false],
    ['write:0', 70, false],
    ['write:0', 20, true],
  ]);
  clock.advance(125);
  assert.equal(limiter.left()[1]?.left, 80);
});

test('a bucket is filled again after the time that the venue gives, up to nine seconds, and cancels go on', async () => {
  for (const [pauseMs, actualMs] of [
    [2_000, 2_000],
    [1e12, 9_000],
  ] as const) {
    const clock = new ManualClock();
    const limiter = createLimiter(clock);
    limiter.drain('write:0', pauseMs);
    limiter.drain('write:0', 0);
    assert.equal(await limiter.spendOnCancels('write:0', 'DELETE /o', 0, 1), true);
    assert.equal(await limiter.spend('write:0', 'POST /o', actualMs), false, 'it also waits for its tokens');
    const waiting = limiter.spend('write:0', 'POST /o', actualMs + 200);
    clock.advance(actualMs);
    assert.equal(await limiter.spend('write:0', 'POST /o', 0), false);
    clock.advance(200);
    assert.equal(await waiting, true);
  }
});
