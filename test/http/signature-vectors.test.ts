import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { parsePrivateKey, signText, socketStringToSign, stringToSign } from '../support/api-client.ts';
import type { Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const SEED = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const PUBLIC_KEY = 'A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=';
const KEY = parsePrivateKey(SEED);
const AT = 1_782_907_200_000;
const ORDER =
  '{"subaccount_id":"sa_1","instrument_id":1001,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTC","price":"0.48","qty":"10","routing":{"mode":"DIRECT"},"client_order_id":"desk-1"}';
const SIGNED = {
  order: 'ZbWL8sipeXE3ob2s6znAx6bqaGvWXyw2rA3v4C62mzu2CRFwj9s8xGAO9fOzU6gGqjPlxvVkhwbXNjkdCc8JDQ==',
  search: 'NLgBa1pFEKM5o6iY070ulQk+LpmNtvrkU7O0y48q5V6IbnDVFy72WON1oWzOsLeKHVAdS1S/K4z2t/M+U2OcCw==',
  searchAsForm: 'Y1vswL6iX32tjbFvbdFgMt6sqenMPsO+C7bq/BtkYIcSLQhq+1frV9iIa9vL8xXfwyWJyBHdAyRF+SBuvqm0CQ==',
  venues: 'UpQLSArQ9bTPNpMsNe6Qs3eoOH2RRszuIWCQaUkd6BXRTMAAWNiTbmFB861TGmkV8dpMcGLmeNLRPyCflrmMCA==',
  socket: 'NEhnndb+pUWGNxW/5YNTbYC6N9A+WG5pAFPOct59KBiogOn3ZFi+1bfB/xfhGO6yQ7YV9Cp0Xp8mJzBdF64tAA==',
};

// The worked examples are signed for noon of 2026-07-01, so the service is started at that noon.
const service = await startService({ clockShiftMs: AT - Date.now() });
await service.cliOk(
  'key',
  'new',
  '--id',
  'key_demo_1',
  '--public-key',
  PUBLIC_KEY,
  '--permissions',
  'read,trade,risk',
);
const client = service.api({ key_id: 'key_demo_1', private_key: SEED });

const headers = (signature: string) => ({
  'X-Key-Id': 'key_demo_1',
  'X-Timestamp': String(AT),
  'X-Signature': signature,
});

test('the public key of the examples is derived from the seed of the examples', () => {
  const spki = createPublicKey(KEY).export({ format: 'der', type: 'spki' });
  assert.equal(spki.subarray(-32).toString('base64'), PUBLIC_KEY);
});

test('vector 1: an order is signed as written, and accepted', async () => {
  assert.equal(Buffer.byteLength(ORDER), 182);
  const text = stringToSign('POST', '/v1/orders', AT, Buffer.from(ORDER));
  const hash = '31f8e26db980b4650e49bbcfe56eaf54ec423efaae1995682179086a0ad2a1d7';
  assert.equal(text, `POST\n/v1/orders\n\n1782907200000\n${hash}`);
  assert.equal(signText(text, KEY), SIGNED.order);
  const sent = { ...headers(SIGNED.order), 'Idempotency-Key': 'desk-1' };
  const order = await client.ok<Order>('POST', '/v1/orders', ORDER, sent);
  assert.equal(order.client_order_id, 'desk-1');
});

for (const target of [
  '/v1/markets/search?venue=Demo&q=rain+in+london&status=OPEN',
  '/v1/markets/search?venue=Demo&q=rain%20in%20london&status=OPEN',
]) {
  test(`vector 2: a query is signed sorted and strictly encoded: ${target.slice(18)}`, async () => {
    const text = stringToSign('GET', target, AT, Buffer.alloc(0));
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const query = 'q=rain%20in%20london&status=OPEN&venue=Demo';
    assert.equal(text, `GET\n/v1/markets/search\n${query}\n1782907200000\n${empty}`);
    assert.equal(signText(text, KEY), SIGNED.search);
    const strict = await client.ok('GET', target, undefined, headers(SIGNED.search));
    const asForm = await client.ok('GET', target, undefined, headers(SIGNED.searchAsForm));
    assert.deepEqual(asForm, strict);
  });
}

test('vector 3: a request without query and body', async () => {
  assert.equal(signText(stringToSign('GET', '/v1/venues', AT, Buffer.alloc(0)), KEY), SIGNED.venues);
  await client.ok('GET', '/v1/venues', undefined, headers(SIGNED.venues));
});

test('vector 4: a handshake carries its signature in the query', async () => {
  const target = '/v1/ws/positions?subaccount_id=sa_1';
  const text = socketStringToSign(target, AT);
  assert.equal(text, 'WS\n/v1/ws/positions\nsubaccount_id=sa_1\n1782907200000');
  assert.equal(signText(text, KEY), SIGNED.socket);
  const query = `${target}&key_id=key_demo_1&ts=${AT}&sig=${encodeURIComponent(SIGNED.socket)}`;
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}${query}`);
  const [data] = (await once(socket, 'message')) as [Buffer];
  socket.terminate();
  const frame = JSON.parse(data.toString('utf8')) as { type: string; seq: number };
  assert.deepEqual([frame.type, frame.seq], ['connected', 1]);
});
