import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkClock } from './account-check.ts';
import { KALSHI_ASSUMPTIONS } from './kalshi-assumptions.ts';
import { KalshiHarness } from './kalshi-harness.fixture.ts';

test('a valid account passes every check, and the checks change nothing', async () => {
  const harness = new KalshiHarness();
  await harness.quote();
  const before = JSON.stringify(harness.exchange.controls.state());
  const checks = await harness.run(harness.createUndrivenVenue().check());
  assert.deepEqual(
    checks.filter(({ ok }) => !ok),
    [],
  );
  assert.equal(checks.find(({ name }) => name === 'wire')?.detail, 'every field and value is known');
  assert.match(checks.find(({ name }) => name === 'credentials and balance')?.detail ?? '', /shard 3: \$50/);
  assert.equal(
    checks.find(({ name }) => name === 'account precision')?.detail,
    'not shown by the 0 newest fills; fees are estimated with $0.0001',
  );
  assert.match(
    checks.find(({ name }) => name === 'terms')?.detail ?? '',
    /^the price steps of \d+ open markets/,
  );
  assert.equal(checks.find(({ name }) => name === 'fees')?.detail, 'no fill to compare with the model');
  assert.equal(JSON.stringify(harness.exchange.controls.state()), before);
  await harness.close();
});

for (const [leastMs, mostMs, ok, expected] of [
  [-371, 628, true, /^no difference from the venue: .* known to 999 ms$/],
  [0, 0, true, /^no difference/],
  [1, 1_000, true, /is 1 to 1000 ms behind the venue/],
  [-1_500, -501, true, /is 501 to 1500 ms ahead of the venue/],
  [-2_999, -2_000, true, /is 2000 to 2999 ms ahead/],
  [2_001, 2_999, false, /is 2001 to 2999 ms behind/],
] as const)
  test(`a clock that is ${leastMs} to ${mostMs} ms behind is reported as far as it is known`, () => {
    const check = checkClock({ time: { skew: { leastMs, mostMs } } });
    assert.equal(check.ok, ok);
    assert.match(check.detail, expected);
  });

test("an unknown key fails the checks once, with the venue's message, and what needs a key is not tried", async () => {
  const harness = new KalshiHarness({ settings: { keyId: '99999999-aaaa-4aaa-8aaa-999999999999' } });
  const checks = await harness.run(harness.createUndrivenVenue().check());
  const credentials = checks.find(({ name }) => name === 'credentials and balance');
  assert.equal(credentials?.ok, false);
  assert.match(credentials?.detail ?? '', /^HTTP 401 authentication_error [^:]*NOT_FOUND$/);
  const names = checks.map(({ name }) => name).filter((name) => name !== 'assumption');
  assert.deepEqual(names, ['exchange', 'clock', 'credentials and balance']);
  await harness.close();
});

test('an unreachable host fails every check that sends a request', async () => {
  const harness = new KalshiHarness({ settings: { restUrl: 'http://unreachable.test/trade-api/v2' } });
  const checks = await harness.run(harness.createUndrivenVenue().check());
  assert.deepEqual(
    checks.filter(({ ok }) => ok).map(({ name }) => name),
    ['wire', ...KALSHI_ASSUMPTIONS.map(() => 'assumption')],
  );
  await harness.close();
});
