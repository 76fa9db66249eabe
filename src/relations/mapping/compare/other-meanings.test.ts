import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VenueTerms } from '../../../contract/model/instrument.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { compareListings, type Verdict } from '../compare-listings.ts';
import type { Listing } from '../listing.ts';

const toListing = (title: string, rules: string, terms?: VenueTerms): Listing => ({
  venue: 'V',
  ticker: 'T',
  title,
  rules,
  category: 'Any',
  openTime: null,
  closeTime: Date.UTC(2027, 5, 30, 23) as TimestampMs,
  ...(terms === undefined ? {} : { terms }),
});

function decide(a: Listing, b: Listing): Verdict {
  const { verdict } = compareListings(a, b);
  assert.equal(compareListings(b, a).verdict, verdict);
  return verdict;
}

describe('the office of an elected person', () => {
  const toOffice = (claim: string): Listing =>
    toListing(
      'Who will be the next President of Rosenau?: Ana Duarte',
      `If Ana Duarte ${claim}, then the market resolves to Yes.`,
    );
  const elected = toListing(
    'Will Ana Duarte win the 2027 presidential election of Rosenau?',
    'This market will resolve according to the candidate who wins the 2027 presidential election of Rosenau.',
  );
  it('is taken later than it is won, or by another person before', () => {
    for (const claim of [
      'is the next person to be inaugurated as President of Rosenau before Jul 1, 2027',
      'is sworn in as President of Rosenau before Jul 1, 2027',
      'takes office as President of Rosenau before Jul 1, 2027',
    ])
      assert.doesNotMatch(decide(toOffice(claim), elected), /^same/, claim);
  });
  it('is that of the election where the rules name the election', () => {
    const pursuant = 'is inaugurated as President of Rosenau pursuant to the 2027 presidential election';
    assert.equal(decide(toOffice(pursuant), elected), 'same');
  });
  it('of a speaker who is elected is not yet that of one who is sworn in', () => {
    const toSpeaker = (act: string): Listing =>
      toListing(
        `Will Ana Duarte be ${act} Speaker of the Assembly by June 30?`,
        `This market will resolve to "Yes" if Ana Duarte is ${act} Speaker of the Assembly by June 30, 2027.`,
      );
    assert.doesNotMatch(decide(toSpeaker('sworn in as'), toSpeaker('elected')), /^same/);
    assert.equal(decide(toSpeaker('sworn in as'), toSpeaker('sworn in as')), 'same');
  });
});

describe('the leader of a season', () => {
  const toLeader = (title: string, claim: string): Listing =>
    toListing(
      title,
      `If Ana Duarte ${claim} in the 2026-27 Premier League season, then the market resolves to Yes.`,
    );
  const leader = toLeader('Premier League assists leader 2026-27: Ana Duarte', 'leads the league in assists');
  it('has the most of a statistic', () => {
    const toMost = (stat: string): Listing =>
      toLeader(
        `Will Ana Duarte have the most ${stat} in the 2026-27 Premier League?`,
        `has the most ${stat}`,
      );
    assert.equal(decide(leader, toMost('assists')), 'same');
    assert.doesNotMatch(decide(leader, toMost('goals')), /^same/);
  });
});

describe('the next team of a player', () => {
  const toTeam = (title: string, rules: string): Listing => toListing(title, rules);
  const written = toTeam(
    "What will be Ana Duarte's next team?: Denver Nuggets",
    "If Ana Duarte's next team is Denver Nuggets before May 1, 2027, then the market resolves to Yes.",
  );
  it('signs or acquires the player', () => {
    const toNext = (team: string): Listing =>
      toTeam(
        `Will Ana Duarte's next team be the ${team}?`,
        'This market will resolve according to the next team that officially announces the signing or acquisition of Ana Duarte by April 30, 2027, 11:59 PM ET.',
      );
    assert.equal(decide(written, toNext('Denver Nuggets')), 'same');
    assert.doesNotMatch(decide(written, toNext('Boston Celtics')), /^same/);
  });
});

describe('the most votes', () => {
  const toRace = (race: string, claim: string): Listing =>
    toListing(
      `Who will win ${race}?: Ana Duarte`,
      `If Ana Duarte ${claim} ${race}, then the market resolves to Yes.`,
    );
  const primary = 'the 2028 Ohio Democratic presidential primary';
  it('win a presidential primary, which has no runoff', () => {
    assert.equal(decide(toRace(primary, 'wins'), toRace(primary, 'wins the most votes in')), 'same');
  });
  it('may not win another race', () => {
    for (const race of [
      'the 2028 Ohio Democratic Senate primary',
      'the 2027 presidential election of Rosenau',
    ])
      assert.doesNotMatch(
        decide(toRace(race, 'wins'), toRace(race, 'wins the most votes in')),
        /^same/,
        race,
      );
  });
  it('are the greatest number of votes', () => {
    const race = 'the first round of the 2027 presidential election of Rosenau';
    const most = toRace(race, 'receives the most votes in');
    assert.equal(decide(most, toRace(race, 'receives the greatest number of votes in')), 'same');
  });
});

describe('words of a limit with another meaning', () => {
  it('a one-second value is no second place', () => {
    const toPrice = (values: string): Listing =>
      toListing(
        'Ethereum at $4,200 or more on June 30?',
        `This market will resolve to "Yes" if the average of the ${values} of CF Benchmarks on June 30, 2027 at 9 AM ET is $4,200 or more.`,
      );
    assert.equal(decide(toPrice('60 one-second values'), toPrice('60 values')), 'same');
    assert.equal(decide(toPrice('second highest of 60 values'), toPrice('60 values')), 'unsure');
  });
  it('the nominee of a party in an election is its candidate', () => {
    const toParty = (candidate: string, act = 'wins the 2027 Ohio Governor election'): Listing =>
      toListing(
        'Ohio Governor winner?: Democratic',
        `If ${candidate} of the Democratic Party ${act}, then the market resolves to Yes.`,
      );
    assert.equal(decide(toParty('the nominee'), toParty('a representative')), 'same');
    const other = toParty('the nominee', 'is chosen for the 2027 Ohio Governor election');
    assert.equal(decide(other, toParty('a representative')), 'unsure');
  });
});

describe('a threshold next to a whole number', () => {
  const toIndex = (value: string, rules: string): Listing =>
    toListing(
      `S&P 500 close on June 30?: ${value}`,
      `If the S&P 500 index closes ${rules} on Jun 30, 2027, then the market resolves to Yes.`,
    );
  it('of a price in cents is the whole number', () => {
    const above = toIndex('above 8,099.99', 'above 8099.99');
    assert.equal(decide(above, toIndex('8,100 or above', 'at 8,100 or above')), 'same');
    assert.equal(decide(above, toIndex('below 8,100', 'below 8,100')), 'same-inverted');
    assert.equal(decide(above, toIndex('8,099 or above', 'at 8,099 or above')), 'different');
  });
});

describe('a field with two equal bounds', () => {
  const toRate = (top: string): Listing =>
    toListing(
      'CPI in May 2027?: Exactly 0.2%',
      'If the CPI increases by exactly 0.2% in May 2027, then the market resolves to Yes.',
      { strike_type: 'between', floor_strike: '0.2', cap_strike: top },
    );
  it('is one value', () => {
    assert.equal(decide(toRate('0.2'), toRate('0.2')), 'same');
    assert.equal(decide(toRate('0.3'), toRate('0.2')), 'unsure');
  });
});

describe('a listing about all but the one that it names', () => {
  const toWinner = (title: string, winner: string): Listing =>
    toListing(title, `This market will resolve to "Yes" if the 2027 Copa Norte is won by ${winner}.`);
  const named = toWinner('Will Vega win the 2027 Copa Norte?', 'Vega');
  it('is the opposite of one about them, when title and condition agree', () => {
    assert.equal(decide(named, toWinner('2027 Copa Norte winner?: Vega', 'Vega')), 'same');
    const others = toWinner('Will a team other than Vega win the 2027 Copa Norte?', 'any team except Vega');
    assert.equal(decide(named, others), 'same-inverted');
    assert.equal(
      decide(named, toWinner('Will Vega win the 2027 Copa Norte?', 'any team except Vega')),
      'unsure',
    );
  });
  it('is the same one when both exclude it, or when another is excluded', () => {
    const others = toWinner('Will a team other than Vega win the 2027 Copa Norte?', 'any team except Vega');
    assert.equal(decide(others, others), 'same');
    assert.equal(
      decide(named, toWinner('2027 Copa Norte winner?: Vega', 'Vega (any stage except Orion Day)')),
      'same',
    );
  });
});

describe('a rate that is held', () => {
  const toRate = (title: string, upper: string): Listing =>
    toListing(
      title,
      `This market will resolve to "Yes" if the Fed ${upper} at its meeting of April 28, 2027.`,
    );
  it('is not one of which a listing only says that it changes', () => {
    const held = toRate(
      'Fed decision in April 2027?: Fed maintains rate',
      'leaves the upper bound unchanged',
    );
    assert.equal(
      decide(held, toRate('Fed rate change in April 2027?', 'sets another upper bound')),
      'unsure',
    );
  });
});

describe('abbreviations and words of the venues', () => {
  const isSame = (one: string, other: string, claim: string, otherClaim = claim): void =>
    assert.equal(
      decide(
        toListing(one, `If ${claim}, then the market resolves to Yes.`),
        toListing(other, `This market will resolve to "Yes" if ${otherClaim}.`),
      ),
      'same',
    );
  it('an award has its abbreviation', () => {
    const claim = 'Fernando Mendoza wins the 2026-27 NFL Offensive Rookie of the Year award';
    isSame(
      'NFL Offensive Rookie of the Year: Fernando Mendoza',
      'NFL OROY: Will Fernando Mendoza win?',
      claim,
    );
  });
  it('the quarter of a report is not that of a game', () => {
    const claim = 'the revenue of Netflix for Q4 2026 is above $12.5 billion';
    isSame(
      'Netflix Q4 2026 revenue above $12.5 billion?',
      'Netflix fourth-quarter 2026 revenue above $12.5 billion?',
      claim,
    );
  });
  it('the App Store is that of Apple', () => {
    const claim = 'ChatGPT is first in Free Apps of the US App Store on December 31, 2026';
    isSame(
      '#1 free app in the US App Store on Dec 31?: ChatGPT',
      'Will ChatGPT be #1 Free App in the US Apple App Store on December 31?',
      claim,
    );
  });
  it('a rate is set, and a tennis match has sets', () => {
    isSame(
      'ECB deposit facility rate after the March 2027 meeting?: 2.00%',
      'Will the ECB deposit facility rate be 2.00% after the March 2027 meeting?',
      'the ECB deposit facility rate is 2.00% after the March 2027 meeting',
      'the ECB sets the deposit facility rate at 2.00% at its March 2027 meeting',
    );
  });
});

describe('other names of one thing', () => {
  const toParty = (name: string, act: string): Listing =>
    toListing(
      `Next general election in the Netherlands: ${name}`,
      `If ${name} ${act} in the next general election in the Netherlands by June 30, 2027, then the market resolves to Yes.`,
    );
  it('a party has its short name and its name in its language', () => {
    assert.equal(
      decide(toParty('PVV', 'wins the most seats'), toParty('Party for Freedom', 'wins the most seats')),
      'same',
    );
    assert.equal(
      decide(toParty('PVV', 'wins the most seats'), toParty('VVD', 'wins the most seats')),
      'different',
    );
  });
  const toTop = (title: string, claim: string): Listing =>
    toListing(
      `Monaco Grand Prix: ${title}: Oscar Piastri`,
      `If Oscar Piastri finishes ${claim} at the 2027 Monaco Grand Prix, then the market resolves to Yes.`,
    );
  it('the podium is the top three, and "fourth place or better" the top four', () => {
    assert.equal(
      decide(toTop('Podium Finish', 'on the podium'), toTop('Top 3 Finish', 'in the top 3')),
      'same',
    );
    assert.equal(
      decide(toTop('Podium Finish', 'on the podium'), toTop('Top 4 Finish', 'in the top 4')),
      'different',
    );
    assert.equal(
      decide(toTop('Top 4 Finish', 'in fourth place or better'), toTop('Top 4 Finish', 'in the top 4')),
      'same',
    );
  });
  const toCut = (verb: string, claim: string, name = 'Jordan Spieth'): Listing =>
    toListing(
      `Will ${name} ${verb} the cut at the 2027 PGA Championship?`,
      `This market will resolve to "Yes" if ${name} ${claim} the cut at the 2027 PGA Championship.`,
    );
  it('to miss the cut is the opposite of making it', () => {
    assert.equal(decide(toCut('make', 'makes'), toCut('miss', 'does not make')), 'same-inverted');
    assert.equal(decide(toCut('miss', 'misses'), toCut('miss', 'does not make')), 'same');
    assert.equal(
      decide(toCut('make', 'makes'), toCut('miss', 'does not make', 'Justin Thomas')),
      'different',
    );
  });
  const toDay = (title: string, claim: string): Listing =>
    toListing(
      title,
      `If the highest temperature recorded at Denver International Airport on June 20, 2027 is ${claim}, then the market resolves to Yes.`,
    );
  it('a day reaches a temperature unless its highest temperature is lower', () => {
    const below = toDay('Highest temperature in Denver on June 20, 2027?: 80° or below', 'less than 81°');
    assert.equal(decide(below, toDay('Will Denver hit 81°F on June 20?', '81°F or higher')), 'same-inverted');
    assert.equal(decide(below, toDay('Will Denver hit 80°F on June 20?', '80°F or higher')), 'different');
  });
});

describe('a negation', () => {
  const toGame = (title: string, claim: string): Listing =>
    toListing(
      title,
      `In the soccer match between Japan and South Korea on January 30, 2027, this market will resolve to "Yes" if ${claim} after 90 minutes plus stoppage time.`,
    );
  it('of who wins a game is not the question who wins it', () => {
    const winner = toGame('South Korea vs Japan winner?: Japan', 'Japan wins');
    assert.equal(decide(winner, toGame('Will Japan beat South Korea?', 'Japan wins')), 'same');
    const negated = toGame('Will Japan fail to beat South Korea?', 'Japan does not win');
    assert.notEqual(decide(winner, negated), 'same');
  });
  const toModel = (title: string): Listing =>
    toListing(
      title,
      'If a model of Anthropic is ranked first on the Text Arena leaderboard with style control off on June 30, 2027, then the market resolves to Yes.',
    );
  it('in brackets is a term of the contract', () => {
    const plain = toModel('Which company has the best AI model end of June?: Anthropic');
    const bracketed = toModel(
      'Which company has the best AI model end of June?: Anthropic (no style control)',
    );
    assert.equal(decide(plain, bracketed), 'same');
  });
});
