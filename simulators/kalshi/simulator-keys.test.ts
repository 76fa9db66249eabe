import assert from 'node:assert/strict';
import { constants, sign } from 'node:crypto';
import { test } from 'node:test';
import { ALICE, BOB, createSigner, KalshiHarness } from './kalshi-simulator.fixture.ts';

const PATH = '/portfolio/orders';

async function told(harness: KalshiHarness, headers: Record<string, string>): Promise<unknown> {
  const answer = await harness.raw('GET', `${PATH}?status=resting`, undefined, headers);
  assert.ok(typeof answer !== 'string');
  return [answer.status, (JSON.parse(answer.body) as { error?: unknown }).error ?? 'no error'];
}

const authentication = (details: string): unknown => [
  401,
  { code: 'authentication_error', message: 'authentication_error', details },
];
const EXPIRED = [401, { code: 'header_timestamp_expired', message: 'header timestamp expired' }];

test('an RSA-PSS and an Ed25519 signature over time, method and path are accepted', async () => {
  const harness = new KalshiHarness();
  for (const signer of [ALICE, BOB]) {
    assert.deepEqual(await told(harness, harness.sign('GET', PATH, signer)), [200, 'no error']);
  }
});

test('a signature over another method, a path with its query or without the root is refused', async () => {
  const harness = new KalshiHarness();
  const wrong = authentication('INCORRECT_API_KEY_SIGNATURE');
  assert.deepEqual(await told(harness, harness.sign('POST', PATH, ALICE)), wrong);
  assert.deepEqual(await told(harness, harness.sign('GET', `${PATH}/x`, ALICE)), wrong);
  assert.deepEqual(await told(harness, harness.sign('GET', '/trade-api/v2', ALICE)), wrong);
  const headers = harness.sign('GET', PATH, ALICE);
  const text = `${headers['kalshi-access-timestamp']}GET/trade-api/v2${PATH}`;
  const padding = constants.RSA_PKCS1_PADDING;
  const signature = sign('sha256', Buffer.from(text), { key: ALICE.privateKey, padding }).toString('base64');
  assert.deepEqual(await told(harness, { ...headers, 'kalshi-access-signature': signature }), wrong);
  assert.deepEqual(await told(harness, { ...headers, 'kalshi-access-signature': 'not base64!' }), wrong);
});

test('a key that nobody registered is not found, and a missing header is named as such', async () => {
  const harness = new KalshiHarness();
  const stranger = createSigner('33333333-cccc-4ccc-8ccc-333333333333', 'nobody', {}, 'ed25519');
  assert.deepEqual(await told(harness, harness.sign('GET', PATH, stranger)), authentication('NOT_FOUND'));
  const missing = {
    code: 'signature_is_missing_from_headers',
    message: 'signature is missing from headers',
  };
  assert.deepEqual(await told(harness, {}), [401, missing]);
  const { 'kalshi-access-signature': _, ...rest } = harness.sign('GET', PATH, ALICE);
  assert.deepEqual(await told(harness, rest), [401, missing]);
});

test('ten seconds of skew pass either way, thirty do not', async () => {
  const harness = new KalshiHarness();
  for (const skewMs of [-10_000, 10_000]) {
    assert.deepEqual(await told(harness, harness.sign('GET', PATH, ALICE, skewMs)), [200, 'no error']);
  }
  for (const skewMs of [-30_000, 30_000]) {
    assert.deepEqual(await told(harness, harness.sign('GET', PATH, ALICE, skewMs)), EXPIRED);
  }
});

test('a venue clock that is off refuses, and says its time in the Date header', async () => {
  const harness = new KalshiHarness();
  harness.exchange.controls.faults.add({ name: 'clock_skew', ms: 60_000 });
  const { status, headers } = await harness.call('GET', PATH);
  assert.equal(status, 401);
  assert.equal(Date.parse(headers.date ?? ''), harness.clock.now() + 60_000);
});

test('a key does what its scopes say, and a locked key knows one subaccount', async () => {
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
  // It is let in; but no money ever came to subaccount 2.
  const poor = await harness.place('bid', '1 @ 0.40', {}, locked);
  assert.deepEqual([poor.status, poor.body.error?.code], [404, 'insufficient_shard_balance']);
});
