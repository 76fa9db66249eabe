import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTestApi } from '../../../test/support/http/http-fakes.ts';
import { ok, rejection } from '../../domain/model/result.ts';
import type { McpHandler } from './route.ts';

type McpCall = Parameters<McpHandler['handle']>[0];

const SEED = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const HEADERS = {
  host: 'localhost:8787',
  authorization: `Bearer key_agent.${SEED}`,
  'content-type': 'application/json',
  'mcp-protocol-version': '2025-06-18',
};

async function openRoute() {
  const calls: McpCall[] = [];
  const handle: McpHandler['handle'] = async (call) => {
    calls.push(call);
    if (call.keyId === 'key_other') return { ok: false, error: rejection('unauthorized', 'no') };
    return ok(
      new Response('{"jsonrpc":"2.0"}', { status: 202, headers: { 'mcp-session-id': 's', 'x-other': 'o' } }),
    );
  };
  const { server } = await createTestApi({ deps: { mcp: { handle } } });
  const send = async (headers: object, remoteAddress = '127.0.0.1', payload = '{"id":1}') => {
    const sent = { ...HEADERS, ...headers };
    return server.inject({ method: 'POST', url: '/mcp', headers: sent, payload, remoteAddress });
  };
  return { calls, send };
}

describe('POST /mcp', () => {
  test('hands the key and the message on, and answers with status, type and session of the protocol', async () => {
    const { calls, send } = await openRoute();
    const { statusCode, headers, body } = await send({});
    assert.deepEqual(
      [statusCode, headers['mcp-session-id'], headers['x-other'], body],
      [202, 's', undefined, '{"jsonrpc":"2.0"}'],
    );
    const [call] = calls;
    assert.deepEqual([call?.keyId, call?.privateKey, call?.body], ['key_agent', SEED, { id: 1 }]);
    assert.equal(call?.request.headers.get('mcp-protocol-version'), '2025-06-18');
    assert.equal(call?.request.headers.get('authorization'), null, 'the tools do not see the key');
  });

  test('refuses other machines, foreign host names, pages of other origins and proxies, before it reads the key', async () => {
    const { calls, send } = await openRoute();
    const refused = [
      await send({}, '10.0.0.7'),
      await send({ host: 'evil.example' }),
      await send({ origin: 'https://evil.example' }),
      await send({ origin: 'null' }),
      await send({ 'sec-fetch-site': 'cross-site' }),
      await send({ 'x-forwarded-for': '10.0.0.7' }),
    ];
    assert.deepEqual(
      refused.map(({ statusCode }) => statusCode),
      refused.map(() => 403),
    );
    assert.deepEqual(calls, []);
    assert.equal((await send({ origin: 'http://localhost:8787' })).statusCode, 202, 'its own page');
  });

  test('asks for a bearer token, also when the key is not accepted', async () => {
    const { calls, send } = await openRoute();
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${SEED}`,
      'Bearer key_agent.short',
      `Basic key_agent.${SEED}`,
      `Bearer key_other.${SEED}`,
    ]) {
      const { statusCode, headers } = await send({ authorization });
      assert.deepEqual([statusCode, headers['www-authenticate']], [401, 'Bearer'], authorization);
    }
    assert.equal(calls.length, 1);
  });
});
