import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VenueTerms } from '#contract';
import { decide, toListing } from '../listing.fixture.ts';
import type { Listing } from '../listing.ts';

const ifThen = (title: string, claim: string, terms: VenueTerms = {}, more = ''): Listing =>
  toListing({ title, rules: `If ${claim}, then the market resolves to Yes.${more}`, terms });
const yesIf = (title: string, condition: string, more = ''): Listing =>
  toListing({
    title,
    rules: `This market will resolve to "Yes" if ${condition}. Otherwise, it will resolve to "No".${more}`,
  });

const isApart = (one: Listing, other: Listing): void => assert.doesNotMatch(decide(one, other), /^same/);

describe('one term of two listings', () => {
  it('about an offering is its end, no filing, and no other way to the exchange', () => {
    const offered = ifThen(
      'Will Stripe IPO before Jan 1, 2028?',
      'Stripe completes an initial public offering before Jan 1, 2028',
    );
    const toQuestion = (title: string, act: string): Listing =>
      yesIf(title, `Stripe ${act} by December 31, 2027`);
    const title = 'Stripe IPO before 2028?';
    assert.equal(decide(offered, toQuestion(title, 'completes an initial public offering')), 'same');
    isApart(
      offered,
      toQuestion(
        'Stripe files for an IPO before 2028?',
        'publicly files a registration statement for an initial public offering',
      ),
    );
    isApart(offered, toQuestion(title, 'completes an initial public offering or a direct listing'));
    isApart(offered, toQuestion(title, 'announces an initial public offering'));
    isApart(offered, toQuestion(title, 'confirms plans for an IPO'));
    assert.equal(decide(offered, toQuestion(title, 'completes an IPO that it confirms')), 'same');
  });

  it('about an amount that the titles only name is the amount of the conditions', () => {
    const title = 'Will Vega join the five trillion club before 2028?';
    const toClub = (amount: string): Listing =>
      ifThen(title, `the market capitalization of Vega is ${amount} before Jan 1, 2028`);
    const above = yesIf(title, 'the market capitalization of Vega is above $5 trillion by December 31, 2027');
    assert.equal(decide(toClub('more than $5 trillion'), above), 'same');
    for (const amount of ['above $6 trillion', 'at least $5 trillion', 'below $5 trillion'])
      isApart(toClub(amount), above);
  });

  it('about an amount that only the conditions state is the same amount with the same bound', () => {
    const title = 'Will Ada Byron be a billionaire before 2028?';
    const toBillionaire = (amount: string): Listing =>
      ifThen(
        title,
        `the net worth of Ada Byron is ${amount} on the Bloomberg Billionaires Index before Jan 1, 2028`,
      );
    const reached = yesIf(
      title,
      'the net worth of Ada Byron on the Bloomberg Billionaires Index reaches or exceeds $1 billion by December 31, 2027',
    );
    for (const amount of ['at least $1 billion', '$1 billion or more', 'equal to or greater than $1 billion'])
      assert.equal(decide(toBillionaire(amount), reached), 'same', amount);
    for (const amount of ['more than $1 billion', 'at least $2 billion', 'at most $1 billion'])
      isApart(toBillionaire(amount), reached);
  });

  it('about a central bank is one meeting or any day', () => {
    const decided = ifThen(
      'Fed decision in Jan 2027?: Cut 25bps',
      'the Federal Reserve cuts the federal funds rate by 25 basis points at its Jan 2027 meeting',
    );
    const cut = (when: string): Listing =>
      yesIf(
        'Will the Fed cut rates by 25 bps in January 2027?',
        `the upper bound of the target federal funds rate is lowered by 25 bps ${when}`,
      );
    assert.equal(decide(decided, cut('at the meeting of January 26-27, 2027')), 'same');
    isApart(decided, cut('in January 2027, at a scheduled or an emergency meeting'));
  });

  it('about a price is the same hour', () => {
    const up = (from: string): Listing =>
      toListing({
        title: `Bitcoin Up or Down - January 10, ${from}-5PM ET: Up`,
        rules: `YES is Up; NO is Down. This market will resolve to "Up" if the average of the CF Benchmarks Bitcoin Real-Time Index before 5PM ET on January 10, 2027 is greater than or equal to that before ${from} ET. Otherwise, this market will resolve to "Down".`,
      });
    const hour = ifThen(
      'BTC up or down: hour ending 5 PM EST on Jan 10, 2027?: Up',
      'the average of the CF Benchmarks Bitcoin Real-Time Index before 5 PM EST on Jan 10, 2027 is at or above that before 4 PM EST',
    );
    assert.equal(decide(hour, up('4PM')), 'same');
    isApart(hour, up('4:45PM'));
  });

  it('about a game is the side that the outcome names', () => {
    const aces = ifThen(
      'Ana Vega vs Rita Orion: Most aces: Ana Vega',
      'Ana Vega hits the most aces in the Ana Vega vs Rita Orion WTA tennis match originally scheduled for Jan 9, 2027',
    );
    isApart(
      aces,
      yesIf(
        'Will Rita Orion hit the most aces?',
        'Rita Orion hits the most aces in the WTA tennis match between Ana Vega and Rita Orion, scheduled for January 9, 2027',
      ),
    );
  });

  it('about a league with play-offs is its winner, or the first of its table', () => {
    const winner = ifThen(
      'Indian Premier League winner 2027?: Rosenau Royals',
      'the Rosenau Royals win the 2027 Indian Premier League',
    );
    isApart(
      winner,
      yesIf(
        'Will Rosenau Royals finish first in the IPL 2027 league table?',
        'the Rosenau Royals finish first in the points table of the 2027 Indian Premier League',
      ),
    );
  });

  it('with a negation in the title alone has no known side', () => {
    const wins = ifThen(
      'Rosenau mayor winner?: Ana Vega',
      'Ana Vega wins the 2027 election for Mayor of Rosenau',
    );
    isApart(
      wins,
      yesIf(
        'Will Ana Vega not win the 2027 Rosenau mayoral election?',
        'Ana Vega wins the 2027 election for Mayor of Rosenau',
      ),
    );
  });

  it('is written in other words: a nickname, a city and a letter, over and under, a range in two numbers', () => {
    const left = ifThen(
      'Which cabinet members will leave before July 1, 2027?: Robert F. Kennedy Jr.',
      'Robert F. Kennedy Jr. leaves the cabinet before Jul 1, 2027',
    );
    assert.equal(
      decide(
        left,
        yesIf('RFK Jr. out of the cabinet by June 30, 2027?', 'RFK Jr. leaves the cabinet by June 30, 2027'),
      ),
      'same',
    );
    const wins = (city: string): Listing =>
      ifThen(
        `Pro Football wins: ${city}: 7+ wins`,
        `${city} wins at least 7 games in the 2026-27 Pro Football regular season`,
        { strike_type: 'greater_or_equal', floor_strike: '7' },
      );
    const season = (outcome: string): Listing =>
      toListing({
        title: `New York Giants: Regular Season Wins O/U 6.5: ${outcome}`,
        rules: `YES is ${outcome}; NO is ${outcome === 'Over' ? 'Under' : 'Over'}. This market will resolve to "Over" if the New York Giants win 7 or more games in the 2026-27 NFL regular season. Otherwise, this market will resolve to "Under".`,
      });
    assert.equal(decide(wins('New York G'), season('Over')), 'same');
    assert.equal(decide(wins('New York G'), season('Under')), 'same-inverted');
    isApart(wins('New York J'), season('Over'));
    const gross = (upper: string): Listing =>
      ifThen(
        '"Vega" opening weekend box office?: $20M to $22M',
        `Vega has a domestic opening weekend gross of at least $20,000,000${upper} on the weekend from Jan 8 to Jan 10, 2027`,
        { strike_type: 'between', floor_strike: '20000000', cap_strike: '21999999.99' },
      );
    const toQuestion = yesIf(
      'Will "Vega" Opening Weekend Box Office be between $20m and $22m?',
      'the domestic opening weekend (January 8 - January 10, 2027) of Vega grosses at least $20 million and less than $22 million',
    );
    assert.equal(decide(gross(' and less than $22,000,000'), toQuestion), 'same');
    isApart(gross(''), toQuestion);
  });

  it('is the margin of an election, whose party and numbers agree', () => {
    const margin = ifThen(
      'Kentucky governor margin of victory?: Republican by 5% to 10%',
      'the margin of victory of the Republican candidate in the 2027 Kentucky gubernatorial election is between 5% and 10%',
      { strike_type: 'between', floor_strike: '5', cap_strike: '10' },
    );
    const toQuestion = (party: string, range: string): Listing =>
      yesIf(
        `Will the ${party} candidate win the Kentucky governor race by ${range}%?`,
        `the ${party} candidate wins the 2027 Kentucky gubernatorial election by between ${range.replace('-', '% and ')}% of the votes`,
      );
    assert.equal(decide(margin, toQuestion('Republican', '5-10')), 'same');
    isApart(margin, toQuestion('Republican', '10-15'));
    isApart(margin, toQuestion('Democratic', '5-10'));
  });
});
