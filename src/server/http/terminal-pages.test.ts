import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench } from '../../../test/support/http/http-fakes.ts';
import { err, rejection } from '../../domain/model/result.ts';
import type { PairingCodes } from '../../oms/browser-pairing.ts';

test('pairing works for this machine under a local host name, and is 404 for other clients', async () => {
  const codes: unknown[] = [];
  const redeem = async (code: unknown) => {
    codes.push(code);
    return err(rejection('validation', 'no such link'));
  };
  const pairings = { redeem } as unknown as PairingCodes;
  const { server } = await bench({ deps: { terminal: { pairings, dir: import.meta.dirname } } });
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
  for (const host of ['rebound.example', '127.0.0.1.example', 'localhost.example:8787', '10.0.0.1'])
    assert.equal(await pair('127.0.0.1', host), 404, host);
  for (const address of ['10.0.0.7', '::2', '::ffff:10.0.0.7', '128.0.0.1'])
    assert.equal(await pair(address, 'localhost'), 404, address);
  assert.equal(codes.length, 9, 'no code was looked at for them');
});
