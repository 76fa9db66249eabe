import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { generateKeyPairSync, hash } from 'node:crypto';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { MemoryReplayStore } from '../../../test/support/memory-replay-store.ts';
import { signText, VECTOR_KEY } from '../../../test/support/test-signer.ts';
import { SignatureUser } from '../../../test/support/used-signatures.ts';
import { DEFAULT_CONFIG } from '../../config/config.ts';
import type { ApiKey } from '../../contract/access/access.ts';
import { handshakeToSign } from '../../contract/access/request-signing.ts';
import type { AccountId, SubaccountId } from '../../contract/model/ids.ts';
import type { Rejection, Result } from '../../contract/model/result.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import {
  type Authenticated,
  type Authenticator,
  createAuthenticator,
  type SignedRequest,
} from './authenticator.ts';
import { loadUsedSignatures, type SignatureQuota } from './replay-protection.ts';
import { nodeVerifier } from './signature-verifier.ts';

const NOW = '1782907200000';
const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const ORDER =
  '{"subaccount_id":"sa_1","instrument_id":1001,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTC","price":"0.48","qty":"10","routing":{"mode":"DIRECT"},"client_order_id":"desk-1"}';

const VECTORS = {
  order: {
    request: createRequest('POST', '/v1/orders', '', ORDER),
    signature: 'ZbWL8sipeXE3ob2s6znAx6bqaGvWXyw2rA3v4C62mzu2CRFwj9s8xGAO9fOzU6gGqjPlxvVkhwbXNjkdCc8JDQ==',
  },
  search: {
    request: createRequest('GET', '/v1/markets/search', 'venue=Demo&q=rain+in+london&status=OPEN'),
    signature: 'NLgBa1pFEKM5o6iY070ulQk+LpmNtvrkU7O0y48q5V6IbnDVFy72WON1oWzOsLeKHVAdS1S/K4z2t/M+U2OcCw==',
  },
  searchForm: {
    request: createRequest('GET', '/v1/markets/search', 'venue=Demo&q=rain%20in%20london&status=OPEN'),
    signature: 'Y1vswL6iX32tjbFvbdFgMt6sqenMPsO+C7bq/BtkYIcSLQhq+1frV9iIa9vL8xXfwyWJyBHdAyRF+SBuvqm0CQ==',
  },
  venues: {
    request: createRequest('GET', '/v1/venues', ''),
    signature: 'UpQLSArQ9bTPNpMsNe6Qs3eoOH2RRszuIWCQaUkd6BXRTMAAWNiTbmFB861TGmkV8dpMcGLmeNLRPyCflrmMCA==',
  },
};
const HANDSHAKE_SIGNATURE =
  'NEhnndb+pUWGNxW/5YNTbYC6N9A+WG5pAFPOct59KBiogOn3ZFi+1bfB/xfhGO6yQ7YV9Cp0Xp8mJzBdF64tAA==';

for (const [name, { request, signature }] of Object.entries(VECTORS)) {
  test(`worked vector "${name}" passes, with either verifier`, async () => {
    for (const verifier of [undefined, nodeVerifier]) {
      const { auth } = await setUp(verifier === undefined ? {} : { verifier });
      const result = await auth.authenticate(withHeaders(request, NOW, signature));
      assert.equal(result.ok, true);
      if (result.ok) assert.equal(result.value.caller.accountId, 'acc_1');
    }
  });
}

test('the worked vector of the handshake is accepted in the query, escaped or with a bare plus', async () => {
  const escaped = encodeURIComponent(HANDSHAKE_SIGNATURE);
  for (const sig of [escaped, escaped.replaceAll('%2B', '+'), HANDSHAKE_SIGNATURE]) {
    const { auth } = await setUp();
    const query = `subaccount_id=sa_1&key_id=key_demo_1&ts=${NOW}&sig=${sig}`;
    assert.equal(auth.authenticateHandshake(createRequest('GET', '/v1/ws/positions', query)).ok, true);
  }
});

test('a handshake with signing headers uses the ordinary string to sign', async () => {
  const { auth } = await setUp();
  const request = createRequest('GET', '/v1/ws/positions', 'subaccount_id=sa_1');
  const signature = signText(`GET\n/v1/ws/positions\nsubaccount_id=sa_1\n${NOW}\n${EMPTY_HASH}`);
  assert.equal(auth.authenticateHandshake(withHeaders(request, NOW, signature)).ok, true);
});

for (const [encoding, query] of [
  ['percent', 'q=rain%20in%20london&venue=Demo'],
  ['form', 'q=rain+in+london&venue=Demo'],
] as const)
  for (const sent of ['venue=Demo&q=rain%20in%20london', 'venue=Demo&q=rain+in+london'])
    test(`a query sent as ${sent} may be signed in ${encoding} encoding, in each place of a signature`, async () => {
      const { auth } = await setUp();
      const [method, path] = ['GET', '/v1/ws/positions'];
      const byHeaders = signText(`${method}\n${path}\n${query}\n${NOW}\n${EMPTY_HASH}`);
      const request = withHeaders(createRequest(method, path, sent), NOW, byHeaders);
      assert.equal((await auth.authenticate(request)).ok, true);
      assert.equal(auth.authenticateHandshake(request).ok, true);
      const sig = encodeURIComponent(signText(handshakeToSign(path, query, NOW)));
      const byQuery = createRequest(method, path, `${sent}&key_id=key_demo_1&ts=${NOW}&sig=${sig}`);
      assert.equal(auth.authenticateHandshake(byQuery).ok, true);
    });

test('a handshake signature opens one connection', async () => {
  const { auth } = await setUp();
  const query = `subaccount_id=sa_1&key_id=key_demo_1&ts=${NOW}&sig=${encodeURIComponent(HANDSHAKE_SIGNATURE)}`;
  const request = createRequest('GET', '/v1/ws/positions', query);
  assert.equal(auth.authenticateHandshake(request).ok, true);
  assert.equal(getCode(auth.authenticateHandshake(request)), 'replay');
  const signed = signText(`GET\n/v1/ws/positions\nsubaccount_id=sa_1\n${NOW}\n${EMPTY_HASH}`);
  const byHeaders = withHeaders(createRequest('GET', '/v1/ws/positions', 'subaccount_id=sa_1'), NOW, signed);
  assert.equal(auth.authenticateHandshake(byHeaders).ok, true);
  assert.equal(getCode(auth.authenticateHandshake(byHeaders)), 'replay', 'by headers too');
});

test('a handshake without all three signing parameters, each once, is unauthorized', async () => {
  const { auth } = await setUp();
  const sig = encodeURIComponent(HANDSHAKE_SIGNATURE);
  const queries = [
    '',
    `key_id=key_demo_1&ts=${NOW}`,
    `key_id=&ts=${NOW}&sig=${sig}`,
    `key_id=a&key_id=b&ts=${NOW}&sig=${sig}`,
  ];
  for (const query of queries) {
    assert.equal(
      getCode(auth.authenticateHandshake(createRequest('GET', '/v1/ws/positions', query))),
      'unauthorized',
      query,
    );
  }
});

test('a missing, empty or doubled signing header is unauthorized', async () => {
  const { auth } = await setUp();
  const { request, signature } = VECTORS.venues;
  const good = withHeaders(request, NOW, signature).headers;
  for (const name of Object.keys(good)) {
    const value = String(good[name]);
    for (const bad of [undefined, '', `${value}, ${value}`]) {
      assert.equal(
        getCode(await auth.authenticate({ ...request, headers: { ...good, [name]: bad } })),
        'unauthorized',
        name,
      );
    }
  }
});

test('a request without signing headers is answered with the names that are accepted', async () => {
  const { auth } = await setUp();
  const refused = await auth.authenticate({ ...VECTORS.venues.request, headers: {} });
  assert.ok(!refused.ok);
  assert.match(refused.error.message, /X-Key-Id, X-Timestamp, X-Signature/);
});

test('the answer to a replay names the remedy', async () => {
  const { auth } = await setUp();
  const { request, signature } = VECTORS.order;
  const signed = withHeaders(request, NOW, signature);
  assert.ok((await auth.authenticate(signed)).ok);
  const refused = await auth.authenticate(signed);
  assert.ok(!refused.ok);
  assert.match(refused.error.message, /sign the request again with the current time/);
});

test('an unknown, revoked or expired key is unauthorized with the same answer', async () => {
  const now = Number(NOW) as TimestampMs;
  const { request, signature } = VECTORS.venues;
  const signed = withHeaders(request, NOW, signature);
  const keys: (ApiKey | null)[] = [
    null,
    { ...VECTOR_KEY, status: 'REVOKED' },
    { ...VECTOR_KEY, expiresAt: now },
  ];
  const answers: unknown[] = [];
  for (const key of keys) answers.push(await (await setUp({ key })).auth.authenticate(signed));
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
  assert.equal((answers[0] as { error: Rejection }).error.code, 'unauthorized');
  const later = await setUp({ key: { ...VECTOR_KEY, expiresAt: (now + 1) as TimestampMs } });
  assert.equal((await later.auth.authenticate(signed)).ok, true);
});

test('what changes while other signatures are checked is seen: a revoked key, a moved clock, a copy of the request', async () => {
  const requests = Array.from({ length: 12 }, (_, index) => {
    const body = `{"n":${index}}`;
    const text = `POST\n/v1/orders\n\n${NOW}\n${hash('sha256', body)}`;
    return withHeaders(createRequest('POST', '/v1/orders', '', body), NOW, signText(text));
  });
  const keys = new Map([[VECTOR_KEY.keyId, VECTOR_KEY]]);
  const ended = await setUp({ keys });
  const revoked = requests.map((request) => ended.auth.authenticate(request));
  keys.set(VECTOR_KEY.keyId, { ...VECTOR_KEY, status: 'REVOKED' });
  for (const result of await Promise.all(revoked)) assert.equal(getCode(result), 'unauthorized');

  const moved = await setUp();
  const late = requests.map((request) => moved.auth.authenticate(request));
  moved.clock.advance(30_001);
  for (const result of await Promise.all(late)) assert.equal(getCode(result), 'stale_timestamp');

  const twice = await setUp();
  const copies = await Promise.all(
    [...requests, ...requests].map((request) => twice.auth.authenticate(request)),
  );
  const [first, second] = [copies.slice(0, 12), copies.slice(12)];
  assert.deepEqual(
    first.map((result, index) => [result.ok, second[index]?.ok].filter(Boolean).length),
    requests.map(() => 1),
    'each is used once',
  );
});

test('a cancel is checked at once, however many orders wait to be checked', async () => {
  const { auth } = await setUp();
  const { request, signature } = VECTORS.order;
  const order = withHeaders(request, NOW, signature);
  const ended: string[] = [];
  const orders = Array.from({ length: 40 }, () => auth.authenticate(order).then(() => ended.push('order')));
  const text = `DELETE\n/v1/orders/ord_1\n\n${NOW}\n${EMPTY_HASH}`;
  const cancel = { ...createRequest('DELETE', '/v1/orders/ord_1', ''), reducesRisk: true };
  await auth.authenticate(withHeaders(cancel, NOW, signText(text))).then(() => ended.push('cancel'));
  assert.ok(ended.length <= 3, 'only those that were checked at once are before it');
  await Promise.all(orders);
});

test('a caller has the account, permissions and subaccounts of its key, also after the key has changed', async () => {
  const { request, signature } = VECTORS.venues;
  const signed = withHeaders(request, NOW, signature);
  const subaccount = 'sa_1' as SubaccountId;
  const grants: readonly Pick<ApiKey, 'accountId' | 'permissions' | 'subaccounts'>[] = [
    { accountId: 'acc_1' as AccountId, permissions: ['read', 'trade'], subaccounts: '*' },
    { accountId: 'acc_2' as AccountId, permissions: ['read'], subaccounts: [subaccount] },
    { accountId: 'acc_2' as AccountId, permissions: ['risk'], subaccounts: [] },
  ];
  const keys = new Map<string, ApiKey>();
  const { auth } = await setUp({ keys });
  for (const grant of grants) {
    keys.set(VECTOR_KEY.keyId, { ...VECTOR_KEY, ...grant });
    const result = await auth.authenticate(signed);
    assert.ok(result.ok);
    assert.deepEqual(result.value.caller, { keyId: VECTOR_KEY.keyId, ...grant });
  }
});

test('a key whose public key was replaced accepts only signatures of the new one', async () => {
  const { request, signature } = VECTORS.venues;
  const keys = new Map<string, ApiKey>([[VECTOR_KEY.keyId, VECTOR_KEY]]);
  const { auth } = await setUp({ keys });
  assert.equal((await auth.authenticate(withHeaders(request, NOW, signature))).ok, true);
  const publicKey = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '';
  keys.set(VECTOR_KEY.keyId, { ...VECTOR_KEY, publicKey });
  assert.equal(getCode(await auth.authenticate(withHeaders(request, NOW, signature))), 'signature');
});

test('only calls that reduce risk use the reserve, and a refusal says when there is space', async () => {
  const quota = { max: 1, perKeyMax: 1, reservePerKey: 1 };
  for (const [reducesRisk, allowsStaleTimestamp] of [
    [false, false],
    [true, false],
    [true, true],
  ] as const) {
    const { auth, clock } = await setUp({ quota });
    const send = async (id: number) => {
      const request = {
        ...createRequest('DELETE', `/v1/orders/${id}`, ''),
        reducesRisk,
        allowsStaleTimestamp,
      };
      const text = `DELETE\n/v1/orders/${id}\n\n${NOW}\n${EMPTY_HASH}`;
      return await auth.authenticate(withHeaders(request, NOW, signText(text)));
    };
    assert.equal((await send(1)).ok, true);
    assert.equal((await send(2)).ok, reducesRisk, 'the reserve');
    clock.advance(20_000);
    const refused = getRefusal(await send(3));
    assert.deepEqual(
      [refused.code, refused.details],
      ['rate_limited', { bucket: 'signatures', retry_after_ms: 40_000 }],
    );
  }
});

test('a timestamp within the window on either side is accepted, in milliseconds or seconds', async () => {
  const { request } = VECTORS.venues;
  const at = (timestamp: string): SignedRequest =>
    withHeaders(request, timestamp, signText(`GET\n/v1/venues\n\n${timestamp}\n${EMPTY_HASH}`));
  const { auth } = await setUp();
  for (const timestamp of ['1782907170000', '1782907230000', '1782907200', '1782907230']) {
    assert.equal((await auth.authenticate(at(timestamp))).ok, true, timestamp);
  }
  for (const timestamp of ['1782907169999', '1782907230001', '1782907169', 'abc', '-1', '1782907200000.0']) {
    const result = await auth.authenticate(at(timestamp));
    assert.equal(getCode(result), 'stale_timestamp', timestamp);
    if (!result.ok) assert.deepEqual(result.error.details, { server_time: Number(NOW) });
  }
});

test('checks are made in the order of the contract', async () => {
  const { request } = VECTORS.order;
  const wrong = signText('something else');
  const unknown = await setUp({ key: null });
  assert.equal(getCode(await unknown.auth.authenticate(withHeaders(request, '1', wrong))), 'unauthorized');
  const { auth } = await setUp();
  assert.equal(getCode(await auth.authenticate(withHeaders(request, '1', wrong))), 'stale_timestamp');
  assert.equal((await auth.authenticate(withHeaders(request, NOW, VECTORS.order.signature))).ok, true);
  const replayedElsewhere = { ...request, path: '/v1/orders/batch' };
  assert.equal(
    getCode(await auth.authenticate(withHeaders(replayedElsewhere, NOW, VECTORS.order.signature))),
    'signature',
  );
});

test('every part of a request is covered by its signature', async () => {
  const { auth } = await setUp();
  const { request, signature } = VECTORS.order;
  const altered: readonly Partial<SignedRequest>[] = [
    { method: 'PUT' },
    { path: '/v1/orders/' },
    { query: 'a=1' },
    { body: Buffer.from(`${ORDER} `) },
    { body: Buffer.alloc(0) },
  ];
  for (const change of altered) {
    assert.equal(
      getCode(await auth.authenticate(withHeaders({ ...request, ...change }, NOW, signature))),
      'signature',
    );
  }
  const otherTime = withHeaders(request, '1782907200001', signature);
  assert.equal(getCode(await auth.authenticate(otherTime)), 'signature');
});

test('a signature of another length, alphabet mix or with stray bits is a wrong signature', async () => {
  const { auth } = await setUp();
  const { request, signature } = VECTORS.venues;
  const bad = [
    'AAAA',
    `${signature}=`,
    signature.replace('=', ''),
    ` ${signature}`,
    `${signature.slice(0, -3)}B==`,
    'é',
  ];
  for (const text of bad) {
    assert.equal(getCode(await auth.authenticate(withHeaders(request, NOW, text))), 'signature', text);
  }
});

test('the sandbox returns the expected string to sign; a live service does not', async () => {
  const request = withHeaders(
    createRequest('GET', '/v1/markets/search', 'q=rain+in+london'),
    NOW,
    signText('?'),
  );
  const sandbox = await (await setUp()).auth.authenticate(request);
  assert.deepEqual(getRefusal(sandbox).details, {
    string_to_sign: `GET\n/v1/markets/search\nq=rain%20in%20london\n${NOW}\n${EMPTY_HASH}`,
  });
  const live = await (await setUp({ profile: 'live' })).auth.authenticate(request);
  assert.equal(getRefusal(live).code, 'signature');
  assert.equal(getRefusal(live).details, null);
});

test('a state-changing request may use a signature once, whatever the encoding of a repeat', async () => {
  const { request, signature } = VECTORS.order;
  const urlSafe = signature.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const { auth } = await setUp();
  assert.equal((await auth.authenticate(withHeaders(request, NOW, urlSafe))).ok, true);
  assert.equal(getCode(await auth.authenticate(withHeaders(request, NOW, signature))), 'replay');
  assert.equal(getCode(await auth.authenticate(withHeaders(request, NOW, urlSafe))), 'replay');
});

test('a signature counts as used only when the server uses it, and then once', async () => {
  const { unused } = await setUp();
  const sent = withHeaders(VECTORS.order.request, NOW, VECTORS.order.signature);
  const [first, second] = [await unused.authenticate(sent), await unused.authenticate(sent)];
  assert.ok(first.ok && second.ok, 'nothing was used yet');
  assert.equal(first.value.useSignature().ok, true);
  const again = second.value.useSignature();
  assert.equal(!again.ok && again.error.code, 'replay', 'two copies were authenticated, one executes');
  assert.equal(getCode(await unused.authenticate(sent)), 'replay');
});

test('a read may repeat its signature', async () => {
  const { auth } = await setUp();
  const signed = withHeaders(VECTORS.venues.request, NOW, VECTORS.venues.signature);
  for (let time = 0; time < 3; time += 1) assert.equal((await auth.authenticate(signed)).ok, true);
});

test('E-01: a used signature is refused after a restart too', async () => {
  const store = new MemoryReplayStore();
  const signed = withHeaders(VECTORS.order.request, NOW, VECTORS.order.signature);
  const before = await (await setUp({ store })).auth.authenticate(signed);
  assert.ok(before.ok);
  await before.value.durable;
  assert.equal(getCode(await (await setUp({ store })).auth.authenticate(signed)), 'replay');
});

test('a disk failure is reported only to callers that wait for durability', async () => {
  const store = new MemoryReplayStore();
  store.disk = Promise.reject(new Error('disk full'));
  const result = await (await setUp({ store })).auth.authenticate(
    withHeaders(VECTORS.order.request, NOW, VECTORS.order.signature),
  );
  assert.ok(result.ok);
  await assert.rejects(result.value.durable, /disk full/);
});

test('a disk failure of a request that waits for nothing is not an unhandled rejection', async (t) => {
  const unhandled = t.mock.fn();
  process.on('unhandledRejection', unhandled);
  t.after(() => process.off('unhandledRejection', unhandled));
  const store = new MemoryReplayStore();
  store.disk = Promise.reject(new Error('disk full'));
  const { auth } = await setUp({ store });
  assert.ok((await auth.authenticate(withHeaders(VECTORS.order.request, NOW, VECTORS.order.signature))).ok);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(unhandled.mock.callCount(), 0);
});

test('failures beyond the bucket of their address read rate_limited; properly signed requests still pass', async () => {
  const { auth, clock } = await setUp();
  const good = withHeaders(VECTORS.venues.request, NOW, VECTORS.venues.signature);
  const bad = withHeaders(VECTORS.venues.request, NOW, signText('?'));
  for (let failure = 0; failure < 40; failure += 1)
    assert.equal(getCode(await auth.authenticate(bad)), 'signature');
  const limited = getRefusal(await auth.authenticate(bad));
  assert.equal(limited.code, 'rate_limited');
  assert.deepEqual(limited.details, { bucket: 'failed_auth', retry_after_ms: 50 });
  assert.equal((await auth.authenticate(good)).ok, true);
  assert.equal(getCode(await auth.authenticate({ ...bad, address: '10.0.0.2' })), 'signature');
  clock.advance(50);
  assert.equal(getCode(await auth.authenticate(bad)), 'signature');
});

test('hasUsableKey is true for a usable key, whatever else is wrong with the headers', async () => {
  const headers = (keyId: string) => ({ 'x-key-id': keyId, 'x-timestamp': '1', 'x-signature': 'none' });
  const { auth } = await setUp();
  assert.equal(auth.hasUsableKey(headers('key_demo_1')), true);
  assert.equal(auth.hasUsableKey(headers('key_demo_2')), false);
  assert.equal(auth.hasUsableKey({}), false);
  assert.equal(auth.hasUsableKey({ 'x-key-id': 'key_demo_1' }), false);
  const revoked = await setUp({ key: { ...VECTOR_KEY, status: 'REVOKED' } });
  assert.equal(revoked.auth.hasUsableKey(headers('key_demo_1')), false);
});

test('addresses of the same IPv6 network share one failure bucket', async () => {
  const { auth } = await setUp();
  const bad = withHeaders(VECTORS.venues.request, NOW, signText('?'));
  const failAs = async (address: string): Promise<string> =>
    getCode(await auth.authenticate({ ...bad, address }));
  for (let host = 1; host <= 40; host += 1)
    assert.equal(await failAs(`2001:db8::${host.toString(16)}`), 'signature');
  assert.equal(await failAs('2001:db8::ffff'), 'rate_limited');
  assert.equal(await failAs('2001:db8:0:1::1'), 'signature');
});

test('only the configured header prefixes are accepted', async () => {
  const { auth } = await setUp({ headerPrefixes: ['X-', 'X-Acme-'] });
  const { request, signature } = VECTORS.venues;
  const headers = (prefix: string) => ({
    [`${prefix}key-id`]: 'key_demo_1',
    [`${prefix}timestamp`]: NOW,
    [`${prefix}signature`]: signature,
  });
  assert.equal((await auth.authenticate({ ...request, headers: headers('x-acme-') })).ok, true);
  assert.equal((await auth.authenticate({ ...request, headers: headers('x-') })).ok, true);
  assert.equal(
    getCode(await auth.authenticate({ ...request, headers: headers('x-other-') })),
    'unauthorized',
  );
});

test('non-ASCII bytes in a path are signed as sent', async () => {
  const { auth } = await setUp();
  const path = '/v1/markets/Demo:caf\u00c3\u00a9'; // "café" as the HTTP parser hands its bytes over
  const signature = signText(`GET\n/v1/markets/Demo:café\n\n${NOW}\n${EMPTY_HASH}`);
  assert.equal(
    (await auth.authenticate(withHeaders(createRequest('GET', path, ''), NOW, signature))).ok,
    true,
  );
});

test('a binary body is hashed unchanged', async () => {
  const { auth } = await setUp();
  const body = Buffer.from([0xff, 0x00, 0x80]);
  const signature = signText(`POST\n/v1/orders\n\n${NOW}\n${hash('sha256', body, 'hex')}`);
  const request = { ...createRequest('POST', '/v1/orders', ''), body };
  assert.equal((await auth.authenticate(withHeaders(request, NOW, signature))).ok, true);
});

test('one flipped bit anywhere in key id, timestamp, signature, method, path, query or body is refused', async () => {
  const text = `POST\n/v1/orders\na=1\n${NOW}\n${hash('sha256', ORDER, 'hex')}`;
  const signature = Buffer.from(signText(text), 'base64');
  const { auth } = await setUp({ profile: 'live' });
  const parts = {
    keyId: Buffer.from('key_demo_1'),
    timestamp: Buffer.from(NOW),
    signature,
    method: Buffer.from('POST'),
    path: Buffer.from('/v1/orders'),
    query: Buffer.from('a=1'),
    body: Buffer.from(ORDER),
  };
  const answer = async (sent: typeof parts): Promise<string> => {
    const [keyId, timestamp, method, path, query] = [
      sent.keyId,
      sent.timestamp,
      sent.method,
      sent.path,
      sent.query,
    ].map((bytes) => bytes.toString('latin1'));
    const result = await auth.authenticate({
      ...createRequest(String(method), String(path), String(query)),
      headers: {
        'x-key-id': keyId,
        'x-timestamp': timestamp,
        'x-signature': sent.signature.toString('base64'),
      },
      body: sent.body,
    });
    return result.ok ? 'ok' : result.error.code;
  };
  for (const [name, bytes] of Object.entries(parts)) {
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      assert.notEqual(await answer({ ...parts, [name]: changed }), 'ok', `${name}, bit ${bit}`);
    }
  }
  assert.equal(await answer(parts), 'ok', 'and whole it passes');
});

test('a clock rollback does not allow a replay: evicted signatures remain rejected', async () => {
  for (const idleMs of [0, 59_999, 60_001, 119_999, 120_001, 600_000, 3_600_000]) {
    const { auth, clock } = await setUp({ store: new MemoryReplayStore() });
    const { request, signature } = VECTORS.order;
    const sent = withHeaders(request, NOW, signature);
    assert.equal((await auth.authenticate(sent)).ok, true);
    clock.advance(idleMs);
    clock.jumpWall(-idleMs);
    assert.ok(
      ['replay', 'stale_timestamp'].includes(getCode(await auth.authenticate(sent))),
      `${idleMs} ms later`,
    );
  }
});

test('a clock that was set forward and corrected, also over a restart, allows no replay either', async () => {
  const store = new MemoryReplayStore();
  const before = await setUp({ store });
  const { request, signature } = VECTORS.order;
  const sent = withHeaders(request, NOW, signature);
  const used = await before.auth.authenticate(sent);
  assert.ok(used.ok);
  await used.value.durable;
  before.clock.jumpWall(3_600_000);
  assert.equal(getCode(await before.auth.authenticate(sent)), 'stale_timestamp');
  before.clock.jumpWall(-3_600_000);
  assert.equal(getCode(await before.auth.authenticate(sent)), 'replay');
  const wrong = await setUp({ store, at: Number(NOW) + 3_600_000 });
  wrong.clock.jumpWall(-3_600_000);
  assert.equal(getCode(await wrong.auth.authenticate(sent)), 'replay');
});

test('a regular clock refuses no fresh request, and reads store no signature', async () => {
  const { auth, clock } = await setUp();
  for (let minute = 0; minute < 10; minute++) {
    clock.advance(60_000);
    const at = String(clock.now() - 29_999);
    const change = signText(`DELETE\n/v1/orders/ord_1\n\n${at}\n${EMPTY_HASH}`);
    assert.equal(
      (await auth.authenticate(withHeaders(createRequest('DELETE', '/v1/orders/ord_1', ''), at, change))).ok,
      true,
    );
  }
  clock.jumpWall(-600_000);
  const at = String(clock.now());
  const read = signText(`GET\n/v1/venues\n\n${at}\n${EMPTY_HASH}`);
  assert.equal(
    (await auth.authenticate(withHeaders(createRequest('GET', '/v1/venues', ''), at, read))).ok,
    true,
  );
});

interface SetUp {
  readonly keys?: ReadonlyMap<string, ApiKey>; // instead of one key
  readonly quota?: SignatureQuota;
  readonly key?: ApiKey | null;
  readonly at?: number; // what the clock shows
  readonly profile?: 'sandbox' | 'live';
  readonly headerPrefixes?: readonly string[];
  readonly store?: MemoryReplayStore;
  readonly verifier?: typeof nodeVerifier;
}

interface Ready {
  readonly auth: SignatureUser;
  readonly unused: Authenticator; // leaves it to the caller to use the signature
  readonly clock: ManualClock;
}

async function setUp(given: SetUp = {}): Promise<Ready> {
  const clock = new ManualClock(given.at ?? Number(NOW));
  const key = given.key === undefined ? VECTOR_KEY : given.key;
  const store = given.store ?? new MemoryReplayStore();
  const unused = createAuthenticator({
    trading: {
      access: { key: (keyId) => given.keys?.get(keyId) ?? (key?.keyId === keyId ? key : null) },
    },
    clock,
    config: {
      profile: given.profile ?? 'sandbox',
      auth: { headerPrefixes: given.headerPrefixes ?? ['X-'], windowMs: 30_000 },
      rate: DEFAULT_CONFIG.rate,
    },
    used: await loadUsedSignatures({
      store,
      clock,
      windowMs: 30_000,
      ...(given.quota && { quota: given.quota }),
    }),
    ...(given.verifier && { verifier: given.verifier }),
  });
  return { auth: new SignatureUser(unused), unused, clock };
}

function createRequest(method: string, path: string, query: string, body = ''): SignedRequest {
  return {
    method,
    path,
    query,
    headers: {},
    body: Buffer.from(body),
    address: '127.0.0.1',
    isMutating: method !== 'GET',
    allowsStaleTimestamp: false,
    reducesRisk: false,
  };
}

function withHeaders(request: SignedRequest, timestamp: string, signature: string): SignedRequest {
  const headers = { 'x-key-id': 'key_demo_1', 'x-timestamp': timestamp, 'x-signature': signature };
  return { ...request, headers };
}

function getRefusal(result: Result<Authenticated, Rejection>): Rejection {
  assert.ok(!result.ok, 'refused');
  return result.error;
}

const getCode = (result: Result<Authenticated, Rejection>): string => getRefusal(result).code;
