import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Crossbook } from '../src/index.ts';
import { canonicalQuery } from '../src/query.ts';
import { type RequestToSign, Signer } from '../src/signature.ts';
import { KEY_ID, PRIVATE_KEY } from './fake-auth.ts';
import { FakeRuntime } from './fake-server.ts';

const NOW = 1782907200000;
const VENUES: RequestToSign = { method: 'GET', path: '/v1/venues', query: '', body: null, isOnce: false };
const VENUES_SIGNATURE =
  'UpQLSArQ9bTPNpMsNe6Qs3eoOH2RRszuIWCQaUkd6BXRTMAAWNiTbmFB861TGmkV8dpMcGLmeNLRPyCflrmMCA==';

const signerAt = (
  now: number,
  privateKey: ConstructorParameters<typeof Signer>[0]['privateKey'] = PRIVATE_KEY,
) => {
  const runtime = new FakeRuntime();
  runtime.now = () => now;
  return new Signer({ keyId: KEY_ID, privateKey }, runtime);
};

const sign = async (signer: Signer, request: RequestToSign) => (await signer.headers(request))['X-Signature'];

test('vector 1: an order is signed over its exact bytes', async () => {
  const body = Buffer.from(
    '{"subaccount_id":"sa_1","instrument_id":1001,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTC","price":"0.48","qty":"10","routing":{"mode":"DIRECT"},"client_order_id":"desk-1"}',
  );
  assert.equal(body.length, 182);
  const request = { method: 'POST', path: '/v1/orders', query: '', body: new Uint8Array(body), isOnce: true };
  assert.deepEqual(await signerAt(NOW).headers(request), {
    'X-Key-Id': 'key_demo_1',
    'X-Timestamp': '1782907200000',
    'X-Signature': 'ZbWL8sipeXE3ob2s6znAx6bqaGvWXyw2rA3v4C62mzu2CRFwj9s8xGAO9fOzU6gGqjPlxvVkhwbXNjkdCc8JDQ==',
  });
});

test('vector 2: a query is signed sorted and percent-encoded', async () => {
  const query = canonicalQuery({ venue: 'Demo', q: 'rain in london', status: 'OPEN' });
  assert.equal(query, 'q=rain%20in%20london&status=OPEN&venue=Demo');
  const request = { method: 'GET', path: '/v1/markets/search', query, body: null, isOnce: false };
  assert.equal(
    await sign(signerAt(NOW), request),
    'NLgBa1pFEKM5o6iY070ulQk+LpmNtvrkU7O0y48q5V6IbnDVFy72WON1oWzOsLeKHVAdS1S/K4z2t/M+U2OcCw==',
  );
});

test('vector 3: a request without query and body', async () => {
  assert.equal(await sign(signerAt(NOW), VENUES), VENUES_SIGNATURE);
});

test('vector 4: a WebSocket handshake carries its signature in the query', async () => {
  const query = await signerAt(NOW).handshakeQuery('/v1/ws/positions', { subaccount_id: 'sa_1' });
  const search = new URLSearchParams(query);
  assert.deepEqual(Object.fromEntries(search), {
    key_id: 'key_demo_1',
    sig: 'NEhnndb+pUWGNxW/5YNTbYC6N9A+WG5pAFPOct59KBiogOn3ZFi+1bfB/xfhGO6yQ7YV9Cp0Xp8mJzBdF64tAA==',
    subaccount_id: 'sa_1',
    ts: '1782907200000',
  });
  assert.match(query, /sig=NEhnndb%2BpUWGNxW%2F5YNTbYC6/);
});

test('a seed in the URL alphabet without padding is the same key', async () => {
  const urlSeed = PRIVATE_KEY.replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
  assert.equal(await sign(signerAt(NOW, urlSeed), VENUES), VENUES_SIGNATURE);
});

test('a CryptoKey signs as its seed does, and need not be extractable', async () => {
  const pkcs8 = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.from(PRIVATE_KEY, 'base64'),
  ]);
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
  assert.equal(await sign(signerAt(NOW, key), VENUES), VENUES_SIGNATURE);
});

test('two equal writes in one millisecond have different signatures, two reads need not', async () => {
  const signer = signerAt(NOW);
  const cancel = { ...VENUES, method: 'DELETE', path: '/v1/orders/ord_1', isOnce: true };
  assert.notEqual(await sign(signer, cancel), await sign(signer, cancel));
  assert.equal(await sign(signer, VENUES), await sign(signer, VENUES));
});

test('setting the clock back also sets back the timestamps of writes', async () => {
  const signer = signerAt(NOW);
  const write = { ...VENUES, method: 'DELETE', isOnce: true };
  await signer.headers(write);
  signer.setClock(NOW - 60_000);
  assert.equal((await signer.headers(write))['X-Timestamp'], String(NOW - 60_000));
});

test('a key that cannot sign is refused at once, without repeating it', () => {
  const shortSeed = Buffer.alloc(31, 7).toString('base64');
  for (const privateKey of ['', 'not base64!', shortSeed, `${PRIVATE_KEY}AAAA`]) {
    const make = () => new Crossbook({ baseUrl: 'http://127.0.0.1', keyId: KEY_ID, privateKey });
    assert.throws(make, (error) => {
      assert.ok(error instanceof TypeError);
      return privateKey === '' || !error.message.includes(privateKey);
    });
  }
  const publicKey = { type: 'public', algorithm: { name: 'Ed25519' }, usages: ['verify'] };
  assert.throws(() => signerAt(NOW, publicKey), /may sign/);
  assert.throws(() => new Signer({ keyId: '', privateKey: PRIVATE_KEY }, new FakeRuntime()), /keyId/);
});

test('the latest timestamp is that of the last signature, also after more of them than milliseconds', async () => {
  const signer = signerAt(NOW);
  assert.equal(signer.latestTimestamp(), NOW);
  const write: RequestToSign = { ...VENUES, method: 'POST', isOnce: true };
  for (let count = 0; count < 5; count += 1) {
    const { 'X-Timestamp': signedAt } = await signer.headers(write);
    assert.equal(Number(signedAt), NOW + count);
    await signer.headers(VENUES);
    assert.equal(signer.latestTimestamp(), NOW + count);
  }
  const handshake = new URLSearchParams(await signer.handshakeQuery('/v1/ws/trade', {}));
  assert.equal(signer.latestTimestamp(), Number(handshake.get('ts')));
});

test('printing a client shows no key', async () => {
  const { inspect } = await import('node:util');
  const client = new Crossbook({ baseUrl: 'http://127.0.0.1', keyId: KEY_ID, privateKey: PRIVATE_KEY });
  const shown = inspect(client, { depth: 20, showHidden: true }) + JSON.stringify(client);
  assert.ok(!shown.includes(PRIVATE_KEY));
});
