import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { program } from '../../test/support/program.ts';
import { sendAdminCommand } from '../admin/admin-client.ts';
import { getAdminSocketPath } from '../admin/admin-protocol.ts';
import type { KeyFile } from './key-file.ts';

const MAIN = program('src/cli/cli-main.fixture.ts');
const isWindows = process.platform === 'win32';

test('start prints the URL, the profile, the key file and a first command', async (t) => {
  const service = await started(t);
  await service.says('try '); // its log, another pipe, can be read first
  assert.match(service.out(), /^Crossbook \d+\.\d+\.\d+ {2}\[ SANDBOX \] no real funds/);
  assert.match(service.out(), /reference +http:\/\/\S+\/docs/);
  assert.match(service.out(), /key +.*sandbox-key\.json/);
  const line = `npm run crossbook -- --data-dir ${service.dataDir} api GET /v1/venues`;
  assert.ok(service.out().includes(`try        ${line}`), 'a command that reaches this service');
  const keyPath = join(service.dataDir, 'sandbox-key.json');
  const { base_url } = JSON.parse(readFileSync(keyPath, 'utf8')) as KeyFile;
  assert.equal((await fetch(`${base_url}/health`)).status, 200);
  assert.equal(statSync(service.dataDir).mode & 0o777, 0o700);
});

test('a proxy of the environment is printed with the hosts behind it, and its password nowhere', async (t) => {
  const config = join(folder(), 'c.toml');
  writeFileSync(config, 'profile = "shadow"\n[venues.kalshi]\nenabled = true\n');
  const [lower, HTTPS_PROXY] = ['', 'http://user:hiddenword@proxy.invalid:3128'];
  const env = { CROSSBOOK_CONFIG: config, https_proxy: lower, HTTPS_PROXY, NO_PROXY: '', no_proxy: '' };
  const service = await started(t, env);
  await service.says('try ');
  const hosts = 'external-api.kalshi.com, external-api-ws.kalshi.com';
  assert.ok(service.out().includes(`http://proxy.invalid:3128 for ${hosts}`));
  assert.match(service.err(), /"msg":"venues are reached through a proxy"/);
  assert.doesNotMatch(service.out() + service.err(), /hiddenword/);
  const wrong = await run(['start'], folder(), { ...env, HTTPS_PROXY: 'socks5://user:hiddenword@proxy' });
  assert.equal(wrong.exitCode, 2);
  assert.match(wrong.err, /^crossbook: HTTPS_PROXY is not the URL of an HTTP proxy/);
  assert.doesNotMatch(wrong.err, /hiddenword/);
});

test('SIGTERM drains and exits with 0, and systemd learns of start and stop', {
  skip: isWindows,
}, async (t) => {
  const tools = mkdtempSync(join(tmpdir(), 'crossbook-tools-'));
  const notes = join(tools, 'notes');
  writeFileSync(join(tools, 'systemd-notify'), `#!/bin/sh\necho "$@" >> ${notes}\n`, { mode: 0o755 });
  const service = await started(t, {
    PATH: `${tools}:${process.env.PATH}`,
    NOTIFY_SOCKET: join(tools, 'socket'),
  });
  service.process.kill('SIGTERM');
  assert.equal(await service.exitCode, 0);
  assert.equal(readFileSync(notes, 'utf8'), `--ready --pid=${service.process.pid}\nSTOPPING=1\n`);
  assert.match(service.err(), /"msg":"stopping"[\s\S]*"msg":"draining"[\s\S]*"msg":"stopped"/);
});

test('a second, later signal exits without waiting for the drain', { skip: isWindows }, async (t) => {
  const service = await started(t, { FAKE_DRAIN: 'never' });
  service.process.kill('SIGTERM');
  await service.says('draining');
  const again = setInterval(() => service.process.kill('SIGTERM'), 100);
  t.after(() => clearInterval(again));
  assert.equal(await service.exitCode, 130);
});

test('the keys of a running service are managed through its socket', async (t) => {
  const { dataDir } = await started(t);
  const made = await run(['key', 'new', '--permissions', 'read', '--subaccounts', 'sa_1'], dataDir);
  assert.equal(made.exitCode, 0);
  const file = JSON.parse(made.out) as KeyFile;
  const listed = await sendAdminCommand(getAdminSocketPath(dataDir), 'key.list');
  assert.ok(listed?.ok);
  const keys = listed.value as { keyId: string; subaccounts: unknown }[];
  assert.deepEqual(
    keys.map(({ subaccounts }) => subaccounts),
    ['*', ['sa_1']],
  );
  assert.equal(keys[1]?.keyId, file.key_id);
  assert.match(
    (await run(['doctor'], dataDir)).out,
    /✓ the service is running at .*[\s\S]*✓ clock offset between/,
  );
});

test('a data folder in use is rejected with the process id of its owner', async (t) => {
  const first = await started(t);
  const { exitCode, err } = await run(['start'], first.dataDir);
  assert.equal(exitCode, 1);
  assert.match(
    err,
    new RegExp(`^crossbook: the data folder .* is in use by Crossbook process ${first.process.pid}\\.`),
  );
});

test('a service starts after the previous one was killed', { skip: isWindows }, async (t) => {
  const first = await started(t);
  const before = readFileSync(join(first.dataDir, 'sandbox-key.json'), 'utf8');
  first.process.kill('SIGKILL');
  await first.exitCode;
  const second = await started(t, {}, first.dataDir);
  const after = readFileSync(join(second.dataDir, 'sandbox-key.json'), 'utf8');
  assert.equal(readPrivateKey(after), readPrivateKey(before));
});

test('a busy port is reported in one line', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const dataDir = folder();
  const { exitCode, err } = await run(['start'], dataDir, { CROSSBOOK_PORT: String(port) });
  assert.equal(exitCode, 1);
  assert.match(
    err,
    new RegExp(`^crossbook: port ${port} on 127\\.0\\.0\\.1 is in use by another program\\.`, 'm'),
  );
  assert.ok(!existsSync(join(dataDir, 'sandbox-key.json')), 'no key file names the port of another program');
});

test('wait prints the address once the service is ready, and fails after its timeout', async (t) => {
  const dataDir = join(folder(), 'data');
  const waiting = run(['wait'], dataDir);
  const { url } = await started(t, {}, dataDir);
  assert.deepEqual(await waiting, { exitCode: 0, out: `${url}\n`, err: '' });
  const empty = await run(['wait', '--timeout', '0'], folder());
  assert.equal(empty.exitCode, 8);
  assert.match(empty.err, /^crossbook: no service is ready in /);
});

test('a data folder that cannot be created is reported in one line', async () => {
  const file = join(folder(), 'a-file');
  writeFileSync(file, '');
  const inWay = await run(['start'], join(file, 'data'));
  assert.equal(inWay.exitCode, 1);
  assert.match(
    inWay.err,
    /^crossbook: the data folder .* cannot be created: a file with this name exists\.\n$/,
  );
});

test('a folder without permissions is reported in one line', {
  skip: isWindows || (process.getuid?.() === 0 && 'root may write to every folder'),
}, async () => {
  const locked = join(folder(), 'locked');
  mkdirSync(locked);
  chmodSync(locked, 0o500);
  const { exitCode, err } = await run(['start'], join(locked, 'data'));
  assert.equal(exitCode, 1);
  assert.match(err, /^crossbook: not permitted: /);
});

test('an uncaught defect is logged and exits with 1', async (t) => {
  const service = await started(t);
  await fetch(`${service.url}/defect`, { signal: AbortSignal.timeout(5_000) }).catch(() => {});
  assert.equal(await service.exitCode, 1);
  assert.match(service.err(), /"msg":"stopped by a defect"/);
  assert.match(service.err(), /a deliberate defect/);
});

const folder = (): string => mkdtempSync(join(tmpdir(), 'crossbook-start-'));
const readPrivateKey = (text: string): string => (JSON.parse(text) as KeyFile).private_key;

function launch(args: readonly string[], dataDir: string, env: Record<string, string> = {}): ChildProcess {
  const settings = { CROSSBOOK_DATA_DIR: dataDir, CROSSBOOK_PORT: '0', NODE_TEST_CONTEXT: '', ...env };
  return spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...settings } });
}

async function run(args: readonly string[], dataDir: string, env: Record<string, string> = {}) {
  const child = launch(args, dataDir, env);
  const output = listen(child);
  const [exitCode] = await once(child, 'close');
  return { exitCode: exitCode as number, out: output.out(), err: output.err() };
}

async function started(t: TestContext, env: Record<string, string> = {}, dataDir = join(folder(), 'data')) {
  const child = launch(['start'], dataDir, env);
  const output = listen(child);
  const exitCode = once(child, 'close').then(([code]) => code as number);
  t.after(async () => {
    child.kill('SIGKILL');
    await exitCode;
  });
  await output.says('listening  '); // in the words to the person, which have a pipe separate from the log
  const url = /listening +(\S+)/.exec(output.out())?.[1] ?? '';
  return { process: child, dataDir, exitCode, url, ...output };
}

/** Collects the output of a process; `says` waits for a text on either output or for its exit. */
function listen(child: ChildProcess) {
  let [out, err] = ['', ''];
  const output = new EventTarget();
  child.stdout?.on('data', (chunk) => {
    out += chunk;
    output.dispatchEvent(new Event('more'));
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
    output.dispatchEvent(new Event('more'));
  });
  child.on('close', () => output.dispatchEvent(new Event('more')));
  const says = async (words: string): Promise<void> => {
    while (!err.includes(words) && !out.includes(words)) {
      if (child.exitCode !== null) throw new Error(`exited before it wrote ${words}: ${err}`);
      await new Promise((resolve) => {
        output.addEventListener('more', resolve, { once: true });
      });
    }
  };
  return { out: () => out, err: () => err, says };
}
