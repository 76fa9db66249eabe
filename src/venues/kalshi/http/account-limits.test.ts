import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../../test/conformance/venue/recording-listener.ts';
import { KalshiHarness } from '../kalshi-harness.fixture.ts';

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
