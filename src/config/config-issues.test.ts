import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nearest } from './config-issues.ts';

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
