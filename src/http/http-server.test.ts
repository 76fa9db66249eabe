import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApi } from '../../test/support/http/http-fakes.ts';
import { assertMatchesSchema } from '../../test/support/http/response-schema.ts';

const GOOD = { 'x-signature': 'good' };
const JSON_BODY = { ...GOOD, 'content-type': 'application/json' };

test('every response, also a rejection, has its request id, the time, its type and no-store', async () => {
  const { server } = await createTestApi();
  for (const url of ['/v1/venues', '/v1/time', '/health', '/nowhere', '/v1/nowhere', '/v1/markets/zzz']) {
    for (const headers of [GOOD, {}]) {
      const answer = await server.inject({ url, headers });
      assert.match(String(answer.headers['x-request-id']), /^req_abababab[0-9a-z]+$/, url);
      assert.equal(answer.headers['x-server-time'], '1782907200000', url);
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8', url);
      assert.equal(answer.headers['cache-control'], 'no-store', url);
      assertMatchesSchema('GET', url, answer.statusCode, answer.json());
    }
  }
});

test('an unsigned request gets 401 for a known path, an unknown path and a wrong method', async () => {
  const { server } = await createTestApi();
  const requests = [
    ['GET', '/v1/venues'],
    ['GET', '/v1/nowhere'],
    ['GET', '/v1'],
    ['PUT', '/v1/orders'],
    ['POST', '/v1/nowhere'],
    ['GET', '/v1/markets/%zz'],
    ['GET', `/v1/markets/${'9'.repeat(600)}`],
  ] as const;
  for (const [method, url] of requests) {
    const answer = await server.inject({ method, url });
    assert.equal(answer.statusCode, 401, url);
    assert.equal(answer.headers['www-authenticate'], 'Signature');
    assert.equal(answer.json().error, 'unauthorized');
  }
});

test('with a signature an unknown path is 404 and a wrong method 405 with Allow', async () => {
  const { server } = await createTestApi();
  for (const url of [
    '/v1/nowhere',
    '/v1',
    '/v1/',
    '/v1/markets/%zz',
    `/v1/markets/${'9'.repeat(600)}`,
    '/v1/orders/',
  ]) {
    const answer = await server.inject({ url, headers: GOOD });
    assert.equal(answer.statusCode, 404, url);
    assert.equal(answer.json().error, 'not_found', url);
  }
  const allowed = async (method: 'GET' | 'PUT' | 'HEAD' | 'OPTIONS', url: string) => {
    const answer = await server.inject({ method, url, headers: GOOD });
    assert.equal(answer.statusCode, 405, url);
    return answer.headers.allow;
  };
  assert.equal(await allowed('PUT', '/v1/orders'), 'POST, GET');
  assert.equal(await allowed('PUT', '/v1/orders/ord_1'), 'GET, PATCH, DELETE');
  assert.equal(await allowed('GET', '/v1/markets/lookup'), 'POST');
  assert.equal(await allowed('GET', '/v1/orders/batch'), 'POST');
  assert.equal(await allowed('HEAD', '/v1/venues'), 'GET');
  assert.equal(await allowed('OPTIONS', '/health'), 'GET');
});

test('outside /v1 an unknown path is 404 without a signature, and so are targets that are not paths', async () => {
  const { server } = await createTestApi();
  for (const url of ['/', '/favicon.ico', '/v2/orders', '/v1x', '/%zz', '/docs/', '/v1%00']) {
    assert.equal((await server.inject({ url })).statusCode, 404, url);
  }
});

test('the authenticator gets the request exactly as it was sent', async () => {
  const { server, auth } = await createTestApi();
  const body = '{"orders" : []}';
  await server.inject({
    method: 'POST',
    url: '/v1/orders/batch?b=2&a=%20+x&a',
    headers: JSON_BODY,
    payload: body,
  });
  const [seen] = auth.seen;
  assert.equal(seen?.method, 'POST');
  assert.equal(seen?.path, '/v1/orders/batch');
  assert.equal(seen?.query, 'b=2&a=%20+x&a');
  assert.equal(Buffer.from(seen?.body ?? []).toString(), body);
  assert.equal(seen?.address, '127.0.0.1');
  assert.equal(seen?.isMutating, true);
});

test('the authenticator gets an encoded id encoded, and the handler gets it decoded', async () => {
  const calls: string[] = [];
  const { server, auth } = await createTestApi({
    marketData: {
      instrumentByNativeId: async (venue, nativeId) => {
        calls.push(`${venue} ${nativeId}`);
        return null;
      },
    },
  });
  await server.inject({ url: '/v1/markets/Demo:RAIN%2FLON%3A1%20a', headers: GOOD });
  assert.deepEqual(calls, ['Demo RAIN/LON:1 a']);
  assert.equal(auth.seen[0]?.path, '/v1/markets/Demo:RAIN%2FLON%3A1%20a');
});

test('only state-changing requests spend their signature', async () => {
  const { server, auth } = await createTestApi();
  await server.inject({ method: 'POST', url: '/v1/markets/lookup', headers: JSON_BODY, payload: '{}' });
  await server.inject({ method: 'DELETE', url: '/v1/orders/ord_1', headers: GOOD });
  await server.inject({ method: 'POST', url: '/v1/nowhere', headers: GOOD });
  assert.deepEqual(
    auth.seen.map(({ isMutating }) => isMutating),
    [false, true, true],
  );
});

test('a path or method that does not exist uses no signature, and neither does a refused call', async () => {
  const { server, auth, rates } = await createTestApi();
  await server.inject({ method: 'POST', url: '/v1/nowhere', headers: GOOD });
  await server.inject({ method: 'DELETE', url: '/v1/venues', headers: GOOD });
  rates.isEmpty = true;
  await server.inject({ method: 'DELETE', url: '/v1/orders/ord_1042', headers: GOOD });
  rates.isEmpty = false;
  assert.equal(auth.signaturesUsed, 0);
  await server.inject({ method: 'DELETE', url: '/v1/orders/ord_1042', headers: GOOD });
  assert.equal(auth.signaturesUsed, 1);
});

test('a state-changing answer waits until its signature is on disk', async () => {
  const { server, auth } = await createTestApi();
  const { promise, resolve } = Promise.withResolvers<void>();
  auth.durable = promise;
  let isAnswered = false;
  const answer = server
    .inject({ method: 'DELETE', url: '/v1/orders/ord_1042', headers: GOOD })
    .then((given) => {
      isAnswered = true;
      return given;
    });
  await new Promise((done) => setImmediate(() => setImmediate(done)));
  assert.equal(isAnswered, false);
  resolve();
  assert.equal((await answer).statusCode, 200);
});

test('a signature that cannot be made durable causes an internal error', async () => {
  const { server, auth } = await createTestApi();
  auth.durable = Promise.reject(new Error('disk full'));
  const answer = await server.inject({ method: 'DELETE', url: '/v1/orders/ord_1042', headers: GOOD });
  assert.equal(answer.statusCode, 500);
});

test('every signed response reports the remaining tokens; an unsigned one does not', async () => {
  const { server } = await createTestApi();
  for (const url of ['/v1/venues', '/v1/nowhere', '/v1/candles']) {
    const answer = await server.inject({ url, headers: GOOD });
    assert.equal(answer.headers['ratelimit-policy'], '"read";q=200;w=2');
    assert.equal(answer.headers['ratelimit'], '"read";r=199;t=1');
  }
  assert.equal((await server.inject('/v1/venues')).headers['ratelimit'], undefined);
});

test('an empty bucket returns 429 before permission and body are checked', async () => {
  const { server, rates, auth } = await createTestApi();
  rates.isEmpty = true;
  auth.caller = { ...auth.caller, permissions: [] };
  const answer = await server.inject({ method: 'POST', url: '/v1/orders', headers: JSON_BODY, payload: '{' });
  assert.equal(answer.statusCode, 429);
  assert.equal(answer.headers['retry-after'], '1');
  assert.equal(answer.headers['ratelimit'], '"write";r=0;t=1');
  assert.deepEqual(answer.json().details, {
    bucket: 'write',
    retry_after_ms: 140,
    outcome: 'not_stored',
  });
});

test('each call spends from its own bucket', async () => {
  const { server, rates } = await createTestApi();
  const calls = [
    ['GET', '/v1/risk?subaccount_id=sa_1'],
    ['POST', '/v1/markets/lookup'],
    ['POST', '/v1/orders'],
    ['DELETE', '/v1/orders/ord_1042'],
    ['POST', '/v1/orders/cancel-all'],
    ['PUT', '/v1/risk/limits'],
    ['POST', '/v1/risk/kill-switch'],
    ['POST', '/v1/risk/cancel-all'],
  ] as const;
  for (const [method, url] of calls) await server.inject({ method, url, headers: GOOD });
  assert.deepEqual(
    rates.taken.map((taken) => taken.split(' ')[1]),
    ['read', 'read', 'write', 'write', 'write', 'risk', 'risk', 'risk'],
  );
});

test('a missing permission is 403 and named, before the body is checked', async () => {
  const { server, auth } = await createTestApi();
  auth.caller = { ...auth.caller, permissions: ['read'] };
  const ask = (method: 'POST' | 'PUT', url: string) =>
    server.inject({ method, url, headers: JSON_BODY, payload: '{' });
  const trade = await ask('POST', '/v1/orders');
  assert.equal(trade.statusCode, 403);
  assert.deepEqual([trade.json().error, trade.json().details], ['forbidden', { permission: 'trade' }]);
  assert.deepEqual((await ask('PUT', '/v1/risk/limits')).json().details, { permission: 'risk' });
});

test('a defect returns 500 with the request id only, and the log has the details', async () => {
  const { server, log } = await createTestApi({
    queries: {
      order: async () => {
        throw new Error('secret: the ledger is at /var/lib/x');
      },
    },
  });
  const answer = await server.inject({ url: '/v1/orders/ord_1042', headers: GOOD });
  assert.equal(answer.statusCode, 500);
  assert.deepEqual([answer.json().error, answer.json().details], ['internal', null]);
  assert.doesNotMatch(answer.body, /secret|ledger|\.ts/);
  assert.match(log.errors[0] ?? '', /secret: the ledger/);
  assert.match(log.errors[0] ?? '', new RegExp(answer.json().request_id));
});

test('requests are timed by route, not by path, so that ids do not become labels', async () => {
  const { server, metrics } = await createTestApi();
  await server.inject({ url: '/v1/orders/ord_1042', headers: GOOD });
  await server.inject({ url: '/anything/at/all' });
  assert.deepEqual(metrics.observed, [
    { name: 'http_request_ms', labels: { method: 'GET', route: '/v1/orders/{id}', status: '200' } },
    { name: 'http_request_ms', labels: { method: 'GET', route: 'unknown', status: '404' } },
  ]);
});
