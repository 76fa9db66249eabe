import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { compareListings, type Verdict } from '../compare-listings.ts';
import type { Listing } from '../listing.ts';

const toListing = (title: string, rules: string): Listing => ({
  venue: 'V',
  ticker: 'T',
  title,
  rules,
  category: 'Sports',
  openTime: null,
  closeTime: Date.UTC(2027, 4, 16, 23) as TimestampMs,
});

const HALF_AT_A_DRAW =
  'If the fight is cancelled, ends in a draw or a no contest, each market resolves to $0.50.';

/** A fight of Ben Okafor and Luis Prado, with the sides in the title and the winner as its outcome. */
const toNamed = (winner: string, later = HALF_AT_A_DRAW, day = 'May 15, 2027'): Listing =>
  toListing(
    `Okafor vs Prado fight winner?: ${winner}`,
    `If ${winner} wins the Okafor vs Prado professional MMA fight originally scheduled for ${day}, then the market resolves to Yes. ${later}`,
  );

/** The same fight as a question that is answered by Yes or No. */
const toQuestion = (draw: string, end = 'at UFC 331?', opponent = 'Luis Prado'): Listing =>
  toListing(
    `Will Ben Okafor beat ${opponent} ${end}`,
    `This market will resolve to "Yes" if Ben Okafor is declared the winner of the bout against ${opponent} at the UFC 331 card scheduled for May 15, 2027. ${draw}`,
  );
const HALF = 'If the bout ends in a draw or no contest, this market will resolve 50-50.';
const NO = 'If the bout is a draw or a no contest, or Prado wins, this market will resolve to "No".';

const decide = (one: Listing, other: Listing): Verdict => {
  const [match, swapped] = [compareListings(one, other), compareListings(other, one)];
  assert.equal(match.verdict, swapped.verdict);
  return match.verdict;
};

describe('a question who beats whom', () => {
  it('is the outcome of the fight with the same winner', () => {
    assert.equal(decide(toNamed('Ben Okafor'), toQuestion(HALF)), 'same');
  });

  it('is the opposite of the outcome with the other winner where a draw pays half', () => {
    assert.equal(decide(toNamed('Luis Prado'), toQuestion(HALF)), 'same-inverted');
  });

  it('is not the opposite of the other side where a draw pays nothing', () => {
    assert.equal(decide(toNamed('Luis Prado'), toQuestion(NO)), 'different');
    assert.equal(decide(toNamed('Luis Prado', ''), toQuestion(NO)), 'different');
  });

  it('is not proposed as the opposite where it says nothing of a draw', () => {
    assert.equal(decide(toNamed('Luis Prado'), toQuestion('')), 'unsure');
  });

  it('is not proposed with an outcome that pays half at a draw if it pays nothing', () => {
    assert.equal(decide(toNamed('Ben Okafor'), toQuestion(NO)), 'unsure');
  });

  it('is another contract on another day or with another opponent', () => {
    assert.equal(
      decide(toNamed('Ben Okafor', HALF_AT_A_DRAW, 'May 22, 2027'), toQuestion(HALF)),
      'different',
    );
    assert.notEqual(decide(toNamed('Ben Okafor'), toQuestion(HALF, 'at UFC 331?', 'Marco Prada')), 'same');
  });

  it('is not proposed where it limits how the winner wins', () => {
    for (const end of ['by knockout at UFC 331?', 'in the first round?', 'by submission?'])
      for (const winner of ['Ben Okafor', 'Luis Prado'])
        assert.match(decide(toNamed(winner), toQuestion(HALF, end)), /different|unsure/, `${winner} ${end}`);
  });

  it('is not a game without a known sport: the places of an election are not sides', () => {
    const toElection = (winner: string, state: string): Listing =>
      toListing(
        `Will ${winner} beat Prado in ${state}?`,
        `If ${winner} wins ${state} in the election of May 15, 2027, then the market resolves to Yes.`,
      );
    assert.equal(decide(toElection('Okafor', 'Ohio'), toElection('Okafor', 'Iowa')), 'different');
  });
});

describe('a match of cricket', () => {
  const toMatch = (winner: string, later: string): Listing =>
    toListing(
      `Sydney Sixers vs Perth Scorchers: ${winner}`,
      `If ${winner} wins the Sydney Sixers vs Perth Scorchers T20 cricket match originally scheduled for May 15, 2027, then the market resolves to Yes. ${later}`,
    );
  const named = toListing(
    'Indian Premier League XI: Sydney Sixers vs Perth Scorchers: Sydney Sixers',
    'YES is Sydney Sixers; NO is Perth Scorchers. In the match of May 15, 2027, if the Sydney Sixers win, this market will resolve to "Sydney Sixers". If the Perth Scorchers win, it will resolve to "Perth Scorchers". If the match is tied or has no result, it will resolve 50-50.',
  );
  it('is no match of soccer, and has two sides', () => {
    const half = 'If the match is tied or has no result, the market resolves to $0.50.';
    assert.equal(compareListings(toMatch('Sydney Sixers', half), named).verdict, 'same');
    assert.equal(compareListings(toMatch('Perth Scorchers', half), named).verdict, 'same-inverted');
    const nothing = 'If the match is tied, the market resolves to No.';
    assert.equal(compareListings(toMatch('Perth Scorchers', nothing), named).verdict, 'different');
  });
});
