import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Clock } from '#ports';
import { closedPort, httpAnswer, rawServer } from './raw-server.fixture.ts';
import { attachOrStart, type SimulatorProcess } from './simulator-process.ts';
import { systemClock } from './system-environment.ts';

const MAIN = join(import.meta.dirname, 'simulator-process.fixture.ts');

test('a simulator is started once, found again by a restarted service, and stopped by either', async (t) => {
  const dataDir = folder(t);
  const first = await run(t, dataDir);
  const again = await run(t, dataDir);
  assert.deepEqual([first.wasStarted, again.wasStarted, again.url], [true, false, first.url]);
  assert.equal((await fetch(first.url)).status, 200);
  await again.stop();
  await first.exited; // its port may already belong to another process
  await first.stop();
  assert.deepEqual(readRequests(dataDir), ['PUT /attach', 'GET /', 'SIGTERM']);
});

test('files of an ended exchange do not prevent a new start', async (t) => {
  for (const left of [`http://127.0.0.1:${await closedPort()}`, null]) {
    const dataDir = folder(t);
    const place = left === null ? '{"url":1' : JSON.stringify({ url: left, control: left, pid: 1 });
    writeFileSync(join(dataDir, 'listening.json'), place);
    const exchange = await run(t, dataDir);
    assert.ok(exchange.wasStarted);
    await exchange.stop();
  }
});

test('a busy exchange is waited for: a second one would write the same folder', async (t) => {
  const dataDir = folder(t);
  const quick = { ...systemClock, after: (ms: number, run: () => void) => systemClock.after(ms / 100, run) };
  let requests = 0;
  const busy = await rawServer((socket) => {
    requests += 1;
    if (requests > 3) socket.write(httpAnswer(200, '{}'));
  });
  t.after(() => busy.close());
  const place = { url: busy.origin, control: busy.origin, origins: {}, pid: process.pid };
  writeFileSync(join(dataDir, 'listening.json'), JSON.stringify(place));
  const exchange = await attachOrStart({ main: MAIN, args: [], dataDir }, quick);
  exchange.release();
  assert.deepEqual([exchange.wasStarted, exchange.url], [false, busy.origin]);
});

test('an exchange that never answers is named, and no second one is started', async (t) => {
  const dataDir = folder(t);
  let nowMs = 0;
  const quick: Clock = {
    ...systemClock,
    monotonicMs: () => nowMs,
    after: (ms, run) =>
      systemClock.after(1, () => {
        nowMs += ms;
        run();
      }),
  };
  const silent = await rawServer(() => {});
  t.after(() => silent.close());
  const place = { url: silent.origin, control: silent.origin, origins: {}, pid: 4321 };
  writeFileSync(join(dataDir, 'listening.json'), JSON.stringify(place));
  await assert.rejects(attachOrStart({ main: MAIN, args: [], dataDir }, quick), {
    message: `what listens at ${silent.origin}, probably the local exchange with process id 4321, does not answer: end it and start again`,
  });
});

test('another program at the port of an ended exchange does not prevent a new start', async (t) => {
  const dataDir = folder(t);
  const other = await rawServer((socket) => void socket.write(httpAnswer(404, '{}')));
  t.after(() => other.close());
  const place = { url: other.origin, control: other.origin, origins: {}, pid: process.pid };
  writeFileSync(join(dataDir, 'listening.json'), JSON.stringify(place));
  assert.ok((await run(t, dataDir)).wasStarted);
});

test('an exchange of an earlier version, which serves all origins at one URL, is replaced', async (t) => {
  const dataDir = folder(t);
  const first = await run(t, dataDir);
  const file = join(dataDir, 'listening.json');
  const { origins, ...earlier } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify(earlier));
  const second = await attachOrStart({ main: MAIN, args: [], dataDir, origins: ['other'] }, systemClock);
  t.after(() => second.stop());
  assert.deepEqual([second.wasStarted, Object.keys(origins as object)], [true, Object.keys(second.origins)]);
  await first.exited;
  assert.throws(() => process.kill(Number(earlier['pid']), 0), /ESRCH/);
});

test('an exchange that does not start reports its log file, which only its owner can read', async (t) => {
  const dataDir = folder(t);
  const log = join(dataDir, 'exchange.log');
  writeFileSync(join(dataDir, 'broken'), '');
  await assert.rejects(
    run(t, dataDir),
    (error: Error) =>
      error.message.startsWith('a local exchange did not start: it ended with 1; see ') &&
      error.message.endsWith(log),
  );
  assert.match(readFileSync(log, 'utf8'), /the exchange is broken/);
  assert.equal(statSync(log).mode & 0o077, 0);
});

async function run(t: TestContext, dataDir: string): Promise<SimulatorProcess> {
  const exchange = await attachOrStart({ main: MAIN, args: [], dataDir }, systemClock);
  t.after(() => exchange.stop());
  return exchange;
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'crossbook-exchange-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

const readRequests = (dataDir: string): readonly string[] =>
  readFileSync(join(dataDir, 'requests'), 'utf8').trim().split('\n');
