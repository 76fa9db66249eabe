import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KalshiHarness } from './kalshi-harness.fixture.ts';

test('a sound account passes every check, and nothing is changed by it', async () => {
  const world = new KalshiHarness();
  await world.quote();
  const before = JSON.stringify(world.exchange.controls.state());
  const checks = await world.run(world.createUndrivenVenue().check());
  assert.deepEqual(
    checks.filter(({ ok }) => !ok),
    [],
  );
  assert.equal(checks.find(({ name }) => name === 'wire')?.detail, 'every field and value is known');
  assert.match(checks.find(({ name }) => name === 'credentials and balance')?.detail ?? '', /shard 3: \$50/);
  assert.equal(JSON.stringify(world.exchange.controls.state()), before);
  await world.close();
});

test('a key that is not known fails where a key is needed, in the words of the venue', async () => {
  const world = new KalshiHarness({ settings: { keyId: '99999999-aaaa-4aaa-8aaa-999999999999' } });
  const checks = await world.run(world.createUndrivenVenue().check());
  const credentials = checks.find(({ name }) => name === 'credentials and balance');
  assert.equal(credentials?.ok, false);
  assert.match(credentials?.detail ?? '', /HTTP 401 authentication_error/);
  await world.close();
});

test('a host that nobody answers at fails every check that asks it', async () => {
  const world = new KalshiHarness({ settings: { restUrl: 'http://nobody.test/trade-api/v2' } });
  const checks = await world.run(world.createUndrivenVenue().check());
  assert.deepEqual(
    checks.filter(({ ok }) => ok).map(({ name }) => name),
    ['wire'],
  );
  await world.close();
});
