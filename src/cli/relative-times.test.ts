import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatLocalTime, showLocalTime, showRelativeTime } from './relative-times.ts';

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

/** Runs `work` in a time zone. */
function inZone(zone: string, work: () => void): void {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  try {
    work();
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
}

test('an exact time is shown in the time zone of the machine with its offset', () => {
  for (const [zone, shown] of [
    ['UTC', '2026-07-01 12:00:00.000 +00:00'],
    ['Europe/Berlin', '2026-07-01 14:00:00.000 +02:00'],
    ['America/New_York', '2026-07-01 08:00:00.000 -04:00'],
    ['America/St_Johns', '2026-07-01 09:30:00.000 -02:30'],
  ] as const) {
    inZone(zone, () => {
      assert.equal(formatLocalTime(NOW), shown);
      assert.equal(showLocalTime('created_at', '2026-07-01T12:00:00Z'), shown);
      assert.equal(showLocalTime('timestamp', NOW), shown);
      assert.equal(showLocalTime('t', NOW), shown);
    });
  }
  inZone('Asia/Tokyo', () => {
    assert.equal(showRelativeTime('close_time', '2027-07-26T20:00:00.000Z', NOW), '2027-07-27', 'a far time');
  });
});

test('durations, counts and other texts are shown as they are', () => {
  for (const [name, value] of [
    ['run_time', 120],
    ['qty', NOW],
    ['created_at', '2'],
    ['created_at', null],
  ] as const)
    assert.equal(showLocalTime(name, value), null);
});
