import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sharedPostgres, whyNoPostgres } from '../../test/support/postgres/postgres-server.ts';
import { createConfig } from '../config/parse-config.ts';
import { systemClock } from '../platform/system-environment.ts';
import { connect } from '../storage/postgres/postgres-connection.ts';
import { openLedger } from './ledger-stores.ts';

test('an empty journal in PostgreSQL is refused while the data folder holds a ledger, and stays as it is', {
  skip: whyNoPostgres() ?? false,
}, async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'crossbook-ledger-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const url = await (await sharedPostgres()).createDatabase();
  const open = (folder: string, journalUrl: string, profile: 'sandbox' | 'live') => {
    const created = createConfig([]);
    assert.ok(created.ok);
    const config = created.value;
    return openLedger({
      config: { ...config, dataDir: folder, profile, journal: { ...config.journal, url: journalUrl } },
      clock: systemClock,
    });
  };
  await (await open(dataDir, '', 'sandbox')).close();
  await assert.rejects(
    open(dataDir, url, 'sandbox'),
    /holds a ledger, and the journal of journal\.url is empty/,
  );

  const client = await connect(url);
  t.after(() => client.end());
  assert.deepEqual((await client.query('SELECT profile FROM ledger_profile')).rows, []);
  assert.deepEqual((await client.query('SELECT owner FROM shards')).rows, [{ owner: null }]);
  // Neither the folder nor the journal is in use: the folder opens without the URL, the journal with another folder.
  await (await open(dataDir, '', 'sandbox')).close();
  const other = mkdtempSync(join(tmpdir(), 'crossbook-ledger-'));
  t.after(() => rmSync(other, { recursive: true }));
  await (await open(other, url, 'live')).close();
});
