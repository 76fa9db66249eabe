import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDecimal } from '../../contract/model/money.ts';
import { DecimalCache } from './decimal-cache.ts';

test('a decimal is parsed once, and an invalid text each time', () => {
  const parsed: string[] = [];
  const cache = new DecimalCache((text) => {
    parsed.push(text);
    return parseDecimal(text);
  });
  for (const text of ['0.48', '0.48', 'x', 'x']) assert.equal(cache.parse(text), parseDecimal(text));
  assert.deepEqual(parsed, ['0.48', 'x', 'x']);
});

test('new texts are parsed correctly after the cache was cleared', () => {
  const cache = new DecimalCache(parseDecimal);
  for (let count = 0; count < 50_000; count += 1) {
    assert.equal(cache.parse(String(count)), BigInt(count) * 100_000_000n);
  }
});
