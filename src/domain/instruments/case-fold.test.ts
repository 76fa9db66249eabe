import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold, nameKey, wordsOf } from './case-fold.ts';
import { someText } from './instrument.fixture.ts';

test('spellings that differ only in case or in code points fold to the same text', () => {
  const same = [
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['Café', 'CAFE\u0301'],
    ['Élan', 'éLAN'],
    ['ǅ', 'ǆ'],
  ] as const;
  for (const [a, b] of same) assert.equal(fold(a), fold(b), `${a} and ${b}`);
});

test('letters with and without an accent stay different', () => {
  assert.notEqual(fold('é'), fold('e'));
});

test('ASCII text takes the short way to the same result', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      assert.equal(fold(text), fold(`${text}é`).slice(0, text.length));
    }),
  );
});

test('folding twice is folding once, also for broken surrogates', () => {
  fc.assert(fc.property(someText(8), (text) => assert.equal(fold(fold(text)), fold(text))));
});

test('words are parted by any white space and by nothing else, each once', () => {
  assert.deepEqual(wordsOf('  Rain\tin\u00a0LONDON rain\n"%_*" '), ['rain', 'in', 'london', '"%_*"']);
  assert.deepEqual(wordsOf(' \u3000 '), []);
  assert.equal(nameKey(' KX-Rain  Lon '), 'kx-rain lon');
});
