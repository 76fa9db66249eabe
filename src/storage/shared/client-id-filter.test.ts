import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '../../../test/support/storage/memory-journal.ts';
import { createMemoryFile } from '../../../test/support/storage/simulated-disk.ts';
import { FixedClock, LedgerBuilder } from '../ledger.fixture.ts';
import { ClientIdFilter, readKeyPages } from './client-id-filter.ts';

const keys = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `acc_1/order-${from + index}`);

async function* pagesOf(stored: readonly string[], size: number): AsyncGenerator<readonly string[]> {
  for (let at = 0; at < stored.length; at += size) yield stored.slice(at, at + size);
}

test('a stored key is never reported as new, whether read or added', async () => {
  const known = new ClientIdFilter(0);
  const [before, stored, after] = [keys(0, 500), keys(1_000_000, 50_000), keys(2_000_000, 500)];
  for (const key of before) known.add(key);
  await known.read(pagesOf(stored, 1_000));
  for (const key of after) known.add(key);
  for (const key of [...before, ...stored, ...after]) assert.equal(known.isNew(key), false, key);
});

test('of a hundred thousand new keys among a million stored ones, nearly all are recognised', async () => {
  const known = new ClientIdFilter(1_000_000);
  await known.read(pagesOf(keys(0, 1_000_000), 10_000));
  const found = keys(5_000_000, 100_000).filter((key) => known.isNew(key)).length;
  assert.ok(found > 98_000, `${found} of 100000`);
});

test('no key is reported as new before all keys are read, or when reading fails', async () => {
  const known = new ClientIdFilter(0);
  assert.equal(known.isNew('acc_1/a'), false);
  async function* broken(): AsyncGenerator<readonly string[]> {
    yield ['acc_1/b'];
    throw new Error('the file is closed');
  }
  await assert.rejects(known.read(broken()), /the file is closed/);
  assert.equal(known.isNew('acc_1/a'), false);
});

test('every key of a table is read across page boundaries', async () => {
  const schema = ['CREATE TABLE pairs (one TEXT, two TEXT, PRIMARY KEY (one, two)) STRICT, WITHOUT ROWID'];
  const file = await createMemoryFile({ schema, statements: { add: 'INSERT INTO pairs VALUES (?, ?)' } });
  const stored = ['a', 'b', 'c'].flatMap((one) => keys(0, 900).map((two) => [one, two] as const));
  const writer = file.openWriter({});
  await writer.write(stored.map(([one, two]) => ['add', one, two]));
  const sql = 'SELECT one, two FROM pairs WHERE (one, two) > (?, ?) ORDER BY one, two LIMIT ?';
  const read: string[] = [];
  for await (const page of readKeyPages(file.openReader(), sql, 2)) read.push(...page);
  assert.deepEqual(new Set(read), new Set(stored.map((key) => key.join('/'))));
  assert.equal(read.length, stored.length);
});

test('I-01: the client order ids of previous processes are known after a start', async () => {
  const store = await createMemoryStore(new FixedClock());
  const ledger = new LedgerBuilder(store.journal);
  await ledger.recordSampleTrading();
  const used = [...ledger.state.orders.values()].filter(({ clientOrderId }) => clientOrderId !== null);
  assert.ok(used.length > 0);
  const { journal } = await store.restart();
  // Queried at once, and again after all keys are read.
  for (let round = 0; round < 20; round += 1) {
    for (const { id, accountId, clientOrderId } of used) {
      assert.ok(clientOrderId !== null);
      assert.equal((await journal.orderByClientId(accountId, clientOrderId))?.id, id);
    }
    await new Promise(setImmediate);
  }
});
