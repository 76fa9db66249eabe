import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decode } from '../../../contract/model/decoder.ts';
import { parseDecimal } from '../../../contract/model/money.ts';
import { milliseconds, parseWireDecimal, price, side, text, unlessBlank } from './polymarket-decoder.ts';

test('a decimal in the contract’s spelling reads as it does everywhere', () => {
  const whole = fc.bigInt({ min: 0n, max: 999_999_999_999_999n }).map(String);
  const fraction = fc.stringMatching(/^[0-9]{0,8}$/);
  fc.assert(
    fc.property(whole, fraction, (before, after) => {
      const text = after === '' ? before : `${before}.${after}`;
      assert.equal(parseWireDecimal(text), parseDecimal(text));
    }),
    { numRuns: 2_000 },
  );
});

test('the venue’s own spellings are read, and noise behind the eighth decimal is rounded', () => {
  const spelled: readonly (readonly [unknown, bigint])[] = [
    ['.48', 48_000_000n],
    ['10.', 1_000_000_000n],
    ['007', 700_000_000n],
    [0.48, 48_000_000n],
    [12, 1_200_000_000n],
    ['0.480000004', 48_000_000n],
    ['0.480000005', 48_000_001n],
    ['0.1234567890123', 12_345_679n],
    ['123456789012345', 12_345_678_901_234_500_000_000n],
    ['12345678901234.5', 1_234_567_890_123_450_000_000n],
  ];
  for (const [value, units] of spelled) assert.equal(parseWireDecimal(value), units, String(value));
});

test('text that is no decimal is refused', () => {
  const none = [
    '',
    '.',
    '-1',
    '+1',
    '1e3',
    '1,5',
    '1.2.3',
    ' 1',
    '1 ',
    'NaN',
    '0x1',
    '1234567890123456',
    null,
    {},
  ];
  for (const value of none) assert.equal(parseWireDecimal(value), null, JSON.stringify(value));
});

test('only an absent, null or empty field is blank', () => {
  const decoder = unlessBlank(price, null);
  for (const blank of [undefined, null, '']) assert.equal(decoder.read(blank, '', null), null);
  assert.equal(decode(decoder, '.48'), 48_000_000n);
  assert.equal(decode(unlessBlank(price, 7n), 'x'), null, 'an invalid value is refused');
});

test('a text may be a number, and a side may be in lower case', () => {
  assert.deepEqual(
    ['x', 7, '', null, true].map((value) => decode(text, value)),
    ['x', '7', null, null, null],
  );
  assert.deepEqual(
    ['BUY', 'sell', 'hold', null].map((value) => decode(side, value)),
    ['BUY', 'SELL', null, null],
  );
});

test('a time is Unix seconds or milliseconds, as text or a number, or RFC 3339', () => {
  const at = Date.parse('2026-07-01T12:00:00Z');
  for (const value of [at / 1000, String(at / 1000), at, String(at), '2026-07-01T12:00:00Z'])
    assert.equal(decode(milliseconds, value), at, String(value));
  for (const none of ['', '0', -1, 'noon', '2026-02-31T00:00:00Z', null, {}])
    assert.equal(decode(milliseconds, none), null, JSON.stringify(none));
});
