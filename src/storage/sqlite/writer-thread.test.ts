import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { StoreOpenError } from '#ports';
import { openForWriting } from './database.ts';
import { openSqliteReader } from './reader-thread.ts';
import { openSqliteWriter, type WriterSpec } from './writer-thread.ts';

const schema = ['CREATE TABLE notes (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT'];
const statements = {
  add: 'INSERT INTO notes (number, text) VALUES (?, ?)',
  // Simulates a full disk: SQLite may add no more pages.
  fill: 'PRAGMA max_page_count = 2',
};

function createSpec(changes: Partial<WriterSpec> = {}): WriterSpec {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-store-'));
  return { file: join(folder, 'notes.db'), schema, statements, ...changes };
}

async function notesOf(file: string): Promise<unknown[]> {
  const reader = await openSqliteReader(file);
  const rows = await reader.all('SELECT text FROM notes ORDER BY number', []);
  await reader.close();
  return rows.map((row) => row['text']);
}

test('writes of one event loop iteration share a transaction, in call order', async () => {
  const spec = createSpec();
  const writer = await openSqliteWriter(spec);
  const sizes: number[] = [];
  writer.onCommit = ({ ops }) => sizes.push(ops);
  const add = (number: number): Promise<void> => writer.write([['add', number, `note ${number}`]]);
  await Promise.all([1, 2, 3].map(add));
  assert.deepEqual(sizes, [3]);
  const writes: Promise<void>[] = [];
  for (let number = 4; number <= 40; number += 1) {
    writes.push(add(number));
    await new Promise(setImmediate);
  }
  await Promise.all(writes);
  await writer.close();
  const all = Array.from({ length: 40 }, (_, index) => `note ${index + 1}`);
  assert.deepEqual(await notesOf(spec.file), all);
});

test('operations added by beforeCommit are in the same transaction, also for an empty write', async () => {
  const spec = createSpec();
  const writer = await openSqliteWriter(spec);
  writer.beforeCommit(() => [['add', 7, 'first addition']]);
  writer.beforeCommit(() => [['add', 8, 'second addition']]);
  await writer.write([]);
  await writer.close();
  assert.deepEqual(await notesOf(spec.file), ['first addition', 'second addition']);
});

test('close commits waiting writes and refuses later ones', async () => {
  const spec = createSpec();
  const writer = await openSqliteWriter(spec);
  const last = writer.write([['add', 1, 'last']]);
  const closed = writer.close();
  await assert.rejects(writer.write([['add', 2, 'late']]), { name: 'JournalFailedError' });
  await Promise.all([last, closed]);
  assert.deepEqual(await notesOf(spec.file), ['last']);
});

test('P-03: a violated constraint fails all waiting and later writes and stores none of them', async () => {
  const spec = createSpec();
  const writer = await openSqliteWriter(spec);
  await writer.write([['add', 1, 'kept']]);
  const doubled = [1, 2].map((number) => writer.write([['add', number, 'lost']]));
  await new Promise(setImmediate);
  const waiting = writer.write([['add', 3, 'lost']]);
  const all = await Promise.allSettled([...doubled, waiting, writer.write([['add', 4, 'lost']])]);
  for (const one of all) assert.equal(one.status === 'rejected' && one.reason.name, 'JournalFailedError');
  assert.match(writer.failed?.message ?? '', /notes\.db can no longer be written: UNIQUE constraint/);
  await assert.rejects(writer.write([['add', 5, 'lost']]), { name: 'JournalFailedError' });
  await writer.close();
  assert.deepEqual(await notesOf(spec.file), ['kept']);
});

test('P-03: a full disk fails the writer; after a restart the committed part is present', async () => {
  const spec = createSpec();
  const writer = await openSqliteWriter(spec);
  await writer.write([['add', 1, 'kept']]);
  await assert.rejects(
    writer.write([['fill'], ['add', 2, 'x'.repeat(100_000)]]),
    /JournalFailedError: .*database or disk is full/,
  );
  await writer.close();
  const again = await openSqliteWriter(spec);
  await again.write([['add', 2, 'after the restart']]);
  await again.close();
  assert.deepEqual(await notesOf(spec.file), ['kept', 'after the restart']);
});

/** An SQL function after which the thread cannot send replies, so that its next commit ends the thread. */
const MUTE = `data:text/javascript,
  import { parentPort } from 'node:worker_threads';
  const mute = () => { parentPort.postMessage = () => { throw new Error('out of memory'); }; return 1; };
  export const functions = { mute };`;

test('P-03: the end of the thread fails all waiting and later writes and names its file', async () => {
  const dying = createSpec({ functions: MUTE, statements: { ...statements, die: 'SELECT mute()' } });
  const writer = await openSqliteWriter(dying);
  const given: Promise<PromiseSettledResult<void>[]>[] = [];
  for (const number of [1, 2, 3]) {
    // The first two writes were sent to the thread, and the others wait here.
    given.push(Promise.allSettled([writer.write([['die']]), writer.write([['add', number, 'lost']])]));
    await new Promise(setImmediate);
  }
  for (const one of (await Promise.all(given)).flat())
    assert.equal(one.status === 'rejected' && one.reason.name, 'JournalFailedError');
  await assert.rejects(writer.write([['add', 4, 'lost']]), /JournalFailedError: .*notes\.db.*out of memory/);
  await writer.close();
});

test('new migrations run once on a file with older ones', async () => {
  const spec = createSpec();
  const before = await openSqliteWriter(spec);
  await before.write([['add', 1, 'old']]);
  await before.close();
  const wider = [...schema, `INSERT INTO notes VALUES (2, 'migrated')`];
  for (const _ of [1, 2]) await (await openSqliteWriter({ ...spec, schema: wider })).close();
  assert.deepEqual(await notesOf(spec.file), ['old', 'migrated']);
});

test('I-22: each commit is synced to the disk before it is acknowledged', async (t) => {
  const { file } = createSpec();
  const database = openForWriting(file, schema);
  t.after(() => database.close());
  const readPragma = (pragma: string): unknown => database.prepare(`PRAGMA ${pragma}`).get();
  assert.deepEqual({ ...(readPragma('journal_mode') as object) }, { journal_mode: 'wal' });
  assert.deepEqual({ ...(readPragma('synchronous') as object) }, { synchronous: 2 }, 'FULL');
});

test('P-09: a file of a newer version is refused by name and version', async () => {
  const spec = createSpec();
  await (await openSqliteWriter({ ...spec, schema: [...schema, 'SELECT 1'] })).close();
  await assert.rejects(openSqliteWriter(spec), (error: Error) => {
    assert.ok(error instanceof StoreOpenError);
    assert.match(error.message, /notes\.db has schema version 2; this program knows versions up to 1/);
    return true;
  });
});

test('P-04: a file that is not a database is refused by name', async () => {
  const spec = createSpec();
  writeFileSync(spec.file, 'not a database, '.repeat(500));
  await assert.rejects(openSqliteWriter(spec), /StoreOpenError: .*notes\.db cannot be opened/);
});

test('a reader sees everything committed before its query, and an invalid query fails alone', async () => {
  const spec = createSpec();
  const writer = await openSqliteWriter(spec);
  const reader = await openSqliteReader(spec.file);
  await writer.write([['add', 1, 'one']]);
  assert.equal((await reader.get('SELECT text FROM notes WHERE number = ?', 1))?.['text'], 'one');
  assert.equal(await reader.get('SELECT text FROM notes WHERE number = ?', 2), null);
  await assert.rejects(reader.all('SELECT absent FROM notes', []), /notes\.db: no such column/);
  await assert.rejects(reader.get('DELETE FROM notes'), /readonly database/);
  assert.equal((await reader.all('SELECT * FROM notes', [])).length, 1);
  await Promise.all([reader.close(), writer.close()]);
});
