import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setTimeZone, showExact, showTimeZone } from './times.ts';

const NOON = Date.parse('2026-07-01T12:00:00.250Z');

afterEach(() => setTimeZone(''));

test('times are shown in the chosen time zone', () => {
  setTimeZone('UTC');
  assert.equal(showExact(NOON), '12:00:00.250');
  setTimeZone('Asia/Tokyo');
  assert.equal(showExact(NOON), '21:00:00.250');
  assert.equal(showTimeZone(), 'Asia/Tokyo');
});

test('an unknown time zone changes nothing', () => {
  setTimeZone('UTC');
  setTimeZone('Mars/Olympus');
  assert.equal(showExact(NOON), '12:00:00.250');
  assert.equal(showTimeZone(), 'UTC');
});
