import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { METRICS, MS_BUCKETS } from './metric-definitions.ts';

const OPERATIONS = join(import.meta.dirname, '..', '..', 'docs', 'operations.md');

test('the operations page has the kind, the labels and the help of every metric', () => {
  const rows = readFileSync(OPERATIONS, 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name = '']) => /^`[a-z_]+`$/.test(name) && Object.hasOwn(METRICS, name.slice(1, -1)))
    .map(([, name, kind, labels, help]) => [name, kind, labels, help].join(' | '));
  const expected = Object.entries(METRICS).map(([name, { kind, labels, help }]) =>
    [`\`${name}\``, kind, labels.join(', '), help].join(' | '),
  );
  assert.deepEqual(rows.toSorted(), expected.toSorted());
});

test('a duration is measured in milliseconds, in buckets for milliseconds', () => {
  const durations = Object.entries(METRICS).filter(
    ([name, { kind }]) => kind === 'histogram' && name.endsWith('_ms'),
  );
  assert.ok(durations.length >= 5);
  for (const [name, { buckets }] of durations) assert.deepEqual(buckets, MS_BUCKETS, name);
});
