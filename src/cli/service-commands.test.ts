import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fakeParts, fakeTerminal } from './cli-fakes.fixture.ts';
import { runCli } from './cli-program.ts';

async function type(...args: readonly string[]) {
  const terminal = fakeTerminal();
  const code = await runCli(args, terminal, async () => fakeParts());
  return { code, out: terminal.printed.join('\n'), err: terminal.notices.join('\n') };
}

const printUnit = (...args: readonly string[]) => type(...args, 'service', 'install', '--print');

test('the unit starts this installation, may write only its data and cache, and has no core dumps', async () => {
  const { code, out } = await printUnit('--data-dir', '/var/lib/crossbook');
  assert.equal(code, 0);
  const lines = new Set(out.split('\n'));
  const expected = [
    'Type=notify',
    'User=crossbook',
    'Restart=on-failure',
    'WatchdogSec=60',
    'StateDirectory=crossbook',
    'StateDirectoryMode=0700',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'LimitCORE=0',
  ];
  for (const line of expected) assert.ok(lines.has(line), line);
  assert.match(
    out,
    new RegExp(`^ExecStart=${process.execPath} .*/src/main\\.ts --data-dir /var/lib/crossbook start$`, 'm'),
  );
  const other = await printUnit('--data-dir', '/srv/crossbook/data');
  assert.match(other.out, /^ReadWritePaths=\/srv\/crossbook\/data$/m);
});

test('the unit is only printed, and paths and users that would change it are refused', async () => {
  assert.match((await type('service', 'install')).err, /required option '--print' not specified/);
  assert.equal((await printUnit('--data-dir', '/srv/a b')).code, 2);
  const bad = await type('service', 'install', '--print', '--user', 'root\nExecStartPre=/bin/true');
  assert.deepEqual([bad.code, bad.out], [2, '']);
});

const isMissing = spawnSync('systemd-analyze', ['--version']).error !== undefined;

test('systemd accepts the unit and rates its exposure as low', {
  skip: isMissing && 'systemd-analyze is not installed',
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-unit-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'crossbook.service');
  const { out } = await type(
    '--data-dir',
    '/var/lib/crossbook',
    'service',
    'install',
    '--print',
    '--user',
    'daemon',
  );
  writeFileSync(file, out);
  const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  assert.equal(`${verified.stdout}${verified.stderr}`, '');
  assert.equal(verified.status, 0);
  const rated = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=30', file], {
    encoding: 'utf8',
  });
  assert.equal(rated.status, 0, rated.stdout);
});
