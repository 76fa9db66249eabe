import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide, toListing } from './listing.fixture.ts';
import type { Listing } from './listing.ts';

const MATCH =
  'the Leeds vs Derby English Premier League soccer game originally scheduled for Jan 9, 2027, then the market resolves to Yes.';
const ONCE = ' Each yellow and each red card counts as one card.';

const written = (part: string, claim: string, more = ''): Listing =>
  toListing({ title: `Leeds vs Derby: ${part}`, rules: `If ${claim} ${MATCH}${more}` });

const named = (title: string, condition: string): Listing =>
  toListing({
    title: `${title}: Over`,
    rules: `YES is Over; NO is Under. In the upcoming Premier League match between Leeds and Derby, scheduled for January 9, 2027: this market will resolve to "Over" if ${condition}. Otherwise, this market will resolve to "Under".`,
  });

const corners = written('Total Corners: 9+ corners', '9 or more corners are taken in');
const ofLeeds = written('Team Corners: Leeds: 6+ corners', 'Leeds takes 6 or more corners in');
const cards = (more: string): Listing =>
  written('Total Cards: 5+ cards', '5 or more yellow or red cards are shown to players in', more);
const both = (line: string, least: number): Listing =>
  named(
    `Leeds vs. Derby: Total Corners O/U ${line}`,
    `${least} or more corners are taken by both teams combined`,
  );
const allCards = (more: string): Listing =>
  named(
    'Leeds vs. Derby: Total Cards O/U 4.5',
    `5 or more yellow or red cards are shown to players of both teams.${more}`,
  );

describe('corners and cards of a match', () => {
  it('are one contract: 9 or more are more than 8.5', () => {
    assert.equal(decide(corners, both('8.5', 9)), 'same');
    assert.equal(decide(ofLeeds, named('Leeds: Corners O/U 5.5', 'Leeds take 6 or more corners')), 'same');
  });

  it('are one contract in any words for the line, and the opposite below it', () => {
    for (const [title, claim] of [
      ['Total Corners: Over 8.5 corners', 'more than 8.5 corners are taken in'],
      ['Corners: 9 or more corners', 'at least 9 corners are taken in'],
      ['Total Corners: At least 9 corners', 'more than 8.5 corners are taken in'],
    ] as const)
      assert.equal(decide(written(title, claim), both('8.5', 9)), 'same', title);
    const under = written('Total Corners: Under 8.5 corners', 'fewer than 9 corners are taken in');
    assert.equal(decide(under, both('8.5', 9)), 'same-inverted');
    for (const [title, claim] of [
      ['Total Corners: Over 8.5 corners', 'more than 9.5 corners are taken in'],
      ['Total Corners: Over 8.5 corners', 'fewer than 8.5 corners are taken in'],
      ['Total Corners: Over 8.5 corners', 'Leeds takes more than 8.5 corners in'],
      ['Total Corners: Over 8 corners', 'more than 8.5 corners are taken by either side in'],
    ] as const)
      assert.doesNotMatch(decide(written(title, claim), both('8.5', 9)), /^same/, claim);
  });

  it('are another contract with another line, half or side', () => {
    assert.equal(decide(corners, both('9.5', 10)), 'different');
    assert.notEqual(decide(corners, both('8.5', 10)), 'same');
    assert.notEqual(decide(ofLeeds, named('Derby: Corners O/U 5.5', 'Derby take 6 or more corners')), 'same');
    const half = '9 or more corners are taken by both teams combined in the first half';
    assert.notEqual(decide(corners, named('Leeds vs. Derby: First Half Corners O/U 8.5', half)), 'same');
  });

  it('are never one contract where a listing does not state how a red card counts', () => {
    assert.notEqual(decide(cards(''), allCards('')), 'same');
    assert.notEqual(decide(cards(ONCE), allCards(' A red card counts as two cards.')), 'same');
  });
});

const GAME = 'the Buffalo at New England Pro Football game originally scheduled for Jan 9, 2027';
const margin = (outcome: string, claim: string): Listing =>
  toListing({
    title: `Buffalo at New England: Winning Margin: ${outcome}`,
    rules: `If ${claim} ${GAME}, then the market resolves to Yes.`,
  });
const bills = (words: string, paid: string, team = 'Bills'): Listing =>
  toListing({
    title: `Bills vs. Patriots: ${team} to win by ${words}`,
    rules: `In the upcoming NFL game, scheduled for January 9: This market will resolve to "Yes" if the ${team} win by ${paid}. Otherwise, it will resolve to "No".`,
  });

describe('a margin between two numbers', () => {
  const six = margin('Buffalo by 1-6 points', 'Buffalo wins by 1 to 6 points in');
  const least = margin('Buffalo by 13+ points', 'Buffalo wins by 13 or more points in');

  it('is one contract with the same side and numbers', () => {
    assert.equal(decide(six, bills('1-6', 'between 1 and 6 points, inclusive')), 'same');
    assert.equal(decide(least, bills('13 or more', '13 or more points')), 'same');
  });

  it('is another contract with other numbers, another side, or no upper number', () => {
    assert.equal(decide(six, bills('7-12', 'between 7 and 12 points, inclusive')), 'different');
    assert.equal(decide(six, bills('1-6', 'between 1 and 6 points, inclusive', 'Patriots')), 'different');
    assert.notEqual(decide(six, bills('1-6', 'between 1 and 7 points, inclusive')), 'same');
    assert.equal(decide(six, bills('1 or more', '1 or more points')), 'different');
  });
});
