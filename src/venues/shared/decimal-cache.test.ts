import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDecimal } from '../../domain/model/money.ts';
import { DecimalCache } from './decimal-cache.ts';

test('a text is read once, and what is no decimal is asked about each time', () => {
  const asked: string[] = [];
  const texts = new DecimalCache((text) => {
    asked.push(text);
    return parseDecimal(text);
  });
  for (const text of ['0.48', '0.48', 'x', 'x']) assert.equal(texts.parse(text), parseDecimal(text));
  assert.deepEqual(asked, ['0.48', 'x', 'x']);
});

test('ever new texts are read rightly, however many there were', () => {
  const texts = new DecimalCache(parseDecimal);
  for (let count = 0; count < 50_000; count += 1) {
    assert.equal(texts.parse(String(count)), BigInt(count) * 100_000_000n);
  }
});
