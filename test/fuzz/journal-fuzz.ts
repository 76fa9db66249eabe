import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreOpenError } from '#ports';
import { decodeEvents, encodeEvents } from '../../src/domain/events/event-codec.ts';
import { UnreadableRecordError } from '../../src/domain/events/record-format.ts';
import { FixedClock, LedgerBuilder } from '../../src/storage/ledger.fixture.ts';
import { auditExport } from '../../src/storage/shared/journal-audit.ts';
import { auditLines } from '../../src/storage/sqlite/journal/ledger-audit.ts';
import { verifyLedgerFile } from '../../src/storage/sqlite/journal/verify-ledger.ts';
import { LEDGER_FILE, openStore } from '../../src/storage/sqlite/sqlite-store.ts';
import type { SeededRandom } from '../support/seeded-values.ts';
import { damaged, torn } from './damage.ts';
import type { Running, Target } from './fuzz-run.ts';

/** The journal as a file that was changed from outside: its bytes, its events, its export. */
export const journalTargets: readonly Target[] = [
  { name: 'ledger-bytes', share: 0.002, isStateful: false, start: ledgerBytes },
  { name: 'ledger-events', share: 0.098, isStateful: false, start: ledgerEvents },
  { name: 'audit-export', share: 0.036, isStateful: false, start: auditExports },
];

interface Lived {
  readonly bytes: Buffer;
  readonly lines: readonly string[];
  readonly dataDir: string;
}

async function lived(): Promise<Lived> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crossbook-fuzz-'));
  const store = await openStore({ dataDir, profile: 'sandbox', clock: new FixedClock(), pid: process.pid });
  await new LedgerBuilder(store.journal).recordSampleTrading();
  await store.close();
  const file = join(dataDir, LEDGER_FILE);
  return { bytes: readFileSync(file), lines: [...auditLines(file)], dataDir };
}

/**
 * Damage is either reported or has no effect: never a crash, and never a different history without an error.
 */
async function ledgerBytes(): Promise<Running> {
  const { bytes, lines, dataDir } = await lived();
  const file = join(dataDir, 'damaged.db');
  return {
    attempt: (dice) => {
      writeFileSync(file, bitten(dice, bytes));
      try {
        if (verifyLedgerFile(file).ok) assert.deepEqual([...auditLines(file)], lines);
      } catch (error) {
        assert.ok(error instanceof StoreOpenError, String(error));
      } finally {
        for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
      }
    },
    finish: () => rmSync(dataDir, { recursive: true }),
  };
}

/** Reading returns what was written; text with another meaning is refused. */
async function ledgerEvents(): Promise<Running> {
  const { lines, dataDir } = await lived();
  rmSync(dataDir, { recursive: true });
  const samples = lines.map((line) => (JSON.parse(line) as { events: string }).events);
  return {
    attempt: (dice) => {
      const sample = dice.pick(samples);
      const text = dice.happens(0.5) ? torn(dice, sample) : JSON.stringify(damaged(dice, JSON.parse(sample)));
      try {
        const events = decodeEvents(text);
        assert.deepEqual(decodeEvents(encodeEvents(events)), events);
      } catch (error) {
        assert.ok(error instanceof UnreadableRecordError, String(error));
      }
    },
    finish: () => undefined,
  };
}

async function auditExports(): Promise<Running> {
  const { lines, dataDir } = await lived();
  rmSync(dataDir, { recursive: true });
  const whole = lines.join('\n');
  return {
    attempt: (dice) => {
      const text = torn(dice, whole);
      const { problem, entries } = auditExport(text.split('\n'), []);
      const isPrefix = entries > 0 && text === lines.slice(0, entries).join('\n');
      assert.equal(problem === null, isPrefix, `problem ${problem} after ${entries}`);
    },
    finish: () => undefined,
  };
}

/**
 * Typical damage of disks and people: flipped bits, inserted or removed bytes, a page of zeros, a lost tail.
 */
function bitten(dice: SeededRandom, bytes: Buffer): Buffer {
  const at = dice.below(bytes.length);
  const copy = Buffer.from(bytes);
  switch (dice.below(5)) {
    case 0:
      return copy.subarray(0, at);
    case 1:
      return copy.fill(0, at, Math.min(copy.length, at + dice.between(1, 4_096)));
    case 2:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at + dice.between(1, 600))]);
    case 3:
      return Buffer.concat([copy.subarray(0, at), Buffer.alloc(dice.between(1, 600), 7), copy.subarray(at)]);
    default:
      for (let left = dice.between(1, 8); left > 0; left -= 1) {
        const where = dice.below(copy.length);
        copy.writeUInt8(copy.readUInt8(where) ^ (1 << dice.below(8)), where);
      }
      return copy;
  }
}
