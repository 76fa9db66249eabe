import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { METRICS, MS_BUCKETS } from './metric-definitions.ts';

const OPERATIONS = join(import.meta.dirname, '..', '..', 'docs', 'operations.md');

test('the operations page names only metrics that exist', () => {
  const [, section = ''] = readFileSync(OPERATIONS, 'utf8').split(/^## Metrics$|^### Alerts/m);
  const named = Array.from(section.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g), ([, name = '']) => name);
  assert.ok(named.includes('orders_in_doubt'));
  assert.deepEqual(
    named.filter(
      (name) =>
        !(name in METRICS || name.replace(/_total$/, '') in METRICS || name === 'metrics_dropped_total'),
    ),
    [],
  );
});

test('a duration is measured in milliseconds, in buckets for milliseconds', () => {
  const durations = Object.entries(METRICS).filter(
    ([name, { kind }]) => kind === 'histogram' && name.endsWith('_ms'),
  );
  assert.ok(durations.length >= 5);
  for (const [name, { buckets }] of durations) assert.deepEqual(buckets, MS_BUCKETS, name);
});
