import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { err, notFound, ok } from '../contract/model/result.ts';
import type { Log } from '../ports/telemetry.ts';
import { createMemoryAccountAdmin } from './account-admin.fixture.ts';
import { sendAdminCommand } from './admin-client.ts';
import { createAdminHandler } from './admin-commands.ts';
import { type AdminHandler, getAdminSocketPath, splitLines } from './admin-protocol.ts';
import { AdminSocketInUseError, startAdminServer } from './admin-server.ts';

const silent: Log = { info() {}, warn() {}, error() {} };
const STATUS = { pid: 7, version: '1.0.0', url: 'http://127.0.0.1:8787', ready: true };

test("a command returns the service's value over the socket", async (t) => {
  const address = await listening(t, await service());
  assert.deepEqual(await sendAdminCommand(address, 'status'), ok(STATUS));
  assert.deepEqual(await sendAdminCommand(address, 'account.new', { account_id: 'acc_1' }), ok('acc_1'));
  assert.deepEqual(await sendAdminCommand(address, 'account.list'), ok(['acc_1']));
});

test('a refusal is returned unchanged, and an unknown command is refused', async (t) => {
  const address = await listening(t, await service());
  const bad = await sendAdminCommand(address, 'key.new', { account_id: 'a b', permissions: ['read', 'fly'] });
  assert.ok(bad !== null && !bad.ok);
  assert.deepEqual(
    (bad.error.details as { fields: { field: string }[] }).fields.map(({ field }) => field),
    ['account_id', 'public_key', 'permissions', 'subaccounts'],
  );
  const unknown = await sendAdminCommand(address, 'constructor');
  assert.equal(unknown !== null && !unknown.ok && unknown.error.code, 'not_found');
});

test('a failure inside the service is refused as internal, without details', async (t) => {
  const address = await listening(t, async () => {
    throw new Error('the private detail');
  });
  const reply = await sendAdminCommand(address, 'status');
  assert.ok(reply !== null && !reply.ok);
  assert.equal(reply.error.code, 'internal');
  assert.doesNotMatch(JSON.stringify(reply), /private detail/);
});

test('only this user can use the socket', { skip: process.platform === 'win32' }, async (t) => {
  const address = await listening(t, async () => ok(null));
  assert.equal(statSync(address).mode & 0o777, 0o600);
});

test('a missing listener is distinguished from a rejection', async () => {
  assert.equal(await sendAdminCommand(getAdminSocketPath(folder()), 'status'), null);
});

test('a folder in use is refused to a second process, also while the first is stuck', async (t) => {
  const address = await listening(t, () => new Promise(() => {}));
  await assert.rejects(
    startAdminServer(address, { handle: async () => ok(null), log: silent }),
    AdminSocketInUseError,
  );
  const reply = await sendAdminCommand(address, 'status', {}, 50);
  assert.match(reply !== null && !reply.ok ? reply.error.message : '', /does not respond/);
});

test('a socket left behind by a dead process does not keep the folder', async (t) => {
  const address = getAdminSocketPath(folder());
  writeFileSync(address, ''); // what remains is a file without a listener
  await listening(t, async () => ok('new'), address);
  assert.deepEqual(await sendAdminCommand(address, 'status'), ok('new'));
});

test('lines that are not requests, and endless lines, do not stop the service', async (t) => {
  const address = await listening(t, async () => ok('still here'));
  for (const line of ['{', '[]', 'null', '"x"', '{"id":"1","method":"status"}']) {
    assert.match(await raw(address, `${line}\n`), /"code":"validation"/);
  }
  assert.equal(await raw(address, 'x'.repeat(300 * 1024)), '');
  assert.deepEqual(await sendAdminCommand(address, 'status'), ok('still here'));
});

test('the socket works in a deeply nested data folder', { skip: process.platform !== 'linux' }, async (t) => {
  const deep = join(folder(), 'a'.repeat(60), 'b'.repeat(60));
  mkdirSync(deep, { recursive: true });
  await listening(t, async () => ok('deep'), getAdminSocketPath(deep));
  assert.deepEqual(await sendAdminCommand(getAdminSocketPath(deep), 'status'), ok('deep'));
});

const ENDINGS: Readonly<Record<string, (socket: Socket) => void>> = {
  'at once': (socket) => socket.destroy(),
  'after the request': (socket) => void socket.once('data', () => socket.end()),
  'in the middle of the reply': (socket) => void socket.once('data', () => socket.end('{"id":1,"ok":tr')),
};
for (const [when, end] of Object.entries(ENDINGS))
  test(`the client does not wait for a service that disconnects ${when}`, async () => {
    const address = getAdminSocketPath(folder());
    const server = createServer((socket) => {
      end(socket);
      server.close();
    });
    await new Promise<void>((resolve) => {
      server.listen(address, resolve);
    });
    const reply = await sendAdminCommand(address, 'status');
    assert.match(reply !== null && !reply.ok ? reply.error.message : '', /disconnected/);
  });

const folder = (): string => mkdtempSync(join(tmpdir(), 'crossbook-control-'));

async function service(): Promise<AdminHandler> {
  const { operating } = await createMemoryAccountAdmin();
  return createAdminHandler(() => STATUS, {
    operating,
    pairings: { open: () => err(notFound('subaccount')) },
  });
}

async function listening(
  t: TestContext,
  handle: AdminHandler,
  address = getAdminSocketPath(folder()),
): Promise<string> {
  const server = await startAdminServer(address, { handle, log: silent });
  t.after(() => server.close());
  return address;
}

/** Returns the answer to these bytes: the first line, or everything before the socket closes. */
function raw(address: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(address, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      socket.destroy();
      resolve(chunk.toString());
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(''));
  });
}

test('parameters that are no object are refused by naming the missing fields', async (t) => {
  const address = await listening(t, await service());
  for (const params of [null, 'acc_1', 7]) {
    const reply = await sendAdminCommand(address, 'account.new', params);
    assert.equal(reply !== null && !reply.ok && reply.error.code, 'validation');
  }
});

test('a line of the longest permitted length is a request, a longer one ends the connection', () => {
  const seen: string[] = [];
  let overflows = 0;
  const read = splitLines(
    (line) => seen.push(line),
    () => (overflows += 1),
  );
  const longest = 'x'.repeat(256 * 1024);
  read(longest);
  assert.equal(overflows, 0);
  read('\n');
  assert.deepEqual(seen, [longest]);
  read(`${longest}x`);
  assert.equal(overflows, 1);
});
