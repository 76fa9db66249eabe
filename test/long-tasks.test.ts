import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { findLongTasks, type LongTask } from './support/long-tasks.ts';

const SUPPORT = join(import.meta.dirname, 'support');

/** Calls a server with these paths one after another, and returns the broken limits. */
async function measureLongTasks(t: TestContext, ...paths: readonly string[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-long-tasks-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'long-tasks');
  const args = [
    '--import',
    join(SUPPORT, 'long-tasks.fixture.ts'),
    join(SUPPORT, 'long-tasks-server.fixture.ts'),
    '140', // tasks of the start do not count
  ];
  const env = { ...process.env, LONG_TASKS_FILE: file, LONG_TASKS_SLOWNESS: '1.5' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const readyNs = new Map([[child.pid ?? 0, process.hrtime.bigint()]]);
  // The report of a request is written before the next one is answered.
  for (const path of [...paths, 'compute/0']) {
    const response = await fetch(`http://127.0.0.1:${String(port).trim()}/${path}`);
    await response.text();
  }
  return findLongTasks(file, readyNs);
}

describe('the limit of processor time for one task of the event loop', () => {
  test('is broken by a handler that is slow twice, and names it', async (t) => {
    const tasks = await measureLongTasks(t, 'compute/140', 'compute/140');
    assert.equal(tasks.length, 2);
    for (const text of tasks)
      assert.match(text, /^a task of \d+ ms at [\d.]+ times the usual time, .*, of GET \/compute\/140(\n|$)/);
    assert.match(tasks[1] ?? '', /\n {2}\S+ test\/support\/long-tasks-server\.fixture\.ts:\d+ \d+ ms/);
  });

  test('is broken by two requests with a slow function in common, from the second on', async (t) => {
    const paths = ['compute/130', 'compute/140', 'compute/150'];
    assert.equal((await measureLongTasks(t, ...paths.slice(0, 2))).length, 0);
    assert.equal((await measureLongTasks(t, ...paths)).length, 2);
  });

  test('is broken by one task that is longer than any first use', async (t) => {
    assert.equal((await measureLongTasks(t, 'compute/300')).length, 1);
  });

  test('permits one long task, which may be the first use of a function', async (t) => {
    assert.deepEqual(await measureLongTasks(t, 'compute/140'), []);
  });

  test('does not count the time in which the processor did something else', async (t) => {
    assert.deepEqual(await measureLongTasks(t, 'wait/250', 'wait/250'), []);
  });

  test('does not count many short requests as one task', async (t) => {
    assert.deepEqual(await measureLongTasks(t, ...Array.from({ length: 12 }, () => 'compute/20')), []);
  });

  test('does not count garbage collection, nor tasks before the end of the start', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'crossbook-long-tasks-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'long-tasks');
    const task: LongTask = {
      pid: 7,
      startedNs: '100',
      ownMs: 120,
      slowness: 1,
      garbageMs: 0,
      request: null,
      path: ['f src/a.ts:1 120 ms'],
    };
    const write = (...tasks: readonly LongTask[]): void =>
      writeFileSync(file, tasks.map((each) => `${JSON.stringify(each)}\n`).join(''));
    write(task, task);
    assert.equal(findLongTasks(file, new Map([[7, 100n]])).length, 2);
    assert.deepEqual(findLongTasks(file, new Map([[7, 101n]])), []);
    assert.deepEqual(findLongTasks(file, new Map([[8, 0n]])), []);
    write(task, { ...task, ownMs: 90, garbageMs: 80 });
    assert.deepEqual(findLongTasks(file, new Map([[7, 0n]])), []);
    write({ ...task, slowness: 1.3 }, { ...task, slowness: 1.3 });
    assert.deepEqual(findLongTasks(file, new Map([[7, 0n]])), [], 'as slow as the machine');
    write({ ...task, ownMs: 420, slowness: 2 });
    assert.equal(
      findLongTasks(file, new Map([[7, 0n]])).length,
      1,
      'longer than a first use, at half of the speed',
    );
    write(task, { ...task, path: ['g src/b.ts:1 120 ms'] });
    assert.deepEqual(findLongTasks(file, new Map([[7, 0n]])), []);
    write(task, { ...task, path: [] });
    assert.deepEqual(findLongTasks(file, new Map([[7, 0n]])), [], 'of no known request or function');
  });
});
