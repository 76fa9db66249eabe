import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { createTestApi, fakeTrading } from '../../test/support/http/http-fakes.ts';
import { ORDER as RECORDED_ORDER } from '../../test/support/http/http-records.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { MemoryReplayStore } from '../../test/support/memory-replay-store.ts';
import { signText, VECTOR_KEY } from '../../test/support/test-signer.ts';
import { DEFAULT_CONFIG } from '../config/config.ts';
import type { ApiKey } from '../contract/access/access.ts';
import { err, ok, rejection } from '../contract/model/result.ts';
import { JournalFailedError } from '../ports/journal.ts';
import { createRateLimiter } from './auth/auth-rate-limiter.ts';
import { createAuthenticator } from './auth/authenticator.ts';
import { loadUsedSignatures } from './auth/replay-protection.ts';

/** The API with the real verifier and buckets, at the moment of the contract's worked vectors. */
async function signedServer(store = new MemoryReplayStore(), key: ApiKey = VECTOR_KEY) {
  const clock = new ManualClock();
  const config = DEFAULT_CONFIG;
  const forbidden: string[] = [];
  const submitted: unknown[] = [];
  const trading = fakeTrading({
    calls: {
      countForbidden: ({ keyId }, method, path) => void forbidden.push(`${keyId} ${method} ${path}`),
    },
    orders: {
      submit: async (_, body) => {
        submitted.push(body);
        return ok({ order: RECORDED_ORDER, replayed: false });
      },
    },
    access: { key: (keyId) => (keyId === key.keyId ? key : null) },
  });
  const used = await loadUsedSignatures({
    store,
    clock,
    windowMs: config.auth.windowMs,
  });
  const auth = createAuthenticator({ trading, clock, config, used });
  const { server } = await createTestApi({
    deps: { trading, auth, rates: createRateLimiter(config.rate, clock), clock },
  });
  return { server, clock, store, forbidden, submitted };
}

const signedWith = (signature: string) => ({
  'x-key-id': 'key_demo_1',
  'x-timestamp': '1782907200000',
  'x-signature': signature,
});

/** Signed within the window; each number is another signature. */
function createCancel(number: number, id = 'ord_1042') {
  const at = 1_782_907_200_000 - number;
  const signature = signText(`DELETE\n/v1/orders/${id}\n\n${at}\n${hash('sha256', '')}`);
  return { ...signedWith(signature), 'x-timestamp': String(at) };
}

const ORDER = {
  method: 'POST',
  url: '/v1/orders',
  headers: {
    ...signedWith('ZbWL8sipeXE3ob2s6znAx6bqaGvWXyw2rA3v4C62mzu2CRFwj9s8xGAO9fOzU6gGqjPlxvVkhwbXNjkdCc8JDQ=='),
    'content-type': 'application/json',
    'idempotency-key': 'desk-1',
  },
  payload:
    '{"subaccount_id":"sa_1","instrument_id":1001,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTC","price":"0.48","qty":"10","routing":{"mode":"DIRECT"},"client_order_id":"desk-1"}',
} as const;

const VENUES = {
  url: '/v1/venues',
  headers: signedWith(
    'UpQLSArQ9bTPNpMsNe6Qs3eoOH2RRszuIWCQaUkd6BXRTMAAWNiTbmFB861TGmkV8dpMcGLmeNLRPyCflrmMCA==',
  ),
};

test('the worked vectors are accepted as complete requests, with either encoding of the query', async () => {
  const { server } = await signedServer();
  assert.equal((await server.inject(ORDER)).statusCode, 200);
  assert.equal((await server.inject(VENUES)).statusCode, 200);
  const search = signedWith(
    'NLgBa1pFEKM5o6iY070ulQk+LpmNtvrkU7O0y48q5V6IbnDVFy72WON1oWzOsLeKHVAdS1S/K4z2t/M+U2OcCw==',
  );
  const form = signedWith(
    'Y1vswL6iX32tjbFvbdFgMt6sqenMPsO+C7bq/BtkYIcSLQhq+1frV9iIa9vL8xXfwyWJyBHdAyRF+SBuvqm0CQ==',
  );
  for (const headers of [search, form]) {
    for (const q of ['rain+in+london', 'rain%20in%20london']) {
      const url = `/v1/markets/search?venue=Demo&q=${q}&status=OPEN`;
      assert.equal((await server.inject({ url, headers })).statusCode, 200, url);
    }
  }
});

test('an order sent twice with one signature is a replay; a read is not', async () => {
  const { server } = await signedServer();
  await server.inject(ORDER);
  const again = await server.inject(ORDER);
  assert.deepEqual([again.statusCode, again.json().error], [401, 'replay']);
  await server.inject(VENUES);
  assert.equal((await server.inject(VENUES)).statusCode, 200);
});

test('a changed byte of the body, the path or the query breaks the signature', async () => {
  const { server } = await signedServer();
  const changed = [
    { ...ORDER, payload: ORDER.payload.replace('"10"', '"11"') },
    { ...ORDER, payload: `${ORDER.payload} ` },
    { ...ORDER, url: '/v1/orders?x=1' },
    { ...ORDER, url: '/v1/orders/batch' },
    { ...VENUES, url: '/v1/venues?a=b' },
    { ...VENUES, url: '/v1/venues/health' },
    { ...VENUES, url: '/v1/nowhere' },
  ];
  for (const request of changed) {
    const answer = await server.inject(request);
    assert.deepEqual([answer.statusCode, answer.json().error], [401, 'signature'], request.url);
  }
});

test('an empty bucket refuses with the time of the next token, and then accepts a request', async () => {
  const { server, clock } = await signedServer();
  for (let sent = 0; sent < DEFAULT_CONFIG.rate.read.burst; sent += 1) {
    assert.equal((await server.inject(VENUES)).statusCode, 200);
  }
  const refused = await server.inject(VENUES);
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.headers['ratelimit'], '"read";r=0;t=2');
  const { bucket, retry_after_ms } = refused.json().details;
  assert.equal(bucket, 'read');
  clock.advance(retry_after_ms);
  assert.equal((await server.inject(VENUES)).statusCode, 200);
});

test('an order beyond the rate is not executed and stores no signature; sent again it is executed once', async () => {
  const { server, clock, store, submitted } = await signedServer();
  for (let sent = 0; sent < DEFAULT_CONFIG.rate.write.burst; sent += 1) {
    const { statusCode } = await server.inject({
      method: 'DELETE',
      url: '/v1/orders/ord_1042',
      headers: createCancel(sent),
    });
    assert.equal(statusCode, 200);
  }
  const stored = store.kept.length;
  for (const _ of [1, 2]) assert.equal((await server.inject(ORDER)).statusCode, 429);
  assert.deepEqual([store.kept.length, submitted.length], [stored, 0]);
  clock.advance(1_000);
  assert.equal((await server.inject(ORDER)).statusCode, 200);
  assert.equal((await server.inject(ORDER)).json().error, 'replay');
  assert.equal(submitted.length, 1);
});

test('an executed order is not executed again when the process was killed before its answer', async () => {
  const first = await signedServer();
  await first.server.inject(ORDER);
  const { server, submitted } = await signedServer(first.store);
  assert.equal((await server.inject(ORDER)).json().error, 'replay');
  assert.deepEqual([first.submitted.length, submitted.length], [1, 0]);
});

test('a call without permission is counted by its route, stores no signature, and is refused each time', async () => {
  const { server, store, forbidden } = await signedServer(undefined, {
    ...VECTOR_KEY,
    permissions: ['read'],
  });
  for (const _ of [1, 2]) {
    const answer = await server.inject(ORDER);
    assert.deepEqual([answer.statusCode, answer.json().error], [403, 'forbidden']);
  }
  const cancel = { method: 'DELETE', url: '/v1/orders/ord_7', headers: createCancel(0, 'ord_7') } as const;
  assert.equal((await server.inject(cancel)).statusCode, 403);
  assert.equal((await server.inject({ ...cancel, url: '/v1/orders/ord_8' })).json().error, 'signature');
  assert.deepEqual(store.kept, []);
  assert.deepEqual(forbidden, [
    'key_demo_1 POST /v1/orders',
    'key_demo_1 POST /v1/orders',
    'key_demo_1 DELETE /v1/orders/{id}',
  ]);
});

test('P-03: when the used signature cannot be written, the answer is that storage has failed', async () => {
  const store = new MemoryReplayStore();
  store.disk = Promise.reject(new JournalFailedError('disk full'));
  store.disk.catch(() => {}); // no caller awaits it yet
  const { server } = await signedServer(store);
  const { statusCode, body } = await server.inject(ORDER);
  assert.deepEqual([statusCode, (JSON.parse(body) as { error: string }).error], [503, 'shutting_down']);
});

test('a service that stops or cannot write its journal closes the connection, other refusals keep it', async () => {
  for (const [code, expected] of [
    ['shutting_down', 'close'],
    ['journal_unavailable', 'close'],
    ['not_owner', 'close'],
    ['risk_limit', 'keep-alive'],
    ['venue_unavailable', 'keep-alive'],
  ] as const) {
    const submit = async () => err(rejection(code, 'no'));
    const { server } = await createTestApi({ trading: { orders: { submit } } });
    const answer = await server.inject({
      method: 'POST',
      url: '/v1/orders',
      headers: { 'x-signature': 'good' },
      payload: { subaccount_id: 'sa_1' },
    });
    assert.deepEqual([answer.json().error, answer.headers['connection']], [code, expected]);
  }
});

test('a route without idempotency keys ignores the header', async () => {
  const { server } = await createTestApi({});
  const headers = { 'x-signature': 'good', 'idempotency-key': 'not a key' };
  assert.equal((await server.inject({ url: '/v1/markets', headers })).statusCode, 200);
  const order = await server.inject({ method: 'POST', url: '/v1/orders', headers, payload: {} });
  assert.deepEqual([order.statusCode, order.json().error], [422, 'validation']);
});
