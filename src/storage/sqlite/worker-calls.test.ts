import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import type { SqlReader } from '../shared/sql-connections.ts';
import { openSqliteReader } from './reader-thread.ts';
import { READER_CALLS_MAX } from './worker-calls.ts';

const dir = mkdtempSync(join(tmpdir(), 'crossbook-reader-'));
after(() => rmSync(dir, { recursive: true }));
const file = join(dir, 'rows.db');
const database = new DatabaseSync(file);
database.exec('CREATE TABLE rows (number INTEGER PRIMARY KEY)');
database.close();

/** Calls the thread 60 times at once. Returns for each result the iteration of the event loop in which it arrived. */
async function callManyTimes(reader: SqlReader): Promise<readonly number[]> {
  let iteration = 0;
  let isDone = false;
  const count = (): void => {
    iteration += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const calls = Array.from({ length: 60 }, async (_, number) => {
    const rows = await reader.all('SELECT ? AS number', [number]);
    assert.equal(rows[0]?.['number'], number);
    return iteration;
  });
  // Blocks the loop until the thread would have answered every call.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  const arrived = await Promise.all(calls);
  isDone = true;
  return arrived;
}

test('few results of a reading thread arrive in one iteration of the event loop', async () => {
  const reader = await openSqliteReader(file);
  const arrived = await callManyTimes(reader);
  const sizes = [...Map.groupBy(arrived, (iteration) => iteration).values()].map(({ length }) => length);
  assert.ok(Math.max(...sizes) <= READER_CALLS_MAX, `${Math.max(...sizes)} results in one iteration`);
  await reader.close();
});

test('calls that wait for the thread are answered before it closes', async () => {
  const reader = await openSqliteReader(file);
  const calls = Array.from({ length: 20 }, (_, number) => reader.all('SELECT ? AS number', [number]));
  await reader.close();
  assert.equal((await Promise.all(calls)).length, 20);
});
