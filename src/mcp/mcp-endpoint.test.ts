import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { McpEndpoint } from './mcp-endpoint.ts';

const SEED = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const AGENT = {
  key_id: 'key_agent',
  permissions: ['read', 'trade'],
  subaccounts: ['sa_1'],
  agent: { approval_above: null },
};
const PREVIEW = { legs: [], totals: null, unroutable: null, unrouted_qty: '0', risk: null, warnings: [] };
const ORDER = { instrument_id: 1, side: 'BUY', outcome: 'YES', qty: '1', price: '0.5' };

/** An API that knows three keys and refuses every order. No order is found. */
const api = createServer((request, response) => {
  const answer = (status: number, body: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const key = request.headers['x-key-id'];
  if (key === 'key_revoked') return answer(401, { error: 'unauthorized', message: 'revoked' });
  if (request.url === '/v1/account')
    return answer(200, key === 'key_person' ? { ...AGENT, agent: null } : AGENT);
  if (request.method === 'GET') return answer(200, []);
  if (request.url === '/v1/orders/preview') return answer(200, PREVIEW);
  return answer(403, { error: 'kill_switch', message: 'on' });
});
await new Promise<void>((resolve) => void api.listen(0, '127.0.0.1', resolve));
after(() => {
  api.close();
  api.closeAllConnections();
});
const baseUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;

let random = 0;
const endpoint = new McpEndpoint({
  now: () => 1_782_907_200_000,
  randomHex: (bytes) => (++random).toString(16).padStart(bytes * 2, '0'),
  version: '1.0.0',
  onError: (error) => assert.fail(error),
});

function send(method: string, params: object, keyId = 'key_agent', privateKey = SEED) {
  const body = { jsonrpc: '2.0', id: 1, method, params };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  };
  const request = new Request(`${baseUrl}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) });
  return endpoint.handle({ baseUrl, keyId, privateKey, request, body });
}

const codeOf = async (keyId: string, privateKey?: string): Promise<string> => {
  const answer = await send('tools/list', {}, keyId, privateKey);
  return answer.ok ? 'ok' : answer.error.code;
};

async function callTool(name: string, args: object): Promise<string> {
  const answer = await send('tools/call', { name, arguments: args });
  return answer.ok ? answer.value.text() : answer.error.code;
}

test('only a key that the API accepts as the key of an agent gets tools', async () => {
  assert.equal(await codeOf('key_agent'), 'ok');
  assert.equal(await codeOf('key_person'), 'forbidden');
  assert.equal(await codeOf('key_revoked'), 'unauthorized');
  assert.equal(await codeOf('key_agent', 'AAAA'), 'unauthorized');
});

test('the token of a preview is known to later messages', async () => {
  const preview = await callTool('preview_order', ORDER);
  const [, token = ''] = /"preview_token\\*":\\*"([0-9a-f]{32})/.exec(preview) ?? [];
  assert.match(await callTool('place_order', { preview_token: token }), /kill_switch/, preview);
  assert.match(await callTool('place_order', { preview_token: '0'.repeat(32) }), /unknown_preview_token/);
});

test('a subscription is refused, because its connection would stay open', async () => {
  const answer = await send('subscriptions/listen', {});
  assert.equal(answer.ok ? 'ok' : answer.error.code, 'forbidden');
});
