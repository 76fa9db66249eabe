import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide, toListing } from './listing.fixture.ts';
import type { Listing } from './listing.ts';

const toGame = (title: string, claim: string): Listing =>
  toListing({
    title,
    rules: `If ${claim}, then the market resolves to Yes. This is the Boston vs Miami NBA game originally scheduled for Jan 9, 2027.`,
  });
const named = (title: string, paid: string): Listing =>
  toListing({
    title,
    rules: `This market will resolve to "Yes" if the NBA game between the Boston Celtics and the Miami Heat, scheduled for January 9, 2027, ${paid}. Otherwise, this market will resolve to "No".`,
  });
const toMatch = (title: string, claim: string): Listing =>
  toListing({
    title,
    rules: `If ${claim} in the Iva Petrova vs Ana Lund professional tennis match originally scheduled for Jan 9, 2027, then the market resolves to Yes.`,
  });
const namedMatch = (title: string, paid: string): Listing =>
  toListing({
    title,
    rules: `This market will resolve to "Yes" if ${paid} in the WTA match between Iva Petrova and Ana Lund, scheduled for January 9, 2027. Otherwise, this market will resolve to "No".`,
  });

describe('an overtime', () => {
  const overtime = toGame(
    'Boston at Miami: Overtime: Overtime',
    'at least 1 overtime period is played in the Boston vs Miami NBA game',
  );

  it('is one contract in both wordings', () => {
    assert.equal(decide(overtime, named('Celtics vs. Heat: Overtime?', 'goes to overtime')), 'same');
  });

  it('is the opposite of a game that is decided in regulation', () => {
    const regulation = named(
      'Celtics vs. Heat: Will the game be decided in regulation?',
      'is decided in regulation',
    );
    assert.equal(decide(overtime, regulation), 'same-inverted');
  });

  it('is not proposed for two overtimes, nor where the condition says another thing than the title', () => {
    const others = [
      named('Celtics vs. Heat: Overtime?', 'goes to double overtime'),
      named('Celtics vs. Heat: Double overtime?', 'goes to overtime'),
      named('Celtics vs. Heat: Overtime?', 'is decided in regulation'),
      named('Celtics vs. Heat: Overtime?', 'goes to overtime and the Celtics win'),
      named('Celtics vs. Heat series: Overtime?', 'goes to overtime'),
      named('Celtics vs. Heat: Overtime?', 'or any game of their series goes to overtime'),
    ];
    for (const other of others) assert.match(decide(overtime, other), /unsure|different/);
  });
});

describe('a tiebreak', () => {
  const tiebreak = toMatch(
    'Will there be a tiebreak in the Iva Petrova vs Ana Lund match?',
    'at least one tiebreak is played',
  );

  it('is one contract in both wordings, and its absence the opposite', () => {
    const any = namedMatch('Petrova vs. Lund: Tiebreak in the match?', 'any set goes to a tiebreak');
    const none = namedMatch('Petrova vs. Lund: No tiebreak in the match?', 'no set goes to a tiebreak');
    assert.equal(decide(tiebreak, any), 'same');
    assert.equal(decide(tiebreak, none), 'same-inverted');
  });

  it('is not proposed for the tiebreak of one set, nor for several', () => {
    const others = [
      namedMatch('Petrova vs. Lund: Tiebreak in Set 1?', 'the first set goes to a tiebreak'),
      namedMatch('Petrova vs. Lund: Tiebreak in the match?', 'the first set goes to a tiebreak'),
      namedMatch('Petrova vs. Lund: Tiebreak in the match?', 'at least two tiebreaks are played'),
      namedMatch('Petrova vs. Lund: Tiebreak in the match?', 'any set goes to a tiebreak that Petrova wins'),
      namedMatch(
        'Petrova vs. Lund: Tiebreak in the match?',
        'any set other than the last goes to a tiebreak',
      ),
    ];
    for (const other of others) assert.match(decide(tiebreak, other), /unsure|different/);
  });
});

const toRules = (league: string, sides: string, paid: string): string =>
  `This market will resolve to "Yes" if the ${league} game between ${sides}, scheduled for January 9, 2027, ${paid}. Otherwise, this market will resolve to "No".`;
const claimed = (title: string, claim: string): Listing =>
  toListing({
    title,
    rules: `If ${claim} originally scheduled for Jan 9, 2027, then the market resolves to Yes.`,
  });

describe('what a game may have', () => {
  const baseball = claimed(
    'Will there be extra innings in Boston vs Tampa Bay?',
    'Boston and Tampa Bay go to extra innings in the Boston vs Tampa Bay professional baseball game',
  );
  const hockey = claimed(
    'Boston at Florida: Shootout',
    'the Boston at Florida professional hockey game is decided by a shootout',
  );
  const soccer = claimed(
    'Leeds vs Everton: Both Teams to Score',
    'both Leeds and Everton score at least one goal in the Leeds vs Everton professional Premier League soccer game',
  );
  const toBaseball = (title: string, paid: string): Listing =>
    toListing({ title, rules: toRules('MLB', 'the Boston Red Sox and the Tampa Bay Rays', paid) });
  const toHockey = (title: string, paid: string): Listing =>
    toListing({ title, rules: toRules('NHL', 'the Boston Bruins and the Florida Panthers', paid) });
  const toSoccer = (title: string, paid: string): Listing =>
    toListing({
      title,
      rules: `In the upcoming Premier League soccer game between Leeds United and Everton FC, scheduled for January 9, 2027: This market will resolve to "Yes" if ${paid}. Otherwise, this market will resolve to "No".`,
    });

  it('is read in any words that ask for it and limit nothing', () => {
    for (const [title, paid] of [
      ['Red Sox vs. Rays: Extra Innings?', 'goes to extra innings'],
      ['Boston Red Sox vs. Tampa Bay Rays - Any extra innings?', 'requires extra innings'],
      ['Will Red Sox vs. Rays go to extra innings?', 'has at least one extra inning'],
      ['Red Sox vs. Rays: Will The Game Need Extra Innings?', 'needs extra innings'],
    ] as const)
      assert.equal(decide(baseball, toBaseball(title, paid)), 'same', title);
    for (const [title, paid] of [
      ['Red Sox vs. Rays: No extra innings?', 'does not go to extra innings'],
      ['Red Sox vs. Rays: Decided in nine innings?', 'is decided in 9 innings'],
    ] as const)
      assert.equal(decide(baseball, toBaseball(title, paid)), 'same-inverted', title);
    assert.equal(decide(hockey, toHockey('Bruins vs. Panthers: Shootout?', 'goes to a shootout')), 'same');
  });

  it('is not another event, a part or more of it, nor what else must be true', () => {
    for (const [title, paid] of [
      ['Red Sox vs. Rays: Extra Innings?', 'goes to extra innings and the Rays win'],
      ['Red Sox vs. Rays: Rays to win in extra innings?', 'goes to extra innings'],
      ['Red Sox vs. Rays: Extra Innings?', 'does not go to extra innings'],
      ['Red Sox vs. Rays: 12 innings or more?', 'lasts at least 12 innings'],
      ['Yankees vs. Rays: Extra Innings?', 'goes to extra innings'],
      ['Red Sox vs. Rays: Extra Innings?', 'has a run scored in extra innings'],
      ['Red Sox vs. Rays: Only one extra inning?', 'has exactly one extra inning'],
    ] as const)
      assert.doesNotMatch(decide(baseball, toBaseball(title, paid)), /^same/, `${title} ${paid}`);
    assert.doesNotMatch(
      decide(hockey, toHockey('Bruins vs. Panthers: Overtime?', 'goes to overtime')),
      /^same/,
    );
  });

  it('is the opposite of both sides scoring where either of them keeps a clean sheet', () => {
    for (const [title, paid] of [
      ['Leeds United vs. Everton: Either team to keep a clean sheet?', 'either team keeps a clean sheet'],
      [
        'Will either side keep a clean sheet in Leeds vs. Everton?',
        'at least one of the two sides does not concede',
      ],
      ['Leeds vs. Everton: Clean sheet for either team?', 'at least one team fails to score'],
    ] as const)
      assert.equal(decide(soccer, toSoccer(title, paid)), 'same-inverted', title);
  });

  it('is not the clean sheet of one side, of both, or of none', () => {
    for (const [title, paid] of [
      ['Leeds vs. Everton: Leeds to keep a clean sheet?', 'Leeds keeps a clean sheet'],
      ['Leeds vs. Everton: Either team to keep a clean sheet?', 'Leeds keeps a clean sheet'],
      [
        'Leeds vs. Everton: Either team to keep a clean sheet?',
        'either team keeps a clean sheet over both legs',
      ],
      ['Leeds vs. Everton: Both teams to keep a clean sheet?', 'both teams keep a clean sheet'],
      ['Leeds vs. Everton: Either team to keep a clean sheet?', 'either team keeps a clean sheet and wins'],
      [
        'Leeds vs. Everton: Either team to keep a clean sheet in the first half?',
        'either team keeps a clean sheet',
      ],
      ['Leeds vs. Everton: One team to keep a clean sheet?', 'exactly one team keeps a clean sheet'],
      ['Leeds vs. Everton: Clean sheet for either team?', 'neither team keeps a clean sheet and Leeds win'],
    ] as const)
      assert.doesNotMatch(decide(soccer, toSoccer(title, paid)), /^same/, `${title} ${paid}`);
  });
});
