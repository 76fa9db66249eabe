import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitWords } from './listing-text.ts';
import { readWord, toStem } from './word-table.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');

test('each word is read as it is written, also when two words have one hash', () => {
  // "Aa" and "BB" have one hash, and so have all words that are made of the same number of them.
  const words = ['AaAa', 'BBBB', 'AaBB', 'BBAa', 'aaaa', "O'Brien", '2027'];
  const text = words.join(' ');
  for (const round of [1, 2])
    assert.deepEqual(
      splitWords(text).map((word) => word.text),
      words.map((word) => word.toLowerCase()),
      `round ${round}`,
    );
});

test('a word that every object has as a property has the stem of any other word', () => {
  assert.deepEqual(['constructor', 'constructors', '__proto__'].map(toStem), [
    'construct',
    'construct',
    '__proto__',
  ]);
});

test('more words than the table keeps are read as they are written', () => {
  const words = LETTERS.flatMap((a) =>
    LETTERS.flatMap((b) => LETTERS.flatMap((c) => ['X', 'Y'].map((first) => `${first}${a}${b}${c}s`))),
  );
  assert.ok(words.length > 35_000);
  for (const word of [...words, ...words.slice(0, 100)]) {
    const { lower, stem } = readWord(` ${word} `, 1);
    assert.equal(lower, word.toLowerCase());
    assert.equal(stem, toStem(lower));
  }
});
