import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { COUNT_MIN, type Count, findMissing, renderCoverage } from './fault-coverage.ts';

const NOTHING: Count = { faults: new Map(), moves: new Map(), calls: new Map(), crashes: new Map() };

test('a fault that happened too rarely is reported, and so is a variant that never happened', () => {
  const missing = findMissing({
    ...NOTHING,
    faults: new Map([
      ['stall', COUNT_MIN],
      ['drain', COUNT_MIN - 1],
      ['Kalshi lost_request', 20],
      ['Polymarket lost_request', 20],
      ['lost', 20],
    ]),
    moves: new Map([['OPEN → FILLED', COUNT_MIN]]),
    crashes: new Map([['12', 3]]),
  });
  assert.ok(missing.includes('fault P-08 happened 49 times, not 50'));
  assert.ok(missing.includes('crash point 12 happened 3 times, not 50'));
  assert.ok(missing.includes('fault F-01 never happened by netLost'));
  assert.deepEqual(
    missing.filter((line) => /F-01 happened|P-02|OPEN → FILLED|F-17|crash point 21/.test(line)),
    [],
  );
});

test('the table names the test of each fault that is not injected', () => {
  const line = renderCoverage(NOTHING)
    .split('\n')
    .find((text) => text.includes('P-05'));
  assert.match(
    line ?? '',
    / - {2}one process at a time here: `src\/storage\/sqlite\/sqlite-store\.test\.ts`$/,
  );
});

test('every file that the table names exists', () => {
  const named = [...renderCoverage(NOTHING).matchAll(/`([^`]+)`/g)].map((match) => String(match[1]));
  const files = named.filter((name) => !name.startsWith('npm run ')); // test/tidy.test.ts finds scripts that are gone
  assert.ok(files.some((name) => name.endsWith('.test.ts')));
  assert.deepEqual(
    files.filter((name) => !existsSync(new URL(name, ROOT))),
    [],
  );
});

const ROOT = new URL('../', import.meta.url);
