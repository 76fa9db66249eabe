import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, test } from 'node:test';
import type { Key } from '../support/api-client.ts';
import { openMcpOverHttp, toBearer } from '../support/mcp-client.ts';
import { RAIN } from '../support/order-bodies.ts';
import type { Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ settings: { 'mcp.http': true } });
const agent = (...more: string[]) => service.newKey('--kind', 'agent', '--subaccounts', 'sa_1', ...more);
const key = await agent('--permissions', 'read,trade');
const resting = { instrument_id: RAIN, side: 'BUY', outcome: 'YES', qty: '10', price: '0.01' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

interface Sent {
  readonly status: number;
  readonly challenge: string | undefined;
  readonly text: string;
}

/** Sends a message with these headers, which replace those of a client on this machine. */
function send(headers: Record<string, string>, body: unknown = LIST, method = 'POST'): Promise<Sent> {
  const usual = {
    authorization: `Bearer ${toBearer(key)}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(`${service.url}/mcp`, { method, headers: { ...usual, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          challenge: response.headers['www-authenticate'],
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(method === 'GET' ? undefined : text);
  });
}

const codeOf = ({ status, text }: Sent): string =>
  `${status} ${String((JSON.parse(text) as { readonly error?: unknown }).error)}`;

test('the official client lists the tools of an agent key; a key that may only read gets no others', async () => {
  const session = await openMcpOverHttp(service.url, key);
  after(() => session.close());
  const { tools } = await session.client.listTools();
  assert.ok(tools.some(({ name }) => name === 'place_order'));
  const reader = await openMcpOverHttp(service.url, await agent('--permissions', 'read'));
  after(() => reader.close());
  const names = new Set((await reader.client.listTools()).tools.map(({ name }) => name));
  assert.ok(names.has('get_book') && !names.has('place_order') && !names.has('preview_order'));
  const found = await reader.call('search_markets', { limit: 1 });
  assert.equal((found.facts['markets'] as unknown[]).length, 1);
});

test('a token of one connection places its order once, also from other connections of the key', async () => {
  const [first, second] = [await openMcpOverHttp(service.url, key), await openMcpOverHttp(service.url, key)];
  after(() => Promise.all([first.close(), second.close()]));
  const { preview_token } = (await first.call('preview_order', resting)).facts;
  const placed = await Promise.all(
    [first, second, first].map((each) => each.call('place_order', { preview_token })),
  );
  const ids = placed.map(({ facts }) => (facts['order'] as Order).id);
  assert.equal(new Set(ids).size, 1);
  const orders = await service
    .api()
    .ok<readonly Order[]>(
      'GET',
      `/v1/orders?subaccount_id=sa_1&client_order_id=mcp-${String(preview_token)}`,
    );
  assert.deepEqual(
    orders.map(({ id }) => id),
    ids.slice(0, 1),
  );
});

test('a message of an earlier revision of the protocol is answered', async () => {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'old', version: '1' },
  };
  const { status, text } = await send({}, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
  assert.equal(status, 200);
  assert.match(text, /"protocolVersion":"2025-06-18"/);
});

test('only the key of an agent is accepted, and it is checked with each message', async () => {
  const missing = await send({ authorization: '' });
  assert.deepEqual([codeOf(missing), missing.challenge], ['401 unauthorized', 'Bearer']);
  const bearer = (token: string): Promise<Sent> => send({ authorization: `Bearer ${token}` });
  const other: Key = await agent('--permissions', 'read');
  const tokens = [
    key.private_key,
    `${key.key_id}.`,
    toBearer({ ...key, private_key: other.private_key }),
    toBearer({ ...key, key_id: 'key_unknown' }),
  ];
  for (const token of tokens) assert.equal(codeOf(await bearer(token)), '401 unauthorized', token);
  assert.equal(codeOf(await bearer(toBearer(service.key))), '403 forbidden', 'the key of a person');
  assert.equal((await bearer(toBearer(other))).status, 200);
  await service.cliOk('key', 'revoke', other.key_id, '--yes');
  assert.equal(codeOf(await bearer(toBearer(other))), '401 unauthorized', 'a revoked key');
});

test('pages of other origins, foreign host names and proxies are refused, whatever their key', async () => {
  const port = new URL(service.url).port;
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { host: `evil.example:${port}` },
    { 'x-forwarded-for': '10.0.0.1' },
  ])
    assert.equal(codeOf(await send(headers)), '403 forbidden', JSON.stringify(headers));
  assert.equal((await send({ host: `localhost:${port}` })).status, 200);
});

test('other methods, types and messages are refused', async () => {
  assert.equal(codeOf(await send({}, '', 'GET')), '405 method_not_allowed');
  assert.equal(codeOf(await send({}, '', 'DELETE')), '405 method_not_allowed');
  assert.equal(codeOf(await send({ 'content-type': 'text/plain' })), '415 unsupported_media_type');
  assert.equal(codeOf(await send({}, '{"jsonrpc":')), '422 validation');
  assert.equal(codeOf(await send({}, 'x'.repeat(1_100_000))), '413 payload_too_large');
  const subscription = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} };
  assert.equal(codeOf(await send({}, subscription)), '403 forbidden');
  assert.equal(codeOf(await send({}, [LIST, subscription])), '403 forbidden');
});
