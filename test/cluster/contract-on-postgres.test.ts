import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { whyNoPostgres } from '../support/postgres/postgres-server.ts';

const ROOT = dirname(dirname(import.meta.dirname));

/** Contract tests of orders, which run again with the journal in PostgreSQL. */
const FILES = [
  'test/http/order-lifecycle.test.ts',
  'test/http/idempotency.test.ts',
  'test/http/complex-orders.test.ts',
];

for (const file of FILES) {
  test(`${file} holds with the journal in PostgreSQL`, { skip: whyNoPostgres() ?? false }, () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const run = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
      cwd: ROOT,
      env: { ...env, CROSSBOOK_TEST_JOURNAL: 'postgres' },
      encoding: 'utf8',
    });
    assert.equal(run.status, 0, run.stdout);
    assert.match(run.stdout, /^# pass [1-9]/m);
  });
}
