import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createTestApi } from '../../test/support/http/http-fakes.ts';
import { LINK_HEADERS, trustNode } from '../edge/node-link.ts';
import type { PairingCodes } from '../oms/browser-pairing.ts';
import { isFromThisMachine } from './request-origin.ts';

const OPEN = ['/', '/health', '/metrics', '/docs', '/v1/time', '/v1/openapi.json', '/v1/nowhere'];

test('the sandbox refuses local requests with a foreign name in Host', async () => {
  const { server } = await createTestApi();
  for (const host of ['rebound.example', 'rebound.example:8787', '127.0.0.1.example', 'localhost.'])
    for (const url of OPEN) {
      const answer = await server.inject({ url, headers: { host } });
      assert.equal(answer.statusCode, 403, `${host} ${url}`);
      assert.equal(answer.json().error, 'forbidden');
      assert.equal(answer.json().request_id, answer.headers['x-request-id']);
    }
});

test('local names, IP addresses and the configured host are accepted', async () => {
  const { server } = await createTestApi({ config: { host: 'own.example' } });
  for (const host of [
    '127.0.0.1:8787',
    '10.0.0.7',
    '[::1]:8787',
    'localhost',
    'LOCALHOST:1',
    'crossbook:8787',
    'a.localhost',
    'own.example:8787',
  ])
    assert.equal((await server.inject({ url: '/v1/time', headers: { host } })).statusCode, 200, host);
});

test('under profile live a foreign name is refused where no signature is needed, unless it is one of the names', async () => {
  const { server } = await createTestApi({ config: { profile: 'live', names: ['API.example'] } });
  const statuses = async (host: string, urls: readonly string[]) =>
    Promise.all(urls.map(async (url) => (await server.inject({ url, headers: { host } })).statusCode));
  const open = OPEN.filter((url) => url !== '/v1/nowhere' && url !== '/');
  assert.deepEqual(
    await statuses('rebound.example', open),
    open.map(() => 403),
  );
  assert.deepEqual(
    await statuses('api.example:443', open),
    open.map(() => 200),
  );
  // A proxy keeps its public name, and a signature proves more than a name.
  assert.deepEqual(await statuses('rebound.example', ['/v1/orders', '/v1/positions/close']), [401, 401]);
});

test('from other machines any Host is accepted', async () => {
  for (const profile of ['sandbox', 'live'] as const) {
    const { server } = await createTestApi({ config: { profile } });
    const foreign = { url: '/v1/time', headers: { host: 'api.example' }, remoteAddress: '10.0.0.7' };
    assert.equal((await server.inject(foreign)).statusCode, 200);
  }
});

test('every response has a request id and the browser security headers', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'crossbook-pages-'));
  t.after(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'assets', 'a.js'), '1');
  const { server } = await createTestApi({ deps: { terminal: { pairings: {} as PairingCodes, dir } } });
  for (const url of [
    ...OPEN,
    '/assets/a.js',
    '/assets/none.js',
    '/assets/%2e%2e/x',
    '/assets/%00',
    `/v1/markets/${'9'.repeat(600)}`,
  ]) {
    const { headers } = await server.inject({ url });
    assert.match(String(headers['x-request-id']), /^req_/, url);
    assert.equal(headers['x-content-type-options'], 'nosniff', url);
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin', url);
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin', url);
  }
});

test('a forbidden file path gets the usual error format', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'crossbook-pages-'));
  t.after(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'assets'));
  const { server } = await createTestApi({ deps: { terminal: { pairings: {} as PairingCodes, dir } } });
  const answer = await server.inject({ url: '/assets/a//b.js' });
  assert.equal(answer.statusCode, 403);
  assert.deepEqual(Object.keys(answer.json()), ['error', 'message', 'details', 'request_id']);
  assert.equal(answer.json().error, 'forbidden');
});

describe('isFromThisMachine', () => {
  const request = (remoteAddress: string, headers: IncomingMessage['headers'] = {}, isNode = false) => {
    const socket = { remoteAddress };
    if (isNode) trustNode(socket);
    return { socket, headers: { host: '127.0.0.1:8787', ...headers } } as unknown as IncomingMessage;
  };
  const stated = { [LINK_HEADERS.address]: '127.0.0.1' };

  test('a client of this machine is one by its connection', () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      assert.ok(isFromThisMachine(request(address)), address);
    assert.ok(!isFromThisMachine(request('10.0.0.7')));
    assert.ok(!isFromThisMachine(request('127.0.0.1', { host: 'rebound.example' })));
  });

  test('what another node forwards comes from no client of this machine, whatever address it states', () => {
    for (const address of ['127.0.0.1', '10.0.0.7'])
      assert.ok(!isFromThisMachine(request(address, stated, true)), address);
    assert.ok(!isFromThisMachine(request('10.0.0.7', stated)), 'and a client cannot state one');
  });
});
