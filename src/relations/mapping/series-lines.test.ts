import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide, toListing } from './listing.fixture.ts';
import type { Listing } from './listing.ts';

const MATCH =
  'the LCK Cup 2027: Vega vs. Orion League of Legends match originally scheduled for Jan 9, 2027 at 3:00 AM EST';

const written = (part: string, claim: string): Listing =>
  toListing({
    title: `Vega vs. Orion: ${part}`,
    rules: `If ${claim} ${MATCH}, then the market resolves to Yes.`,
  });

const named = (title: string, [yes, no]: readonly [string, string], condition: string): Listing =>
  toListing({
    title: `${title}: ${yes}`,
    rules: `YES is ${yes}; NO is ${no}. In the League of Legends match between Vega and Orion in the LCK Cup, scheduled for January 9 at 3:00AM ET: this market will resolve to ${condition}.`,
  });

const SIDES = ['Vega', 'Orion'] as const;
const TOTALS = ['Over', 'Under'] as const;
const secondMap = written('Map 2: Vega', 'Vega wins map 2 in');
const total = written('Total Maps: Over 3.5 maps', 'more than 3.5 maps are played in');
const spread = written('Map Spread: Vega wins by over 1.5 maps', 'Vega wins by more than 1.5 maps in');
const game = (number: number, sides: readonly [string, string] = SIDES): Listing =>
  named(
    `LoL: Vega vs Orion - Game ${number} Winner`,
    sides,
    `"Vega" if Vega win game ${number} of the match and to "Orion" if Orion win game ${number} of the match`,
  );
const games = (line: string, least: string): Listing =>
  named(
    `Games Total: O/U ${line}`,
    TOTALS,
    `"Over" if ${least} or more games are played and to "Under" otherwise`,
  );
const handicap = (sides: readonly [string, string], least = 'two'): Listing =>
  named(
    'Game Handicap: Vega (-1.5) vs Orion (+1.5)',
    sides,
    `"Vega" if Vega win the match by ${least} or more games and to "Orion" otherwise`,
  );

describe('a part or line of a match in maps', () => {
  it('is one contract where a map is called a game', () => {
    assert.equal(decide(secondMap, game(2)), 'same');
    assert.equal(decide(total, games('3.5', 'four')), 'same');
    assert.equal(decide(spread, handicap(SIDES)), 'same');
  });

  it('is opposite for the other side', () => {
    assert.equal(decide(secondMap, game(2, ['Orion', 'Vega'])), 'same-inverted');
    assert.equal(decide(spread, handicap(['Orion', 'Vega'])), 'same-inverted');
  });

  it('is another contract with another map, another line, or a rule that contradicts the title', () => {
    assert.equal(decide(secondMap, game(1)), 'different');
    assert.equal(decide(total, games('4.5', 'five')), 'different');
    assert.notEqual(decide(total, games('3.5', 'five')), 'same');
    assert.notEqual(decide(spread, handicap(SIDES, 'three')), 'same');
  });
});

const TENNIS =
  'the Ana Silva vs Eva Costa 2027 Australian Open Women Singles match originally scheduled for Jan 9, 2027';

const set = (occurrence: string): Listing =>
  toListing({
    title: 'Silva vs Costa: Set 1 Winner: Ana Silva',
    rules: `If Ana Silva wins set 1 in ${TENNIS}, then the market resolves to Yes.`,
    terms: { occurrence_datetime: occurrence },
  });
const firstSet = toListing({
  title: 'Set 1 Winner: Silva vs Costa: Silva',
  rules:
    'YES is Silva; NO is Costa. In the Australian Open match between Ana Silva and Eva Costa, scheduled for January 8 at 10:30PM ET: this market will resolve to "Silva" if Ana Silva wins the first set and to "Costa" if Eva Costa wins the first set.',
  terms: { sportsMarketType: 'tennis_first_set_winner', gameStartTime: '2027-01-09 03:30:00+00' },
});

describe('a tennis match at night', () => {
  it('has the day of its place at one venue and that of New York at the other', () => {
    assert.equal(decide(set('2027-01-09T03:30:00Z'), firstSet), 'same');
  });

  it('is another match where the published start is another', () => {
    assert.equal(decide(set('2027-01-09T12:30:00Z'), firstSet), 'different');
  });
});
