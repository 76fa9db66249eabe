import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFirstStart, SqliteExchangeStore } from './exchange-store.ts';

test('the first start of an exchange is kept by its truth, whenever it starts again', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-truth-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const startedAt = (now: number): number => {
    const truth = new SqliteExchangeStore(join(folder, 'truth.sqlite'));
    const first = readFirstStart(truth, now);
    truth.close();
    return first;
  };
  assert.deepEqual([startedAt(1_000), startedAt(2_000), startedAt(500)], [1_000, 1_000, 1_000]);
});
