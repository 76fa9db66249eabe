import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSigningTimestamp } from './request-signing.ts';

test('digits are milliseconds, or seconds below 10^12', () => {
  assert.equal(parseSigningTimestamp('1782907200000'), 1_782_907_200_000);
  assert.equal(parseSigningTimestamp('1782907200'), 1_782_907_200_000);
  assert.equal(parseSigningTimestamp('999999999999'), 999_999_999_999_000);
  assert.equal(parseSigningTimestamp('1000000000000'), 1_000_000_000_000);
  assert.equal(parseSigningTimestamp('0'), 0);
});

test('a timestamp that is not only digits is rejected', () => {
  for (const text of [
    '',
    ' ',
    '-1',
    '+1',
    '1.5',
    '1e3',
    '0x10',
    '1782907200000 ',
    '１２',
    'abc',
    '12345678901234567',
  ]) {
    assert.equal(parseSigningTimestamp(text), null, JSON.stringify(text));
  }
});
