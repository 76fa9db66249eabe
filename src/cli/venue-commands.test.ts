import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AppModule } from '../app/types.ts';
import type { VenueCheck } from '../ports/venue.ts';
import { fakeParts, fakeTerminal } from './cli-fakes.fixture.ts';
import { runCli } from './cli-program.ts';

const CHECKS: readonly VenueCheck[] = [
  { name: 'clock', ok: true, detail: '3 ms apart' },
  { name: 'credentials', ok: false, detail: 'the key is unknown' },
];

test('each check is one line, and a failed one exits with 8', async () => {
  const { code, printed } = await check(['Kalshi'], async () => CHECKS);
  assert.equal(code, 8);
  assert.deepEqual(printed, ['✓  clock        3 ms apart', '✗  credentials  the key is unknown']);
});

test('the JSON is the report of the adapter, and passed checks exit with 0', async () => {
  const { code, printed } = await check(['one', '--json'], async () => CHECKS.slice(0, 1));
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(printed.join('\n')), CHECKS.slice(0, 1));
});

test('a disabled venue and an unknown name are rejected with the action to take', async () => {
  const off = await check(['Polymarket'], async () => null);
  assert.equal(off.code, 2);
  assert.match(off.notices.join(), /Polymarket is disabled\. Set venues\.polymarket\.enabled = true/);
  const unknown = await check(['Missing'], async () => CHECKS);
  assert.equal(unknown.code, 2);
  assert.match(unknown.notices.join(), /the names are Kalshi and Polymarket/);
});

test('a key file that others may read is rejected by name, and its content is not printed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-venue-'));
  const keyFile = join(folder, 'wallet.key');
  writeFileSync(keyFile, 'f00d'.repeat(16));
  chmodSync(keyFile, 0o644);
  const config = join(folder, 'c.toml');
  const settings = ['enabled = true', `private_key_file = ${JSON.stringify(keyFile)}`];
  writeFileSync(config, ['profile = "live"', '[venues.polymarket]', ...settings].join('\n'));
  const { code, printed, notices } = await check(
    ['Polymarket'],
    (deps, slot) => fakeParts().checkVenue(deps, slot),
    config,
  );
  assert.equal(code, 2);
  assert.match(notices.join(), new RegExp(`${keyFile}: users other than its owner`));
  assert.ok(![...printed, ...notices].join().includes('f00d'));
});

async function check(args: readonly string[], checkVenue: AppModule['checkVenue'], config = '') {
  const dataDir = mkdtempSync(join(tmpdir(), 'crossbook-venue-'));
  const terminal = fakeTerminal({ CROSSBOOK_DATA_DIR: dataDir, CROSSBOOK_CONFIG: config });
  const code = await runCli(['venue', 'check', ...args], terminal, async () => fakeParts({ checkVenue }));
  return { code, ...terminal };
}
