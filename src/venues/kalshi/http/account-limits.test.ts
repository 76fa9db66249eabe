import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../../test/conformance/venue/recording-listener.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { KalshiHarness } from '../kalshi-harness.fixture.ts';
import { fetchLimits } from './account-limits.ts';
import type { KalshiClient } from './kalshi-client.ts';
import { KalshiRateLimiter } from './kalshi-rate-limiter.ts';

/** The adapter at an exchange whose tier changes, and the order rate that its limiter allows. */
async function startAdapter(failing = { limits: false }) {
  const harness = new KalshiHarness({
    hooks: {
      delivery: (_, { path }) => ({
        fate: failing.limits && path.endsWith('/account/limits') ? 'unsent' : 'arrives',
        requestMs: 0,
        answerMs: 0,
      }),
    },
  });
  const venue = harness.createUndrivenVenue();
  await harness.run(venue.start(new RecordingListener()));
  await harness.pass(1_000);
  const orderRate = (): number | undefined =>
    venue
      .budgets?.()
      .filter(({ name }) => name === 'write:0')
      .reduce((sum, { perSecond }) => sum + perSecond, 0);
  const act = (command: Readonly<Record<string, unknown>>): void =>
    assert.equal(harness.exchange.controls.act?.(command), null);
  return { harness, orderRate, act };
}

test('the limits of the account are read again within a minute, and followed down and up', async () => {
  const { harness, orderRate, act } = await startAdapter();
  assert.equal(orderRate(), 4_000);
  act({ act: 'tier', tier: 'basic' });
  await harness.pass(61_000);
  assert.equal(orderRate(), 100);
  act({ act: 'tier', tier: 'premier' });
  await harness.pass(61_000);
  assert.equal(orderRate(), 1_000);
  await harness.close();
});

test('at the end of a grant the limits fall without waiting for the minute', async () => {
  const { harness, orderRate, act } = await startAdapter();
  act({ act: 'tier', tier: 'prestige', ms: 75_000 });
  await harness.pass(62_000);
  assert.equal(orderRate(), 8_000);
  await harness.pass(17_000);
  assert.equal(orderRate(), 4_000);
  await harness.close();
});

test('limits that cannot be read stay as they are, and are read again within seconds', async () => {
  const failing = { limits: false };
  const { harness, orderRate, act } = await startAdapter(failing);
  failing.limits = true;
  act({ act: 'tier', tier: 'basic' });
  await harness.pass(61_000);
  assert.equal(orderRate(), 4_000);
  failing.limits = false;
  await harness.pass(35_000);
  assert.equal(orderRate(), 100);
  await harness.close();
});

const CANCEL = '/portfolio/events/orders/:order_id';
const BATCH = '/portfolio/events/orders/batched';

test('whatever limits and costs the venue states, a cancel waits at most two seconds for tokens', async () => {
  const rule = (refill_rate: number, bucket_capacity: number) => ({ refill_rate, bucket_capacity });
  const rules = [rule(0, 0), rule(-5, -5), rule(1, 1), rule(1, 1e15), rule(1e300, 1e300), rule(100, 100)];
  for (const write of rules) {
    for (const cost of [-1e9, 0, 2, 1e6, Number.MAX_SAFE_INTEGER]) {
      const costs = [CANCEL, BATCH].map((path) => ({ method: 'DELETE', path: `/trade-api/v2${path}`, cost }));
      const clock = new ManualClock();
      const limiter = new KalshiRateLimiter(clock);
      for (let sent = 0; sent < 8; sent += 1)
        await limiter.spend('write:0', 'POST /portfolio/events/orders', 0);
      const limits = await fetchLimits(
        answering({
          '/account/limits': { usage_tier: 'odd', read: write, write, grants: null },
          '/account/endpoint_costs': { default_cost: cost, endpoint_costs: costs },
        }),
      );
      limiter.set(limits?.budgets ?? assert.fail('limits are read'));
      const what = JSON.stringify([write, cost]);
      for (let sent = 0; sent < 3; sent += 1) {
        const reserved = limiter.spendOnCancels('write:0', `DELETE ${CANCEL}`, 2_000, 1);
        clock.advance(2_000);
        assert.equal(await reserved, true, what);
      }
      const read = limiter.spend('read', 'GET /portfolio/orders', 10_000);
      clock.advance(10_000);
      assert.equal(await read, true, what);
      assert.ok(limiter.countFitting('write:0', `DELETE ${BATCH}`) >= 1, what);
    }
  }
});

/** A client whose reads have these answers. */
const answering = (answers: Readonly<Record<string, unknown>>): KalshiClient =>
  ({
    time: { now: () => 0 },
    get: async (path: string) => ({ kind: 'ok', value: answers[path] }),
  }) as never;
