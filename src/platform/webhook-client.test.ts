import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import type { AddressPolicy } from '../domain/notifications/webhook-rules.ts';
import { systemClock } from './system-environment.ts';
import { createWebhookSender } from './webhook-client.ts';

/** A server on the loopback address, and the number of its requests. */
async function startServer(answer: string) {
  const hosts: string[] = [];
  const server = createServer((request, response) => {
    hosts.push(request.headers.host ?? '');
    response.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, hosts, close: () => server.close() };
}

const LOOPBACK = { isPrivateAllowed: false, isLoopbackAllowed: true, ownPorts: () => new Set<number>() };

const sender = (
  addresses: Readonly<Record<string, readonly string[]>>,
  lookups: string[] = [],
  policy: AddressPolicy = LOOPBACK,
) =>
  createWebhookSender({
    clock: systemClock,
    addresses: policy,
    resolve: async (host) => {
      lookups.push(host);
      return (addresses[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  });

describe('createWebhookSender', () => {
  test('a name is resolved once, and the connection goes to the address that was checked', async () => {
    const server = await startServer('x'.repeat(5_000));
    const lookups: string[] = [];
    const url = `http://receiver.localhost:${server.port}/hooks`;
    const answer = await sender({ 'receiver.localhost': ['127.0.0.1'] }, lookups).post(url, {}, '{}');
    server.close();
    assert.deepEqual(answer, { kind: 'answer', status: 200, body: null }, 'no account reads it');
    assert.deepEqual(lookups, ['receiver.localhost']);
    assert.deepEqual(server.hosts, [`receiver.localhost:${server.port}`]);
  });

  test('a name with any private address is refused, and nothing is sent', async () => {
    const server = await startServer('ok');
    for (const address of ['10.0.0.1', '169.254.169.254', 'fe80::1%eth0', '::ffff:10.0.0.1']) {
      const answer = await sender({ 'evil.example': ['8.8.8.8', address] }).post(
        `https://evil.example:${server.port}/`,
        {},
        '{}',
      );
      assert.deepEqual(answer, { kind: 'failed', why: `the address ${address} may not be called` });
    }
    server.close();
    assert.deepEqual(server.hosts, []);
  });

  test('this machine is called only where the policy permits it, and never at a port of the service', async () => {
    const server = await startServer('ok');
    const { port } = server;
    const names = { 'receiver.localhost': ['127.0.0.1'], 'six.localhost': ['::1'] };
    const policies: readonly AddressPolicy[] = [
      { ...LOOPBACK, isLoopbackAllowed: false },
      { ...LOOPBACK, isLoopbackAllowed: false, isPrivateAllowed: true },
      { ...LOOPBACK, ownPorts: () => new Set([port]) },
    ];
    for (const policy of policies)
      for (const scheme of ['http', 'https'])
        for (const host of [
          'receiver.localhost',
          'six.localhost',
          '127.0.0.1',
          '127.1',
          '[::1]',
          '[::ffff:127.0.0.1]',
        ]) {
          const answer = await sender(names, [], policy).post(`${scheme}://${host}:${port}/`, {}, '{}');
          assert.match(answer.kind === 'failed' ? answer.why : '', /may not be called/, `${scheme} ${host}`);
        }
    server.close();
    assert.deepEqual(server.hosts, []);
  });

  test('http to a name that is not on this machine is refused', async () => {
    const answer = await sender({ 'other.localhost': ['8.8.8.8'] }).post('http://other.localhost/', {}, '{}');
    assert.deepEqual(answer, { kind: 'failed', why: 'the address 8.8.8.8 may not be called' });
  });

  test('a literal private address and an unknown name fail', async () => {
    const literal = await sender({}).post('https://[fd00::1]:9/', {}, '{}');
    assert.deepEqual(literal, { kind: 'failed', why: 'the address fd00::1 may not be called' });
    const unknown = await sender({}).post('https://nowhere.example/', {}, '{}');
    assert.deepEqual(unknown, { kind: 'failed', why: 'nowhere.example has no address' });
  });
});
