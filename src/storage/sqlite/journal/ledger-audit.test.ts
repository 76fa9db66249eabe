import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { FixedClock, LedgerBuilder } from '../../ledger.fixture.ts';
import { auditExport } from '../../shared/journal-audit.ts';
import { LEDGER_FILE, openStore } from '../sqlite-store.ts';
import { auditFile, auditLines } from './ledger-audit.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'crossbook-audit-'));
const file = join(dataDir, LEDGER_FILE);
const store = await openStore({ dataDir, profile: 'sandbox', clock: new FixedClock(), pid: process.pid });
await new LedgerBuilder(store.journal).recordSampleTrading();
await store.close();
const lines = [...auditLines(file)];

test('an export contains every entry and has the same head as the ledger', () => {
  const ledger = auditFile(file, []);
  assert.equal(ledger.problem, null);
  assert.equal(ledger.entries, lines.length);
  assert.deepEqual(auditExport(lines, []), ledger);
});

test('any changed byte of an export is detected', () => {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ (at % 2 === 0 ? 0x01 : 0x80);
    const { problem } = auditExport(changed.toString('utf8').replace(/\n$/, '').split('\n'), []);
    assert.notEqual(problem, null, `byte ${at}`);
  }
});

test('a missing, duplicate, moved or inserted entry is detected', () => {
  const [first = '', second = '', third = '', ...rest] = lines;
  for (const changed of [
    [second, third, ...rest],
    [first, third, ...rest],
    [first, first, second, third, ...rest],
    [first, third, second, ...rest],
    [first, '', second, third, ...rest],
  ])
    assert.notEqual(auditExport(changed, []).problem, null);
});

test('a truncated or rewritten chain is detected with a known head', () => {
  const { head } = auditExport(lines, []);
  assert.ok(head !== null);
  assert.equal(auditExport(lines, [head]).problem, null);
  assert.equal(auditFile(file, [head]).problem, null);
  assert.match(auditExport(lines.slice(0, -1), [head]).problem ?? '', /^ends before entry 20/);
  const other = { ...head, hash: 'f'.repeat(64) };
  assert.match(auditFile(file, [other]).problem ?? '', /differs from the known hash/);
});
