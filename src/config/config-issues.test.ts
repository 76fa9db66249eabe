import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nearest } from '../contract/model/nearest-name.ts';
import { findLine } from './config-issues.ts';

describe('the nearest known name', () => {
  for (const [typed, known, expected] of [
    ['port', ['host', 'port'], 'port'],
    ['prot', ['host', 'port'], 'port'],
    ['ports', ['port', 'parts'], 'port'],
    ['hostt', ['posts', 'hosts'], 'hosts'], // one letter apart, in the last place
    ['burst', ['rate.write.burst', 'port'], 'rate.write.burst'],
    ['ack_wait_m', ['ack_max', 'ack_wait_ms'], 'ack_wait_ms'],
    ['colour', ['port', 'host'], null],
    ['abcd', ['abxy'], 'abxy'], // two of four letters differ
    ['abcd', ['axyz'], null], // three of four
    ['abcd', ['ax'], null], // three: the last letters count too
    ['st', ['rate.write.burst', 'port'], null], // the end of a name is not its last part
    ['abcdefghi', ['abcdefxyz'], 'abcdefxyz'], // three of nine
    ['abcdefghi', ['abcdewxyz'], null], // four of nine
  ] as const)
    test(`of ${typed} among ${known.join(', ')} is ${expected}`, () => {
      assert.equal(nearest(typed, known), expected);
    });

  test('is by its distance when several sections have the name', () => {
    assert.equal(nearest('burst', ['rate.write.burst', 'rate.read.burst']), null);
  });
});

test('the line of a setting is found below quoted sections that contain a dot', () => {
  const text =
    '# a comment\n[venues."Venue.One"]\nkey_id = 1\n[venues.\'Other.Two\']\n"key_id" = 2\nurl.one = 3';
  const lineOf = (...path: readonly string[]): number | null => findLine(text, path);
  assert.deepEqual(
    [
      lineOf('venues', 'Venue.One', 'key_id'),
      lineOf('venues', 'Other.Two', 'key_id'),
      lineOf('venues', 'Other.Two', 'url', 'one'),
      lineOf('venues', 'Other.Two', 'absent'),
      lineOf('venues', 'Venue'),
    ],
    [3, 5, 6, 4, null],
  );
});
