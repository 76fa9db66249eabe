import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createMemoryStore } from '../../../../test/support/storage/memory-journal.ts';
import { FixedClock, LedgerBuilder } from '../../ledger.fixture.ts';
import { PROBLEMS_MAX } from '../../shared/journal-replay.ts';
import { LEDGER_FILE, openStore } from '../sqlite-store.ts';
import { verifyLedger, verifyLedgerFile } from './verify-ledger.ts';

type Cell = string | number | null;

const PROVEN_TABLES = [
  'entries',
  'accounts',
  'subaccounts',
  'keys',
  'limits',
  'kill_switches',
  'guards',
  'maker_protections',
  'sessions',
  'approvals',
  'bindings',
  'venue_marks',
  'orders',
  'fills',
  'positions',
  'order_entries',
  'anomaly_entries',
] as const;

async function tradedLedger(): Promise<DatabaseSync> {
  const store = await createMemoryStore(new FixedClock());
  const ledger = new LedgerBuilder(store.journal);
  await ledger.recordSampleTrading();
  await ledger.recordGuards();
  return store.database;
}

const toWhere = (database: DatabaseSync): string[] =>
  verifyLedger(database).problems.map(({ where }) => where);

/** SQL that selects a row by all its column values. */
function rowsIn(database: DatabaseSync, table: string): Record<string, Cell>[] {
  return database.prepare(`SELECT * FROM ${table}`).all() as Record<string, Cell>[];
}

function replace(
  database: DatabaseSync,
  table: string,
  from: Record<string, Cell>,
  to: Record<string, Cell>,
): void {
  const names = Object.keys(from);
  const set = names.map((name) => `${name} = ?`).join(', ');
  const where = names.map((name) => `${name} IS ?`).join(' AND ');
  database
    .prepare(`UPDATE ${table} SET ${set} WHERE ${where}`)
    .run(...names.map((name) => to[name] ?? null), ...names.map((name) => from[name] ?? null));
}

/** The value with one bit changed: of a number, or of the text's characters at a few places. */
function flipped(value: Cell): Cell[] {
  if (value === null) return ['1'];
  if (typeof value === 'number') return [value ^ 1, value + 64].filter((one) => one !== value);
  if (value === '') return ['a'];
  const places = new Set([0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => Math.floor((value.length - 1) * part)));
  return [...places].map(
    (at) => value.slice(0, at) + String.fromCodePoint(value.charCodeAt(at) ^ 1) + value.slice(at + 1),
  );
}

test('a valid ledger is verified with every entry', async () => {
  const database = await tradedLedger();
  assert.deepEqual(verifyLedger(database), { entries: 21, ok: true, problems: [] });
});

test('an empty ledger is verified', async () => {
  const { database } = await createMemoryStore(new FixedClock());
  assert.deepEqual(verifyLedger(database), { entries: 0, ok: true, problems: [] });
});

for (const table of PROVEN_TABLES) {
  test(`one flipped bit anywhere in ${table} is detected and located`, async () => {
    const database = await tradedLedger();
    let flips = 0;
    for (const row of rowsIn(database, table)) {
      for (const [name, value] of Object.entries(row)) {
        for (const wrong of flipped(value)) {
          const changed = { ...row, [name]: wrong };
          try {
            replace(database, table, row, changed);
          } catch {
            continue; // the schema itself refuses this one
          }
          const found = toWhere(database);
          const named = table === 'entries' ? /^entry / : new RegExp(`^${table}( row|$)`);
          assert.ok(
            found.some((where) => named.test(where)),
            `${table}.${name} ${wrong}: ${found.join(', ')}`,
          );
          replace(database, table, changed, row);
          flips += 1;
        }
      }
    }
    assert.ok(flips > 0);
    assert.deepEqual(toWhere(database), []);
  });

  test(`a row missing from ${table} is found`, async () => {
    const count = rowsIn(await tradedLedger(), table).length;
    for (let index = 0; index < count; index += 1) {
      const database = await tradedLedger();
      database.exec(`DELETE FROM ${table} WHERE ${literally(rowsIn(database, table)[index] ?? {})}`);
      assert.ok(toWhere(database).length > 0, `${table} row ${index}`);
    }
  });
}

for (const table of ['orders', 'fills'] as const) {
  test(`a row in ${table} without a source entry is found`, async () => {
    const database = await tradedLedger();
    const [row] = rowsIn(database, table);
    const forged = { ...row, number: 99, client_order_id: 'forged', venue_trade_id: 'forged' };
    const columns = Object.keys(row ?? {});
    const values = columns.map((name) => forged[name as keyof typeof forged] ?? null);
    const places = columns.map(() => '?').join(', ');
    database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`).run(...values);
    assert.deepEqual(toWhere(database), [table]);
  });
}

test('many problems are listed up to a limit', async () => {
  const store = await createMemoryStore(new FixedClock());
  const ledger = new LedgerBuilder(store.journal);
  await ledger.openAccount();
  for (let count = 0; count < PROBLEMS_MAX + 5; count += 1) await ledger.accept();
  store.database.exec(`UPDATE orders SET status = 'OPEN'`);
  const { problems, ok } = verifyLedger(store.database);
  assert.equal(ok, false);
  assert.equal(problems.length, PROBLEMS_MAX);
});

test('an unreadable entry ends the comparison of tables but not the check of the chain', async () => {
  const database = await tradedLedger();
  database.exec(`UPDATE entries SET events = '[{"type":"Unheard"}]' WHERE seq = 2`);
  const { entries, problems } = verifyLedger(database);
  assert.equal(entries, 21);
  assert.deepEqual(problems, [
    { where: 'entry 2', what: 'does not match its hash' },
    {
      where: 'entry 2',
      what: 'cannot be replayed, so the tables are not compared: unknown type "Unheard"',
    },
  ]);
});

test('a file is verified while a service writes it, and a flipped bit on disk is found', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'crossbook-verify-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = join(dataDir, LEDGER_FILE);
  const store = await openStore({ dataDir, profile: 'sandbox', clock: new FixedClock(), pid: process.pid });
  await new LedgerBuilder(store.journal).recordSampleTrading();
  assert.deepEqual(verifyLedgerFile(file), { entries: 20, ok: true, problems: [] });
  await store.close();
  const bytes = readFileSync(file);
  const at = bytes.indexOf('after cancel');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  assert.deepEqual(
    verifyLedgerFile(file).problems.map(({ where }) => where),
    ['entry 17'],
  );
});

test('a file without its last bytes is damaged, even where they were zeros', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'crossbook-verify-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const file = join(dataDir, LEDGER_FILE);
  const store = await openStore({ dataDir, profile: 'sandbox', clock: new FixedClock(), pid: process.pid });
  await new LedgerBuilder(store.journal).recordSampleTrading();
  await store.close();
  const ending = new DatabaseSync(file);
  ending.exec("CREATE TABLE last_page (bytes BLOB); INSERT INTO last_page VALUES (x'0000')");
  ending.close();
  assert.deepEqual(verifyLedgerFile(file), { entries: 20, ok: true, problems: [] });
  const whole = readFileSync(file);
  assert.equal(whole.at(-1), 0);
  writeFileSync(file, whole.subarray(0, -1));
  assert.deepEqual(verifyLedgerFile(file).problems, [
    {
      where: 'file',
      what: `has ${whole.length - 1} bytes; its ${whole.length / 4096} pages have ${whole.length}`,
    },
  ]);
});

function literally(row: Record<string, Cell>): string {
  const literal = (value: Cell): string =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
  return Object.entries(row)
    .map(([name, value]) => `${name} IS ${literal(value)}`)
    .join(' AND ');
}
