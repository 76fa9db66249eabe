import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extractFacts } from './extract.ts';
import type { Listing } from './listing.ts';
import { SentenceReader, splitSentences } from './sentences.ts';

const toListing = (title: string, rules: string): Listing => ({
  venue: 'Kalshi',
  ticker: 'T',
  title,
  rules,
  category: '',
  openTime: null,
  closeTime: null,
});

const readRules = (title: string, rules: string) => {
  const { rules: read, stems, affirmedStems } = extractFacts(toListing(title, rules));
  const { quantities, concepts, names, negations } = read;
  return { quantities, concepts, names, negations, stems, affirmedStems };
};

describe('splitSentences', () => {
  test('cuts after a word before a capital letter only, and loses no text', () => {
    const text = 'Boston vs. Denver is played. No. 1 of St. Louis by Jan. 5. It counts. the rest';
    assert.deepEqual(splitSentences(text), [
      'Boston vs. Denver is played.',
      'No. 1 of St. Louis by Jan. 5. It counts. the rest',
    ]);
    assert.deepEqual(splitSentences(''), ['']);
  });
});

describe('SentenceReader', () => {
  test('reads a repeated sentence twice at most, and another sentence by itself', () => {
    const read: string[] = [];
    const reader = new SentenceReader((sentence) => read.push(sentence));
    const [one, other] = ['The first long sentence.', 'The other long sentence.'];
    const readings = [one, one, one, other, one].map((it) => reader.read(it));
    assert.deepEqual(read, [one, one, other]);
    assert.deepEqual(readings, [1, 2, 2, 3, 2]);
  });
});

describe('a sentence that two listings share', () => {
  const SHARED = 'The Giants count as the winner after overtime.';

  test('is read with the sport of its listing', () => {
    const baseball = 'If New York wins the baseball game, it pays. ';
    const football = 'If New York wins the pro football game, it pays. ';
    for (let round = 1; round <= 3; round += 1) {
      assert.ok(readRules('Winner?', baseball + SHARED).concepts.includes('team:mlb-giants'));
      assert.ok(readRules('Winner?', football + SHARED).concepts.includes('team:nfl-giants'));
    }
  });

  test('is read with the sentence before it when a bracket goes on', () => {
    const shared = 'Dolmen Ravenscroft is counted.';
    const open = `It pays for a place (listed by the committee. ${shared} Others too).`;
    for (let round = 1; round <= 3; round += 1) {
      assert.deepEqual(readRules('Who?', `It pays for a place. ${shared}`).names, [
        ['dolmen', 'ravenscroft'],
      ]);
      assert.deepEqual(readRules('Who?', open).names, []);
    }
  });

  test('is read with the next one when a known phrase may go on', () => {
    const shared = 'The judges meet at the Supreme.';
    for (let round = 1; round <= 3; round += 1) {
      assert.ok(
        readRules('Who?', `It pays. ${shared} Court days count.`).concepts.includes('body:supreme-court'),
      );
      assert.ok(
        !readRules('Who?', `It pays. ${shared} Other days count.`).concepts.includes('body:supreme-court'),
      );
    }
  });

  test('has the words of its listing only in that listing', () => {
    const [one, other] = ['It pays for Denver. ', 'It pays for Boston. '];
    const shared = 'Practice games are not counted.';
    for (let round = 1; round <= 3; round += 1) {
      const [left, right] = [readRules('Who?', one + shared), readRules('Who?', other + shared)];
      assert.deepEqual([left.stems.has('denv'), left.stems.has('boston')], [true, false]);
      assert.deepEqual([right.stems.has('denv'), right.stems.has('boston')], [false, true]);
      assert.deepEqual([left.stems.has('practic'), left.affirmedStems.has('practic')], [true, false]);
    }
  });

  test('excludes its words as a later sentence, not as the first', () => {
    const shared = 'Practice games are not counted.';
    for (let round = 1; round <= 3; round += 1) {
      assert.ok(!readRules('Who?', `It pays. ${shared}`).affirmedStems.has('practic'));
      assert.ok(readRules('Who?', shared).affirmedStems.has('practic'));
    }
  });

  test('writes words in lower case for the title of its listing', () => {
    const readTitle = (rules: string) => extractFacts(toListing('Glacier melting', rules)).title.names;
    const shared = 'All glacier figures are final.';
    for (let round = 1; round <= 3; round += 1) {
      assert.deepEqual(readTitle(`It pays. ${shared}`), []);
      assert.deepEqual(readTitle('It pays. All other figures are final.'), [['glacier']]);
    }
  });
});
