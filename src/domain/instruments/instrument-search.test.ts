import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseEventId } from '../../contract/model/ids.ts';
import { computeEventId } from './event-id.ts';
import { anInstrument, aSearch, DEMO, instrument, KALSHI } from './instrument.fixture.ts';
import {
  findTier,
  matchesWords,
  type SearchRule,
  type Term,
  toSearchRule,
  toTextTerms,
  toTitleTerms,
  visitTerms,
} from './instrument-search.ts';

const rule = (q: string | null, filters: Partial<Parameters<typeof toSearchRule>[0]> = {}): SearchRule =>
  toSearchRule({ q, venue: null, status: null, category: null, ...filters });
const rain = instrument(1, { ticker: 'RAIN-LON', title: 'Will it rain in London?', description: 'Heathrow' });

test('an exact ticker comes first, then a title with every word, then the others', () => {
  assert.equal(findTier(rule('rain-lon'), rain), 0);
  assert.equal(findTier(rule('LONDON rai'), rain), 1);
  assert.equal(findTier(rule('london heathrow'), rain), 2);
  assert.equal(findTier(rule('RAIN-LO'), rain), 2);
  assert.equal(findTier(rule('london paris'), rain), null);
});

test('a word must occur within one text and never spans two', () => {
  const split = instrument(1, { ticker: 'xyz', title: 'abc', description: 'def' });
  for (const word of ['cd', 'abcdef', 'fx', 'defxyz', 'xyzabc'])
    assert.equal(findTier(rule(word), split), null);
});

test('a search without words matches everything, in one tier', () => {
  assert.equal(findTier(rule(null), rain), 2);
  assert.equal(findTier(rule('  '), rain), 2);
});

test('filters are exact, except the case of the category', () => {
  assert.equal(findTier(rule('rain', { venue: DEMO, status: 'OPEN', category: 'wEATHER' }), rain), 1);
  assert.equal(findTier(rule('rain', { venue: KALSHI }), rain), null);
  assert.equal(findTier(rule('rain', { status: 'CLOSED' }), rain), null);
  assert.equal(findTier(rule('rain', { category: 'Weath' }), rain), null);
  assert.equal(findTier(rule('rain-lon', { status: 'CLOSED' }), rain), null);
});

test('an event and a series are filters of their venue', () => {
  const event = { venueEventId: 'E-1', title: null, series: 'Daily', exclusive: 'NONE' } as const;
  const listed = instrument(1, { venue: KALSHI, event });
  const eventId = computeEventId(KALSHI, 'E-1');
  assert.match(eventId, /^evt_[1-9][0-9]{0,15}$/);
  assert.equal(parseEventId(eventId), eventId);
  assert.equal(findTier(rule(null, { eventId, series: 'daily' }), listed), 2);
  assert.equal(findTier(rule(null, { eventId }), instrument(2, { venue: DEMO, event })), null);
  assert.equal(findTier(rule(null, { series: 'Weekly' }), listed), null);
  assert.equal(findTier(rule(null, { eventId }), rain), null);
});

test('the characters of query languages are ordinary characters', () => {
  const odd = instrument(1, { title: `50% of "A_B" * (C) AND \\ 'd'`, description: null });
  for (const word of ['50%', '"A_B"', '*', '(c)', 'and', '\\', `'d'`])
    assert.equal(findTier(rule(word), odd), 1);
  for (const word of ['5_%', 'a%b', '.*', '"a"']) assert.equal(findTier(rule(word), odd), null);
});

test('an instrument has every term of every search that finds it', () => {
  fc.assert(
    fc.property(anInstrument(7), aSearch, (found, query) => {
      const rule = toSearchRule(query);
      const tier = findTier(rule, found);
      const terms = new Set<Term>();
      visitTerms(found, (term) => terms.add(term));
      if (tier !== null) assert.ok(toTextTerms(rule).every((term) => terms.has(term)));
      if (tier === 1) assert.ok(toTitleTerms(rule).every((term) => terms.has(term)));
    }),
    { numRuns: 1_000 },
  );
});

test('a title term is not confused with the same term of the other text', () => {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');
  const all = new Set(
    letters.flatMap((letter) => [...toTitleTerms(rule(letter)), ...toTextTerms(rule(letter))]),
  );
  assert.equal(all.size, 2 * letters.length);
});

test('other records are searched with the same words in their own texts', () => {
  assert.ok(matchesWords(['rain', 'kx'], ['Rain in London', 'KXRAIN']));
  assert.ok(!matchesWords(['rain', 'paris'], ['Rain in London', 'KXRAIN']));
  assert.ok(matchesWords([], []));
});
