import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OLDER_RELEASES, writeOlderLedger } from '../../../test/support/older-ledgers.ts';
import { FixedClock, LedgerBuilder } from '../ledger.fixture.ts';
import { copyDatabase, readEntryHead } from './copy-database.ts';
import { verifyLedgerFile } from './journal/verify-ledger.ts';
import { LEDGER_SCHEMA } from './projections/ledger-schema.ts';
import { LEDGER_FILE, openStore } from './sqlite-store.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const ALL = { afterChange: 0, upToChange: null, openOnly: false, limit: 100 } as const;

for (const release of OLDER_RELEASES)
  test(`a ledger of release ${release} opens, keeps its hashes, takes entries and verifies`, async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'crossbook-older-'));
    t.after(() => rmSync(dataDir, { recursive: true }));
    const { seq, hash } = writeOlderLedger(release, dataDir);
    const file = join(dataDir, LEDGER_FILE);
    const copy = copyDatabase(file, join(dataDir, 'copy.db'), LEDGER_SCHEMA);
    await assert.rejects(copy, /is of an earlier version: start this version of the service once/);

    const store = await openStore({ dataDir, profile: 'sandbox', clock: new FixedClock(), pid: process.pid });
    const snapshot = await store.journal.load();
    const demo = await store.demo('demo', 'demo.db');
    const atDemo = await demo.orders(ALL);
    assert.deepEqual([snapshot.seq, await store.head(seq)], [seq, { seq, hash }]);
    assert.ok(snapshot.orders.length > 0 && snapshot.positions.length > 0 && snapshot.keys.length > 0);
    for (const { legs } of snapshot.orders)
      for (const { clientId } of legs)
        assert.ok(
          atDemo.some((each) => each.order.clientId === clientId),
          clientId,
        );
    const builder = new LedgerBuilder(store.journal);
    builder.resume(snapshot);
    await builder.record('fault', [{ type: 'OperatorActed', act: 'fault', detail: 'none' }]);
    await store.close();
    assert.deepEqual(verifyLedgerFile(file).problems, []);
    assert.equal(readEntryHead(file)?.seq, seq + 1);
  });

test('a data folder of every release since 1.1.0 is stored', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const releases = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) /gm)].map(([, version]) => String(version));
  assert.deepEqual(
    releases.filter((version) => version !== '1.0.0' && !OLDER_RELEASES.includes(version)),
    [],
  );
});
