import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { attachOrStart } from './simulator-process.ts';
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts';
import { systemClock } from './system-environment.ts';

const MAIN = join(import.meta.dirname, 'simulator-process.fixture.ts');

test('an exchange that ends is restarted at the same address, more than once', async (t) => {
  const dataDir = folder(t);
  const exchange = await keep(t, dataDir);
  const lives = new Set([pidIn(dataDir)]);
  for (let deaths = 1; deaths <= 2; deaths += 1) {
    await die(exchange);
    await answered(exchange);
    assert.equal((await fetch(exchange.origins['other'] ?? '')).status, 200);
    lives.add(pidIn(dataDir));
  }
  assert.equal(lives.size, 3);
});

test('the end of an exchange that a previous run started is detected too', async (t) => {
  const dataDir = folder(t);
  const left = await attachOrStart({ main: MAIN, args: [], dataDir }, systemClock);
  t.after(() => left.stop());
  const exchange = await keep(t, dataDir);
  assert.deepEqual([exchange.wasStarted, exchange.url], [false, left.url]);
  await die(exchange);
  await answered(exchange);
});

test('a restart that fails is retried until it succeeds', async (t) => {
  const dataDir = folder(t);
  const exchange = await keep(t, dataDir);
  writeFileSync(join(dataDir, 'broken'), '');
  await die(exchange);
  await said.next('it ended with 1');
  rmSync(join(dataDir, 'broken'));
  await answered(exchange);
});

test('a stopped exchange stays stopped, also during the back-off before a restart', async (t) => {
  const exchange = await keep(t, folder(t));
  await die(exchange);
  await exchange.stop();
  await assert.rejects(fetch(exchange.url));
});

/** The logged messages, with a function that waits for one. */
const said = {
  lines: [] as string[],
  wanted: null as { readonly part: string; readonly resolve: () => void } | null,
  add(line: string): void {
    this.lines.push(line);
    if (this.wanted !== null && line.includes(this.wanted.part)) this.wanted.resolve();
  },
  next(part: string): Promise<void> {
    return new Promise((resolve) => {
      this.wanted = { part, resolve };
      if (this.lines.some((line) => line.includes(part))) resolve();
    });
  },
};

async function keep(t: TestContext, dataDir: string): Promise<SupervisedProcess> {
  said.lines = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: string, facts?: object) => said.add(JSON.stringify(facts)),
  };
  const exchange = await superviseProcess({ main: MAIN, args: [], dataDir }, { clock: systemClock, log });
  t.after(() => exchange.stop());
  return exchange;
}

const die = ({ url }: SupervisedProcess): Promise<void> => assert.rejects(fetch(`${url}/die`));

/** Resolves when its address answers. */
async function answered({ url }: SupervisedProcess): Promise<void> {
  for (;;) {
    try {
      assert.equal((await fetch(url)).status, 200);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

const pidIn = (dataDir: string): number =>
  (JSON.parse(readFileSync(join(dataDir, 'listening.json'), 'utf8')) as { pid: number }).pid;

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'crossbook-exchange-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}
