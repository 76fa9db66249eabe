import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { compareListings } from '../compare-listings.ts';
import type { Listing } from '../listing.ts';

type Texts = readonly [title: string, rules: string, close?: string];

const toListing = ([title, rules, close = '2027-05-20']: Texts): Listing => ({
  venue: 'V',
  ticker: 'T',
  title,
  rules,
  category: 'Sports',
  openTime: null,
  closeTime: Date.parse(`${close}T23:00:00Z`) as TimestampMs,
});
const compare = (one: Texts, other: Texts): ReturnType<typeof compareListings> =>
  compareListings(toListing(one), toListing(other));
const getGaps = (one: Texts, other: Texts): readonly string[] =>
  compare(one, other)
    .reasons.filter(({ kind }) => kind === 'gap')
    .map(({ name }) => name);

describe('a tennis match', () => {
  const toMatch = (title: string, event: string): Texts => [
    title,
    `If Iva Petrova wins the Iva Petrova vs Ana Lund professional tennis match in the 2027 WTA ${event} after a ball has been played, then the market resolves to Yes.`,
  ];
  const madrid: Texts = [
    'Madrid: Iva Petrova vs Ana Lund: Iva Petrova',
    'YES is Iva Petrova; NO is Ana Lund. This market refers to the WTA match between Iva Petrova and Ana Lund in Madrid, originally scheduled for May 8, 2027.',
    '2027-05-15',
  ];

  it('without a day is not the match of the same players in another tournament', () => {
    assert.deepEqual(getGaps(toMatch('Petrova vs Lund: Iva Petrova', 'Rome Round of 32'), madrid), [
      'tournament',
    ]);
  });

  it('without a day is the match in the tournament that its rules name', () => {
    assert.equal(
      compare(toMatch('Petrova vs Lund: Iva Petrova', 'Madrid Round of 32'), madrid).verdict,
      'same',
    );
  });
});

describe('a fight', () => {
  const bout: Texts = [
    'UFC 331: Ben Okafor vs. Luis Prado (Flyweight, Prelims): Ben Okafor',
    'YES is Ben Okafor; NO is Luis Prado. If Ben Okafor is declared the winner of the bout scheduled for May 15, 2027, this market will resolve to "Ben Okafor".',
  ];
  const toFight = (winner: string): Texts => [
    `Okafor vs Prado fight winner?: ${winner}`,
    `If ${winner} wins the Okafor vs Prado professional MMA fight originally scheduled for May 15, 2027, then the market resolves to Yes.`,
  ];

  it('may be called a fight by one venue only', () => {
    assert.equal(compare(toFight('Ben Okafor'), bout).verdict, 'same');
    assert.equal(compare(toFight('Luis Prado'), bout).verdict, 'same-inverted');
  });
});

describe('a team', () => {
  const toGame = (title: string, sport: string): Texts => {
    const [, one, other] = /^(.+) vs\. (.+): /.exec(title) ?? [];
    return [
      title,
      `YES is ${one}; NO is ${other}. In the upcoming ${sport} game, scheduled for May 14, 2027: If the ${one} win, the market will resolve to "${one}".`,
    ];
  };
  const toCityGame = (away: string, home: string, pick: string, sport: string): Texts => [
    `${away} at ${home} Winner?: ${pick}`,
    `If ${pick} wins the ${away} at ${home} professional ${sport} game originally scheduled for May 14, 2027, then the market resolves to Yes.`,
  ];

  it("may be written with a possessive: the A's are the Athletics", () => {
    const game = toGame('Athletics vs. Mariners: Athletics', 'MLB');
    assert.equal(compare(toCityGame("A's", 'Seattle', "A's", 'baseball'), game).verdict, 'same');
    assert.equal(compare(toCityGame("A's", 'Seattle', 'Seattle', 'baseball'), game).verdict, 'same-inverted');
  });

  it('may share its name with a company: the Kraken play for Seattle', () => {
    const game = toGame('Kraken vs. Flames: Kraken', 'NHL');
    assert.equal(compare(toCityGame('Seattle', 'Calgary', 'Seattle', 'hockey'), game).verdict, 'same');
    assert.equal(
      compare(toCityGame('Seattle', 'Calgary', 'Calgary', 'hockey'), game).verdict,
      'same-inverted',
    );
  });
});

describe('a total of points', () => {
  const total: Texts = [
    'Denver at Utah: Total Points: Over 221.5 points scored',
    'If Denver and Utah collectively score more than 221.5 points in the Denver at Utah professional basketball game originally scheduled for May 14, 2027, then the market resolves to Yes.',
  ];
  const toOther = (paid: string): Texts => [
    'Nuggets vs. Jazz: O/U 221.5: Over',
    `YES is Over; NO is Under. In the upcoming NBA game, scheduled for May 14, 2027: This market will resolve to "Over" if the Nuggets and Jazz combine to score more than ${paid} points.`,
  ];

  it('may be stated as more than the line', () => {
    assert.equal(compare(total, toOther('221.5')).verdict, 'same');
  });

  it('is not read when the rules state another line than the title', () => {
    assert.notEqual(compare(total, toOther('222.5')).verdict, 'same');
  });
});

describe('a side', () => {
  const toRules = (league: string, sides: string, winner: string): string =>
    `If ${winner} wins the ${sides} professional ${league} game originally scheduled for May 9, 2027, then the market resolves to Yes. If the game ends in a tie, the market resolves 50-50.`;
  const toOutcomes = (first: string, second: string): Texts => [
    `${first} vs. ${second}: ${first}`,
    `YES is ${first}; NO is ${second}. In the upcoming AFL game, scheduled for May 9, 2027: If ${first} win, the market will resolve to "${first}". If ${second} win, the market will resolve to "${second}". If the game ends in a tie, this market will resolve 50-50.`,
  ];
  const toSide = (side: string, other: string, winner: string): Texts => [
    `${side} vs ${other} winner?: ${winner}`,
    toRules('AFL', `${side} vs ${other}`, winner),
  ];

  it('may be named by the initials of the words before its last', () => {
    const full = toOutcomes('Port Melbourne Saints', 'Old Trinity Bay Hawks');
    assert.equal(compare(toSide('PM Saints', 'OTB Hawks', 'PM Saints'), full).verdict, 'same');
    assert.equal(compare(toSide('PM Saints', 'OTB Hawks', 'OTB Hawks'), full).verdict, 'same-inverted');
  });
  it('is another with other initials or another name after them', () => {
    const full = toOutcomes('Port Melbourne Saints', 'Old Trinity Bay Hawks');
    for (const [side, other] of [
      ['NM Saints', 'OTB Hawks'],
      ['PM Saints', 'OTB Eagles'],
      ['PM Demons', 'OTB Hawks'],
      ['PMS', 'OTB Hawks'],
    ] as const)
      assert.doesNotMatch(compare(toSide(side, other, other), full).verdict, /^same/, `${side} ${other}`);
  });

  it('of a women league is another team', () => {
    const [title, rules] = toOutcomes('Port Melbourne Saints', 'Old Trinity Bay Hawks');
    const women: Texts = [title, rules.replace('AFL game', 'AFLW game')];
    assert.doesNotMatch(compare(toSide('PM Saints', 'OTB Hawks', 'PM Saints'), women).verdict, /^same/);
  });

  it('with the nickname of an American team is a side of another league', () => {
    const toLeague = (league: string): Texts => [
      'Panthers vs. Broncos: Panthers',
      `YES is Panthers; NO is Broncos. In the upcoming ${league} game between the Penrith Panthers and the Brisbane Broncos, scheduled for May 9, 2027: If the Panthers win, the market will resolve to "Panthers". If the Broncos win, the market will resolve to "Broncos". If the game ends in a tie, this market will resolve 50-50.`,
    ];
    const rugby = (winner: string): Texts => [
      `Penrith Panthers vs Brisbane Broncos: ${winner}`,
      toRules('NRL rugby league', 'Penrith Panthers vs Brisbane Broncos', winner),
    ];
    assert.equal(compare(rugby('Penrith Panthers'), toLeague('NRL')).verdict, 'same');
    assert.equal(compare(rugby('Brisbane Broncos'), toLeague('NRL')).verdict, 'same-inverted');
    const football: Texts = [
      'Carolina at Denver: Carolina',
      toRules('football', 'Carolina Panthers at Denver Broncos', 'Carolina'),
    ];
    assert.doesNotMatch(compare(football, toLeague('NRL')).verdict, /^same/);
  });

  it('of a match of a video game is named without the game', () => {
    const toMatch = (game: string): Texts => [
      `Will Team Vega win the Team Vega vs. Orion ${game} match?`,
      `If Team Vega wins Winter Cup 2027: Team Vega vs. Orion ${game} match originally scheduled for May 9, 2027 at 7:30 AM EDT, then the market resolves to Yes.`,
    ];
    const named = (game: string): Texts => [
      `${game}: Team Vega vs Orion (BO3) - Winter Cup Group B: Team Vega`,
      `YES is Team Vega; NO is Orion. This market refers to the ${game} match between Team Vega and Orion in the Winter Cup, scheduled for May 9, 7:30AM ET. This market will resolve to "Team Vega" if Team Vega win the match. It will resolve to "Orion" if Orion win the match.`,
    ];
    for (const [one, other] of [
      ['Dota 2', 'Dota 2'],
      ['CS2', 'Counter-Strike'],
      ['R6', 'Rainbow Six Siege'],
      ['Valorant', 'Valorant'],
    ] as const)
      assert.equal(compare(toMatch(one), named(other)).verdict, 'same', one);
    const [title, rules] = named('Valorant');
    const staged: Texts = [title.replace('Group B', 'Stage 2'), rules];
    assert.equal(compare(toMatch('Valorant'), staged).verdict, 'same');
    const other: Texts = [title.replace('Group B', 'Stage 3'), rules];
    assert.doesNotMatch(compare(other, staged).verdict, /^same/);
    assert.doesNotMatch(compare(toMatch('R6'), named('Valorant')).verdict, /^same/);
    assert.doesNotMatch(compare(toMatch('Dota 2'), named('Counter-Strike')).verdict, /^same/);
  });
});
