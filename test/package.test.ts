import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { until } from './api-assertions.ts';

const ROOT = dirname(import.meta.dirname);

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
}

const dir = mkdtempSync(join(tmpdir(), 'crossbook-package-'));
after(() => rmSync(dir, { recursive: true, force: true }));
const home = installPackage();
const command = join(home, 'scripts', 'crossbook.mjs');

/**
 * Packs the project with its built terminal, and installs it as `npm install --omit=dev` does: next to it are only the
 * packages that the lock file has for the runtime.
 */
function installPackage(): string {
  const installed = join(dir, 'node_modules');
  const folder = join(installed, 'crossbook');
  mkdirSync(folder, { recursive: true });
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'terminal.ts')], { stdio: 'ignore' });
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', dir], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  execFileSync('tar', ['-xzf', join(dir, packed.trim()), '--strip-components=1', '-C', folder]);
  for (const name of runtimePackages())
    cpSync(join(ROOT, 'node_modules', name), join(installed, name), { recursive: true, dereference: true });
  return folder;
}

/** The names of the packages that the service needs; this process is the Node that runs it. */
function runtimePackages(): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  return Object.entries(packages).flatMap(([path, { dev, devOptional, optional, link }]) => {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    return name === undefined || dev || devOptional || optional || link ? [] : [name];
  });
}

describe('an installed package without development packages', () => {
  test('opens its journal: worker threads have types stripped below node_modules too', () => {
    const run = (...args: readonly string[]): string =>
      execFileSync(process.execPath, [command, '--data-dir', join(dir, 'accounts'), ...args], {
        encoding: 'utf8',
      });
    run('account', 'new', 'acc_packed');
    assert.match(run('account', 'list'), /acc_packed/);
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
