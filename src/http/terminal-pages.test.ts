import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTestApi } from '../../test/support/http/http-fakes.ts';
import { err, rejection } from '../contract/model/result.ts';
import type { PairingCodes } from '../oms/browser-pairing.ts';

test('pairing works for this machine under a local host name, and for no other client', async () => {
  const codes: unknown[] = [];
  const redeem = async (code: unknown) => {
    codes.push(code);
    return err(rejection('validation', 'no such link'));
  };
  const pairings = { redeem } as unknown as PairingCodes;
  const { server } = await createTestApi({
    deps: { terminal: { pairings, dir: import.meta.dirname } },
    config: { profile: 'live', names: ['public.example'] },
  });
  const pair = async (remoteAddress: string, host: string): Promise<number> => {
    const headers = { host, 'content-type': 'application/json' };
    const payload = '{"code":"c","public_key":"k"}';
    const answer = await server.inject({ method: 'POST', url: '/pair', remoteAddress, headers, payload });
    return answer.statusCode;
  };
  for (const host of ['127.0.0.1:8787', 'localhost', '[::1]:8787'])
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      assert.equal(await pair(address, host), 422, `${address} ${host}`);
  assert.equal(codes.length, 9);
  for (const host of ['rebound.example', '127.0.0.1.example', 'localhost.example:8787'])
    assert.equal(await pair('127.0.0.1', host), 403, host);
  for (const host of ['public.example', '10.0.0.1']) assert.equal(await pair('127.0.0.1', host), 404, host);
  for (const address of ['10.0.0.7', '::2', '::ffff:10.0.0.7', '128.0.0.1'])
    assert.equal(await pair(address, 'localhost'), 404, address);
  assert.equal(codes.length, 9, 'no code was looked at for them');
});

describe('POST /pair', () => {
  const PAGE = { host: 'localhost:8787', 'content-type': 'application/json' };

  for (const [what, headers, status] of [
    ['without a content type', { 'content-type': undefined }, 415],
    ['with a form content type', { 'content-type': 'text/plain' }, 415],
    ['from a page of another origin', { origin: 'https://evil.example' }, 403],
    ['from a page of another port', { origin: 'http://localhost:3000' }, 403],
    ['from a sandboxed page', { origin: 'null' }, 403],
    ['with a cross-site fetch', { 'sec-fetch-site': 'cross-site' }, 403],
    ['with a same-site fetch', { 'sec-fetch-site': 'same-site' }, 403],
    ['with Forwarded', { forwarded: 'for=203.0.113.7' }, 403],
    ['with X-Forwarded-For', { 'x-forwarded-for': '203.0.113.7' }, 403],
    ['with X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }, 403],
    ['with Via', { via: '1.1 nginx' }, 403],
  ] as const) {
    test(`is refused ${what}, and no code is read`, async () => {
      const { post, seen } = await pairingServer();
      assert.equal((await post({ ...PAGE, ...headers })).statusCode, status);
      assert.deepEqual(seen, []);
    });
  }

  test('counts a miss only from a page of this service', async () => {
    const { post, seen } = await pairingServer();
    await post(PAGE);
    await post({ ...PAGE, origin: 'http://localhost:8787', 'sec-fetch-site': 'same-origin' });
    assert.deepEqual(seen, [false, true]);
  });
});

async function pairingServer() {
  const seen: boolean[] = [];
  const redeem = async (_code: unknown, _key: unknown, countsMiss: boolean) => {
    seen.push(countsMiss);
    return err(rejection('validation', 'no such link'));
  };
  const pairings = { redeem } as unknown as PairingCodes;
  const { server } = await createTestApi({ deps: { terminal: { pairings, dir: import.meta.dirname } } });
  const post = (given: Readonly<Record<string, string | undefined>>) => {
    const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const payload = Buffer.from('{"code":"c","public_key":"k"}');
    return server.inject({ method: 'POST', url: '/pair', headers, payload });
  };
  return { post, seen };
}
