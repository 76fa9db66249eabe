import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fakeParts, fakeTerminal } from './cli-fakes.fixture.ts';
import { runCli } from './cli-program.ts';
import { newKeyPair } from './key-file.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

test('api sends the signed request and prints the response as JSON', async (t) => {
  const service = await serving(t, 200, '{"id":"ord_1"}');
  const body = join(folder(), 'order.json');
  writeFileSync(body, '{"qty":"1"}');
  const { exitCode, out } = await type(service.url, ['api', 'post', '/v1/orders', '--body', `@${body}`]);
  assert.deepEqual([exitCode, out], [0, '{\n  "id": "ord_1"\n}']);
  const [seen] = service.seen;
  assert.deepEqual([seen?.method, seen?.url, seen?.body], ['POST', '/v1/orders', '{"qty":"1"}']);
  assert.equal(seen?.headers['x-key-id'], 'key_test');
  assert.equal(Buffer.from(String(seen?.headers['x-signature']), 'base64').length, 64);
});

test('a rejection is printed, and its kind determines the exit code', async (t) => {
  const codes = { 400: 2, 401: 4, 403: 4, 404: 5, 409: 6, 422: 2, 429: 7, 500: 10, 503: 8 };
  for (const [status, expected] of Object.entries(codes)) {
    const service = await serving(t, Number(status), '{"error":"some_code"}');
    const { exitCode, out } = await type(service.url, ['api', 'GET', '/v1/venues']);
    assert.deepEqual([exitCode, out], [expected, '{\n  "error": "some_code"\n}'], status);
  }
});

test('api --include prints status and headers with the response', async (t) => {
  const service = await serving(t, 200, '[]');
  const { exitCode, out, err } = await type(service.url, ['api', 'GET', '/v1/orders', '-i']);
  assert.deepEqual([exitCode, out], [0, '[]']);
  assert.match(err, /^200 OK\n[\s\S]*^content-type: application\/json$/m);
});

test('a policy rejection has its own exit code', async (t) => {
  const service = await serving(t, 403, '{"error":"kill_switch"}');
  assert.equal((await type(service.url, ['api', 'POST', '/v1/orders'])).exitCode, 3);
});

test('a service that does not answer is reported in one line', async () => {
  const { exitCode, err } = await type('http://127.0.0.1:9', ['api', 'GET', '/v1/venues']);
  assert.equal(exitCode, 8);
  assert.match(err, /^crossbook: no answer from http:\/\/127\.0\.0\.1:9 .*Check that the service is running/);
});

test('sign prints the three headers, and sandbox-key never prints the private key', async () => {
  const signed = await type('http://h:1', ['sign', 'GET', '/v1/venues', '--timestamp', '1782907200000']);
  assert.match(signed.out, /^X-Key-Id: key_test\nX-Timestamp: 1782907200000\nX-Signature: \S{88}$/);
  const printed = await type('http://h:1', ['sandbox-key']);
  assert.match(printed.out, /key_id +key_test/);
  assert.ok(!printed.out.includes(printed.privateKey));
});

test('without a key file the message explains how to create one', async () => {
  const terminal = fakeTerminal({ CROSSBOOK_DATA_DIR: folder() });
  assert.equal(await runCli(['api', 'GET', '/v1/venues'], terminal, async () => fakeParts()), 2);
  assert.match(
    terminal.notices.join('\n'),
    /cannot read the key file .*sandbox-key\.json: it does not exist\. `npm start`/,
  );
});

const folder = (): string => mkdtempSync(join(tmpdir(), 'crossbook-call-'));

async function type(baseUrl: string, args: readonly string[]) {
  const dataDir = folder();
  const { privateKey } = newKeyPair();
  const file = { base_url: baseUrl, key_id: 'key_test', private_key: privateKey, subaccounts: ['sa_1'] };
  writeFileSync(join(dataDir, 'sandbox-key.json'), JSON.stringify(file));
  const terminal = fakeTerminal({ CROSSBOOK_DATA_DIR: dataDir });
  const exitCode = await runCli(args, terminal, async () => fakeParts());
  return { exitCode, privateKey, out: terminal.printed.join('\n'), err: terminal.notices.join('\n') };
}

async function serving(t: TestContext, status: number, answer: string) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({ method, url, headers, body });
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(answer);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => server.close());
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
