import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { compareListings, type Verdict } from '../compare-listings.ts';
import type { Listing } from '../listing.ts';

const toListing = (venue: string, title: string, rules: string): Listing => ({
  venue,
  ticker: title,
  title,
  rules,
  category: 'Sports',
  openTime: null,
  closeTime: Date.parse('2027-01-09T23:59:00Z') as TimestampMs,
});

const GAME = 'in the Denver vs Phoenix professional basketball game originally scheduled for Jan 9, 2027';
const QUESTION =
  'in the NBA game between the Denver Nuggets and the Phoenix Suns scheduled for January 9, 2027';
const ABSENT = 'If the player does not play, the market resolves to No.';

const compare = (condition: string, question: string, paid: string, absent = ABSENT): Verdict =>
  compareListings(
    toListing(
      'Kalshi',
      'Denver vs Phoenix: Points: Nikola Jokic: 25+',
      `If Nikola Jokic ${condition}, then the market resolves to Yes. ${absent}`,
    ),
    toListing('Polymarket', question, paid),
  ).verdict;

const paidIf = (condition: string): string =>
  `This market will resolve to "Yes" if Nikola Jokić ${condition}. Otherwise, including if he does not play, it will resolve to "No".`;

test('more than 24.5 points of a player are 25 or more, in each of the forms', () => {
  for (const condition of [
    'scores more than 24.5 points',
    'records at least 25 points',
    'has 25 or more points',
  ])
    assert.equal(
      compare(
        `records 25+ points ${GAME}`,
        'Nikola Jokić: Points O/U 24.5',
        paidIf(`${condition} ${QUESTION}`),
      ),
      'same',
      condition,
    );
});

test('fewer than 25 points, and the outcome Under, are the opposite contract', () => {
  const under = `YES is Under; NO is Over. This market will resolve to "Over" if Nikola Jokić scores 25 or more points ${QUESTION}. If he scores fewer or does not play, it will resolve to "Under".`;
  const fewer = `This market will resolve to "Yes" if Nikola Jokić scores fewer than 25 points ${QUESTION}, or if he does not play.`;
  const condition = `records 25+ points ${GAME}`;
  assert.equal(compare(condition, 'Nikola Jokić: Points O/U 24.5: Under', under), 'same-inverted');
  assert.equal(
    compare(
      condition,
      'Will Nikola Jokić score fewer than 25 points?',
      fewer.replace(', or if he does not play', ''),
    ),
    'same-inverted',
  );
});

test('another number, player, statistic or day is another contract', () => {
  const others = [
    ['Nikola Jokić: Points O/U 25.5', paidIf(`scores more than 25.5 points ${QUESTION}`)],
    ['Nikola Jokić: Rebounds O/U 24.5', paidIf(`records more than 24.5 rebounds ${QUESTION}`)],
    [
      'Jamal Murray: Points O/U 24.5',
      paidIf(`scores more than 24.5 points ${QUESTION}`).replace('Nikola Jokić', 'Jamal Murray'),
    ],
    [
      'Nikola Jokić: Points O/U 24.5',
      paidIf(`scores more than 24.5 points ${QUESTION.replace('January 9', 'January 11')}`),
    ],
  ] as const;
  for (const [title, rules] of others)
    assert.equal(compare(`records 25+ points ${GAME}`, title, rules), 'different', title);
});

test('a half of the game or a second condition is never proposed', () => {
  const condition = `records 25+ points ${GAME}`;
  for (const tail of ['in the first half of', 'and 10 or more rebounds', 'and the Denver Nuggets win'])
    assert.match(
      compare(
        condition,
        'Nikola Jokić: Points O/U 24.5',
        paidIf(`scores more than 24.5 points ${tail} ${QUESTION}`),
      ),
      /unsure|different/,
      tail,
    );
});

test('a player who does not play must count alike', () => {
  const paid = paidIf(`scores more than 24.5 points ${QUESTION}`);
  const fair = 'If the player does not play, the market resolves to a fair price.';
  const condition = `records 25+ points ${GAME}`;
  assert.equal(compare(condition, 'Nikola Jokić: Points O/U 24.5', paid, fair), 'unsure');
  const below = `This market will resolve to "Yes" if Nikola Jokić scores fewer than 25 points ${QUESTION}. If he does not play, it will resolve to "No".`;
  assert.equal(compare(condition, 'Will Nikola Jokić score fewer than 25 points?', below), 'unsure');
});

test('touchdowns with and without those that the player passes are two statistics', () => {
  const toTouchdowns = (venue: string, title: string, rest: string): Listing =>
    toListing(
      venue,
      title,
      `If Josh Allen scores 2+ touchdowns in the Buffalo at Cincinnati professional football game originally scheduled for Jan 3, 2027, then the market resolves to Yes. ${rest}`,
    );
  const without = toTouchdowns('Kalshi', 'Josh Allen: 2+ touchdowns', 'Passing touchdowns do not count.');
  const silent = toTouchdowns('Polymarket', 'Josh Allen to score 2+ touchdowns?', '');
  const alike = toTouchdowns(
    'Polymarket',
    'Josh Allen to score 2+ touchdowns?',
    'Passing touchdowns do not count.',
  );
  assert.equal(compareListings(without, alike).verdict, 'same');
  assert.equal(compareListings(without, silent).verdict, 'unsure');
});

test('a line below the number of its title is the number, as the venue publishes it', () => {
  const terms = { strike_type: 'greater', floor_strike: '24.5' };
  const one = toListing(
    'Kalshi',
    'Nikola Jokic: 25+ points',
    `If Nikola Jokic records 25+ points ${GAME}, then the market resolves to Yes. ${ABSENT}`,
  );
  const other = toListing(
    'Polymarket',
    'Nikola Jokić: Points O/U 24.5',
    paidIf(`scores more than 24.5 points ${QUESTION}`),
  );
  assert.equal(compareListings({ ...one, terms }, other).verdict, 'same');
  assert.equal(
    compareListings({ ...one, terms: { ...terms, floor_strike: '25.5' } }, other).verdict,
    'unsure',
  );
});

test('sums of statistics are read in any order, and a part of them is another sum', () => {
  const toSum = (title: string, condition: string): string =>
    compare(
      `records 40+ total points + rebounds + assists ${GAME}`,
      title,
      paidIf(`${condition} ${QUESTION}`),
    );
  const same: readonly (readonly [string, string])[] = [
    [
      'Nikola Jokić: Points + Rebounds + Assists Over 39.5',
      'records more than 39.5 combined points, rebounds and assists',
    ],
    ['Nikola Jokić: Assists + Points + Rebounds O/U 39.5', 'records 40 or more assists, points and rebounds'],
  ];
  const titled = (title: string): Listing =>
    toListing(
      'Kalshi',
      title,
      `If Nikola Jokic records 40+ total points + rebounds + assists ${GAME}, then the market resolves to Yes. ${ABSENT}`,
    );
  const kalshi = titled('Denver vs Phoenix: Points + Rebounds + Assists: Nikola Jokic: 40+');
  for (const [title, condition] of same)
    assert.equal(
      compareListings(kalshi, toListing('Polymarket', title, paidIf(`${condition} ${QUESTION}`))).verdict,
      'same',
      title,
    );
  for (const [title, condition] of [
    ['Nikola Jokić: Points + Assists Over 39.5', 'records more than 39.5 combined points and assists'],
    [
      'Nikola Jokić: Points + Rebounds + Assists Over 38.5',
      'records more than 38.5 points, rebounds and assists',
    ],
  ] as const)
    assert.equal(
      compareListings(kalshi, toListing('Polymarket', title, paidIf(`${condition} ${QUESTION}`))).verdict,
      'different',
      title,
    );
  assert.notEqual(toSum('Nikola Jokić: Points O/U 39.5', 'scores more than 39.5 points'), 'same');
});

test('"will settle to Yes" is "will resolve to Yes", and a player who takes no snap is absent', () => {
  const listings = (absent: string): readonly [Listing, Listing] => [
    toListing(
      'Kalshi',
      'Chicago at Detroit: Rushing Yards: Jahmyr Gibbs: 80+',
      `If Jahmyr Gibbs records 80+ rushing yards in the Chicago vs Detroit Pro Football game originally scheduled for Jan 9, 2027, then the market resolves to Yes. If Jahmyr Gibbs is active but never takes a snap, the market settles to the fair market price before game start.`,
    ),
    toListing(
      'Polymarket',
      'Will Jahmyr Gibbs record 80+ rushing yards?',
      `This market will settle to Yes if Jahmyr Gibbs records at least 80 rushing yards in the Chicago Bears vs Detroit Lions professional football game scheduled for Jan 9, 2027. ${absent}`,
    ),
  ];
  const [one, other] = listings(
    'The listed player must participate in the game by taking at least one snap; otherwise, the market will settle to the last fair market price.',
  );
  assert.equal(compareListings(one, other).verdict, 'same');
  assert.equal(compareListings(...listings('If he does not play, it will settle to No.')).verdict, 'unsure');
  const fewer = { ...other, rules: (other.rules ?? '').replace('at least 80', 'fewer than 80') };
  assert.equal(compareListings(one, fewer).verdict, 'same-inverted');
});

test('total bases are one statistic, and a player who is scratched is absent', () => {
  const [kalshi, polymarket] = [
    toListing(
      'Kalshi',
      'Boston vs Detroit: Total Bases: Ben Ruiz: 3+',
      'If Ben Ruiz records 3+ total bases in the Boston vs Detroit professional baseball game originally scheduled for Jan 9, 2027, then the market resolves to Yes. If Ben Ruiz is scratched, the market resolves to the fair market price.',
    ),
    toListing(
      'Polymarket',
      'Ben Ruiz: Total Bases O/U 2.5',
      'This market will resolve to "Yes" if Ben Ruiz records more than 2.5 total bases in the MLB game between the Boston Red Sox and the Detroit Tigers scheduled for January 9, 2027. If the player is left out, this market will resolve 50-50.',
    ),
  ];
  assert.equal(compareListings(kalshi, polymarket).verdict, 'same');
  const change = (from: string, to: string): Listing => ({
    ...polymarket,
    title: polymarket.title.replace('Total Bases', to === 'hits' ? 'Hits' : 'Total Bases'),
    rules: (polymarket.rules ?? '').replace(from, to),
  });
  for (const [from, to] of [
    ['total bases', 'hits'],
    ['2.5', '3.5'],
    ['resolve 50-50', 'resolve to "No"'],
  ] as const)
    assert.doesNotMatch(compareListings(kalshi, change(from, to)).verdict, /^same/, to);
});

test('yards that a player throws or rushes for are passing or rushing yards', () => {
  const game = 'the Chicago vs Detroit Pro Football game originally scheduled for Jan 9, 2027';
  const toYards = (stat: string): Listing =>
    toListing(
      'Kalshi',
      `Chicago at Detroit: ${stat} Yards: Ned Stone: 60+`,
      `If Ned Stone records 60+ ${stat.toLowerCase()} yards in ${game}, then the market resolves to Yes.`,
    );
  const toQuestion = (verb: string, condition: string): Listing =>
    toListing(
      'Polymarket',
      `Will Ned Stone ${verb} for 60+ yards?`,
      `This market will resolve to "Yes" if Ned Stone ${condition} in the NFL game between the Chicago Bears and the Detroit Lions scheduled for January 9, 2027.`,
    );
  const thrown = toQuestion('throw', 'throws for at least 60 yards');
  const rushed = toQuestion('rush', 'rushes for 60 or more yards');
  assert.equal(compareListings(toYards('Passing'), thrown).verdict, 'same');
  assert.equal(compareListings(toYards('Rushing'), rushed).verdict, 'same');
  assert.doesNotMatch(compareListings(toYards('Receiving'), thrown).verdict, /^same/);
  assert.doesNotMatch(compareListings(toYards('Passing'), rushed).verdict, /^same/);
  assert.doesNotMatch(
    compareListings(toYards('Passing'), toQuestion('throw', 'rushes for at least 60 yards')).verdict,
    /^same/,
  );
});
