import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MatchDifference } from '../../../../sdk/src/index.ts';
import { describeDifference, toText, toTextParts, toTimes } from './text-marks.ts';

const shapiro: MatchDifference = {
  field: 'title',
  same: false,
  segments: [
    { in: 'first', text: 'Will Josh Shapiro win the ' },
    { in: 'both', text: '2028 presidential ' },
    { in: 'first', text: 'election?' },
    { in: 'other', text: 'election winner: Josh Shapiro' },
  ],
};

test('a word that both texts use is not marked as missing from one of them', () => {
  assert.deepEqual(toTextParts(shapiro.segments, 'first'), [
    { text: 'Will ', kind: 'only' },
    { text: 'Josh Shapiro ', kind: 'moved' },
    { text: 'win the ', kind: 'only' },
    { text: '2028 presidential ', kind: 'both' },
    { text: 'election?', kind: 'moved' },
  ]);
  assert.equal(
    toTextParts(shapiro.segments, 'other')
      .map(({ text }) => text)
      .join(''),
    toText(shapiro.segments, 'other'),
  );
  assert.equal(describeDifference(shapiro), 'differs');
});

test('times that differ by milliseconds are the same to the minute', () => {
  const times = (first: string, other: string): MatchDifference => ({
    field: 'close_time',
    same: false,
    segments: [
      { in: 'first', text: first },
      { in: 'other', text: other },
    ],
  });
  assert.equal(
    describeDifference(times('2027-01-01T05:00:00.000Z', '2027-01-01T05:00:00.031Z')),
    'the same to the minute',
  );
  assert.equal(describeDifference(times('2027-01-01T05:00:00.000Z', '2027-01-02T05:00:00.000Z')), 'differs');
});

test('a text that reads like a time is compared as a text', () => {
  const segments: MatchDifference['segments'] = [
    { in: 'first', text: '2027-01-01' },
    { in: 'other', text: '2027-01-01T00:00:00Z' },
  ];
  assert.equal(toTimes('title', segments), null);
  assert.equal(describeDifference({ field: 'title', same: false, segments }), 'differs');
  for (const field of ['open_time', 'close_time'] as const)
    assert.deepEqual(toTimes(field, segments), [Date.UTC(2027, 0, 1), Date.UTC(2027, 0, 1)]);
});

test('a missing time is no time', () => {
  assert.equal(toTimes('close_time', [{ in: 'first', text: '2027-01-01' }]), null);
  assert.equal(toTimes('close_time', [{ in: 'other', text: '2027-01-01' }]), null);
});
