import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ListingComparison, Verdict } from './compare-listings.ts';
import { compareListings } from './compare-listings.ts';
import { areSiblingOutcomes, type ComparedPair, withholdContested } from './exclusive-pairs.ts';
import type { Listing } from './listing.ts';

type Pair = ComparedPair<string>;
const toMatch = (verdict: Verdict, score: number): ListingComparison => ({
  verdict,
  score,
  relation: verdict === 'unsure' ? 'unsure' : 'identity',
  inverted: verdict === 'same-inverted',
  reasons: [],
});
const pair = (a: string, b: string, verdict: Verdict, score = 0.9): Pair => ({
  a,
  b,
  match: toMatch(verdict, score),
});
const getVenue = (key: string): string => key.split('-')[0] ?? '';
const getVerdicts = (pairs: readonly Pair[]): readonly Verdict[] =>
  withholdContested(pairs, getVenue).map(({ match }) => match.verdict);

describe('withholdContested', () => {
  test('two outcomes that fit one listing equally are both unsure', () => {
    for (const score of [0.9, 0.86])
      assert.deepEqual(
        getVerdicts([pair('K-den', 'P-game', 'same'), pair('K-kc', 'P-game', 'same', score)]),
        ['unsure', 'unsure'],
      );
  });

  test('an outcome does not fall to the next best where that of its event is unsure', () => {
    const areSiblings = (one: string, other: string): boolean => one.slice(0, 5) === other.slice(0, 5);
    const decide = (...pairs: readonly Pair[]): readonly Verdict[] =>
      withholdContested(pairs, getVenue, areSiblings).map(({ match }) => match.verdict);
    for (const score of [0.95, 0.9, 0.86]) {
      assert.deepEqual(
        decide(pair('K-race-ana', 'P-race-bo', 'same'), pair('K-race-bo', 'P-race-bo', 'unsure', score)),
        ['unsure', 'unsure'],
      );
      assert.deepEqual(
        decide(pair('K-race-bo', 'P-race-ana', 'same'), pair('K-race-bo', 'P-race-bo', 'unsure', score)),
        ['unsure', 'unsure'],
      );
    }
    for (const [one, score] of [
      ['K-race-bo', 0.85],
      ['K-cups-bo', 0.95],
    ] as const)
      assert.deepEqual(
        decide(pair('K-race-ana', 'P-race-bo', 'same'), pair(one, 'P-race-bo', 'unsure', score)),
        ['same', 'unsure'],
      );
  });

  test('of two outcomes that fit one listing, the better by a margin is kept', () => {
    const pairs = [pair('K-den', 'P-game', 'same', 0.7), pair('K-kc', 'P-game', 'same', 0.75)];
    const [worse, better] = withholdContested(pairs, getVenue);
    assert.equal(better, pairs[1]);
    assert.deepEqual(
      worse?.match.reasons.map(({ words }) => words),
      ['another pair fits better, with a score of 0.75 against 0.7'],
    );
  });

  test('a listing whose better pair is assigned elsewhere goes to its next pair', () => {
    const pairs = [
      pair('K-a', 'P-x', 'same', 0.9),
      pair('K-b', 'P-x', 'same', 0.8),
      pair('K-b', 'P-y', 'same', 0.6),
    ];
    assert.deepEqual(getVerdicts(pairs), ['same', 'unsure', 'same']);
  });

  test('a pair that competes with one of two equals is withheld with them', () => {
    const pairs = [
      pair('K-a', 'P-x', 'same', 0.9),
      pair('K-a', 'P-y', 'same', 0.9),
      pair('K-b', 'P-y', 'same', 0.6),
    ];
    assert.deepEqual(getVerdicts(pairs), ['unsure', 'unsure', 'unsure']);
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
    assert.match(
      first?.match.reasons[0]?.words ?? '',
      /^no pair fits best: 2 listings of one venue .* 0\.9, 0\.9$/,
    );
  });

  test('the kept pairs are one to one, and each is better by a margin than every pair that it excludes', () => {
    const key = (venue: string) => fc.integer({ min: 0, max: 4 }).map((number) => `${venue}-${number}`);
    const verdict = fc.constantFrom<Verdict>('same', 'same-inverted', 'unsure', 'different');
    const score = fc.integer({ min: 50, max: 100 }).map((hundredths) => hundredths / 100);
    const pairs = fc.uniqueArray(fc.tuple(key('K'), key('P'), verdict, score), {
      selector: ([a, b]) => `${a} ${b}`,
    });
    fc.assert(
      fc.property(pairs, (drawn) => {
        const before = drawn.map(([a, b, of, points]) => pair(a, b, of, points));
        const after = withholdContested(before, getVenue);
        const kept = after.filter((it) => before.includes(it) && it.match.verdict.startsWith('same'));
        const isRival = (one: Pair, it: Pair): boolean =>
          one !== it && it.match.verdict === one.match.verdict && (it.a === one.a || it.b === one.b);
        for (const [at, now] of after.entries()) {
          const then = before[at] as Pair;
          const rivals = before.filter((it) => isRival(then, it));
          if (!then.match.verdict.startsWith('same') || rivals.length === 0) assert.equal(now, then);
          else if (now !== then) assert.equal(now.match.verdict, 'unsure');
          else
            for (const rival of rivals) {
              assert.ok(!kept.includes(rival));
              const isAssigned = kept.some((it) => isRival(rival, it) && it.match.score > rival.match.score);
              assert.ok(isAssigned || rival.match.score <= then.match.score - 0.05 + 1e-9);
            }
        }
      }),
    );
  });

  test('the assignment does not depend on the order of the pairs', () => {
    const drawn = fc.uniqueArray(
      fc.tuple(
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 50, max: 60 }),
      ),
      { selector: ([a, b]) => `${a} ${b}` },
    );
    fc.assert(
      fc.property(drawn, (triples) => {
        const pairs = triples.map(([a, b, points]) => pair(`K-${a}`, `P-${b}`, 'same', points / 100));
        const render = (some: readonly Pair[]): readonly string[] =>
          withholdContested(some, getVenue)
            .map(({ a, b, match }) => `${a} ${b} ${match.verdict}`)
            .toSorted();
        assert.deepEqual(render(pairs.toReversed()), render(pairs));
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

describe('random events of both venues', () => {
  const CANDIDATES = [
    'Ann Corvane',
    'Ann Corvane Jr.',
    'Bela Corvane',
    'Carl Delmont',
    'Dora Estrel',
    'Delmont',
    'Emil Holm',
  ] as const;
  const RANGES = [
    'above 3.1%',
    'above 3.2%',
    '3.1% or less',
    '3.2% or more',
    'between 3.1% and 3.2%',
  ] as const;

  /** The outcomes of an event as markets. The event is exclusive at both venues. */
  const toMarkets = (venue: string, outcomes: readonly string[], word: (outcome: string) => string) =>
    outcomes.map((outcome, at) => ({
      ...listing(venue, word(outcome), `This market will resolve to "Yes" if ${word(outcome)}.`),
      ticker: `${venue}-${at}`,
      event: 'one event',
    }));

  test('no two outcomes of one event are the same contract as one listing', () => {
    const some = (from: readonly string[]) => fc.uniqueArray(fc.constantFrom(...from), { minLength: 2 });
    const events = fc.oneof(
      fc.tuple(fc.constant('person'), some(CANDIDATES), some(CANDIDATES)),
      fc.tuple(fc.constant('figure'), some(RANGES), some(RANGES)),
    );
    let proposed = 0;
    fc.assert(
      fc.property(events, ([kind, left, right]) => {
        const word = (outcome: string): string =>
          kind === 'person'
            ? `${outcome} wins the 2027 mayoral election in Arlen`
            : `the unemployment rate for March 2027 is ${outcome}`;
        const [one, other] = [toMarkets('Kalshi', left, word), toMarkets('Polymarket', right, word)];
        const pairs = one.flatMap((a) => other.map((b) => ({ a, b, match: compareListings(a, b) })));
        const kept = withholdContested(pairs, ({ venue }: Listing) => venue).filter(
          ({ match }) => match.verdict === 'same',
        );
        proposed += kept.length;
        assert.equal(new Set(kept.map(({ a }) => a)).size, kept.length);
        assert.equal(new Set(kept.map(({ b }) => b)).size, kept.length);
      }),
    );
    assert.ok(proposed > 0);
  });
});
