import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { curlLine, type PlainRequest, signCall } from './signed-requests.ts';

// The worked vectors of the contract, Signature.
const KEY = {
  base_url: 'https://api.example.com/prefix',
  key_id: 'key_demo_1',
  private_key: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  subaccounts: '*',
} as const;
const AT = '1782907200000';
const ORDER =
  '{"subaccount_id":"sa_1","instrument_id":1001,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTC","price":"0.48","qty":"10","routing":{"mode":"DIRECT"},"client_order_id":"desk-1"}';

test('vector 1: an order', () => {
  const call = sign({ method: 'post', path: '/v1/orders', body: ORDER });
  assert.deepEqual(call.headers, {
    'X-Key-Id': 'key_demo_1',
    'X-Timestamp': AT,
    'X-Signature': 'ZbWL8sipeXE3ob2s6znAx6bqaGvWXyw2rA3v4C62mzu2CRFwj9s8xGAO9fOzU6gGqjPlxvVkhwbXNjkdCc8JDQ==',
    'Content-Type': 'application/json',
  });
  assert.equal(call.url, 'https://api.example.com/prefix/v1/orders');
});

test('vector 2: a query, independent of the encoding of spaces and the parameter order', () => {
  const expected = 'NLgBa1pFEKM5o6iY070ulQk+LpmNtvrkU7O0y48q5V6IbnDVFy72WON1oWzOsLeKHVAdS1S/K4z2t/M+U2OcCw==';
  const path = '/v1/markets/search';
  const requests: Partial<PlainRequest>[] = [
    { path: `${path}?venue=Demo&q=rain+in+london&status=OPEN` },
    { path: `${path}?venue=Demo&q=rain%20in%20london&status=OPEN` },
    { path, query: ['status=OPEN', 'q=rain in london', 'venue=Demo'] },
    { path: `${path}?venue=Demo`, query: ['q=rain in london', 'status=OPEN'] },
  ];
  for (const request of requests) assert.equal(sign(request).headers['X-Signature'], expected);
});

test('vector 3: neither query nor body', () => {
  assert.equal(
    sign({ path: '/v1/venues' }).headers['X-Signature'],
    'UpQLSArQ9bTPNpMsNe6Qs3eoOH2RRszuIWCQaUkd6BXRTMAAWNiTbmFB861TGmkV8dpMcGLmeNLRPyCflrmMCA==',
  );
});

test('vector 4: the handshake of a stream is its URL', () => {
  assert.equal(
    sign({ method: 'WS', path: '/v1/ws/positions?subaccount_id=sa_1' }).url,
    'wss://api.example.com/prefix/v1/ws/positions?subaccount_id=sa_1&key_id=key_demo_1&ts=1782907200000&sig=NEhnndb%2BpUWGNxW%2F5YNTbYC6N9A%2BWG5pAFPOct59KBiogOn3ZFi%2B1bfB%2FxfhGO6yQ7YV9Cp0Xp8mJzBdF64tAA%3D%3D',
  );
});

test('non-ASCII characters are percent-encoded before signing, so the sent URL is the signed URL', () => {
  const { url } = sign({ path: '/v1/markets/search', query: ['q=Zürich & co=1'] });
  assert.match(url, /\?q=Z%C3%BCrich%20%26%20co%3D1$/);
});

test('a shell parses the curl command to the signed request, including quotes', {
  skip: process.platform === 'win32',
}, () => {
  const body = `{"note":"it's $HOME \`x\` \\"q\\""}`;
  const call = sign({ method: 'POST', path: '/v1/orders?a=1&b=2', body });
  const script = `curl() { for part in "$@"; do printf '%s\\n' "$part"; done; }; ${curlLine(call)}`;
  const parts = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
  assert.deepEqual(parts.slice(0, 4), ['-sS', '-X', 'POST', call.url]);
  assert.equal(parts.at(-1), body);
  assert.ok(parts.includes(`X-Signature: ${call.headers['X-Signature']}`));
});

test('of the addresses of several nodes the first one is called, also for a stream', () => {
  const key = { ...KEY, base_url: `https://a.example/x, ${KEY.base_url}` };
  const request = { path: '/v1/ws/fills', query: [], body: null };
  assert.equal(signCall(key, { ...request, method: 'GET' }, AT).url, 'https://a.example/x/v1/ws/fills');
  assert.match(
    signCall(key, { ...request, method: 'WS' }, AT).url,
    /^wss:\/\/a\.example\/x\/v1\/ws\/fills\?key_id=/,
  );
});

test('an invalid path and an invalid key are rejected', () => {
  assert.throws(() => sign({ path: 'v1/orders' }), /must start with \//);
  const bad = { ...KEY, private_key: 'c2hvcnQ=' };
  const request = { method: 'GET', path: '/v1/venues', query: [], body: null };
  assert.throws(
    () => signCall(bad, request, AT),
    (error: Error) => !error.message.includes('c2hvcnQ='),
  );
});

const sign = (request: Partial<PlainRequest>) =>
  signCall(KEY, { method: 'GET', path: '/', query: [], body: null, ...request }, AT);
