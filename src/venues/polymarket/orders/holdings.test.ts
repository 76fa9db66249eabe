import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PolymarketHarness } from '../polymarket-harness.fixture.ts';

test('tokens of a resolved market are not a position', async () => {
  const world = new PolymarketHarness();
  await world.start();
  await world.addTrader({ side: 'BUY', maker: '5', taker: '10' }, 1);
  await world.place({}, '0.5', '10');
  await world.pass(10_000);
  const held = await world.until(world.venue.positions());
  assert.deepEqual(
    held?.map(({ netQty }) => netQty),
    [1_000_000_000n],
  );
  const { controls } = world.exchange.simulator;
  assert.equal(controls.market({ market: world.id, verb: 'settle', result: 'yes' }), null);
  assert.deepEqual(await world.until(world.venue.positions()), []);
  await world.stop();
});

test('a login without an answer is not reported as refused credentials', async () => {
  const world = new PolymarketHarness();
  world.hooks.journey = (_, { path }) => ({
    fate: path.startsWith('/auth/') ? 'lost' : 'arrives',
    thereMs: 0,
    backMs: 0,
  });
  await world.until(world.venue.start(world.listener));
  assert.deepEqual(world.listener.anomalies, []);
  assert.ok(!world.requests.includes('POST /auth/api-key'), 'no second set is requested for');
  world.hooks.journey = () => ({ fate: 'arrives', thereMs: 0, backMs: 0 });
  await world.pass(25_000);
  assert.equal((await world.until(world.venue.health())).reason, null);
  await world.stop();
});
