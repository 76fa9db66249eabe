import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { compareListings, type Verdict } from '../compare-listings.ts';
import type { Listing } from '../listing.ts';

const toListing = (venue: string, title: string, rules: string, close: string): Listing => ({
  venue,
  ticker: title,
  title,
  rules,
  category: 'Any',
  openTime: null,
  closeTime: Date.parse(`${close}T23:59:00Z`) as TimestampMs,
});

const compare = (one: readonly [string, string, string], other: readonly [string, string, string]): Verdict =>
  compareListings(toListing('Kalshi', ...one), toListing('Polymarket', ...other)).verdict;

const CLAIMS = [
  'Initial jobless claims, week ending Jan 16, 2027: Above 225,000',
  'If initial jobless claims for the week ending Jan 16, 2027 are above 225,000, then the market resolves to Yes.',
  '2027-01-21',
] as const;
const toReport = (week: string): readonly [string, string, string] => [
  'Initial jobless claims above 225K in the January 21 report?',
  `This market will resolve to "Yes" if the figure of initial claims for the week ending ${week}, published on January 21, 2027, is above 225,000.`,
  '2027-01-21',
];

const APPOINTED = 'the president announces a nominee for the head of the agency';
const toYear = (deadline: string): readonly [string, string, string] => [
  'Will the president announce a nominee for the head of the agency in 2027?',
  `If ${APPOINTED} ${deadline}, then the market resolves to Yes.`,
  '2027-02-08',
];
const toDeadline = (day: string): readonly [string, string, string] => [
  `Will the president announce a nominee for the head of the agency by ${day}, 2027?`,
  `This market will resolve to "Yes" if ${APPOINTED} by ${day}, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".`,
  '2027-02-08',
];

test('a deadline in the condition replaces the year in the title', () => {
  for (const [deadline, day, verdict] of [
    ['before February 1, 2027', 'January 31', 'same'],
    ['before February 1, 2027', 'February 28', 'different'],
    ['before February 1, 2027', 'December 31', 'different'],
    ['in 2027', 'December 31', 'same'],
    ['in 2027', 'January 31', 'different'],
  ] as const)
    assert.equal(compare(toYear(deadline), toDeadline(day)), verdict, `${deadline} / ${day}`);
});

test('a period in the condition replaces a deadline in the title that ends a day earlier', () => {
  const period = [
    'Will Meridian be added to the index before March 31, 2027?',
    'If Meridian is added to the index in the time period January 1, 2027 to March 31, 2027, then the market resolves to Yes.',
    '2027-04-08',
  ] as const;
  const until = (day: string) =>
    [
      `Will Meridian be added to the index by ${day}, 2027?`,
      `This market will resolve to "Yes" if Meridian is added to the index by ${day}, 2027, 11:59 PM ET.`,
      '2027-03-31',
    ] as const;
  assert.equal(compare(period, until('March 31')), 'unsure'); // an earlier addition counts at one venue
  assert.equal(compare(period, until('March 30')), 'different');
});

test('an edition with the year before it ends is unsure, and only where both listings close together', () => {
  const edition = (year: string, close: string) =>
    [
      `Will Norway win the ${year} Northern Cup?`,
      `If Norway wins the ${year} Northern Cup, then the market resolves to Yes.`,
      close,
    ] as const;
  for (const [year, close, otherYear, otherClose, verdict] of [
    ['2026', '2027-01-18', '2027', '2027-02-01', 'unsure'],
    ['2027', '2027-02-01', '2026', '2027-01-18', 'unsure'],
    ['2026', '2027-01-18', '2026', '2027-02-01', 'same'],
    ['2026', '2027-01-18', '2027', '2027-06-01', 'different'],
    ['2026', '2026-07-01', '2027', '2027-02-01', 'different'],
    ['2025', '2027-01-18', '2027', '2027-02-01', 'different'],
  ] as const)
    assert.equal(
      compare(edition(year, close), edition(otherYear, otherClose)),
      verdict,
      `${year} ${close} / ${otherYear} ${otherClose}`,
    );
});

test('the week of a figure counts, not the day of its report', () => {
  assert.equal(compare(CLAIMS, toReport('January 16, 2027')), 'same');
  assert.equal(compare(CLAIMS, toReport('January 9, 2027')), 'different');
});

test('the storms of a hurricane season until November 30 are those of its year', () => {
  const season = [
    'How many hurricanes in the 2027 Atlantic hurricane season?: Above 7',
    'If the number of hurricanes in the 2027 Atlantic hurricane season is above 7, then the market resolves to Yes.',
    '2027-12-01',
  ] as const;
  const toFewer = (from: string, to: string): readonly [string, string, string] => [
    '7 or fewer hurricanes this Atlantic hurricane season?',
    `This market will resolve to "Yes" if 7 or fewer hurricanes form in the Atlantic from ${from}, 2027 to ${to}, 2027.`,
    '2027-11-30',
  ];
  assert.equal(compare(season, toFewer('January 1', 'November 30')), 'same-inverted');
  assert.equal(compare(season, toFewer('January 1', 'September 30')), 'different');
  assert.equal(compare(season, toFewer('June 1', 'November 30')), 'different');
});

const toElection = (title: string, rules: string, close: string): readonly [string, string, string] => [
  title,
  `This market will resolve to "Yes" if ${rules}`,
  close,
];
const SEATS = [
  'Next Finnish election: which party wins the most seats?: National Coalition Party',
  'If National Coalition Party wins the most seats in the parliamentary election of Finland in 2027, then the market resolves to Yes.',
  '2027-12-31',
] as const;

test('the election of a year is that on a day of it only when it states the day, because a country may vote twice', () => {
  const title = 'Will the National Coalition Party win the most seats in the Finnish election?';
  const rules =
    'the National Coalition Party (Kokoomus) wins the most seats in the parliamentary election of Finland on';
  assert.notEqual(compare(SEATS, toElection(title, `${rules} April 18, 2027.`, '2027-04-18')), 'same');
  const [event, condition, close] = SEATS;
  const dated = toElection(event, `${condition} The election is held on April 18, 2027.`, close);
  assert.equal(compare(dated, toElection(title, `${rules} April 18, 2027.`, '2027-04-18')), 'same');
  assert.equal(compare(SEATS, toElection(title, `${rules} April 18, 2028.`, '2028-04-18')), 'different');
});

test('"in 2026 or 2027" is one period', () => {
  const pardon = [
    'Will Trump pardon Ghislaine Maxwell?: Before 2028',
    'If Trump pardons Ghislaine Maxwell before Jan 1, 2028, then the market resolves to Yes.',
    '2028-01-01',
  ] as const;
  const toYears = (years: string): readonly [string, string, string] => [
    `Ghislaine Maxwell pardoned by Trump ${years}?`,
    `This market will resolve to "Yes" if Trump pardons Ghislaine Maxwell ${years}.`,
    '2027-12-31',
  ];
  assert.equal(compare(pardon, toYears('in 2026 or 2027')), 'same');
  assert.equal(compare(pardon, toYears('in 2025 or 2026')), 'different');
});

test('the season of professional football has the name of the year in which it starts', () => {
  const toWins = (season: string): readonly [string, string, string] => [
    'Will the Detroit Lions win 11 or more games?',
    `This market will resolve to "Yes" if the Detroit Lions win 11 or more games in the ${season} NFL regular season.`,
    '2027-01-12',
  ];
  const wins = [
    'Detroit: Pro Football wins this season?: Over 10.5 wins',
    'If the Detroit pro football team wins more than 10.5 games in the 2026-27 regular season, then the market resolves to Yes.',
    '2027-01-31',
  ] as const;
  assert.equal(compare(wins, toWins('2026')), 'same');
  for (const season of ['2025', '2027'])
    assert.match(compare(wins, toWins(season)), /unsure|different/, season);
});

describe('closing times that a venue pads', () => {
  const decideSeat = (ticker: string, close: string, otherClose: string, office = 'Senate'): Verdict =>
    compareListings(
      {
        ...toListing('Kalshi', `Will Green win the ${office} race for Kettle Bay?`, '', close),
        ticker,
      },
      toListing('Polymarket', `Will Green win the ${office} race for Kettle Bay?`, '', otherClose),
    ).verdict;

  it('do not contradict an event of the year that the ticker states', () => {
    assert.equal(decideSeat('KXSENATERACE-KB02-26-G', '2027-11-03', '2026-11-03'), 'same');
    assert.equal(decideSeat('SENATEKB2-26-G', '2027-11-03', '2026-11-03'), 'same');
  });

  it('exclude an event of another year', () => {
    assert.equal(decideSeat('KXSENATERACE-KB02-28-G', '2029-11-03', '2026-11-03'), 'different');
    assert.equal(decideSeat('KXSENATERACE-KB02-26-G', '2027-11-03', '2028-11-03'), 'different');
    assert.equal(decideSeat('KXSENATERACE', '2027-11-03', '2026-11-03'), 'different');
  });

  it('do not contradict an edition that both titles number', () => {
    const decideSeason = (one: number, other: number): Verdict =>
      compare(
        [`Will Ada Brandt win Kitchen Duel Season ${one}?`, '', '2027-01-06'],
        [`Will Ada Brandt win Kitchen Duel Season ${other}?`, '', '2026-07-30'],
      );
    assert.equal(decideSeason(23, 23), 'same');
    assert.equal(decideSeason(23, 24), 'different');
  });
});

describe('a contest of a year', () => {
  const toGroup = (close: string): readonly [string, string, string] => [
    'World Cup Group C Winner: Norway',
    'If Norway finishes first in World Cup Group C, then the market resolves to Yes.',
    close,
  ];
  const named = [
    'Will Norway win Group C in the 2030 FIFA World Cup?',
    'This market will resolve to "Yes" if Norway finishes first in Group C of the 2030 FIFA World Cup.',
    '2030-06-27',
  ] as const;

  it('is confirmed by a listing that closes within the year', () => {
    assert.equal(compare(toGroup('2030-07-10'), named), 'same');
  });

  it('is not confirmed by a close in another year or early in its own', () => {
    for (const close of ['2026-07-10', '2030-02-10', '2031-07-10'])
      assert.match(compare(toGroup(close), named), /different|unsure/, close);
  });
});

test('a date that does not exist is no day', () => {
  const impossible = [
    'Will Celtic FC win on 2027-13-20?',
    'The game is scheduled for 2027-02-45.',
    '2027-01-20',
  ] as const;
  const real = [
    'Celtic vs Hearts Winner?: Celtic',
    'If Celtic wins on Jan 20, 2027, then the market resolves to Yes.',
    '2027-02-03',
  ] as const;
  assert.doesNotMatch(compare(impossible, real), /^same/);
  assert.doesNotMatch(compare(real, impossible), /^same/);
});

test('a year in one title is confirmed by the claim and the closing time of the other, not by any date of its rules', () => {
  const dated = [
    'Will Boston win the 2027 Harbor Bowl?',
    'This market will resolve to the winner of the 2027 Harbor Bowl.',
    '2027-02-14',
  ] as const;
  const toUndated = (claim: string, close: string, later = ''): readonly [string, string, string] => [
    'Harbor Bowl Champion?: Boston',
    `If Boston wins the ${claim}Harbor Bowl, then the market resolves to Yes. ${later}`,
    close,
  ];
  assert.equal(compare(toUndated('2027 ', '2027-02-28'), dated), 'same');
  assert.doesNotMatch(
    compare(toUndated('2028 ', '2028-02-28', 'Its season begins in September 2027.'), dated),
    /^same/,
  );
  assert.doesNotMatch(compare(toUndated('', '2026-02-28'), dated), /^same/);
});

test('the price on a day is not that at the end of the month or year', () => {
  const toPrice = (when: string, day: string): readonly [string, string, string] => [
    `Will silver close ${when} at $40 or more?`,
    `This market will resolve to "Yes" if silver closes at $40 or more on ${day}.`,
    '2027-06-30',
  ];
  const ends = toPrice('June 2027', 'June 30, 2027, the last trading day of the month');
  assert.doesNotMatch(compare(toPrice('on June 15, 2027', 'June 15, 2027'), ends), /^same/);
  assert.equal(compare(toPrice('on June 30, 2027', 'June 30, 2027'), ends), 'same');
});

test('"the 2027 season" is not proposed with the season of 2026-27', () => {
  const toTeam = (season: string, close: string): readonly [string, string, string] => [
    'AFC North Winner?: Cleveland',
    `This is a market on the ${season}. If Cleveland wins the AFC North, then the market resolves to Yes.`,
    close,
  ];
  const first = toTeam('2026-27 Pro Football season', '2027-01-12');
  assert.equal(compare(first, toTeam('2026-27 Pro Football season', '2027-01-12')), 'same');
  assert.doesNotMatch(compare(first, toTeam('2027 NFL regular season', '2027-01-20')), /^same/);
});

test('the number of an edition of awards is its year', () => {
  const toAlbum = (edition: string, close: string): readonly [string, string, string] => [
    `Will "Sable" win Album of the Year at the ${edition}?`,
    `This market will resolve to "Yes" if "Sable" wins Album of the Year at the ${edition}.`,
    close,
  ];
  const numbered = toAlbum('69th Annual Grammy Awards', '2027-02-08');
  assert.equal(compare(numbered, toAlbum('2027 Grammy Awards', '2027-02-08')), 'same');
  assert.equal(compare(numbered, toAlbum('2028 Grammy Awards', '2027-02-08')), 'different');
});

test('a week is one by its first day, its last day or both, and no day of it', () => {
  const toPosts = (period: string): readonly [string, string, string] => [
    `Will the mayor post 40-59 times ${period}?`,
    `This market will resolve to "Yes" if the mayor posts between 40 and 59 times ${period}. Otherwise, this market will resolve to "No".`,
    '2027-01-17',
  ];
  const days = toPosts('January 10 - January 16, 2027');
  for (const period of [
    'the week of January 10, 2027',
    'in the week beginning January 10, 2027',
    'in the week ending January 16, 2027',
    'in the week ended January 16, 2027',
    'January 10-16, 2027',
    'from January 10, 2027 through January 16, 2027',
  ])
    assert.equal(compare(days, toPosts(period)), 'same', period);
  for (const period of [
    'the week of January 9, 2027',
    'in the week ending January 10, 2027',
    'on January 16, 2027',
    'January 10 - January 17, 2027',
  ])
    assert.equal(compare(days, toPosts(period)), 'different', period);
  const week = toPosts('in the week ending January 16, 2027');
  assert.doesNotMatch(compare(week, toPosts('on January 16, 2027')), /^same/);
});
