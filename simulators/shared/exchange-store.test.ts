import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  MemoryExchangeStore,
  readCatalogueVersion,
  readFirstStart,
  SqliteExchangeStore,
} from './exchange-store.ts';

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

test('a folder keeps the catalogue version of its first start, and one without a version has the first', () => {
  const fresh = new MemoryExchangeStore();
  assert.equal(readCatalogueVersion(fresh, 2), 2);
  readFirstStart(fresh, 1_000);
  assert.equal(readCatalogueVersion(fresh, 3), 2);
  const old = new MemoryExchangeStore();
  readFirstStart(old, 1_000);
  assert.deepEqual([readCatalogueVersion(old, 2), readCatalogueVersion(old, 3)], [1, 1]);
});
