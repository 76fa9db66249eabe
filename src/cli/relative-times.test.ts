import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showRelativeTime } from './relative-times.ts';

const NOW = Date.parse('2026-07-01T12:00:00Z');
const MINUTE_MS = 60_000;
const ago = (minutes: number): string | null => showRelativeTime('timestamp', NOW - minutes * MINUTE_MS, NOW);

test('a time is shown by its distance from now, in the unit that suits it', () => {
  assert.deepEqual([0, 0.5, 1.99, 2, 119, 120, 47 * 60, 48 * 60, 29 * 24 * 60].map(ago), [
    '0 s ago',
    '30 s ago',
    '119 s ago',
    '2 min ago',
    '119 min ago',
    '2 h ago',
    '47 h ago',
    '2 days ago',
    '29 days ago',
  ]);
  assert.equal(showRelativeTime('expires_at', '2026-07-01T15:30:00.000Z', NOW), 'in 3 h');
  assert.equal(ago(30 * 24 * 60), '2026-06-01', 'farther times are dates');
  assert.equal(showRelativeTime('close_time', '2027-07-26T02:35:57.711Z', NOW), '2027-07-26');
  assert.equal(showRelativeTime('as_of', NOW - MINUTE_MS, NOW), '60 s ago');
});

test('other fields and values are no times', () => {
  assert.equal(showRelativeTime('qty', NOW, NOW), null);
  assert.equal(showRelativeTime('t', NOW, NOW), null, 'the start of a candle stays exact');
  assert.deepEqual(
    [null, undefined, 'soon', true].map((value) => showRelativeTime('created_at', value, NOW)),
    [null, null, null, null],
  );
});
