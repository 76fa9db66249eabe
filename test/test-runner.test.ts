import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { until } from './api-assertions.ts';

const ROOT = dirname(import.meta.dirname);
const ENDLESS = 'test/support/endless-loop.fixture.ts';

test('a test that never ends stops the run and is named', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-watchdog-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const pidsFile = join(folder, 'pids');
  const env = {
    ...process.env,
    PIDS_FILE: pidsFile,
    TEST_SILENT_SECONDS_MAX: '4',
    NODE_TEST_CONTEXT: undefined, // or the runner takes itself for a part of this one
  };
  const args = [join(ROOT, 'scripts', 'test.ts'), '--test-timeout=1000', ENDLESS];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
  assert.equal(status, 1);
  assert.ok(stderr.includes(`✖ ${ENDLESS} › a mass cancel › stops after 200 orders`), stderr);
  assert.match(stderr, /it hangs, its event loop is blocked/);
  const pids = readFileSync(pidsFile, 'utf8').trim().split('\n').map(Number);
  assert.equal(pids.length, 2);
  for (const pid of pids) await until(`process ${pid} ends`, () => (isAlive(pid) ? null : true));
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
