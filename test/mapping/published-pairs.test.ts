import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { scorePairs } from '../../scripts/mapping-score-worded.ts';
import { SEALED_FILE, SEALED_PAIRS, SECOND_SEALED_FILE, SECOND_SEALED_PAIRS } from './published-pairs.ts';

test('the sealed pairs are the 60 that were written before any score was known', () => {
  const hash = createHash('sha256').update(readFileSync(SEALED_FILE)).digest('hex');
  assert.equal(hash, '153a02f96d1264a724ed52eb77e0ccd4dbd0d190cf1c694057a4f998450cfa72');
  assert.equal(SEALED_PAIRS.length, 60);
});

test('the sealed pairs have every label in nine classes', () => {
  const count = (label: string): number => SEALED_PAIRS.filter((pair) => pair.label === label).length;
  assert.deepEqual(['same', 'inverted', 'different'].map(count), [25, 5, 30]);
  assert.equal(new Set(SEALED_PAIRS.map(({ kind }) => kind)).size, 9);
});

test('the second sealed pairs are the 100 that were written before their author read the rules', () => {
  const hash = createHash('sha256').update(readFileSync(SECOND_SEALED_FILE)).digest('hex');
  assert.equal(hash, 'c6b43dd14eb1586a82fcae512d58a419d65800b596b4f3accd44f2cd335cebe2');
  assert.equal(SECOND_SEALED_PAIRS.length, 100);
});

test('no sealed pair has the wrong side', () => {
  assert.equal(scorePairs([...SEALED_PAIRS, ...SECOND_SEALED_PAIRS]).wrongSide, 0);
});
