import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimestampMs } from '../../contract/model/time.ts';
import { compareListings, type ListingComparison, type Verdict } from './compare-listings.ts';
import type { Listing } from './listing.ts';

const toListing = (title: string, rules: string, terms: Listing['terms'] = {}): Listing => ({
  venue: 'V',
  ticker: 'T',
  title,
  rules,
  category: 'Sports',
  openTime: null,
  closeTime: Date.UTC(2027, 4, 16, 23) as TimestampMs,
  terms,
});

interface Match {
  readonly part?: string; // what the title asks between the sides and the outcome
  readonly winner?: string;
  readonly round?: string;
  readonly day?: string;
  readonly time?: string;
}

const EXTRA_TIME = 'including extra time and penalties';
const REGULATION = 'after 90 minutes plus stoppage time (does not include extra time or penalties)';

function toOutcome({
  part = 'To Advance',
  winner = 'Arsenal',
  round = 'Semifinal',
  day = 'May 15, 2027',
  time = EXTRA_TIME,
}: Match = {}): Listing {
  const act = part === 'To Advance' ? 'advances from' : 'wins';
  return toListing(
    `Arsenal vs Everton: ${part}: ${winner}`,
    `If ${winner} ${act} the Arsenal vs Everton EFL Cup ${round} soccer match originally scheduled for ${day}, ${time}, then the market resolves to Yes.`,
    { custom_strike: '{"soccer_team":"1"}' },
  );
}

const SOCCER = { sportsMarketType: 'soccer_team_to_advance' };
const DECIDED = 'Extra time and penalty shootouts count.';
const toAdvance = (round = 'Semifinal'): Listing =>
  toListing(
    'Arsenal FC vs. Everton FC: Team to Advance: Arsenal FC',
    `YES is Arsenal FC; NO is Everton FC. This market refers to the EFL Cup ${round} match between Arsenal FC and Everton FC scheduled for May 15, 2027. This market will resolve to "Arsenal FC" if Arsenal FC advances to the next round. ${DECIDED}`,
    SOCCER,
  );
const toWinner = (round = 'Final'): Listing =>
  toListing(
    `EFL Cup ${round} Winner: Arsenal FC or Everton FC?: Arsenal FC`,
    `YES is Arsenal FC; NO is Everton FC. This market refers to the EFL Cup ${round} match between Arsenal FC and Everton FC scheduled for May 15, 2027. This market will resolve to "Arsenal FC" if Arsenal FC is declared the winner. ${DECIDED}`,
    SOCCER,
  );

function compare(one: Listing, other: Listing): ListingComparison {
  const match = compareListings(one, other);
  assert.equal(match.verdict, compareListings(other, one).verdict);
  return match;
}
const decide = (one: Listing, other: Listing): Verdict => compare(one, other).verdict;

describe('the club that advances', () => {
  it('is the same outcome, and the other club the opposite one', () => {
    assert.equal(decide(toOutcome(), toAdvance()), 'same');
    assert.equal(decide(toOutcome({ winner: 'Everton' }), toAdvance()), 'same-inverted');
  });

  it('is another outcome on another day or in another round', () => {
    assert.equal(decide(toOutcome({ day: 'May 8, 2027' }), toAdvance()), 'different');
    assert.equal(decide(toOutcome({ round: 'Quarterfinal' }), toAdvance()), 'different');
  });

  it('over two legs is known after the second, whose day one listing may state alone', () => {
    const legs = (winner: string): Listing =>
      toListing(
        `Arsenal vs Everton: To Advance: ${winner} advances`,
        `If ${winner} advances past the other club in the 2026-27 Champions League soccer play-offs, then the market resolves to Yes. The aggregate over both legs counts, including extra time and penalties.`,
        { custom_strike: '{"soccer_team":"1"}' },
      );
    const toLegs = (yes: string, no: string): Listing =>
      toListing(
        `Arsenal FC vs. Everton FC: Team to Advance: ${yes}`,
        `YES is ${yes}; NO is ${no}. This market will resolve to the team that officially advances from this two-legged tie, based on aggregate score across both legs, with the deciding leg scheduled for May 15, 2027. This includes advancement after regulation, extra time or a penalty shoot-out.`,
        SOCCER,
      );
    assert.equal(decide(legs('Arsenal'), toLegs('Arsenal FC', 'Everton FC')), 'same');
    assert.equal(decide(legs('Arsenal'), toLegs('Everton FC', 'Arsenal FC')), 'same-inverted');
    const oneLeg = toOutcome({ part: 'Winner?', time: REGULATION });
    assert.doesNotMatch(decide(oneLeg, toLegs('Arsenal FC', 'Everton FC')), /^same/);
    assert.doesNotMatch(decide(legs('Arsenal'), oneLeg), /^same/);
  });

  it('is not the winner after 90 minutes', () => {
    for (const winner of ['Arsenal', 'Everton']) {
      const regular = toOutcome({ part: 'Winner?', winner, time: REGULATION });
      assert.match(decide(regular, toAdvance()), /different|unsure/, winner);
    }
  });
});

describe('the winner of a trophy', () => {
  const trophy = { part: 'To Win the Trophy', round: 'Final' };

  it('is the winner of the final', () => {
    assert.equal(decide(toOutcome(trophy), toWinner()), 'same');
    assert.equal(decide(toOutcome({ ...trophy, winner: 'Everton' }), toWinner()), 'same-inverted');
  });

  it('is not the winner of a semifinal of the same clubs', () => {
    assert.equal(decide(toOutcome(trophy), toWinner('Semifinal')), 'different');
  });

  it('is not the winner after 90 minutes, whose opposite includes the draw', () => {
    const regular = (winner: string): Listing =>
      toOutcome({ part: 'Winner?', winner, round: 'Final', time: REGULATION });
    assert.equal(decide(regular('Arsenal'), toWinner()), 'unsure');
    assert.equal(decide(regular('Everton'), toWinner()), 'different');
  });
});

describe('the sport of a match', () => {
  it('is read from the fields, which the text need not repeat', () => {
    assert.equal(decide(toAdvance(), toAdvance()), 'same');
    const tennis = { custom_strike: '{"tennis_competitor":"1"}' };
    assert.equal(decide(toAdvance(), { ...toAdvance(), terms: tennis }), 'different');
  });
});
