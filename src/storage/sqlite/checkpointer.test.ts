import assert from 'node:assert/strict';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../../test/api-assertions.ts';
import { Checkpointer } from './checkpointer.ts';
import { openForReading, openForWriting } from './database.ts';
import { openSqliteWriter, type WriterSpec } from './writer-thread.ts';

const PAGE = 'x'.repeat(4_000); // a row with it takes a whole page
const MB = 1024 * 1024;

function createSpec(): WriterSpec {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-checkpoint-'));
  return {
    file: join(folder, 'notes.db'),
    schema: ['CREATE TABLE notes (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT'],
    statements: { add: 'INSERT INTO notes (number, text) VALUES (?, ?)' },
  };
}

const logBytes = (file: string): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/** Adds rows of a page each, 20 in a commit. */
async function addPages(spec: WriterSpec, from: number, to: number): Promise<void> {
  const writer = await openSqliteWriter(spec);
  try {
    for (let number = from; number < to; number += 20) {
      const ops = Array.from({ length: 20 }, (_, index) => ['add', number + index, PAGE] as const);
      await writer.write(ops);
      assert.ok(logBytes(spec.file) < 24 * MB, `the log has ${logBytes(spec.file)} bytes at row ${number}`);
    }
  } finally {
    await writer.close();
  }
}

function countNotes(file: string): number {
  using database = openForReading(file);
  return Number(database.prepare('SELECT count(*) AS count FROM notes').get()?.['count']);
}

test('the log is written from its start again while commits follow one another without a pause', async () => {
  const spec = createSpec();
  await addPages(spec, 0, 16_000); // 64 MB
  assert.equal(countNotes(spec.file), 16_000);
  assert.equal(logBytes(spec.file), 0, 'the log is gone after the close');
});

test('a reader of older pages keeps the log from being reused; it is reused once the reader is done', async (t) => {
  const spec = createSpec();
  await addPages(spec, 0, 20);
  const writer = openForWriting(spec.file, spec.schema);
  t.after(() => writer.close());
  const failures: unknown[] = [];
  const checkpointer = new Checkpointer(spec.file, writer, (error) => failures.push(error));
  t.after(() => checkpointer.close());
  const insert = writer.prepare('INSERT INTO notes (number, text) VALUES (?, ?)');
  const count = writer.prepare('PRAGMA wal_checkpoint(NOOP)');
  let number = 100;
  const add = async (pages: number): Promise<void> => {
    for (const last = number + pages; number < last; ) {
      writer.exec('BEGIN');
      for (const end = number + 20; number < end; number += 1) insert.run(number, PAGE);
      writer.exec('COMMIT');
      checkpointer.afterCommit();
      await new Promise(setImmediate);
    }
  };
  const reader = openForReading(spec.file);
  reader.exec('BEGIN');
  assert.equal(reader.prepare('SELECT count(*) AS count FROM notes').get()?.['count'], 20);
  await add(4_000);
  const kept = logBytes(spec.file);
  assert.ok(kept >= 4_000 * 4_096, `the log keeps what the reader may still need: ${kept}`);
  reader.close();
  for (let part = 0; part < 8; part += 1) {
    await add(500);
    await until('the other thread has copied what it was late with', () => {
      const { log, checkpointed } = count.get() as { readonly log: number; readonly checkpointed: number };
      return log - checkpointed < 500 ? true : null;
    });
  }
  assert.ok(logBytes(spec.file) < kept + 12 * MB, `reused: ${logBytes(spec.file)}`);
  assert.deepEqual(failures, []);
});

test('P-03: pages that cannot be copied fail the file', async (t) => {
  const spec = createSpec();
  await addPages(spec, 0, 20);
  const writer = openForWriting(spec.file, spec.schema);
  t.after(() => writer.close());
  const failed = Promise.withResolvers<unknown>();
  const missing = join(spec.file, 'notes.db'); // its folder is a file: the checkpointing thread cannot open it
  const checkpointer = new Checkpointer(missing, writer, failed.resolve);
  t.after(() => checkpointer.close());
  const insert = writer.prepare('INSERT INTO notes (number, text) VALUES (?, ?)');
  writer.exec('BEGIN');
  for (let number = 100; number < 700; number += 1) insert.run(number, PAGE);
  writer.exec('COMMIT');
  checkpointer.afterCommit();
  assert.match(String(await failed.promise), /notes\.db/);
});
