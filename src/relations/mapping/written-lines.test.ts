import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { Verdict } from './compare-listings.ts';
import { findPaidClause, readLineBound } from './line-bounds.ts';
import { decide, toListing } from './listing.fixture.ts';
import type { Listing } from './listing.ts';

const toSportsListing = (venue: string, title: string, rules: string): Listing =>
  toListing({ venue, title, rules, category: 'Sports', closeTime: Date.UTC(2027, 0, 26, 23) as TimestampMs });

const GAME = 'the Utah at Phoenix professional basketball game originally scheduled for Jan 25, 2027';
const TOTAL = toSportsListing(
  'Kalshi',
  'Utah at Phoenix: Total Points: Over 231.5 points scored',
  `If Utah and Phoenix collectively score more than 231.5 points in ${GAME}, then the market resolves to Yes. Overtime is included.`,
);
const MARGIN = toSportsListing(
  'Kalshi',
  'Utah at Phoenix: Spread: Phoenix wins by over 3.5 points',
  `If Phoenix wins ${GAME} by more than 3.5 points, then the market resolves to Yes. Overtime is included.`,
);
const toPolymarket = (title: string, rules: string): Listing =>
  toSportsListing('Polymarket', title, `In the NBA game scheduled for January 25, 2027: ${rules}`);
const toYes = (title: string, condition: string): Listing =>
  toPolymarket(
    title,
    `This market will resolve to "Yes" if ${condition}. Otherwise, this market will resolve to "No".`,
  );

const isProposed = (verdict: Verdict): boolean => verdict === 'same' || verdict === 'same-inverted';

describe('a bound in words', () => {
  it('divides the whole numbers at a half', () => {
    for (const [text, line, isBelow] of [
      ['231 or fewer points', 231.5, true],
      ['at most 231 points', 231.5, true],
      ['fewer than 232 points', 231.5, true],
      ['232+ points', 231.5, false],
      ['more than 231 points', 231.5, false],
      ['at least 232 total points', 231.5, false],
    ] as const)
      assert.deepEqual(readLineBound(text), { line, isBelow, unit: 'points' });
    assert.equal(readLineBound('230 to 235 points'), null);
    assert.equal(readLineBound('4 or more and 9 or fewer goals'), null);
  });
  it('is read from the clause of its outcome', () => {
    const rules =
      'This market will resolve to "Under" if 2 or fewer goals are scored, and to "Over" if 3 or more goals are scored.';
    assert.equal(findPaidClause(rules, 'Over'), '3 or more goals are scored');
    assert.equal(findPaidClause(rules, 'Under'), '2 or fewer goals are scored');
    assert.equal(findPaidClause(rules, 'Yes'), null);
  });
});

describe('a total in words', () => {
  it('is the same line from either side', () => {
    const fewer = toYes(
      'Will the Jazz and Suns combine for 231 or fewer points on January 25?',
      'the final score of the game adds up to at most 231 points',
    );
    const more = toYes(
      'Jazz vs. Suns: 232+ points?',
      'the Jazz and the Suns score a combined 232 points or more',
    );
    assert.equal(decide(TOTAL, fewer), 'same-inverted');
    assert.equal(decide(TOTAL, more), 'same');
    assert.equal(decide(more, fewer), 'same-inverted');
  });
  it('names its outcomes in either order', () => {
    const under = toPolymarket(
      'Jazz vs. Suns: U/O 231.5: Under',
      'This market will resolve to "Under" if 231 or fewer points are scored in total, and to "Over" if 232 or more points are scored.',
    );
    const named = { ...under, rules: `YES is Under; NO is Over. ${under.rules}` };
    assert.equal(decide(TOTAL, named), 'same-inverted');
  });
  it('is not proposed with another number, half, count or side', () => {
    for (const [title, condition] of [
      ['Will the Jazz and Suns combine for 232 or fewer points?', 'they combine for at most 232 points'],
      ['Will the Jazz and Suns combine for 231 or fewer points?', 'they combine for at most 230 points'],
      [
        'Will the Jazz and Suns combine for 232+ points?',
        'they combine for 232 or more points in the first half',
      ],
      ['Will the Jazz and Suns combine for 232+ field goals?', 'they combine for 232 or more field goals'],
      ['Will the Jazz and Suns each score 232+ points?', 'each of them scores 232 or more points'],
      ['Will the Jazz and Suns combine for 232+ points?', 'the Jazz score 232 or more points'],
    ] as const)
      assert.equal(isProposed(decide(TOTAL, toYes(title, condition))), false, title);
  });
});

describe('a margin in words', () => {
  it('is the same line', () => {
    const wins = toYes(
      'Will the Suns beat the Jazz by 4 or more points?',
      'the Suns win the game by 4 or more points',
    );
    assert.equal(decide(MARGIN, wins), 'same');
  });
  it('is the opposite of the spread of the other side', () => {
    const plus = toPolymarket(
      'Spread: Jazz (+3.5): Jazz',
      'This market will resolve to "Jazz" if the Jazz win the game or lose by 3 or fewer points. If the Suns win by 4 or more points, this market will resolve to "Suns".',
    );
    const named = { ...plus, rules: `YES is Jazz; NO is Suns. ${plus.rules}` };
    assert.equal(decide(MARGIN, named), 'same-inverted');
  });
  it('is not proposed for the other side or another number', () => {
    const other = toYes(
      'Will the Jazz beat the Suns by 4 or more points?',
      'the Jazz win the game by 4 or more points',
    );
    const more = toYes(
      'Will the Suns beat the Jazz by 5 or more points?',
      'the Suns win the game by 5 or more points',
    );
    const mixed = toYes(
      'Will the Suns beat the Jazz by 4 or more points?',
      'the Jazz win the game by 4 or more points',
    );
    for (const listing of [other, more, mixed]) assert.equal(isProposed(decide(MARGIN, listing)), false);
  });
});
