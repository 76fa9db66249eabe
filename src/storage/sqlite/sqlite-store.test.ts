import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LIMIT_LIST } from '../../contract/model/limits.ts';
import { DEMO, FixedClock, LedgerBuilder } from '../ledger.fixture.ts';
import { chainHash, GENESIS_HASH } from '../shared/hash-chain.ts';
import { toStoredEntry } from '../shared/journal-audit.ts';
import { liveOrders } from '../shared/ledger-queries.ts';
import { sqliteDialect } from './journal/sqlite-dialect.ts';
import { verifyLedgerFile } from './journal/verify-ledger.ts';
import { LEDGER_SCHEMA } from './projections/ledger-schema.ts';
import { checkStore, LEDGER_FILE, openStore, type Store } from './sqlite-store.ts';

const OTHER_PROCESS = fileURLToPath(new URL('./process.fixture.ts', import.meta.url));

const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'crossbook-store-'));

const open = (dataDir: string, profile = 'sandbox'): Promise<Store> =>
  openStore({ dataDir, profile, clock: new FixedClock(), pid: process.pid });

/** A folder with a closed ledger after sample trading, and the path of its file. */
async function tradedFolder(): Promise<{ dataDir: string; file: string }> {
  const dataDir = newDataDir();
  const store = await open(dataDir);
  await new LedgerBuilder(store.journal).recordSampleTrading();
  await store.close();
  return { dataDir, file: join(dataDir, LEDGER_FILE) };
}

/** Takes back the newest migrations, so that the file is one of an earlier version. */
const DROP_LATER = [
  'demo_counters',
  'demo_listings',
  'demo_orders',
  'demo_fills',
  'guards',
  'sessions',
  'maker_protections',
  'parents',
  'parent_entries',
  'parent_orders',
  'webhooks',
  'webhook_deliveries',
  'approvals',
  'alerts',
  'token_pairs',
  'position_operations',
  'token_claims',
]
  .map((name) => `DROP TABLE ${name}`)
  .concat('DROP INDEX entries_of_restores')
  .concat('ALTER TABLE keys DROP COLUMN agent', 'ALTER TABLE fills DROP COLUMN token_side')
  .concat('ALTER TABLE keys DROP COLUMN limits')
  .concat(
    LIMIT_LIST.filter(({ inEvery }) => inEvery !== 'limits').map(
      ({ name }) => `ALTER TABLE limits DROP COLUMN ${name}`,
    ),
  )
  .concat(
    ['orders', 'fills'].flatMap((name) => [
      `DROP INDEX ${name}_of_tag`,
      `ALTER TABLE ${name} DROP COLUMN tag`,
    ]),
  )
  .join('; ');

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** Starts a second process and waits until its store is open. */
async function startOther(
  t: TestContext,
  command: string,
  ...args: string[]
): Promise<{ child: ChildProcess; lines: Interface }> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  assert.ok(child.stdout);
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  return { child, lines };
}

test('P-09: a ledger without an anomalies table is migrated, including recorded anomalies', async () => {
  const { dataDir, file } = await tradedFolder();
  change(
    file,
    `DROP TABLE anomaly_entries; DROP TABLE ledger_profile; ${DROP_LATER}; PRAGMA user_version = 5`,
  );
  const store = await open(dataDir);
  const { anomalies } = await store.journal.load();
  await store.close();
  assert.deepEqual(
    anomalies.map(({ kind, detail }) => `${kind} ${detail}`),
    ['late_fill after cancel'],
  );
  assert.deepEqual(verifyLedgerFile(file).problems, []);
});

describe('profile', () => {
  test('a ledger opens under the profile of its first start only', async () => {
    for (const [first, other] of [
      ['sandbox', 'live'],
      ['live', 'sandbox'],
    ] as const) {
      const dataDir = newDataDir();
      await (await open(dataDir, first)).close();
      await assert.rejects(open(dataDir, other), {
        name: 'StoreOpenError',
        message: new RegExp(
          `profile "${first}", and this process has profile "${other}".*CROSSBOOK_DATA_DIR`,
        ),
      });
      await (await open(dataDir, first)).close(); // the refused start changed nothing and released the lock
    }
  });

  test('a ledger of an earlier version that ever ran under the sandbox is refused under profile live', async () => {
    const dataDir = newDataDir();
    const store = await open(dataDir);
    const builder = new LedgerBuilder(store.journal);
    for (const profile of ['live', 'sandbox', 'live'])
      await builder.record('start', [{ type: 'ServiceStarted', version: '1', profile, settings: [] }]);
    await store.close();
    change(join(dataDir, LEDGER_FILE), `DROP TABLE ledger_profile; ${DROP_LATER}; PRAGMA user_version = 6`);
    await assert.rejects(open(dataDir, 'live'), /holds the ledger of profile "sandbox"/);
    await (await open(dataDir)).close();
  });

  test('a ledger of an earlier version that only ran live stays live', async () => {
    const dataDir = newDataDir();
    const store = await open(dataDir);
    const event = { type: 'ServiceStarted', version: '1', profile: 'live', settings: [] } as const;
    await new LedgerBuilder(store.journal).record('start', [event]);
    await store.close();
    change(join(dataDir, LEDGER_FILE), `DROP TABLE ledger_profile; ${DROP_LATER}; PRAGMA user_version = 6`);
    await (await open(dataDir, 'live')).close();
    await assert.rejects(open(dataDir), /holds the ledger of profile "live"/);
  });
});

test('a planted link in place of lock.pid is not followed', async () => {
  const dataDir = newDataDir();
  const victim = join(newDataDir(), 'victim');
  writeFileSync(victim, 'kept');
  symlinkSync(victim, join(dataDir, 'lock.pid'));
  await assert.rejects(open(dataDir), { code: 'ELOOP' });
  assert.equal(readFileSync(victim, 'utf8'), 'kept');
});

test('P-05: a second process is refused while the first runs, and accepted after its kill', async (t) => {
  const dataDir = newDataDir();
  const { child } = await startOther(t, process.execPath, OTHER_PROCESS, 'hold', dataDir);
  await assert.rejects(open(dataDir), {
    name: 'StoreOpenError',
    message: `${dataDir} is in use by process ${child.pid}; stop it first`,
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  await (await open(dataDir)).close();
});

test('P-05: one process cannot open a folder twice, and a refusal keeps the lock', async () => {
  const dataDir = newDataDir();
  const store = await open(dataDir);
  await assert.rejects(open(dataDir), /is in use by process/);
  await assert.rejects(open(dataDir), /is in use by process/);
  await new LedgerBuilder(store.journal).openAccount();
  await store.close();
  await (await open(dataDir)).close();
});

test('P-05: each start takes a new epoch, and a writer of an older one is refused', async () => {
  const { dataDir, file } = await tradedFolder();
  const store = await open(dataDir);
  const builder = new LedgerBuilder(store.journal);
  builder.resume(await store.journal.load());
  await builder.accept();
  change(file, 'INSERT INTO epochs (epoch, opened_at, pid) VALUES (3, 0, 0)');
  await assert.rejects(builder.accept(), /a newer writer has taken over/);
  await store.close();
  const database = new DatabaseSync(file);
  const epochs = database.prepare('SELECT seq, epoch FROM entries WHERE seq >= 20').all();
  database.close();
  assert.deepEqual(epochs.map(Object.values), [
    [20, 1],
    [21, 2],
  ]);
});

const DAMAGE: Readonly<Record<string, readonly [sql: string, message: RegExp]>> = {
  'a changed event': [
    `UPDATE entries SET events = replace(events, 'Demo', 'Demp') WHERE seq = 12`,
    /ledger\.db is damaged: entry 12 does not match its hash/,
  ],
  'a missing entry': [
    'DELETE FROM entries WHERE seq = 5',
    /ledger\.db is damaged: entry 6 is in the place of entry 5/,
  ],
  'an epoch that goes back': [
    'UPDATE entries SET epoch = 2 WHERE seq = 7',
    /ledger\.db is damaged: entry 7 does not match its hash/,
  ],
  'an unreadable live order': [
    `UPDATE orders SET state = '{' WHERE number = 1`,
    /ledger\.db is damaged: orders row 1/,
  ],
  'a newer schema': [
    'PRAGMA user_version = 99',
    new RegExp(
      `ledger\\.db has schema version 99; this program knows versions up to ${LEDGER_SCHEMA.length}`,
    ),
  ],
};

for (const [name, [sql, message]] of Object.entries(DAMAGE)) {
  test(`P-04: ${name} refuses the start, names the location, and releases the folder`, async () => {
    const { dataDir, file } = await tradedFolder();
    change(file, sql);
    const start = async (): Promise<void> => {
      const store = await open(dataDir);
      try {
        await store.journal.load();
      } finally {
        await store.close();
      }
    };
    await assert.rejects(start(), (error: Error) => {
      assert.equal(error.name, 'StoreOpenError');
      assert.match(error.message, message);
      return true;
    });
    await assert.rejects(start(), message);
    if (name !== 'an unreadable live order') assert.match((await checkStore(dataDir)) ?? '', message);
  });
}

test('journal and store can be closed in any order and repeatedly', async () => {
  const dataDir = newDataDir();
  const store = await open(dataDir);
  await store.journal.close();
  await store.close();
  await store.close();
  await (await open(dataDir)).close();
});

test('the quick check accepts a valid ledger, a ledger in use and a missing ledger', async () => {
  const { dataDir } = await tradedFolder();
  assert.equal(await checkStore(dataDir), null);
  const store = await open(dataDir);
  assert.equal(await checkStore(dataDir), null);
  await store.close();
  assert.equal(await checkStore(newDataDir()), null);
});

test('a start checks each of the newest thousand entries and no older ones', async () => {
  const dataDir = newDataDir();
  const store = await open(dataDir);
  const builder = new LedgerBuilder(store.journal);
  await builder.openAccount();
  const marks = Array.from({ length: 1_001 }, (_, mark) =>
    builder.record('reconciled', [{ type: 'VenueMarkAdvanced', venue: DEMO, mark: `m-${mark}` }]),
  );
  await Promise.all(marks);
  await store.close();
  assert.equal(await checkStore(dataDir), null);
  const file = join(dataDir, LEDGER_FILE);
  change(file, `UPDATE entries SET cause = 'other' WHERE seq = 1`);
  assert.equal(await checkStore(dataDir), null, 'that is for verify to find');
  assert.equal(verifyLedgerFile(file).ok, false);
  change(file, `UPDATE entries SET cause = 'other' WHERE seq = 3`);
  assert.match((await checkStore(dataDir)) ?? '', /entry 3 does not match its hash/);
});

test('P-04: a truncated file is refused', async () => {
  const { dataDir, file } = await tradedFolder();
  truncateSync(file, statSync(file).size / 2);
  await assert.rejects(open(dataDir), /ledger\.db/);
});

test('P-09: an unknown event refuses the start even if the chain is valid', async () => {
  const dataDir = newDataDir();
  const store = await open(dataDir);
  await new LedgerBuilder(store.journal).openAccount();
  await store.close();
  const database = new DatabaseSync(join(dataDir, LEDGER_FILE));
  const entry = toStoredEntry(database.prepare('SELECT * FROM entries').get() ?? {});
  const events = entry.events.replace('AccountCreated', 'AccountPainted');
  const hash = chainHash(GENESIS_HASH, { ...entry, events });
  database.prepare('UPDATE entries SET events = ?, hash = ?').run(events, hash);
  database.close();
  await assert.rejects(
    open(dataDir),
    /ledger\.db is damaged: entry 1 cannot be read by this version: unknown type "AccountPainted"/,
  );
});

test('a start reads live orders through their index only, however many orders are closed', async () => {
  const { file } = await tradedFolder();
  const database = new DatabaseSync(file);
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${liveOrders(sqliteDialect(':memory:'))}`).all();
  database.close();
  assert.match(String(plan[0]?.['detail']), /USING INDEX orders_live/);
});

test('I-22, P-01: after kill -9 every acknowledged entry is present, contiguous and verified', async (t) => {
  const dataDir = newDataDir();
  let acknowledged = 0;
  for (const linesBeforeKill of [1, 7, 40, 110, 260]) {
    const { child, lines } = await startOther(t, process.execPath, OTHER_PROCESS, 'append', dataDir);
    let seen = 0;
    lines.on('line', (line) => {
      acknowledged = Number(line);
      seen += 1;
      if (seen === linesBeforeKill) child.kill('SIGKILL');
    });
    await Promise.all([once(child, 'exit'), once(lines, 'close')]);
    const store = await open(dataDir);
    const { seq } = await store.journal.load();
    await store.close();
    assert.ok(seq >= acknowledged, `${acknowledged} was acknowledged, ${seq} is the last`);
    assert.deepEqual(verifyLedgerFile(join(dataDir, LEDGER_FILE)), { entries: seq, ok: true, problems: [] });
  }
});

test('P-03: a full disk refuses all writes until a restart, which finds every acknowledged entry', async (t) => {
  if (process.platform === 'win32') return t.skip('no limit on file size there');
  const dataDir = newDataDir();
  const limited = `ulimit -f 1500 && exec "$0" "$@"`;
  const command = [limited, process.execPath, OTHER_PROCESS, 'fill', dataDir];
  const { child, lines } = await startOther(t, 'sh', '-c', ...command);
  const printed: string[] = [];
  lines.on('line', (line) => printed.push(line));
  await Promise.all([once(child, 'exit'), once(lines, 'close')]);
  const refusal = printed.pop() ?? '';
  assert.match(refusal, /^refused JournalFailedError: .*ledger\.db can no longer be written: /);
  const store = await open(dataDir);
  const builder = new LedgerBuilder(store.journal);
  builder.resume(await store.journal.load());
  assert.ok(printed.length > 0 && builder.state.seq >= Number(printed.at(-1)));
  await builder.accept();
  await store.close();
  assert.equal(verifyLedgerFile(join(dataDir, LEDGER_FILE)).ok, true);
});
