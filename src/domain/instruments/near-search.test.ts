import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { instrument, KALSHI } from './instrument.fixture.ts';
import { type SearchRule, type Term, toSearchRule, visitTerms } from './instrument-search.ts';
import { isNear, isOneEdit, toNearTerms, toNearWords } from './near-search.ts';

const rule = (q: string, venue: typeof KALSHI | null = null): SearchRule =>
  toSearchRule({ q, venue, status: null, category: null });
const fed = instrument(1, {
  title: 'Will the Fed cut interest rates in March 2027?',
  description: 'Resolves YES after the meeting.',
});

test('one letter may be missing, extra or wrong, and two neighbours may be exchanged', () => {
  for (const other of ['rates', 'rate', 'raes', 'ratees', 'raves', 'artes', 'ratse', 'xrates', 'ates'])
    assert.ok(isOneEdit('rates', other), other);
  for (const other of ['rat', 'raxxs', 'setar', 'artse', 'teras', 'rats!!'])
    assert.ok(!isOneEdit('rates', other), other);
});

test('each word of 4 letters may have an edit; shorter words and words with digits may not', () => {
  for (const q of ['intrest', 'interst raets fed', 'marhc 2027', 'intersst', 'RATSE'])
    assert.ok(isNear(rule(q), fed), q);
  for (const q of ['fde', 'intrst', 'march 2026', '2072', 'rates boston', 'meetin9', 'meetign'])
    assert.ok(!isNear(rule(q), fed), q);
});

test('a long word may be the beginning of a word of the title, and filters still hold', () => {
  assert.equal(isNear(rule('intrst'), instrument(1, { title: 'Interest' })), false);
  assert.ok(isNear(rule('intres'), fed));
  assert.ok(!isNear(rule('mrac'), instrument(1, { title: 'A marching band' })));
  assert.ok(!isNear(rule('intrest', KALSHI), fed));
});

test('an instrument that is near has all terms of one set of each group', () => {
  const letters = fc.string({ minLength: 4, maxLength: 8, unit: fc.constantFrom('a', 'b', 'c') });
  fc.assert(
    fc.property(letters, letters, letters, (one, two, q) => {
      const found = instrument(1, { title: `${one} ${two}`, description: null });
      const wanted = rule(q);
      if (!isNear(wanted, found)) return;
      const terms = new Set<Term>();
      visitTerms(found, (term) => terms.add(term));
      const groups = toNearTerms(wanted);
      assert.ok(groups.every((sets) => sets.some((set) => set.every((term) => terms.has(term)))));
    }),
    { numRuns: 2_000 },
  );
});

test('a search without a word that may have an edit reads no index', () => {
  assert.equal(toNearWords(rule('fed 2027')), null);
  assert.deepEqual([...(toNearWords(rule('aaaaa bbbbb ccccc ddddd eeeee')) ?? [])].length, 4);
});
