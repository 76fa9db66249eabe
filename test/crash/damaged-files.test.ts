import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { verifyLedgerFile } from '../../src/storage/sqlite/journal/verify-ledger.ts';
import { submit } from '../support/order-bodies.ts';
import { startService } from '../support/test-service.ts';
import { DEMO } from './crash-expectations.ts';

// The ledger of a real process that was killed, with single bytes changed. SQLite keeps its last entries in
// the write-ahead log until a checkpoint, so both files are damaged.

const RECORDS = 3;
const LOG_HEADER = 32;
const FRAME_HEADER = 24;

const scratch = mkdtempSync(join(tmpdir(), 'crossbook-damage-'));
after(() => rmSync(scratch, { recursive: true }));

const service = await startService({ isProcess: true });
const api = service.api();
const [instrument_id] = DEMO.instruments;
const order = { subaccount_id: 'sa_1', instrument_id, side: 'BUY', type: 'LIMIT', qty: '10' };
for (const price of ['0.01', '0.02', '0.95', '0.03']) await submit(api, { ...order, outcome: 'YES', price });
await service.kill();
const ledger = readFileSync(join(service.dataDir, 'ledger.db'));
const log = readFileSync(join(service.dataDir, 'ledger.db-wal'));

/** The result of the checks for these bytes: the number of entries they read, or the damage they found. */
function verifyLedger(
  file: Buffer,
  wal: Buffer | null,
): { readonly entries: number; readonly wrong: string | null } {
  const path = join(scratch, 'ledger.db');
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  writeFileSync(path, file);
  if (wal !== null) writeFileSync(`${path}-wal`, wal);
  try {
    const { entries, problems } = verifyLedgerFile(path);
    return { entries, wrong: problems[0]?.what ?? null };
  } catch (error) {
    return { entries: 0, wrong: (error as Error).message };
  }
}

/** The same data in one file without a write-ahead log, as after a normal stop. */
const whole = ((): Buffer => {
  const [from, to] = [join(scratch, 'killed.db'), join(scratch, 'whole.db')];
  copyFileSync(join(service.dataDir, 'ledger.db'), from);
  writeFileSync(`${from}-wal`, log);
  using database = new DatabaseSync(from);
  database.exec(`VACUUM INTO '${to}'`);
  return readFileSync(to);
})();
const { entries } = verifyLedger(whole, null);

/** The last entries that are stored contiguously, each from its first column to its last. */
const records = ((): readonly (readonly [begin: number, end: number])[] => {
  using database = new DatabaseSync(join(scratch, 'whole.db'));
  const rows = database.prepare('SELECT cause, events, hash FROM entries ORDER BY seq DESC').all();
  const places = rows.flatMap((row) => {
    // A page that was divided keeps the bytes of its first rows, in space that is free now.
    const begin = whole.lastIndexOf(String(row['events']));
    const end = whole.indexOf(String(row['hash']), begin);
    const text = String(row['cause']);
    return begin < 0 || end < 0 ? [] : [[whole.lastIndexOf(text, begin), end + 64] as const];
  });
  return places.filter(([begin, end]) => begin >= 0 && end - begin < 900).slice(0, RECORDS);
})();

test('the ledger of a killed process verifies with and without its write-ahead log', () => {
  assert.deepEqual(verifyLedger(ledger, log), { entries, wrong: null });
  assert.deepEqual(verifyLedger(whole, null), { entries, wrong: null });
  assert.equal(records.length, RECORDS);
});

test('a flipped bit anywhere in the last records is detected', () => {
  for (const [begin, end] of records)
    for (let at = begin; at < end; at += 1)
      assert.notEqual(
        verifyLedger(flipBit(whole, at), null).wrong,
        null,
        `byte ${at - begin} of ${end - begin}`,
      );
});

test('a truncated file is detected, wherever it is cut', () => {
  for (let cut = 1; cut < whole.length; cut += cut < 600 ? 1 : 997)
    assert.notEqual(
      verifyLedger(whole.subarray(0, whole.length - cut), null).wrong,
      null,
      `${cut} bytes less`,
    );
});

test('a truncated or damaged write-ahead log ends before the damage, and earlier entries are unchanged', () => {
  const size = log.readUInt32BE(8) + FRAME_HEADER;
  const frames = (log.length - LOG_HEADER) / size;
  const isPrefix = (damaged: Buffer, what: string): void => {
    const found = verifyLedger(ledger, damaged);
    assert.ok(found.wrong === null && found.entries <= entries, `${what}: ${JSON.stringify(found)}`);
  };
  for (let frame = Math.floor(frames) - 6; frame < frames; frame += 1) {
    const begin = LOG_HEADER + frame * size;
    for (let at = 0; at < size; at += at < FRAME_HEADER ? 1 : 211) {
      isPrefix(flipBit(log, begin + at), `frame ${frame}, byte ${at} flipped`);
      isPrefix(log.subarray(0, begin + at), `frame ${frame}, cut at byte ${at}`);
    }
  }
});

function flipBit(bytes: Buffer, at: number): Buffer {
  const damaged = Buffer.from(bytes);
  damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
  return damaged;
}
