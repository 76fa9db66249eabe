import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { BUDGETS, type PauseRule, PolymarketRateLimiter } from './polymarket-rate-limiter.ts';

const PAUSES = { pauseMsMax: 2_000, isProbedWhilePaused: false };

/** A burst of two requests, then ten per second; a pause lasts at most two seconds. */
function openBudget(pauses: PauseRule = PAUSES): {
  readonly budget: PolymarketRateLimiter;
  readonly clock: ManualClock;
} {
  const clock = new ManualClock();
  return { budget: new PolymarketRateLimiter({ perSecond: 10, burst: 2, ...pauses }, clock), clock };
}

async function settle(): Promise<void> {
  for (let step = 0; step < 5; step += 1) await Promise.resolve();
}

/** The result of a request so far. */
async function readState(call: Promise<boolean>): Promise<boolean | 'waiting'> {
  await settle();
  return Promise.race([call, Promise.resolve('waiting' as const)]);
}

test('requests pass while there are tokens; the next one waits for a token', async () => {
  const { budget, clock } = openBudget();
  assert.deepEqual([await budget.take(0), await budget.take(0), budget.left], [true, true, 0]);
  const third = budget.take(1_000);
  clock.advance(99);
  assert.equal(await readState(third), 'waiting');
  clock.advance(1);
  assert.equal(await readState(third), true);
  assert.equal(budget.left, 0);
});

test('a request that would wait too long is refused at once and takes no token', async () => {
  const { budget, clock } = openBudget();
  await budget.take(0);
  await budget.take(0);
  assert.equal(await budget.take(99), false);
  clock.advance(100);
  assert.equal(budget.left, 1);
  assert.equal(await budget.take(0), true);
});

test('a pause delays requests, and the longer of two pauses wins', async () => {
  const { budget, clock } = openBudget();
  budget.pause(500);
  budget.pause(200);
  assert.deepEqual([budget.left, await budget.take(499)], [0, false]);
  const patient = budget.take(500);
  clock.advance(499);
  assert.deepEqual([await readState(patient), budget.left], ['waiting', 0]);
  clock.advance(1);
  assert.equal(await readState(patient), true);
  budget.resume();
  assert.equal(budget.left, 1, 'the pause took no token');
});

test('a pause never exceeds its maximum, whatever time the venue gives', async () => {
  for (const requestedMs of [31_536_000_000, 1e15, Number.MAX_VALUE, Number.POSITIVE_INFINITY]) {
    const { budget, clock } = openBudget();
    budget.pause(requestedMs);
    assert.equal(budget.pausedMs, 2_000);
    clock.advance(1_999);
    assert.equal(await budget.take(0), false);
    clock.advance(1);
    assert.deepEqual([await budget.take(0), budget.pausedMs], [true, 0]);
  }
});

test('after a pause single requests are sent until one is answered', async () => {
  const { budget, clock } = openBudget();
  budget.pause(1_000);
  clock.advance(1_000);
  assert.deepEqual([await budget.take(0), await budget.take(0)], [true, false]);
  clock.advance(250);
  assert.deepEqual([await budget.take(0), await budget.take(0)], [true, false]);
  budget.resume();
  assert.equal(await budget.take(0), true);
});

test('an answer to a request that was sent before the pause does not end it', async () => {
  const { budget } = openBudget();
  budget.pause(1_000);
  budget.resume();
  assert.deepEqual([budget.pausedMs, await budget.take(0)], [1_000, false]);
});

test('single cancels are sent during a pause', async () => {
  const { budget, clock } = openBudget(BUDGETS.cancels);
  budget.pause(31_536_000_000);
  assert.equal(await budget.take(0), false);
  for (let elapsedMs = 0; elapsedMs < 1_500; elapsedMs += 250) {
    clock.advance(250);
    assert.deepEqual([await budget.take(0), await budget.take(0)], [true, false]);
  }
});

test('every kind of request has a bound on its pause', () => {
  const bounds = Object.entries(BUDGETS).map(([kind, { pauseMsMax }]) => [kind, pauseMsMax]);
  assert.deepEqual(Object.fromEntries(bounds), {
    orders: 60_000,
    cancels: 2_000,
    records: 9_000,
    books: 9_000,
    discovery: 9_000,
    public: 9_000,
  });
});

test('each token lets only one of several waiting requests pass', async () => {
  const { budget, clock } = openBudget();
  const calls = Array.from({ length: 4 }, () => budget.take(1_000));
  clock.advance(100);
  await settle();
  const passed = await Promise.all(calls.map(readState));
  assert.deepEqual(
    passed.filter((it) => it === true),
    [true, true, true],
  );
});
