import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { DEFAULT_CONFIG } from '../config/config.ts';
import { SecretFileError } from '../config/secret-files.ts';
import { SecretRedactor } from '../platform/secret-protection.ts';
import { FixedClock, LedgerBuilder } from '../storage/ledger.fixture.ts';
import { chainHash, GENESIS_HASH } from '../storage/shared/hash-chain.ts';
import { toStoredEntry } from '../storage/shared/journal-audit.ts';
import { HEADS_FILE, readSignedHeads, signHead, toHeadKey } from '../storage/shared/signed-heads.ts';
import { auditFile } from '../storage/sqlite/journal/ledger-audit.ts';
import { LEDGER_FILE, openStore, type Store } from '../storage/sqlite/sqlite-store.ts';
import { HeadExporter } from './head-exporter.ts';

const INTERVAL_MS = 600_000;

/** A data folder with a ledger of sample trading. */
async function setUp(t: TestContext, { masterKeyFile = '' } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'crossbook-heads-'));
  const clock = new ManualClock();
  const logged: string[] = [];
  const note = (message: string, facts?: object) => void logged.push(`${message} ${JSON.stringify(facts)}`);
  const log = { info: note, warn: note, error: note };
  const open = (): Promise<Store> =>
    openStore({ dataDir, profile: 'sandbox', clock: new FixedClock(), pid: process.pid });
  let store = await open();
  await new LedgerBuilder(store.journal).recordSampleTrading();
  t.after(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  const audit = { headIntervalMs: INTERVAL_MS };
  const config = { ...DEFAULT_CONFIG, dataDir, secrets: { masterKeyFile }, audit };
  const secrets = new SecretRedactor();
  return {
    dataDir,
    clock,
    logged,
    ledger: join(dataDir, LEDGER_FILE),
    exporter: () => new HeadExporter({ config, ledger: store, clock, log, secrets }),
    headLines: () => readFileSync(join(dataDir, HEADS_FILE), 'utf8').trimEnd().split('\n'),
    /** Closes the ledger, changes it, and opens it again. */
    rewrite: async (change: (database: DatabaseSync) => void) => {
      await store.close();
      const database = new DatabaseSync(join(dataDir, LEDGER_FILE));
      change(database);
      database.close();
      store = await open();
    },
  };
}

/** Replaces the actor of one entry and computes all hashes again, as an insider would. */
function replaceActor(database: DatabaseSync, seq: number): void {
  database.prepare('UPDATE entries SET actor = ? WHERE seq = ?').run('someone_else', seq);
  let before = GENESIS_HASH;
  for (const row of database.prepare('SELECT * FROM entries ORDER BY seq').all()) {
    const entry = toStoredEntry(row);
    before = chainHash(before, entry);
    database.prepare('UPDATE entries SET hash = ? WHERE seq = ?').run(before, entry.seq);
  }
}

describe('signed heads of the journal', () => {
  test('are written after each interval with new entries and at the stop, to the file and the log', async (t) => {
    const { clock, logged, ledger, exporter, headLines } = await setUp(t);
    const one = exporter();
    clock.advance(INTERVAL_MS);
    await one.export();
    clock.advance(INTERVAL_MS);
    await one.stop();
    const lines = headLines();
    assert.equal(lines.length, 1, 'nothing is written while the head is the same');
    const { heads, problem } = readSignedHeads(lines, null);
    assert.deepEqual([heads, problem], [[auditFile(ledger, []).head], null]);
    assert.deepEqual(logged, [`journal head ${JSON.stringify({ head: lines[0] })}`]);
    await exporter().stop();
    assert.equal(headLines().length, 2, 'each run writes the head of its end');
    clock.advance(10 * INTERVAL_MS);
    await one.export();
    assert.equal(headLines().length, 2);
  });

  test('show a ledger that was rewritten consistently, which its own hashes do not', async (t) => {
    const { logged, ledger, exporter, headLines, rewrite } = await setUp(t);
    await exporter().stop();
    await rewrite((database) => replaceActor(database, 5));
    assert.equal(auditFile(ledger, []).problem, null);
    const { heads } = readSignedHeads(headLines(), null);
    assert.match(auditFile(ledger, heads).problem ?? '', /^entry 20 has the hash .* differs/);
    const next = exporter();
    await next.checkLedger();
    assert.match(logged.at(-1) ?? '', /the journal differs from its signed heads/);
    await next.stop();
    assert.match(
      auditFile(ledger, readSignedHeads(headLines(), null).heads).problem ?? '',
      /differs/,
      'a later honest head does not hide the earlier one',
    );
  });

  test('show a ledger that was cut', async (t) => {
    const { logged, ledger, exporter, headLines, rewrite } = await setUp(t);
    await exporter().stop();
    await rewrite((database) => database.exec('DELETE FROM entries WHERE seq > 15'));
    assert.equal(auditFile(ledger, []).problem, null);
    const { heads } = readSignedHeads(headLines(), null);
    assert.match(auditFile(ledger, heads).problem ?? '', /^ends before entry 20/);
    await exporter().checkLedger();
    assert.match(logged.at(-1) ?? '', /entry 20 has another hash/);
  });

  test('an unchanged ledger raises no error at the next start', async (t) => {
    const { logged, exporter } = await setUp(t);
    await exporter().checkLedger();
    await exporter().stop();
    await exporter().checkLedger();
    assert.ok(!logged.some((line) => line.includes('differs')), logged.join('\n'));
  });

  test('a line that was changed, or signed by another key, is refused', async (t) => {
    const { exporter, headLines } = await setUp(t);
    await exporter().stop();
    const [line = ''] = headLines();
    const { key, hash } = JSON.parse(line) as { key: string; hash: string };
    const later = line.replace(/"at":(\d)/, '"at":9$1');
    assert.equal(readSignedHeads([later], null).problem, 'line 1 has a wrong signature');
    const other = toHeadKey(Buffer.alloc(32, 7).toString('base64'));
    assert.ok(other !== null);
    const forged = signHead({ seq: 20, hash }, 1, other);
    assert.match(readSignedHeads([forged], key).problem ?? '', /^line 1 is signed by the key/);
    assert.match(readSignedHeads([line, forged], null).problem ?? '', /^line 2 is signed by the key/);
    assert.equal(readSignedHeads([line, ''], key).problem, 'line 2 is not a signed head');
    assert.equal(readSignedHeads([line, line], key).problem, null);
  });
});

describe('the key of the heads', () => {
  const keyFile = (dataDir: string) => join(dataDir, 'secrets', 'audit-head-key');
  const keyOf = (line: string | undefined) => (JSON.parse(line ?? '{}') as { key: string }).key;

  test('is made once, only its owner can read it, and a damaged one refuses the start', async (t) => {
    const { dataDir, exporter, headLines } = await setUp(t);
    await exporter().stop();
    await exporter().stop();
    const [first, second] = headLines().map(keyOf);
    assert.equal(first, second);
    chmodSync(keyFile(dataDir), 0o644);
    assert.throws(exporter, SecretFileError);
    chmodSync(keyFile(dataDir), 0o600);
    writeFileSync(keyFile(dataDir), 'no key');
    assert.throws(exporter, SecretFileError);
  });

  test('is sealed as soon as there is a master key, and stays the same key', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'crossbook-master-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const masterKeyFile = join(folder, 'master.key');
    writeFileSync(masterKeyFile, 'a master key of the tests', { mode: 0o600 });
    const { dataDir, exporter, headLines } = await setUp(t, { masterKeyFile });
    await exporter().stop();
    const sealed = readFileSync(keyFile(dataDir), 'utf8');
    assert.match(sealed, /^\{"crossbook_sealed":1,"purpose":"audit\.head_key"/);
    await exporter().stop();
    const [first, second] = headLines().map(keyOf);
    assert.equal(first, second);
    assert.equal(readFileSync(keyFile(dataDir), 'utf8'), sealed);
    writeFileSync(masterKeyFile, 'another master key, wrong', { mode: 0o600 });
    assert.throws(exporter, SecretFileError);
  });

  test('that was stored in plain is sealed at the next start with a master key', async (t) => {
    const { dataDir, exporter } = await setUp(t);
    await exporter().stop();
    const seed = readFileSync(keyFile(dataDir), 'utf8').trim();
    assert.ok(toHeadKey(seed) !== null);
    const masterKeyFile = join(dataDir, 'master.key');
    writeFileSync(masterKeyFile, 'a master key of the tests', { mode: 0o600 });
    const sealing = await setUp(t, { masterKeyFile });
    await sealing.exporter().stop();
    writeFileSync(keyFile(sealing.dataDir), seed, { mode: 0o600 });
    await sealing.exporter().stop();
    assert.equal(keyOf(sealing.headLines().at(-1)), toHeadKey(seed)?.publicKey);
    assert.match(readFileSync(keyFile(sealing.dataDir), 'utf8'), /crossbook_sealed/);
  });
});
