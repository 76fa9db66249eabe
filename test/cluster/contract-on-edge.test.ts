import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { CONTRACT_ON_EDGE } from '../../scripts/tests/test-suites.ts';
import { whyNoPostgres } from '../support/postgres/postgres-server.ts';

const ROOT = dirname(dirname(import.meta.dirname));

for (const file of CONTRACT_ON_EDGE) {
  test(`${file} holds at a node that does not own the journal`, { skip: whyNoPostgres() ?? false }, () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const run = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
      cwd: ROOT,
      env: { ...env, CROSSBOOK_TEST_EDGE: '1' },
      encoding: 'utf8',
    });
    assert.equal(run.status, 0, findFailures(run.stdout));
    assert.match(run.stdout, /^# pass [1-9]/m);
  });
}

/** The failed tests of a report with their messages; the whole report if it names none. */
function findFailures(report: string): string {
  const failures = report.match(/^ *not ok [^]*?^ *\.\.\.$/gm);
  return failures === null ? report : failures.join('\n');
}
