import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldCase, toNameKey, toSearchWords } from './case-fold.ts';
import { someText } from './instrument.fixture.ts';

test('spellings that differ only in case or in code points fold to the same text', () => {
  const same = [
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['Café', 'CAFE\u0301'],
    ['Élan', 'éLAN'],
    ['ǅ', 'ǆ'],
  ] as const;
  for (const [a, b] of same) assert.equal(foldCase(a), foldCase(b), `${a} and ${b}`);
});

test('letters with and without an accent stay different', () => {
  assert.notEqual(foldCase('é'), foldCase('e'));
});

test('the shortcut for ASCII text gives the same result', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      assert.equal(foldCase(text), foldCase(`${text}é`).slice(0, text.length));
    }),
  );
});

test('folding is idempotent, also for lone surrogates', () => {
  fc.assert(fc.property(someText(8), (text) => assert.equal(foldCase(foldCase(text)), foldCase(text))));
});

test('words are separated by white space only, without duplicates', () => {
  assert.deepEqual(toSearchWords('  Rain\tin\u00a0LONDON rain\n"%_*" '), ['rain', 'in', 'london', '"%_*"']);
  assert.deepEqual(toSearchWords(' \u3000 '), []);
  assert.equal(toNameKey(' KX-Rain  Lon '), 'kx-rain lon');
});
