import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const ROOT = dirname(import.meta.dirname);

/** The package as npm unpacks it, with this clone's dependencies next to it. */
function installedIn(dir: string): string {
  const home = join(dir, 'node_modules', 'crossbook');
  mkdirSync(home, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', dir], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  execFileSync('tar', ['-xzf', join(dir, packed.trim()), '--strip-components=1', '-C', home]);
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'), 'dir');
  return home;
}

test('an installed package opens its journal: worker threads have types stripped below node_modules too', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'crossbook-package-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const command = join(installedIn(dir), 'scripts', 'crossbook.mjs');
  const run = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [command, '--data-dir', join(dir, 'data'), ...args], { encoding: 'utf8' });
  run('account', 'new', 'acc_packed');
  assert.match(run('account', 'list'), /acc_packed/);
});
