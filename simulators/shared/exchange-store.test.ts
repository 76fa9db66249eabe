import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFirstStart, SqliteExchangeStore } from './exchange-store.ts';

test('the store keeps the first start of an exchange over restarts', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-store-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const startedAt = (now: number): number => {
    const store = new SqliteExchangeStore(join(folder, 'exchange.sqlite'));
    const first = readFirstStart(store, now);
    store.close();
    return first;
  };
  assert.deepEqual([startedAt(1_000), startedAt(2_000), startedAt(500)], [1_000, 1_000, 1_000]);
});
