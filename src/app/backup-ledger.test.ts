import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { fakeParts, fakeTerminal } from '../cli/cli-fakes.fixture.ts';
import { runCli } from '../cli/cli-program.ts';
import type { AccountId, GenericAssetId, InstrumentId } from '../contract/model/ids.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import type { LedgerEvent } from '../domain/events/event-schema.ts';
import { DEMO, instrument } from '../domain/instruments/instrument.fixture.ts';
import type { Webhook, WebhookId } from '../domain/notifications/webhook.ts';
import { FixedClock, LedgerBuilder } from '../storage/ledger.fixture.ts';
import { readEntryHead } from '../storage/sqlite/copy-database.ts';
import { verifyLedgerFile } from '../storage/sqlite/journal/verify-ledger.ts';
import { openSqliteMarketStore } from '../storage/sqlite/market/sqlite-market-store.ts';
import { LEDGER_FILE, openStore, type Store } from '../storage/sqlite/sqlite-store.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'crossbook-backup-'));

const open = (dataDir: string): Promise<Store> =>
  openStore({ dataDir, profile: 'sandbox', clock: new FixedClock(), pid: process.pid });

/** A folder with an open ledger after sample trading. */
async function tradedFolder(t: TestContext) {
  const dataDir = newFolder();
  const store = await open(dataDir);
  t.after(() => store.close());
  const builder = new LedgerBuilder(store.journal);
  await builder.recordSampleTrading();
  return { dataDir, store, builder };
}

const AT = 1_782_907_200_000 as TimestampMs;
const WEBHOOK: Webhook = {
  id: 'wh_5f1d3c0a9b7e2468' as WebhookId,
  accountId: 'acc_1' as AccountId,
  keyId: null,
  url: 'https://example.com/',
  events: ['fill.created'],
  subaccounts: '*',
  description: 'risk',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  previousSecret: null,
  previousUntil: AT,
  status: 'DISABLED',
  disabledReason: 'gone',
  failingSince: AT,
  throughSeq: 7,
  sequence: 41,
  createdAt: AT,
  updatedAt: AT,
};

async function cli(env: Record<string, string>, ...args: readonly string[]) {
  const terminal = fakeTerminal(env);
  const code = await runCli(args, terminal, async () => fakeParts());
  return { code, out: terminal.printed.join('\n'), err: terminal.notices.join('\n') };
}

const backUp = (dataDir: string, to: string, ...more: string[]) =>
  cli({}, '--data-dir', dataDir, 'backup', '--to', to, ...more);
const restore = (dataDir: string, from: string, env = {}) =>
  cli(env, '--data-dir', dataDir, 'restore', '--from', from);

/** The only backup in a folder. */
function onlyBackup(folder: string): string {
  const [name, ...others] = readdirSync(folder);
  assert.ok(name !== undefined && others.length === 0);
  return join(folder, name);
}

/** A backup of sample trading, and the head that it has. */
async function newBackup(t: TestContext) {
  const traded = await tradedFolder(t);
  const to = newFolder();
  assert.equal((await backUp(traded.dataDir, to)).code, 0);
  const folder = onlyBackup(to);
  const head = readEntryHead(join(folder, LEDGER_FILE));
  assert.ok(head !== null);
  return { ...traded, to, folder, head };
}

describe('backup', () => {
  test('the backup of an open ledger verifies, notes its head, and is readable by its owner only', async (t) => {
    const { folder, head, store } = await newBackup(t);
    assert.deepEqual(head, await store.head());
    const note = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as object;
    assert.deepEqual({ ...note, ...head }, note);
    assert.deepEqual(verifyLedgerFile(join(folder, LEDGER_FILE)).problems, []);
    assert.match((await cli({}, '--data-dir', folder, 'verify')).out, /✓ \d+ journal entries/);
    assert.deepEqual(readdirSync(folder).sort(), ['backup.json', LEDGER_FILE]);
    for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).mode & 0o077, 0);
  });

  test('a damaged ledger makes no backup, and the earlier ones stay', async (t) => {
    const { dataDir, to, folder, store } = await newBackup(t);
    await store.close();
    using database = new DatabaseSync(join(dataDir, LEDGER_FILE));
    database.exec(`UPDATE orders SET status = 'FILLED' WHERE number = 1`);
    const { code, err } = await backUp(dataDir, to, '--keep', '1');
    assert.equal(code, 1);
    assert.match(err, /ledger\.db differs: orders row 1/);
    assert.equal(onlyBackup(to), folder);
  });

  test('--keep removes the oldest backups and nothing else', async (t) => {
    const { dataDir, to, folder } = await newBackup(t);
    writeFileSync(join(to, 'notes.txt'), 'kept');
    for (let count = 0; count < 2; count += 1)
      assert.equal((await backUp(dataDir, to, '--keep', '2')).code, 0);
    const names = readdirSync(to);
    assert.ok(!existsSync(folder));
    assert.equal(names.length, 3);
    assert.ok(names.includes('notes.txt'));
  });

  test('with a journal in PostgreSQL both commands name the tools of the database', async () => {
    const env = { CROSSBOOK_JOURNAL_URL: 'postgres://127.0.0.1:1/none' };
    const folder = newFolder();
    for (const command of [
      ['backup', '--to', folder],
      ['restore', '--from', folder],
    ]) {
      const { code, err } = await cli(env, '--data-dir', folder, ...command);
      assert.equal(code, 2);
      assert.match(
        err,
        /the journal is in PostgreSQL\. Use the tools of the database, such as pg_basebackup/,
      );
    }
  });

  test('a folder without a ledger and wrong options are usage errors', async (t) => {
    const folder = newFolder();
    assert.match((await backUp(folder, folder)).err, /there is no ledger in/);
    const { dataDir } = await tradedFolder(t);
    assert.match((await backUp(dataDir, folder, '--every', '5')).err, /--every 5: expected 30s, 5m/);
    assert.match((await backUp(dataDir, folder, '--keep', '0')).err, /--keep 0: expected a number from 1/);
    assert.deepEqual(readdirSync(folder), []);
  });
});

describe('restore', () => {
  test('a restored ledger has the entries of the backup and never assigns a later number again', async (t) => {
    const { to, head, builder, store } = await newBackup(t);
    await builder.accept(); // after the backup: its numbers may be known to venues and callers
    const lost = (await store.journal.load()).orderNumber;
    const dataDir = newFolder();
    const { code, out } = await restore(dataDir, to);
    assert.equal(code, 0);
    assert.match(out, new RegExp(`head ${head.seq}:${head.hash}`));
    const file = join(dataDir, LEDGER_FILE);
    assert.deepEqual(verifyLedgerFile(file).problems, []);
    assert.deepEqual(readEntryHead(file, head.seq), head);
    assert.equal(readEntryHead(file)?.seq, head.seq + 1);
    const restored = await open(dataDir);
    t.after(() => restored.close());
    const { orderNumber, fillNumber, parentNumber, orders } = await restored.journal.load();
    assert.ok(orderNumber > lost + 1_000_000_000);
    assert.ok(fillNumber > 1_000_000_000 && parentNumber > 1_000_000_000);
    assert.ok(orders.length > 0);
    assert.match(
      (await cli({}, '--data-dir', dataDir, 'audit', 'list')).out,
      /restored the ledger from a backup/,
    );
  });

  test('messages of webhooks after a restore have ids that no lost message had', async (t) => {
    const { dataDir, store } = await tradedFolder(t);
    await store.notifications.save({ webhooks: [WEBHOOK] });
    const [to, restoredDir] = [newFolder(), newFolder()];
    assert.equal((await backUp(dataDir, to)).code, 0);
    assert.equal((await restore(restoredDir, to)).code, 0);
    const restored = await open(restoredDir);
    t.after(() => restored.close());
    const [webhook, ...others] = await restored.notifications.webhooks();
    assert.deepEqual(webhook, { ...WEBHOOK, sequence: WEBHOOK.sequence + 10_000_000_000 });
    assert.deepEqual(others, []);
  });

  /** The folder that is restored from a backup of this one, and its journal. */
  async function restoreCopy(t: TestContext, dataDir: string) {
    const [to, restoredDir] = [newFolder(), newFolder()];
    assert.equal((await backUp(dataDir, to)).code, 0);
    assert.equal((await restore(restoredDir, to)).code, 0);
    const store = await open(restoredDir);
    t.after(() => store.close());
    return { journal: store.journal, dataDir: restoredDir };
  }

  test('ids of instruments, approved assets and prints of the lost time are skipped', async (t) => {
    const { dataDir } = await tradedFolder(t);
    const market = (await openSqliteMarketStore(join(dataDir, 'market.db'))).store;
    await market.reservePrintIds(500);
    await market.close();
    const restored = await restoreCopy(t, dataDir);
    const { instrumentIdSkipped, assetIdSkipped } = await restored.journal.load();
    assert.deepEqual([instrumentIdSkipped, assetIdSkipped], [1_000_000_000, 1_000_000_000]);
    const copy = (await openSqliteMarketStore(join(restored.dataDir, 'market.db'))).store;
    t.after(() => copy.close());
    assert.equal((await copy.load(10)).printIdReserved, 10_000_000_500);
  });

  const BLOCK = 1_000_000_000;
  const bind = (instrumentId: number): LedgerEvent => ({
    type: 'InstrumentBound',
    instrumentId: instrumentId as InstrumentId,
    venue: DEMO,
    venueInstrumentId: `M-${instrumentId}`,
  });
  for (const [highest, bound, listed] of [
    ['the market data', 1002, 2 * BLOCK + 7],
    ['a ledger without market data', 2 * BLOCK + 7, null],
  ] as const)
    test(`ids of instruments and assets end above the highest one, which is in ${highest}`, async (t) => {
      const { dataDir, builder } = await tradedFolder(t);
      const genericAssetId = (3 * BLOCK + 7) as GenericAssetId;
      const review = {
        title: 'rain',
        description: null,
        category: 'weather',
        by: 'operator',
        why: 'same',
        at: AT,
      };
      await builder.record('review', [
        bind(bound),
        {
          type: 'AssetRejected',
          review: { ...review, genericAssetId, status: 'REJECTED', simulated: true, members: [] },
        },
      ]);
      if (listed !== null) {
        const market = (await openSqliteMarketStore(join(dataDir, 'market.db'))).store;
        await market.saveInstruments([instrument(listed)]);
        await market.close();
      }
      const restored = await restoreCopy(t, dataDir);
      const { instrumentIdSkipped, assetIdSkipped } = await restored.journal.load();
      assert.deepEqual([instrumentIdSkipped, assetIdSkipped], [3 * BLOCK, 4 * BLOCK]);
    });

  test('a folder in use and a write-ahead log without its ledger are refused', async (t) => {
    const { dataDir, to } = await newBackup(t);
    assert.match((await restore(dataDir, to)).err, /is in use by process/);
    const log = newFolder();
    writeFileSync(join(log, 'ledger.db-wal'), 'x');
    assert.match((await restore(log, to)).err, /holds files of a ledger \(ledger\.db-wal\): move/);
    assert.ok(!existsSync(join(log, LEDGER_FILE)));
  });

  for (const [what, newer, words] of [
    ['the same ledger with newer entries', 1, /holds the same ledger with 1 newer entries/],
    ['the same ledger', 0, /holds the same ledger \(/],
  ] as const)
    test(`a folder with ${what} is refused and stays as it is`, async (t) => {
      const { dataDir, to, builder, store } = await newBackup(t);
      for (let count = 0; count < newer; count += 1) await builder.accept();
      const head = await store.head();
      await store.close();
      const { code, err } = await restore(dataDir, to);
      assert.equal(code, 1);
      assert.match(err, words);
      assert.deepEqual(readEntryHead(join(dataDir, LEDGER_FILE)), head);
    });

  test('a folder with another ledger is refused', async (t) => {
    const { to } = await newBackup(t);
    const dataDir = newFolder();
    const store = await open(dataDir);
    await new LedgerBuilder(store.journal).record('fault', [
      { type: 'OperatorActed', act: 'set', detail: 'a' },
    ]);
    await store.close();
    assert.match((await restore(dataDir, to)).err, /holds a ledger of 1 entries \(/);
    const longer = await open(dataDir);
    const builder = new LedgerBuilder(longer.journal);
    builder.resume(await longer.journal.load());
    await builder.recordSampleTrading();
    await longer.close();
    assert.match((await restore(dataDir, to)).err, /holds another ledger \(/);
  });

  test('a backup that was changed, or of another profile, leaves no ledger', async (t) => {
    const { to, folder } = await newBackup(t);
    const dataDir = newFolder();
    const config = join(newFolder(), 'live.toml');
    writeFileSync(config, 'profile = "live"\n');
    assert.match((await restore(dataDir, to, { CROSSBOOK_CONFIG: config })).err, /profile "sandbox"/);
    using database = new DatabaseSync(join(folder, LEDGER_FILE));
    database.exec('DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)');
    const { code, err } = await restore(dataDir, folder);
    assert.equal(code, 1);
    assert.match(err, /differs from its backup\.json: use another backup/);
    assert.match((await restore(dataDir, dataDir)).err, /has no complete backup/);
    assert.ok(!readdirSync(dataDir).some((name) => name.startsWith('ledger') || name.endsWith('.part')));
  });
});
