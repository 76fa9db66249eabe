import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { VenueClientId } from '../../../contract/model/ids.ts';
import { FixedClock } from '../../ledger.fixture.ts';
import { LEDGER_FILE, openStore, type Store } from '../sqlite-store.ts';

const ALL = { afterChange: 0, upToChange: null, openOnly: false, limit: 100 } as const;

/** A data folder with the file that an earlier version wrote: two orders that traded, one of them open. */
function oldFolder(file = 'demo.db'): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'crossbook-import-'));
  const database = new DatabaseSync(join(dataDir, file));
  database.exec(readFileSync(new URL('./demo-file-before-import.sql', import.meta.url), 'utf8'));
  database.close();
  return dataDir;
}

const open = (dataDir: string): Promise<Store> =>
  openStore({ dataDir, profile: 'sandbox', clock: new FixedClock(), pid: process.pid });

function change(dataDir: string, file: string, sql: string): void {
  const database = new DatabaseSync(join(dataDir, file));
  database.exec(sql);
  database.close();
}

test('the file of an earlier version is imported once, and kept under another name', async () => {
  const dataDir = oldFolder();
  for (const _start of ['first', 'second']) {
    const ledger = await open(dataDir);
    const demo = await ledger.demo('demo', 'demo.db');
    const state = await demo.load();
    assert.deepEqual(
      [state?.counters.orderNumber, state?.counters.change, state?.counters.isHistoryPublished],
      [2, 5, true],
    );
    assert.deepEqual(
      state?.listings.map(({ code, edition }) => [code, edition]),
      [['RAIN-LON', 0]],
    );
    assert.deepEqual(
      state?.openOrders.map(({ clientId }) => clientId),
      ['cb-1-1-1'],
    );
    const histories = await demo.orders(ALL);
    assert.deepEqual(
      histories.map(({ order, fills }) => [
        order.clientId,
        order.status,
        fills.map(({ venueTradeId }) => venueTradeId),
      ]),
      [
        ['cb-1-1-1', 'OPEN', ['T-1']],
        ['cb-2-1-1', 'FILLED', ['T-1']],
      ],
    );
    assert.equal(await demo.hasOrder('cb-2-1-1' as VenueClientId), true);
    await ledger.close();
  }
  assert.deepEqual(
    [existsSync(join(dataDir, 'demo.db')), existsSync(join(dataDir, 'demo.db.imported'))],
    [false, true],
  );
});

test('an import that was interrupted before the rename does not replace newer rows', async () => {
  const dataDir = oldFolder();
  const ledger = await open(dataDir);
  await ledger.demo('demo', 'demo.db');
  await ledger.close();
  change(dataDir, LEDGER_FILE, `UPDATE demo_orders SET status = 'CANCELLED' WHERE client_id = 'cb-1-1-1'`);
  writeFileSync(join(dataDir, 'demo.db'), readFileSync(join(dataDir, 'demo.db.imported')));
  const again = await open(dataDir);
  const state = await (await again.demo('demo', 'demo.db')).load();
  await again.close();
  assert.deepEqual(state?.openOrders, []);
  assert.equal(existsSync(join(dataDir, 'demo.db')), false);
});

test('two exchanges in one ledger keep their states apart', async () => {
  const dataDir = oldFolder('demo-Practice.db');
  const ledger = await open(dataDir);
  const practice = await ledger.demo('Practice', 'demo-Practice.db');
  const demo = await ledger.demo('demo', 'demo.db');
  assert.equal(await demo.load(), null);
  assert.deepEqual(await demo.orders(ALL), []);
  assert.equal((await practice.orders(ALL)).length, 2);
  await ledger.close();
});

test('P-04, P-09: a file that is damaged or newer is refused and stays as it is', async () => {
  for (const [spoil, message] of [
    ['PRAGMA user_version = 9', /demo\.db has schema version 9; this program knows versions up to 2/],
    ['DROP TABLE fills', /demo\.db cannot be imported: no such table: old\.fills/],
  ] as const) {
    const dataDir = oldFolder();
    change(dataDir, 'demo.db', spoil);
    const ledger = await open(dataDir);
    await assert.rejects(ledger.demo('demo', 'demo.db'), { name: 'StoreOpenError', message });
    await ledger.close();
    assert.equal(existsSync(join(dataDir, 'demo.db')), true);
    const rows = new DatabaseSync(join(dataDir, LEDGER_FILE), { readOnly: true });
    assert.equal(rows.prepare('SELECT count(*) AS count FROM demo_orders').get()?.['count'], 0);
    rows.close();
  }
});
