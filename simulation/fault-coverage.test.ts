import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
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

test('every file and every command that the table names exists', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { scripts: object };
  const named = [...renderCoverage(NOTHING).matchAll(/`([^`]+)`/g)].map((match) => String(match[1]));
  assert.ok(named.some((name) => name.endsWith('.test.ts')));
  const exists = (name: string): boolean =>
    name.startsWith(RUN) ? Object.hasOwn(scripts, name.slice(RUN.length)) : existsSync(new URL(name, ROOT));
  assert.deepEqual(
    named.filter((name) => !exists(name)),
    [],
  );
});

const ROOT = new URL('../', import.meta.url);
const RUN = 'npm run ';
