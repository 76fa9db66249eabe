import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ListingComparison, Verdict } from './compare-listings.ts';
import { compareListings } from './compare-listings.ts';
import { areSiblingOutcomes, type ComparedPair, withholdContested } from './exclusive-pairs.ts';
import type { Listing } from './listing.ts';

type Pair = ComparedPair<string>;
const toMatch = (verdict: Verdict): ListingComparison => ({
  verdict,
  score: 0.9,
  relation: verdict === 'unsure' ? 'unsure' : 'identity',
  inverted: verdict === 'same-inverted',
  reasons: [],
});
const pair = (a: string, b: string, verdict: Verdict): Pair => ({ a, b, match: toMatch(verdict) });
const getVenue = (key: string): string => key.split('-')[0] ?? '';
const getVerdicts = (pairs: readonly Pair[]): readonly Verdict[] =>
  withholdContested(pairs, getVenue).map(({ match }) => match.verdict);

describe('withholdContested', () => {
  test('two outcomes that claim one listing are both unsure, whatever their scores', () => {
    assert.deepEqual(getVerdicts([pair('K-den', 'P-game', 'same'), pair('K-kc', 'P-game', 'same')]), [
      'unsure',
      'unsure',
    ]);
  });

  test('two inverted claims are both unsure', () => {
    const pairs = [pair('K-den', 'P-game', 'same-inverted'), pair('K-den', 'P-other', 'same-inverted')];
    assert.deepEqual(getVerdicts(pairs), ['unsure', 'unsure']);
  });

  test('the two sides of one game are proposed, one of them inverted', () => {
    const pairs = [pair('K-den', 'P-game', 'same'), pair('K-kc', 'P-game', 'same-inverted')];
    assert.deepEqual(getVerdicts(pairs), ['same', 'same-inverted']);
  });

  test('listings of two venues may claim the same listing', () => {
    const pairs = [pair('K-den', 'P-game', 'same'), pair('D-den', 'P-game', 'same')];
    assert.deepEqual(getVerdicts(pairs), ['same', 'same']);
  });

  test('a withheld pair states the reason', () => {
    const [first] = withholdContested([pair('K-a', 'P-x', 'same'), pair('K-b', 'P-x', 'same')], getVenue);
    assert.deepEqual(
      first?.match.reasons.map(({ name, kind }) => [name, kind]),
      [['exclusive', 'gap']],
    );
  });

  test('no listing is claimed twice in one orientation, and only contested verdicts change', () => {
    const key = (venue: string) => fc.integer({ min: 0, max: 4 }).map((number) => `${venue}-${number}`);
    const verdict = fc.constantFrom<Verdict>('same', 'same-inverted', 'unsure', 'different');
    const pairs = fc.uniqueArray(fc.tuple(key('K'), key('P'), verdict), {
      selector: ([a, b]) => `${a} ${b}`,
    });
    fc.assert(
      fc.property(pairs, (drawn) => {
        const before = drawn.map(([a, b, of]) => pair(a, b, of));
        const after = withholdContested(before, getVenue);
        const getRivals = (of: readonly Pair[], { a, b, match }: Pair): number =>
          of.filter((it) => it.match.verdict === match.verdict && (it.a === a || it.b === b)).length;
        for (const [at, now] of after.entries()) {
          const then = before[at] as Pair;
          const isProposed = then.match.verdict.startsWith('same');
          if (isProposed && getRivals(before, then) > 1) assert.equal(now.match.verdict, 'unsure');
          else assert.equal(now, then);
          if (now.match.verdict.startsWith('same')) assert.equal(getRivals(after, now), 1);
        }
      }),
    );
  });
});

const listing = (venue: string, title: string, rules = ''): Listing => ({
  venue,
  ticker: title,
  title,
  rules,
  category: 'Sports',
  openTime: null,
  closeTime: null,
});

describe('areSiblingOutcomes', () => {
  test('titles of one venue that differ only in the outcome are siblings', () => {
    const denver = listing('Kalshi', 'Denver vs Kansas City: Denver');
    assert.ok(areSiblingOutcomes(denver, listing('Kalshi', 'Denver vs Kansas City: Kansas City')));
    assert.ok(!areSiblingOutcomes(denver, denver));
    assert.ok(!areSiblingOutcomes(denver, listing('Polymarket', 'Denver vs Kansas City: Kansas City')));
    assert.ok(!areSiblingOutcomes(denver, listing('Kalshi', 'Boston vs Kansas City: Kansas City')));
  });
});

describe('outcomes of a game between any two names', () => {
  const NAMES = ['Arlen', 'Brusk', 'Corvane', 'Delmont', 'Estrel', 'Fenwick', 'Gartside', 'Holm'] as const;
  const names = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 2, maxLength: 2 });
  const claim = (winner: string, one: string, other: string): string =>
    `If ${winner} wins the ${one} vs ${other} match scheduled for Jun 30, 2027, then the market resolves to Yes.`;

  test('never more than one of them is the same contract as one listing', () => {
    fc.assert(
      fc.property(names, fc.boolean(), fc.boolean(), ([one = '', other = ''], hasOutcome, isNamed) => {
        const event = `${one} vs ${other}`;
        const sides = [one, other].map((winner) =>
          listing('Kalshi', hasOutcome ? `${event}: ${winner}` : event, claim(winner, one, other)),
        );
        const game = listing(
          'Polymarket',
          isNamed ? `${event}: ${other}` : event,
          isNamed ? `YES is ${other}; NO is ${one}. The match scheduled for June 30, 2027.` : 'A match.',
        );
        const verdicts = sides.map((side) => compareListings(side, game).verdict);
        for (const verdict of ['same', 'same-inverted'])
          assert.ok(verdicts.filter((it) => it === verdict).length <= 1, `${event}: ${verdicts.join()}`);
        if (!isNamed) assert.ok(verdicts.every((verdict) => !verdict.startsWith('same')));
      }),
    );
  });
});
