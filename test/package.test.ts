import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { copyPackage, copyRuntimePackages } from '../scripts/production-files.ts';
import { until } from './api-assertions.ts';

const dir = mkdtempSync(join(tmpdir(), 'crossbook-package-'));
after(() => rmSync(dir, { recursive: true, force: true }));
const home = installPackage();
const command = join(home, 'scripts', 'crossbook.mjs');

/** Installs the packed project as `npm install --omit=dev` does: next to it are only the packages of the runtime. */
function installPackage(): string {
  const installed = join(dir, 'node_modules');
  const folder = join(installed, 'crossbook');
  copyPackage(folder);
  copyRuntimePackages(installed);
  return folder;
}

describe('an installed package without development packages', () => {
  test('opens its journal: worker threads have types stripped below node_modules too', () => {
    const run = (...args: readonly string[]): string =>
      execFileSync(process.execPath, [command, '--data-dir', join(dir, 'accounts'), ...args], {
        encoding: 'utf8',
      });
    run('account', 'new', 'acc_packed');
    assert.match(run('account', 'list'), /acc_packed/);
    assert.match(run('--help'), /npx crossbook start +# start the service/);
  });

  test('starts with profile live and serves the built terminal', async (t) => {
    for (const name of ['vite', 'typescript', 'react', 'playwright-core'])
      assert.equal(existsSync(join(dir, 'node_modules', name)), false, name);
    const config = join(dir, 'live.toml');
    const dataDir = JSON.stringify(join(dir, 'live-data'));
    writeFileSync(
      config,
      `profile = "live"\nport = 0\ndata_dir = ${dataDir}\n[venues.demo]\nenabled = false\n`,
    );
    const service = spawn(process.execPath, [command, 'start', '--config', config]);
    t.after(() => stop(service));
    const url = await listeningUrl(service);
    const page = await fetch(url);
    assert.equal(page.status, 200);
    const [, script] = /<script [^>]*src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    assert.ok(script !== undefined, 'the page is the built one');
    const loaded = await fetch(new URL(script, url));
    assert.equal(loaded.status, 200);
    assert.match(loaded.headers.get('content-type') ?? '', /javascript/);
    const index = await fetch(new URL('/sdk/python/crossbook/', url));
    assert.match(await index.text(), /crossbook-\d+\.\d+\.\d+-py3-none-any\.whl#sha256=[0-9a-f]{64}/);
    const health = (await (await fetch(new URL('/health', url))).json()) as { readonly profile: string };
    assert.equal(health.profile, 'live');
  });
});

async function listeningUrl(service: ChildProcess): Promise<string> {
  let output = '';
  service.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  service.stderr?.resume();
  return until('the service listens', async () => /listening +(http:\S+)/.exec(output)?.[1] ?? null);
}

async function stop(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
}
