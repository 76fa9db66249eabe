import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { compareListings } from '../compare-listings.ts';
import type { Listing } from '../listing.ts';

const listing = (venue: string, title: string, rules: string): Listing => ({
  venue,
  ticker: 'T',
  title,
  rules,
  category: 'Sports',
  openTime: null,
  closeTime: Date.UTC(2027, 0, 10, 23) as TimestampMs,
});

const writtenMargin = (winner: string, line: string, claimed = winner): Listing =>
  listing(
    'Kalshi',
    `Miami at Chicago: Spread: ${winner} wins by over ${line} points`,
    `If ${claimed} wins the Miami at Chicago professional basketball game originally scheduled for Jan 9, 2027 by more than ${line} points, then the market resolves to Yes.`,
  );

interface Spread {
  readonly named?: string;
  readonly sign?: string;
  readonly line?: number;
  readonly yes?: string;
  readonly day?: string;
  readonly unit?: string;
  readonly more?: string;
}

/** Rules of "Spread: Bulls (-3.5)" with the winner by four or more; the favourite is the Bulls. */
function namedSpread({
  named = 'Bulls',
  sign = '-',
  line = 3.5,
  yes = 'Bulls',
  day = 'January 9',
  unit = 'points',
  more = '',
}: Spread): Listing {
  const other = (side: string): string => (side === 'Bulls' ? 'Heat' : 'Bulls');
  const favourite = sign === '-' ? named : other(named);
  return listing(
    'Polymarket',
    `Spread: ${named} (${sign}${line}): ${yes}`,
    `YES is ${yes}; NO is ${other(yes)}. In the upcoming NBA game, scheduled for ${day}: This market will resolve to "${favourite}" if the ${favourite} win the game by ${line + 0.5} or more ${unit}. Otherwise, this market will resolve to "${other(favourite)}".${more}`,
  );
}

const verdict = (a: Listing, b: Listing): string => {
  const match = compareListings(a, b);
  assert.equal(compareListings(b, a).verdict, match.verdict); // in both directions
  return match.verdict;
};

describe('margins of a game', () => {
  const chicago = writtenMargin('Chicago', '3.5');

  test('the same side by the same line is one contract', () => {
    assert.equal(verdict(chicago, namedSpread({})), 'same');
    assert.equal(verdict(writtenMargin('Miami', '3.5'), namedSpread({ named: 'Heat', yes: 'Heat' })), 'same');
  });

  test('the outcome that pays otherwise is the inverted contract', () => {
    assert.equal(verdict(chicago, namedSpread({ yes: 'Heat' })), 'same-inverted');
    assert.equal(verdict(chicago, namedSpread({ named: 'Heat', sign: '+', yes: 'Heat' })), 'same-inverted');
    assert.equal(verdict(chicago, namedSpread({ named: 'Heat', sign: '+', yes: 'Bulls' })), 'same');
  });

  test('another line, side, unit, day or half is never proposed', () => {
    assert.equal(verdict(chicago, namedSpread({ line: 6.5 })), 'different');
    assert.equal(verdict(chicago, namedSpread({ named: 'Heat', yes: 'Heat' })), 'different');
    assert.equal(verdict(writtenMargin('Miami', '3.5'), namedSpread({ yes: 'Heat' })), 'different');
    assert.equal(verdict(chicago, namedSpread({ unit: 'goals' })), 'different');
    assert.equal(verdict(chicago, namedSpread({ day: 'February 8' })), 'different');
    const half = { ...namedSpread({}), title: '1H Spread: Bulls (-3.5): Bulls' };
    assert.match(verdict(chicago, half), /^(?:different|unsure)$/);
  });

  test('a line that may be pushed is not read', () => {
    const whole = { ...namedSpread({}), title: 'Spread: Bulls (-3): Bulls' };
    assert.match(verdict(writtenMargin('Chicago', '3'), whole), /^(?:different|unsure)$/);
  });

  test('a title that names another side than its rule is not proposed', () => {
    assert.match(
      verdict(writtenMargin('Chicago', '3.5', 'Miami'), namedSpread({})),
      /^(?:different|unsure)$/,
    );
  });

  test("overtime that only one listing excludes is a gap, and a women's game another game", () => {
    assert.equal(verdict(chicago, namedSpread({ more: ' Overtime does not count.' })), 'unsure');
    assert.equal(verdict(chicago, namedSpread({ more: " This is a women's game." })), 'different');
  });
});

const writtenTotal = (way: string, line: string): Listing =>
  listing(
    'Kalshi',
    `Miami at Chicago: Total Points: ${way} ${line} points scored`,
    `If Miami and Chicago collectively score ${way === 'Over' ? 'more' : 'fewer'} than ${line} points in the Miami at Chicago professional basketball game originally scheduled for Jan 9, 2027, then the market resolves to Yes.`,
  );

const namedTotal = (yes: string, line: number, sides = 'Heat vs. Bulls'): Listing =>
  listing(
    'Polymarket',
    `${sides}: O/U ${line}: ${yes}`,
    `YES is ${yes}; NO is ${yes === 'Over' ? 'Under' : 'Over'}. In the upcoming NBA game, scheduled for January 9: This market will resolve to "Over" if the ${sides.replace(' vs. ', ' and the ')} combine to score ${line + 0.5} or more points. Otherwise, this market will resolve to "Under".`,
  );

describe('totals of a game', () => {
  test('the same line is one contract, and over is under inverted', () => {
    assert.equal(verdict(writtenTotal('Over', '221.5'), namedTotal('Over', 221.5)), 'same');
    assert.equal(verdict(writtenTotal('Under', '221.5'), namedTotal('Under', 221.5)), 'same');
    assert.equal(verdict(writtenTotal('Over', '221.5'), namedTotal('Under', 221.5)), 'same-inverted');
    assert.equal(verdict(writtenTotal('Under', '221.5'), namedTotal('Over', 221.5)), 'same-inverted');
  });

  test('another line, another game or a margin is never proposed', () => {
    const over = writtenTotal('Over', '221.5');
    assert.equal(verdict(over, namedTotal('Over', 222.5)), 'different');
    assert.match(verdict(over, namedTotal('Over', 221.5, 'Heat vs. Bucks')), /^(?:different|unsure)$/);
    assert.match(verdict(over, namedSpread({ line: 221.5 })), /^(?:different|unsure)$/);
  });
});

describe('a margin stated by what the outsider may lose', () => {
  /** "Spread: Heat (+3.5)", paid if the Heat win or lose by three or fewer. */
  const outsider = (yes: string, most = 3, loser = 'Heat', line = 3.5): Listing =>
    listing(
      'Polymarket',
      `Spread: Heat (+${line}): ${yes}`,
      `YES is ${yes}; NO is ${yes === 'Heat' ? 'Bulls' : 'Heat'}. In the upcoming NBA game, scheduled for January 9: This market will resolve to "Heat" if the ${loser} win the game, or lose it by ${most} or fewer points. Otherwise, this market will resolve to "Bulls".`,
    );
  /** With the field of the venue, whose number must not invert the pair once more. */
  const margin = (winner: string, line = '3.5'): Listing => ({
    ...writtenMargin(winner, line),
    terms: { strike_type: 'greater', floor_strike: line },
  });

  test('is the inverted contract of the margin of the favourite', () => {
    assert.equal(verdict(margin('Chicago'), outsider('Heat')), 'same-inverted');
    assert.equal(verdict(margin('Chicago'), outsider('Bulls')), 'same');
  });

  test('is never proposed with the margin of the outsider or with another line', () => {
    for (const yes of ['Heat', 'Bulls']) {
      assert.equal(verdict(margin('Miami'), outsider(yes)), 'different');
      assert.equal(verdict(margin('Chicago', '4.5'), outsider(yes)), 'different');
    }
  });

  test('is not read where the rules state another side or line than the title', () => {
    assert.match(verdict(margin('Chicago'), outsider('Heat', 4)), /^(?:different|unsure)$/);
    assert.match(verdict(margin('Chicago'), outsider('Heat', 3, 'Bulls')), /^(?:different|unsure)$/);
  });
});

describe('a total of goals', () => {
  const REGULATION = 'after 90 minutes plus stoppage time (does not include extra time or penalties)';
  const counted = (least: number, time = REGULATION, claimed = least): Listing =>
    listing(
      'Kalshi',
      `Everton vs Fulham: Total Goals: ${least}+ goals`,
      `If at least ${claimed} goals are scored in the Everton vs Fulham professional EPL soccer game originally scheduled for Jan 9, 2027, ${time}, then the market resolves to Yes.`,
    );
  const over = (line: number): Listing =>
    listing(
      'Kalshi',
      `Everton vs Fulham: Total Goals: Over ${line} goals`,
      `If over ${line} goals are scored in the Everton vs Fulham professional EPL soccer game originally scheduled for Jan 9, 2027 ${REGULATION}, then the market resolves to Yes.`,
    );
  const named = (yes: string, line: number, least = line + 0.5, day = 'January 9, 2027'): Listing =>
    listing(
      'Polymarket',
      `Everton FC vs. Fulham FC: O/U ${line}: ${yes}`,
      `YES is ${yes}; NO is ${yes === 'Over' ? 'Under' : 'Over'}. In the upcoming EPL game, scheduled for ${day}: This market will resolve to "Over" if ${least} or more total goals are scored within the first 90 minutes of regular play plus stoppage time. Otherwise, it will resolve to "Under".`,
    );

  test('may be a count or a line: three or more are over 2.5', () => {
    assert.equal(verdict(counted(3), named('Over', 2.5)), 'same');
    assert.equal(verdict(counted(3), named('Under', 2.5)), 'same-inverted');
    assert.equal(verdict(over(2.5), named('Over', 2.5)), 'same');
    assert.equal(verdict(over(2.5), named('Under', 2.5)), 'same-inverted');
  });

  test('of another line or day is never proposed', () => {
    for (const yes of ['Over', 'Under']) {
      assert.equal(verdict(counted(3), named(yes, 3.5)), 'different');
      assert.equal(verdict(counted(3), named(yes, 1.5)), 'different');
      assert.equal(verdict(over(3.5), named(yes, 2.5)), 'different');
      assert.equal(verdict(counted(3), named(yes, 2.5, 3, 'January 16, 2027')), 'different');
    }
  });

  test('with extra time is not the total of 90 minutes', () => {
    assert.equal(verdict(counted(3, 'including extra time and penalties'), named('Over', 2.5)), 'unsure');
  });

  test('is not read where the rules state another number than the title', () => {
    assert.match(verdict(counted(3, REGULATION, 2), named('Over', 2.5)), /^(?:different|unsure)$/);
    assert.match(verdict(counted(3), named('Over', 2.5, 4)), /^(?:different|unsure)$/);
  });

  test('of the first half is not read', () => {
    const half = counted(3);
    const rules = half.rules?.replace('in the Everton', 'in the first half of the Everton') ?? '';
    assert.match(verdict({ ...half, rules }, named('Over', 2.5)), /^(?:different|unsure)$/);
  });
});

describe('other wordings of what pays a line', () => {
  const written = writtenTotal('Over', '221.5');
  const paid = (condition: string): Listing =>
    listing(
      'Polymarket',
      'Heat vs. Bulls: O/U 221.5: Over',
      `YES is Over; NO is Under. In the upcoming NBA game, scheduled for January 9: This market will resolve to "Over" if ${condition}. Otherwise, this market will resolve to "Under".`,
    );

  const EQUAL: readonly string[] = [
    'the combined total of points scored by the Heat and the Bulls is 222 or more',
    'the total number of points scored by both teams is more than 221.5',
    'the Heat and the Bulls score 222 or more points combined',
    'the final score of the Heat and the Bulls adds up to 222 or more points',
  ];
  for (const condition of EQUAL)
    test(`"if ${condition}" is over 221.5`, () => assert.equal(verdict(written, paid(condition)), 'same'));

  const OTHER: readonly string[] = [
    'the combined total of points scored by the Heat and the Bulls in the first half is 222 or more',
    'the Heat and the Bulls score 222 or more points combined in the first quarter',
    'the combined total of points scored by the Heat and the Bulls is 221 or more',
    'the total number of points scored by the Heat is 222 or more',
    'the Heat score 222 or more points',
    'the final score of the Heat and the Bulls adds up to 223 or more points',
  ];
  for (const condition of OTHER)
    test(`"if ${condition}" is not`, () =>
      assert.match(verdict(written, paid(condition)), /^(?:different|unsure)$/));

  const margin = (condition: string): Listing =>
    listing(
      'Polymarket',
      'Spread: Bulls (-3.5): Bulls',
      `YES is Bulls; NO is Heat. In the upcoming NBA game, scheduled for January 9: This market will resolve to "Bulls" if the Bulls ${condition}. Otherwise, this market will resolve to "Heat".`,
    );

  test('a margin may be stated without its unit, or by the line itself', () => {
    const chicago = writtenMargin('Chicago', '3.5');
    assert.equal(verdict(chicago, margin('win the game by 4 or more')), 'same');
    assert.equal(verdict(chicago, margin('win by more than 3.5 points')), 'same');
    assert.equal(verdict(chicago, margin('win the game against the Heat by 4 or more points')), 'same');
    assert.equal(verdict(writtenMargin('Miami', '3.5'), margin('win the game by 4 or more')), 'different');
    for (const other of ['win the game by 3 or more', 'win by 4 or more in the first half'])
      assert.match(verdict(chicago, margin(other)), /^(?:different|unsure)$/);
  });

  const plus = (condition: string): Listing =>
    listing(
      'Polymarket',
      'Spread: Heat (+3.5): Heat',
      `YES is Heat; NO is Bulls. In the upcoming NBA game, scheduled for January 9: This market will resolve to "Heat" ${condition}. Otherwise, this market will resolve to "Bulls".`,
    );

  test('the side with "+" is paid unless the other side wins by more', () => {
    const [chicago, miami] = [writtenMargin('Chicago', '3.5'), writtenMargin('Miami', '3.5')];
    for (const condition of [
      'if the Heat win the game or lose it by fewer than 4 points',
      'unless the Bulls win by 4 or more points',
    ]) {
      assert.equal(verdict(chicago, plus(condition)), 'same-inverted', condition);
      assert.equal(verdict(miami, plus(condition)), 'different', condition);
    }
    for (const condition of [
      'if the Heat win the game or lose it by fewer than 3 points',
      'if the Bulls win the game or lose it by fewer than 4 points',
      'unless the Bulls win by 3 or more points',
      'unless the Heat win by 4 or more points',
    ])
      assert.match(verdict(chicago, plus(condition)), /^(?:different|unsure)$/, condition);
  });
});

describe('both teams to score', () => {
  const written = (claim: string, day = 'Jan 9, 2027'): Listing =>
    listing(
      'Kalshi',
      'Everton vs Fulham: Both teams to score?: Yes',
      `If both Everton and Fulham score at least one goal in the ${claim}Everton vs Fulham EPL soccer game originally scheduled for ${day} after 90 minutes plus stoppage time, then the market resolves to Yes.`,
    );
  const named = (
    outcome: string,
    condition = 'each of Everton FC and Fulham FC scores one or more goals',
  ): Listing =>
    listing(
      'Polymarket',
      `Everton FC vs. Fulham FC: Both Teams to Score: ${outcome}`,
      `YES is ${outcome}; NO is ${outcome === 'Yes' ? 'No' : 'Yes'}. In the upcoming EPL game, scheduled for January 9, 2027, this market will resolve to "Yes" if ${condition} within the first 90 minutes of regular play plus stoppage time. Otherwise "No".`,
    );

  test('is one contract of both venues, and No is the inverted one', () => {
    assert.equal(verdict(written(''), named('Yes')), 'same');
    assert.equal(verdict(written(''), named('No')), 'same-inverted');
    const { rules, ...rest } = written('');
    const ofBoth = {
      ...rest,
      rules: rules?.replace('both Everton and Fulham', 'Everton and Fulham both') ?? null,
    };
    const title = 'Everton vs Fulham: Both Teams to Score: Both teams score';
    assert.equal(verdict({ ...ofBoth, title }, named('No')), 'same-inverted');
  });

  test('may start the title, and each team may score "one goal or more"', () => {
    const first = { ...written(''), title: 'Both Teams to Score: Everton vs Fulham: Yes' };
    const each = 'Everton FC and Fulham FC each score one goal or more';
    assert.equal(verdict(first, named('Yes', each)), 'same');
    assert.equal(verdict(first, named('No', each)), 'same-inverted');
    assert.match(verdict(first, named('Yes', 'Everton FC score one goal or more')), /^(?:different|unsure)$/);
  });

  test('of another day, of one half or of one team is not', () => {
    assert.equal(verdict(written('', 'Jan 16, 2027'), named('Yes')), 'different');
    assert.match(verdict(written('first half of the '), named('Yes')), /^(?:different|unsure)$/);
    assert.match(
      verdict(written(''), named('Yes', 'Everton FC scores two or more goals')),
      /^(?:different|unsure)$/,
    );
  });
});

test('a tennis tournament may be called by its other name', () => {
  const written = listing(
    'Kalshi',
    'Elena Rossi vs Maria Vidal: Semifinal: Elena Rossi',
    'If Elena Rossi wins the Elena Rossi vs Maria Vidal professional tennis match in the 2027 WTA French Open Semifinal after a ball has been played, then the market resolves to Yes.',
  );
  const named = (tournament: string): Listing =>
    listing(
      'Polymarket',
      `${tournament}: Elena Rossi vs Maria Vidal: Elena Rossi`,
      `YES is Elena Rossi; NO is Maria Vidal. This market refers to the WTA tennis match between Elena Rossi and Maria Vidal in the ${tournament}, originally scheduled for January 9, 2027. This market will resolve to "Elena Rossi" if Elena Rossi advances.`,
    );
  assert.match(verdict(written, named('Roland Garros')), /^same$/);
  assert.match(verdict(written, named("Internazionali BNL d'Italia")), /^(?:different|unsure)$/);
});
