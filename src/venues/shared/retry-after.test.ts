import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRetryAfter } from './retry-after.ts';

const NOW = Date.parse('2026-11-06T08:49:37Z');

for (const [text, ms] of [
  ['5', 5_000],
  [' 5 ', 5_000],
  ['0.5', 500],
  ['31536000', 31_536_000_000],
  ['Fri, 06 Nov 2026 08:49:42 GMT', 5_000],
  ['Friday, 06-Nov-26 08:49:42 GMT', 5_000],
  ['Fri Nov  6 08:49:42 2026', 5_000],
  ['FRI, 06 NOV 2026 08:49:42 GMT', 5_000],
  ['Sat, 07 Nov 2026 00:00:00 GMT', 54_623_000],
  ['Fri, 01 Jan 2027 00:00:00 GMT', Date.UTC(2027, 0, 1) - NOW],
  ['Fri, 31 Dec 9999 23:59:59 GMT', Date.UTC(9999, 11, 31, 23, 59, 59) - NOW],
  ['0', null],
  ['-5', null],
  ['+5', null],
  ['1e9', null],
  ['0x10', null],
  ['soon', null],
  ['', null],
  ['5, 6', null],
  ['Fri, 06 Nov 2026 08:49:37 GMT', null],
  ['Fri, 06 Nov 2026 08:49:32 GMT', null],
  ['Sunday, 06-Nov-94 08:49:37 GMT', null],
  ['Sun Nov  6 08:49:37 1994', null],
  ['Fri, 06 Nov 2026 08:49:42', null],
  ['Fri, 06 Nov 2026 08:49:42 CET', null],
  ['Mon, 31 Feb 2027 08:49:42 GMT', null],
  ['Fri, 06 Nov 2026 25:49:42 GMT', null],
  ['Fri, 06 Xyz 2026 08:49:42 GMT', null],
  ['2026-11-06T08:49:42Z', null],
] as const)
  test(`Retry-After: ${text} is ${ms === null ? 'no time' : `${ms} ms`}`, () => {
    assert.equal(parseRetryAfter({ 'retry-after': text }, NOW), ms);
  });

test('a response without the header asks for nothing', () => assert.equal(parseRetryAfter({}, NOW), null));

test('a date counts from the date of its response, whatever our clock shows', () => {
  const headers = { 'retry-after': 'Fri, 06 Nov 2026 08:49:42 GMT', date: 'Fri, 06 Nov 2026 08:49:40 GMT' };
  for (const nowMs of [NOW - 86_400_000, NOW, NOW + 86_400_000])
    assert.equal(parseRetryAfter(headers, nowMs), 2_000);
  assert.equal(parseRetryAfter({ ...headers, date: 'today' }, NOW), 5_000);
});
