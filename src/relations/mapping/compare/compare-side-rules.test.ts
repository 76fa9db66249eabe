import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { compareListings } from '../compare-listings.ts';
import { decide, toListing } from '../listing.fixture.ts';

type Texts = readonly [title: string, rules: string];
const closeTime = Date.UTC(2027, 11, 31, 23) as TimestampMs;

/** The verdict and the reasons against one contract, which are the same in both orders. */
function compare([title, rules]: Texts, [otherTitle, otherRules]: Texts): string {
  const a = toListing({ title, rules, closeTime });
  const b = toListing({ title: otherTitle, rules: otherRules, closeTime, venue: 'W' });
  const against = compareListings(a, b).reasons.filter(({ kind }) => kind === 'veto' || kind === 'gap');
  return [decide(a, b), ...new Set(against.map(({ name }) => name))].join(' ');
}

describe('a ranking of one language', () => {
  const ranking = (which: string): Texts => [
    'Top global show of the week of December 20, 2027: Northern Light',
    `If Northern Light is first on the global chart of the week of December 20, 2027${which}, then the market resolves to Yes.`,
  ];
  const WORDS = [
    ['', 'every language'],
    [' (English only)', 'english'],
    [', which ranks English-language shows', 'english'],
    [', counting only English titles', 'english'],
    [' of non-English shows', 'non-english'],
  ] as const;
  it('is a gap unless both listings rank the same works', () => {
    for (const [one, language] of WORDS)
      for (const [other, otherLanguage] of WORDS) {
        const found = compare(ranking(one), ranking(other)).split(' ').includes('language');
        assert.equal(found, language !== otherLanguage, `${one} / ${other}`);
      }
  });
  it('is not read from the name of a league', () => {
    const rules = 'If Albion wins the English Premier League in 2027, then the market resolves to Yes.';
    const title = 'Premier League champion in 2027: Albion';
    assert.equal(compare([title, rules], [title, rules.replace('English ', '')]).includes('language'), false);
  });
});

describe('a second condition', () => {
  const one: Texts = [
    'Recession in the US in 2027?',
    'If there are two consecutive quarters of negative real GDP growth in 2027, then the market resolves to Yes.',
  ];
  const either = (opening: string): Texts => [
    'US recession in 2027?',
    `This market will resolve to "Yes" if ${opening}:\n\n1. Real GDP falls in two consecutive quarters of 2027;\n\n2. The NBER announces a recession that began in 2027.`,
  ];
  it('of one listing alone is a gap, in each wording', () => {
    for (const opening of [
      'either of the following conditions is met',
      'any of the following occurs',
      'one of these two events happens',
    ])
      assert.match(compare(one, either(opening)), /^unsure .*\bconditions\b/, opening);
  });
  it('of both listings is none', () => {
    const both = either('either of the following conditions is met');
    assert.equal(compare(both, both), 'same');
  });
});

describe('an award for several persons', () => {
  const named = (several: string): Texts => [
    "Will Ana Duarte be Time's Person of the Year for 2027?",
    `If Ana Duarte is named Time's Person of the Year for 2027, then the market resolves to Yes. ${several}`,
  ];
  const each = named('If Time names more than one person, the market of each named person resolves to Yes.');
  const first = named(
    'If multiple persons are named, this market will resolve in favor of the one whose last name comes first in alphabetical order.',
  );
  it('pays each of them at one venue and the first at the other', () => {
    assert.equal(compare(each, first), 'unsure several winners');
  });
  it('is the same contract where both pay alike, or one does not say', () => {
    assert.equal(compare(each, each), 'same');
    assert.equal(compare(first, first), 'same');
    assert.equal(compare(each, named('')), 'same');
  });
});

describe('two games of two teams on one day', () => {
  const atVenue = (start: string): Texts => [
    'Chicago Cubs vs. Cincinnati Reds: Chicago Cubs',
    `In the upcoming MLB game between the Chicago Cubs and Cincinnati Reds, scheduled for May 8, 2027 at ${start}: If the Cubs win, the market will resolve to "Chicago Cubs".`,
  ];
  const other = (start: string): Texts => [
    'Chicago C vs Cincinnati Winner?: Chicago C',
    `If Chicago C wins the Chicago C vs Cincinnati professional baseball game originally scheduled for May 8, 2027 at ${start}, then the market resolves to Yes.`,
  ];
  it('are different by their start', () => {
    assert.match(compare(atVenue('7:10PM ET'), other('1:35 PM EDT')), /^different .*\bstart\b/);
    assert.equal(compare(atVenue('1:40PM ET'), other('1:35 PM EDT')), 'same');
  });
  it('need no start where one listing states none', () => {
    assert.equal(compare(atVenue('7:10PM ET'), other('noon')), 'same');
  });
});

describe('the day of an election', () => {
  const held: Texts = [
    'Will Nigeria hold its presidential election before Mar 1, 2027?',
    'If Nigeria holds a presidential election before Mar 1, 2027, then the market resolves to Yes.',
  ];
  const set: Texts = [
    'Nigerian presidential election scheduled by February 28?',
    'This market will resolve to "Yes" if, by February 28, 2027, 11:59 PM ET, the commission has officially announced a date for the next Nigerian presidential election.',
  ];
  it('may be set without the election being held', () => {
    assert.match(compare(held, set), /^different .*\bscheduling\b/);
    assert.equal(compare(set, set), 'same');
  });
});

describe('an orbit', () => {
  const launch: Texts = [
    'Next Starship launch?: Before Jan 15, 2027',
    'If SpaceX launches Starship before Jan 15, 2027, then the market resolves to Yes.',
  ];
  const orbit: Texts = [
    'Starship reaches orbit by January 14?',
    'This market will resolve to "Yes" if Starship reaches orbit on a flight launched by January 14, 2027, 11:59 PM ET.',
  ];
  it('is more than a launch', () => {
    assert.match(compare(launch, orbit), /^different .*\borbit\b/);
    assert.equal(compare(orbit, orbit), 'same');
  });
});

describe('an acting holder', () => {
  const chair = (acting: string): Texts => [
    'Will Jane Kleeb be the next DNC Chair?',
    `This market will resolve to the next individual who holds the position of Chair of the Democratic National Committee. ${acting}`,
  ];
  const counts = chair('A person counts whether in an acting or a permanent capacity.');
  const excluded = chair('Acting or interim holders do not count.');
  it('counts at one venue and not at the other', () => {
    assert.equal(compare(counts, excluded), 'unsure acting');
    assert.equal(compare(counts, counts), 'same');
    assert.equal(compare(excluded, excluded), 'same');
    assert.equal(compare(excluded, chair('An interim chair will not qualify.')), 'same');
  });
});

describe('a price at the opening', () => {
  const index = (observed: string): Texts => [
    `Will S&P 500 (SPX) ${observed} at or above $7,175 on December 11?`,
    `This market will resolve to "Yes" if the S&P 500 (SPX) ${observed}s at or above $7,175 on December 11, 2027.`,
  ];
  it('is not that at the close', () => {
    assert.match(compare(index('open'), index('close')), /^different .*\bobserved\b/);
    assert.equal(compare(index('open'), index('open')), 'same');
  });
});

describe('the second team of a club', () => {
  const match = (one: string, other: string): Texts => [
    `LoL: ${one} vs ${other} (BO3) - LCK Cup Group Stage: ${one}`,
    `YES is ${one}; NO is ${other}. This market refers to the LoL match between ${one} and ${other}, scheduled for January 14, 2027. If ${one} wins, this market will resolve to "${one}".`,
  ];
  const first: Texts = [
    'T1 vs. BNK FEARX: T1',
    'If T1 wins the T1 vs. BNK FEARX League of Legends match originally scheduled for Jan 14, 2027, then the market resolves to Yes.',
  ];
  it('is another team', () => {
    assert.equal(compare(first, match('T1', 'BNK FEARX')), 'same');
    assert.match(compare(first, match('T1 Academy', 'BNK FEARX Youth')), /^different .*\bside\b/);
  });
});

describe('a league of other players', () => {
  const kalshi = (league: string, winner: string): Texts => [
    `Los Angeles L vs Phoenix: ${winner}`,
    `If ${winner} wins the Los Angeles L vs Phoenix ${league} game originally scheduled for Jul 9, 2027, then the market resolves to Yes.`,
  ];
  const other = (league: string): Texts => [
    'Lakers vs. Suns: Lakers',
    `YES is Lakers; NO is Suns. In the upcoming ${league} game, scheduled for July 9 at 10:00PM ET: If the Lakers win, the market will resolve to "Lakers". If the Suns win, the market will resolve to "Suns".`,
  ];
  const NBA = 'professional basketball';
  const SUMMER = 'Pro Basketball Summer League';
  it('has games of the same teams that are not those of the league itself', () => {
    for (const winner of ['Los Angeles L', 'Phoenix']) {
      assert.match(compare(kalshi(SUMMER, winner), other('NBA')), /^unsure .*\bleague\b/, winner);
      assert.match(compare(kalshi(NBA, winner), other('NBA Summer League')), /^unsure .*\bleague\b/, winner);
      assert.match(compare(kalshi(NBA, winner), other('NBA G League')), /^unsure .*\bleague\b/, winner);
    }
  });
  it('is the same where both name it, or none', () => {
    assert.equal(compare(kalshi(NBA, 'Los Angeles L'), other('NBA')), 'same');
    assert.equal(compare(kalshi(NBA, 'Phoenix'), other('NBA')), 'same-inverted');
    assert.equal(compare(kalshi(SUMMER, 'Los Angeles L'), other('NBA Summer League')), 'same');
    assert.equal(compare(kalshi(SUMMER, 'Phoenix'), other('NBA Summer League')), 'same-inverted');
  });
});

describe('the video game of two organizations', () => {
  const kalshi = (game: string, winner: string): Texts => [
    `Gen.G vs. T1: ${winner}`,
    `If ${winner} wins the Winter Cup 2027: Gen.G vs. T1 ${game} match originally scheduled for Jan 16, 2027 at 11:00 AM EST, then the market resolves to Yes.`,
  ];
  const other = (game: string): Texts => [
    `${game}: Gen.G vs T1 (BO3): Gen.G`,
    `YES is Gen.G; NO is T1. This market is for the ${game} match between Gen.G and T1, scheduled for January 16, 2027 at 11:00AM ET. This market will resolve to "Gen.G" if Gen.G wins the match. This market will resolve to "T1" if T1 wins the match.`,
  ];
  it('is part of the contract, by each of its names', () => {
    for (const [names, others] of [
      [['CS2', 'Counter-Strike'], 'Dota 2'],
      [['League of Legends', 'LoL'], 'Valorant'],
    ] as const)
      for (const winner of ['Gen.G', 'T1']) {
        const verdict = winner === 'T1' ? 'same-inverted' : 'same';
        assert.equal(compare(kalshi(names[0], winner), other(names[1])), verdict, names[0]);
        assert.match(compare(kalshi(names[0], winner), other(others)), /^different .*\bvideo game\b/, others);
      }
  });
});

describe('an interim holder who counts as the holder', () => {
  const minister = (interim: string): Texts => [
    'Who will be the next Prime Minister of Israel?: Yair Lapid',
    `If the next person to hold the office of Prime Minister of Israel is Yair Lapid, then the market resolves to Yes. ${interim}`,
  ];
  const excluded = minister('Any interim or caretaker Prime Minister will not count toward this market.');
  it('is not one who does not count', () => {
    for (const counts of [
      'Acting or interim appointments count as holding the position if they formally assume the office.',
      'An interim appointment counts towards this market.',
    ]) {
      assert.equal(compare(minister(counts), excluded), 'unsure acting', counts);
      assert.equal(compare(minister(counts), minister(counts)), 'same', counts);
    }
    assert.equal(compare(excluded, excluded), 'same');
  });
});

describe('several players with the most goals', () => {
  const scorer = (ties: string): Texts => [
    'Premier League top goalscorer 2027-28?: Erling Haaland',
    `If Erling Haaland scores the most goals in the 2027-28 Premier League, then the market resolves to Yes. ${ties}`,
  ];
  const whole = scorer(
    'If several players are tied for the most goals, all of their markets resolve to Yes.',
  );
  const SHARES = [
    'If several players are tied, each of their markets resolves to $1 divided by the number of tied players.',
    'If multiple players tie for the most goals, the market of each will resolve to an equal share.',
  ];
  it('are paid in whole or a share', () => {
    for (const share of SHARES) {
      assert.equal(compare(whole, scorer(share)), 'unsure several winners', share);
      for (const same of SHARES) assert.equal(compare(scorer(same), scorer(share)), 'same', share);
    }
    assert.equal(compare(whole, whole), 'same');
  });
});
