import assert from 'node:assert/strict';
import { constants, sign } from 'node:crypto';
import { test } from 'node:test';
import { ALICE, BOB, createSigner, KalshiHarness } from './kalshi-simulator.fixture.ts';

const PATH = '/portfolio/orders';

async function getResponse(harness: KalshiHarness, headers: Record<string, string>): Promise<unknown> {
  const answer = await harness.raw('GET', `${PATH}?status=resting`, undefined, headers);
  assert.ok(typeof answer !== 'string');
  return [answer.status, (JSON.parse(answer.body) as { error?: unknown }).error ?? 'no error'];
}

const authentication = (details: string): unknown => [
  401,
  { code: 'authentication_error', message: 'authentication_error', details },
];
const EXPIRED = [401, { code: 'header_timestamp_expired', message: 'header timestamp expired' }];

test('RSA-PSS and Ed25519 signatures over time, method and path are accepted', async () => {
  const harness = new KalshiHarness();
  for (const signer of [ALICE, BOB]) {
    assert.deepEqual(await getResponse(harness, harness.sign('GET', PATH, signer)), [200, 'no error']);
  }
});

test('a signature over another method, another path or a path without the root is rejected', async () => {
  const harness = new KalshiHarness();
  const wrong = authentication('INCORRECT_API_KEY_SIGNATURE');
  assert.deepEqual(await getResponse(harness, harness.sign('POST', PATH, ALICE)), wrong);
  assert.deepEqual(await getResponse(harness, harness.sign('GET', `${PATH}/x`, ALICE)), wrong);
  assert.deepEqual(await getResponse(harness, harness.sign('GET', '/trade-api/v2', ALICE)), wrong);
  const headers = harness.sign('GET', PATH, ALICE);
  const text = `${headers['kalshi-access-timestamp']}GET/trade-api/v2${PATH}`;
  const padding = constants.RSA_PKCS1_PADDING;
  const signature = sign('sha256', Buffer.from(text), { key: ALICE.privateKey, padding }).toString('base64');
  assert.deepEqual(await getResponse(harness, { ...headers, 'kalshi-access-signature': signature }), wrong);
  assert.deepEqual(
    await getResponse(harness, { ...headers, 'kalshi-access-signature': 'not base64!' }),
    wrong,
  );
});

test('an unregistered key is not found, and missing headers have their own error', async () => {
  const harness = new KalshiHarness();
  const stranger = createSigner('33333333-cccc-4ccc-8ccc-333333333333', 'unregistered', {}, 'ed25519');
  assert.deepEqual(
    await getResponse(harness, harness.sign('GET', PATH, stranger)),
    authentication('NOT_FOUND'),
  );
  const missing = {
    code: 'signature_is_missing_from_headers',
    message: 'signature is missing from headers',
  };
  assert.deepEqual(await getResponse(harness, {}), [401, missing]);
  const { 'kalshi-access-signature': _, ...rest } = harness.sign('GET', PATH, ALICE);
  assert.deepEqual(await getResponse(harness, rest), [401, missing]);
});

test('ten seconds of clock skew are accepted in both directions, thirty are not', async () => {
  const harness = new KalshiHarness();
  for (const skewMs of [-10_000, 10_000]) {
    assert.deepEqual(await getResponse(harness, harness.sign('GET', PATH, ALICE, skewMs)), [200, 'no error']);
  }
  for (const skewMs of [-30_000, 30_000]) {
    assert.deepEqual(await getResponse(harness, harness.sign('GET', PATH, ALICE, skewMs)), EXPIRED);
  }
});

test('with clock_skew the exchange rejects the request and its Date header shows the skewed time', async () => {
  const harness = new KalshiHarness();
  harness.exchange.controls.faults.add({ name: 'clock_skew', ms: 60_000 });
  const { status, headers } = await harness.call('GET', PATH);
  assert.equal(status, 401);
  assert.equal(Date.parse(headers.date ?? ''), harness.clock.now() + 60_000);
});

test('a key is limited to its scopes, and a locked key to its subaccount', async () => {
  const reader = createSigner(
    '44444444-dddd-4ddd-8ddd-444444444444',
    'alice',
    { scopes: ['read'] },
    'ed25519',
  );
  const locked = createSigner('55555555-eeee-4eee-8eee-555555555555', 'alice', { subaccount: 2 }, 'ed25519');
  const harness = new KalshiHarness({ keys: [ALICE.key, reader.key, locked.key] });
  assert.equal((await harness.call('GET', PATH, undefined, reader)).status, 200);
  assert.equal((await harness.place('bid', '1 @ 0.40', {}, reader)).status, 403);
  assert.equal((await harness.place('bid', '1 @ 0.40', { subaccount: 1 }, locked)).status, 403);
  assert.equal((await harness.call('GET', `${PATH}?subaccount=1`, undefined, locked)).status, 403);
  // The key is accepted, but subaccount 2 has no cash.
  const poor = await harness.place('bid', '1 @ 0.40', {}, locked);
  assert.deepEqual([poor.status, poor.body.error?.code], [404, 'insufficient_shard_balance']);
});
