import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimestampMs } from '../../contract/model/time.ts';
import { decide, toListing } from './listing.fixture.ts';
import type { Listing } from './listing.ts';

type Texts = readonly [title: string, rules: string, closes?: number];

/** The verdict on the listings of two venues. */
const verdict = (one: Texts, other: Texts): string => {
  const [a, b] = [one, other].map(([title, rules, closes]) =>
    toListing({ title, rules, ...(closes === undefined ? {} : { closeTime: closes as TimestampMs }) }),
  ) as [Listing, Listing];
  return decide({ ...a, venue: 'Kalshi' }, { ...b, venue: 'Polymarket' });
};

describe('a spread whose rules say "wins by more than N points in the game"', () => {
  const margin = (line: string, part = ''): Texts => [
    `Denver at Oklahoma City: Spread: Oklahoma City wins by over ${line} Points`,
    `If Oklahoma City wins by more than ${line} points in the ${part}Denver at Oklahoma City professional basketball game originally scheduled for Jan 9, 2027, then the market resolves to Yes.`,
  ];
  const named = (yes: string, no: string): Texts => [
    `Spread: Thunder (-6.5): ${yes}`,
    `YES is ${yes}; NO is ${no}. In the upcoming NBA game, scheduled for January 9 at 9:30PM ET: This market will resolve to "Thunder" if the Thunder win the game by 7 or more points. Otherwise, this market will resolve to "Nuggets".`,
  ];
  it('is the named spread of the same side and line', () => {
    assert.equal(verdict(margin('6.5'), named('Thunder', 'Nuggets')), 'same');
    assert.equal(verdict(margin('6.5'), named('Nuggets', 'Thunder')), 'same-inverted');
    assert.equal(verdict(margin('7.5'), named('Thunder', 'Nuggets')), 'different');
  });
  it('is not that of a part of the game', () => {
    for (const part of ['first half of the ', 'second quarter of the '])
      assert.doesNotMatch(verdict(margin('6.5', part), named('Thunder', 'Nuggets')), /^same/);
  });
});

describe('totals', () => {
  const runs: Texts = [
    'New York Y vs Boston: Total Runs: Over 8.5 runs scored',
    'If New York Y and Boston collectively score more 8.5 runs in the New York Y vs Boston professional baseball game originally scheduled for Jan 9, 2027, then the market resolves to Yes.',
  ];
  const overUnder = (line: string, way = 'Over'): Texts => [
    `New York Yankees vs. Boston Red Sox: O/U ${line}: ${way}`,
    `YES is ${way}; NO is ${way === 'Over' ? 'Under' : 'Over'}. In the upcoming MLB game, scheduled for January 9 at 7:10PM ET: This market will resolve to "Over" if the teams combine to score more than ${line} runs. Otherwise, this market will resolve to "Under".`,
  ];
  it('are read where the venue has left out "than"', () => {
    assert.equal(verdict(runs, overUnder('8.5')), 'same');
    assert.equal(verdict(runs, overUnder('8.5', 'Under')), 'same-inverted');
    assert.equal(verdict(runs, overUnder('9.5')), 'different');
  });

  const goals: Texts = [
    'Arsenal vs Liverpool: Totals: Over 2.5 goals scored',
    'If over 2.5 goals are scored in the Arsenal vs Liverpool professional EPL soccer game originally scheduled for Jan 9, 2027 after 90 minutes plus stoppage time (does not include extra time or penalties), then the market resolves to Yes.',
  ];
  const counted = (least: string): Texts => [
    'Arsenal FC vs. Liverpool FC: O/U 2.5: Over',
    `YES is Over; NO is Under. In the upcoming game, scheduled for January 9, 2027: If the total number of goals scored is ${least} or more, this market will resolve to "Over". Otherwise, this market will resolve to "Under". This market refers only to the outcome within the first 90 minutes of regular play plus stoppage time.`,
  ];
  it('are read where the condition stands before the outcome', () => {
    assert.equal(verdict(goals, counted('3')), 'same');
    assert.doesNotMatch(verdict(goals, counted('2')), /^same/);
  });

  const games: Texts = [
    'Sinner vs Alcaraz: Total Games: Over 38.5 games',
    'If the number of completed games in the full match is above 38.5 in the Jannik Sinner vs Carlos Alcaraz professional tennis match originally scheduled for Jan 9, 2027, then the market resolves to Yes.',
  ];
  const match = (least: string, counts = 'games'): Texts => [
    'Sinner vs. Alcaraz: Match O/U 38.5: Over',
    `YES is Over; NO is Under. This market refers to the tennis match between Jannik Sinner and Carlos Alcaraz, scheduled for January 9, 2027. This market will resolve to "Over" if the total number of ${counts} completed in the match equals or exceeds ${least}. Otherwise, it will resolve to "Under".`,
  ];
  it('of tennis are of games, not of sets', () => {
    assert.equal(verdict(games, match('39')), 'same');
    assert.doesNotMatch(verdict(games, match('38')), /^same/);
    assert.doesNotMatch(verdict(games, match('39', 'sets')), /^same/);
    for (const one of ['games won by Jannik Sinner', 'games by Jannik Sinner'])
      assert.doesNotMatch(verdict(games, match('39', one)), /^same/, one);
  });

  const both: Texts = [
    'Real Madrid vs Bayern Munich: Both Teams to Score: Both teams score',
    'If Real Madrid and Bayern Munich both score a goal in the Real Madrid vs Bayern Munich match originally scheduled for Jan 9, 2027 after 90 minutes plus stoppage time (does not include extra time or penalties), then the market resolves to Yes.',
  ];
  const paidBoth = (condition: string): Texts => [
    'Real Madrid CF vs. FC Bayern München: Both Teams to Score',
    `In the upcoming game, scheduled for January 9, 2027 If ${condition}, this market will resolve to "Yes". Otherwise, this market will resolve to "No". This market refers only to the outcome within the first 90 minutes of regular play plus stoppage time.`,
  ];
  it('of both teams are one goal of each', () => {
    assert.equal(verdict(both, paidBoth('both teams score at least one goal')), 'same');
    assert.doesNotMatch(verdict(both, paidBoth('both teams score at least two goals')), /^same/);
    assert.doesNotMatch(verdict(both, paidBoth('both teams score a goal in the first half')), /^same/);
  });
});

describe('a fight that goes the distance', () => {
  const fight = (condition: string): Texts => [
    'Topuria vs Tsarukyan: Goes the distance?: Fight goes the distance',
    `If the Ilia Topuria vs. Arman Tsarukyan UFC 324 fight originally scheduled for Jan 9, 2027 ${condition}, then the market resolves to Yes.`,
  ];
  const question = (condition: string): Texts => [
    'Topuria vs. Tsarukyan: Fight to Go the Distance?',
    `This market refers to the UFC fight between Ilia Topuria and Arman Tsarukyan, scheduled for January 9, 2027. This market will resolve to "Yes" if the fight ${condition}. Otherwise, this market will resolve to "No".`,
  ];
  it('is decided by the judges after all rounds', () => {
    const judged = question("completes all scheduled rounds and is decided by the judges' scorecards");
    assert.equal(verdict(fight('goes the distance'), judged), 'same');
    assert.doesNotMatch(verdict(fight('goes the distance'), question('goes past the third round')), /^same/);
    assert.doesNotMatch(verdict(fight('is won by Ilia Topuria'), judged), /^same/);
  });
});

describe('a game by its title alone', () => {
  const game = (winner: string): Texts => [
    `New York G at Philadelphia: ${winner}`,
    `If ${winner} wins the New York G at Philadelphia professional football game originally scheduled for Jan 9, 2027, then the market resolves to Yes. If the game ends in a tie, the market will resolve to $0.50 for each team.`,
  ];
  const sides = (day: string): Texts => [
    'Giants vs. Eagles: Giants',
    `YES is Giants; NO is Eagles. In the upcoming NFL game, scheduled for ${day} at 1:00PM ET: If the Giants win, the market will resolve to "Giants". If the Eagles win, the market will resolve to "Eagles". If the game ends in a tie, this market will resolve 50-50.`,
  ];
  it('names the side that wins', () => {
    assert.equal(verdict(game('New York G'), sides('January 9')), 'same');
    assert.equal(verdict(game('Philadelphia'), sides('January 9')), 'same-inverted');
    assert.doesNotMatch(verdict(game('New York G'), sides('January 2')), /^same/);
    assert.doesNotMatch(verdict(game('New York J'), sides('January 9')), /^same/);
  });
});

describe('a chart', () => {
  const top = (week: string): Texts => [
    `Top song on Billboard Hot 100 for the week of ${week}, 2027?: Ordinary`,
    `If Ordinary is #1 on the Billboard Hot 100 chart for the Week of ${week}, 2027, then the market resolves to Yes.`,
  ];
  const first = (chart: string): Texts => [
    `Will "Ordinary" be #1 on the ${chart} for the week of January 9?`,
    `This market will resolve to "Yes" if "Ordinary" is #1 on the ${chart} chart dated January 9, 2027.`,
  ];
  it('of the Hot 100 ranks songs', () => {
    assert.equal(verdict(top('Jan 9'), first('Billboard Hot 100')), 'same');
    assert.doesNotMatch(verdict(top('Jan 2'), first('Billboard Hot 100')), /^same/);
    assert.doesNotMatch(verdict(top('Jan 9'), first('Billboard 200')), /^same/);
  });
});

describe('a season', () => {
  const award = (season: string): Texts => [
    'Pro Football MVP: Josh Allen',
    `If Josh Allen wins the ${season} Pro Football MVP award, then the market resolves to Yes.`,
    Date.UTC(2027, 1, 28),
  ];
  const question = (year: string, season: string): Texts => [
    `Will Josh Allen win the ${year} NFL MVP?`,
    `This market will resolve to "Yes" if Josh Allen wins the AP NFL Most Valuable Player award for the ${season} season.`,
    Date.UTC(2027, 1, 11),
  ];
  it('has the name of its first year where the rules of both state it', () => {
    assert.equal(verdict(award('2026-27'), question('2026', '2026-27')), 'same');
    assert.doesNotMatch(verdict(award('2026-27'), question('2025', '2025-26')), /^same/);
    assert.doesNotMatch(verdict(award('2026-27'), question('2026', '2025-26')), /^same/);
  });
});

describe('the next holder of an office', () => {
  const next = (name: string, closes: number): Texts => [
    `Next Prime Minister of Spain?: ${name}`,
    `If ${name} is the first person sworn in as Prime Minister of Spain following the next general election, then the market resolves to Yes.`,
    closes,
  ];
  it('is one person, whenever the venues expect the change', () => {
    const [early, late] = [Date.UTC(2027, 11, 31), Date.UTC(2028, 11, 31)];
    assert.equal(verdict(next('Ana Duarte', early), next('Ana Duarte', late)), 'same');
    assert.equal(verdict(next('Ana Duarte', early), next('Luis Vega', late)), 'different');
  });
});

describe('a figure in steps', () => {
  const above: Texts = [
    'CPI in December 2026?: Above 0.2%',
    'If the Consumer Price Index (CPI) increases by more than 0.2% in December 2026, as reported to one decimal place, then the market resolves to Yes.',
  ];
  const bracket = (words: string): Texts => [
    `Will monthly inflation increase by ${words} in December?`,
    'This market will resolve according to the one-month change in the Consumer Price Index (CPI-U) for December 2026, as reported to one decimal place.',
  ];
  it('may be exactly a number, which is not "above" another', () => {
    assert.doesNotMatch(verdict(above, bracket('0.3%')), /^same/);
    assert.equal(verdict(above, bracket('≥0.3%')), 'same');
  });
});

describe('sentences about the market itself', () => {
  const title = (sentence: string): Texts => [
    'Pro Football Champion?: Philadelphia',
    `If Philadelphia wins the 2027 Pro Football Championship, then the market resolves to Yes. ${sentence}`,
  ];
  const question: Texts = [
    'Will the Philadelphia Eagles win Super Bowl 2027?',
    'This market will resolve to "Yes" if the Philadelphia Eagles win Super Bowl LXI. If at any point it becomes impossible for this team to win, this market will resolve immediately to "No".',
  ];
  it('are not about the close of a figure', () => {
    assert.equal(
      verdict(title('This market will close and expire after a title holder is declared.'), question),
      'same',
    );
  });

  const price = (when: string): Texts => [
    `Bitcoin ${when} $150,000 on January 9?`,
    `This market will resolve to "Yes" if Bitcoin ${when} $150,000 on January 9, 2027, according to Coinbase.`,
  ];
  it('leave a close and a touch of a price apart', () => {
    assert.doesNotMatch(verdict(price('hits'), price('closes above')), /^same/);
  });
});

describe('the decision of a central bank', () => {
  const decision: Texts = [
    'European Central Bank decision in February?: Maintain current rate',
    'If the European Central Bank maintains its current rate at the February 2027 ECB monetary policy meeting, then the market resolves to Yes.',
  ];
  const announced = (what: string): Texts => [
    `Will the ECB announce ${what} at the February meeting?`,
    "This market will resolve to the amount of basis points the ECB's deposit facility rate is changed by versus the level it was prior to the February 2027 meeting.",
  ];
  it('is the one that it announces', () => {
    assert.equal(verdict(decision, announced('no change')), 'same');
    assert.doesNotMatch(verdict(decision, announced('a 25 bps decrease')), /^same/);
  });
});

describe('the meeting of a central bank', () => {
  const decision = (day: string): Texts => [
    `Bank of England rate decision on December ${day}, 2026?: Hold`,
    `If the Bank of England maintains its Bank Rate at its meeting on December ${day}, 2026, then the market resolves to Yes.`,
  ];
  const month = (day: string): Texts => [
    'Bank of England: no change in December?',
    `This market will resolve according to the change in basis points in the Bank Rate announced by the Bank of England at its meeting scheduled for December ${day}, 2026.`,
  ];
  it('of a month is the one on the day in its rules', () => {
    assert.equal(verdict(decision('17'), month('17')), 'same');
    assert.doesNotMatch(verdict(decision('17'), month('3')), /^same/);
  });
});

describe('a level of an index', () => {
  const close = (above: string): Texts => [
    'S&P 500 close on December 11, 2026?: 7,175 or above',
    `If the end-of-day S&P 500 index value on December 11, 2026 is above ${above}, then the market resolves to Yes.`,
  ];
  const question = (level: string): Texts => [
    `Will S&P 500 (SPX) close at or above $${level} on December 11?`,
    `This market will resolve to "Yes" if the official closing price of the S&P 500 (SPX) on December 11, 2026 is equal to or higher than $${level}.00.`,
  ];
  it('above 7,174.9999 is 7,175 or more', () => {
    assert.equal(verdict(close('7174.9999'), question('7,175')), 'same');
    assert.doesNotMatch(verdict(close('7174.9999'), question('7,174')), /^same/);
  });
});

describe('a match of a stage', () => {
  const match = (day: string): Texts => [
    `LoL: Movistar KOI vs Fnatic (BO1) - LEC Versus Regular Season: Movistar KOI`,
    `YES is Movistar KOI; NO is Fnatic. This market refers to the LoL match between Movistar KOI and Fnatic in the LEC Versus Regular Season, initially scheduled for January ${day}, 2027. This market will resolve to "Movistar KOI" if Movistar KOI win the match against Fnatic.`,
  ];
  const plain: Texts = [
    'Movistar KOI vs. Fnatic: Movistar KOI',
    'If Movistar KOI wins the Movistar KOI vs. Fnatic League of Legends match originally scheduled for Jan 9, 2027, then the market resolves to Yes.',
  ];
  it('is the match of its day', () => {
    assert.equal(verdict(plain, match('9')), 'same');
    assert.doesNotMatch(verdict(plain, match('16')), /^same/);
  });
});

describe('a person with an initial', () => {
  const full = (name: string): Texts => [
    `NFL Offensive Player of the Year: ${name}`,
    `If ${name} wins the 2026-27 NFL Offensive Player of the Year, then the market resolves to Yes.`,
  ];
  const short = (name: string): Texts => [
    `Will ${name} win the NFL Offensive Player of the Year?`,
    `This market will resolve to "Yes" if ${name} wins the 2026-27 NFL Offensive Player of the Year award.`,
  ];
  it('is no one with another first name', () => {
    assert.equal(verdict(full('Derrick Henry'), short('D. Henry')), 'same');
    assert.equal(verdict(full('Derrick Henry'), short('H. Henry')), 'different');
    assert.equal(verdict(full('Hunter Henry'), short('H. Henry')), 'same');
    assert.doesNotMatch(verdict(full('Derrick Henry'), short('D. Hall')), /^same/);
  });
  it('may have two initials, or one between the names', () => {
    assert.equal(verdict(full('JD Vance'), short('J.D. Vance')), 'same');
    assert.equal(verdict(full('J. D. Vance'), short('JD Vance')), 'same');
    assert.equal(verdict(full('Robert Kennedy'), short('Robert F. Kennedy')), 'same');
    assert.equal(verdict(full('George Bush'), short('George H. W. Bush')), 'same');
    assert.equal(verdict(full('Ken Paxton'), short('J. Paxton')), 'different');
  });
});

describe('a question whether a fight goes the distance', () => {
  const rules =
    'If the Tyson Fury vs Anthony Joshua boxing match originally scheduled for Jan 9, 2027 goes the full scheduled distance, then the market resolves to Yes.';
  const question: Texts = ['Will Fury vs Joshua go the distance?', rules];
  const other = (day: string): Texts => [
    'Fury vs. Joshua: Fight to go the distance?',
    `This market will resolve to "Yes" if the Tyson Fury vs Anthony Joshua boxing match scheduled for ${day} goes the full scheduled distance. Otherwise, this market will resolve to "No".`,
  ];
  it('is the listing of the same fight', () => {
    assert.equal(verdict(question, other('January 9, 2027')), 'same');
    assert.doesNotMatch(verdict(question, other('February 20, 2027')), /^same/);
    assert.doesNotMatch(
      verdict(
        [question[0], rules.replace('goes the full', 'does not go the full')],
        other('January 9, 2027'),
      ),
      /^same$/,
    );
  });
});

describe('the most valuable player', () => {
  const player: Texts = [
    'Pro Football Regular Season MVP?: Ashton Jeanty',
    'If Ashton Jeanty wins the Pro Football AP Regular Season MVP in the 2027-28 season, then the market resolves to Yes.',
  ];
  const other = (title: string): Texts => [
    `Will Ashton Jeanty win the ${title}?`,
    `This market will resolve according to the player named the ${title} by the Associated Press for the 2027–28 season.`,
  ];
  it('is that of the regular season, but not that of a final', () => {
    assert.equal(verdict(player, other('2027–28 NFL MVP')), 'same');
    assert.doesNotMatch(verdict(player, other('Super Bowl LXII MVP')), /^same/);
    assert.doesNotMatch(verdict(player, other('2027–28 NFL Offensive Player of the Year')), /^same/);
  });
});

describe('a change of a rate by nothing', () => {
  const decision = (move: string): Texts => [
    `Fed decision in January?: ${move}`,
    `If the Federal Reserve does a ${move} on January 27, 2027, then the market resolves to Yes.`,
  ];
  const other = (question: string): Texts => [
    `Will the Fed ${question} after the January 2027 meeting?`,
    'This market will resolve to the amount of basis points by which the upper bound of the target federal funds rate is changed versus the level before the January 2027 meeting of the Federal Reserve.',
  ];
  it('is no change, and no increase', () => {
    for (const move of ['Hike of 0bps', 'Cut of 0 bps']) {
      assert.notEqual(verdict(decision(move), other('make no change to interest rates')), 'different', move);
      for (const way of ['increase', 'decrease'])
        assert.equal(verdict(decision(move), other(`${way} interest rates by 25 bps`)), 'different', way);
    }
    assert.equal(verdict(decision('Hike of 50bps'), other('make no change to interest rates')), 'different');
  });
});

describe('a game of a qualifying round', () => {
  const qualifier = (winner: string): Texts => [
    `Turkiye vs Czechia: ${winner}`,
    `If ${winner} wins the Turkiye vs Czechia UEFA European Championship qualifying soccer game originally scheduled for Jan 9, 2027 after 90 minutes plus stoppage time (does not include extra time or penalties), then the market resolves to Yes.`,
  ];
  const onDay = (day: string): Texts => [
    `Will Türkiye win on ${day}?`,
    `In the upcoming soccer game, scheduled for ${day}\nIf Türkiye wins, this market will resolve to "Yes".\nOtherwise, this market will resolve to "No".\nThis market refers only to the outcome within the first 90 minutes of regular play plus stoppage time.`,
  ];
  it('is the game of its day', () => {
    assert.equal(verdict(qualifier('Turkiye'), onDay('2027-01-09')), 'same');
    assert.doesNotMatch(verdict(qualifier('Czechia'), onDay('2027-01-09')), /^same/);
    assert.doesNotMatch(verdict(qualifier('Turkiye'), onDay('2027-01-16')), /^same/);
  });
});

describe('the points of one side', () => {
  const toSide = (outcome: string, claim: string): Texts => [
    `Denver at Oklahoma City: Team Total: ${outcome}`,
    `If ${claim} in the Denver at Oklahoma City professional basketball game originally scheduled for Jan 9, 2027, then the market resolves to Yes.`,
  ];
  const toNamed = (title: string, paid: string): Texts => [
    `Nuggets vs. Thunder: ${title}: Over`,
    `YES is Over; NO is Under. In the upcoming NBA game, scheduled for January 9 at 9:30PM ET: This market will resolve to "Over" if ${paid}. Otherwise, this market will resolve to "Under".`,
  ];
  const denver = toNamed('Nuggets O/U 109.5', 'the Nuggets score 110 or more points in the game');
  it('are one line when the title names the side before it, with or without a half', () => {
    assert.equal(
      verdict(toSide('Denver over 109.5 points scored', 'Denver scores over 109.5 points'), denver),
      'same',
    );
    assert.equal(verdict(toSide('Denver 110+ points', 'Denver scores 110+ points'), denver), 'same');
  });
  it('are not the points of the other side, of both or of another line', () => {
    const written = toSide('Denver 110+ points', 'Denver scores 110+ points');
    assert.doesNotMatch(
      verdict(written, toNamed('Thunder O/U 109.5', 'the Thunder score 110 or more points in the game')),
      /^same/,
    );
    assert.doesNotMatch(
      verdict(
        written,
        toNamed('O/U 109.5', 'the combined total of points scored by both teams is 110 or more'),
      ),
      /^same/,
    );
    assert.doesNotMatch(
      verdict(written, toNamed('Nuggets O/U 110.5', 'the Nuggets score 111 or more points in the game')),
      /^same/,
    );
  });
});

describe('a soccer game', () => {
  const claim =
    'Rosenau wins the Rosenau vs Talheim professional soccer game originally scheduled for Jan 9, 2027';
  it('in regular time is that of 90 minutes', () => {
    const regular: Texts = [
      'Rosenau vs Talheim: Reg Time: Rosenau',
      `If ${claim} after 90 minutes plus stoppage time (does not include extra time or penalties), then the market resolves to Yes.`,
    ];
    const paid = (which: string): Texts => [
      'Will FC Rosenau win on 2027-01-09?',
      `In the upcoming soccer game, scheduled for January 9, 2027\nIf FC Rosenau wins, this market will resolve to "Yes".\n${which}`,
    ];
    assert.equal(
      verdict(
        regular,
        paid(
          'This market refers only to the outcome within the first 90 minutes of regular play plus stoppage time.',
        ),
      ),
      'same',
    );
    assert.doesNotMatch(verdict(regular, paid('Extra time and a penalty shootout count.')), /^same/);
  });
});

describe('the games of a tennis match', () => {
  it('are those that are completed by both players', () => {
    const written: Texts = [
      'Vega vs Orion: Total Games: Over 22.5 games',
      'If the number of completed games in the full match is above 22.5 in the Ana Vega vs Rosa Orion professional tennis match in the 2027 WTA Brisbane Round Of 32 originally scheduled for Jan 9, 2027, then the market resolves to Yes.',
    ];
    const toNamed = (line: number, set = ''): Texts => [
      `Brisbane: Ana Vega vs. Rosa Orion: ${set || 'Match '}O/U ${line}: Over`,
      `YES is Over; NO is Under. This market refers to the tennis match between Ana Vega and Rosa Orion, scheduled for January 9, 2027. This market will resolve to "Over" if ${line + 0.5} or more games are completed in the ${set === '' ? 'match' : 'first set'}. Otherwise, this market will resolve to "Under".`,
    ];
    assert.equal(verdict(written, toNamed(22.5)), 'same');
    assert.doesNotMatch(verdict(written, toNamed(21.5)), /^same/);
    assert.doesNotMatch(verdict(written, toNamed(22.5, 'Set 1 ')), /^same/);
  });
});

describe('a fight that goes the distance', () => {
  const toQuestion = (paid: string): Texts => [
    'Ana Vega vs. Rosa Orion: Fight to Go the Distance?',
    `In the upcoming UFC bout, scheduled for January 9, 2027: This market will resolve to "Yes" if the fight ${paid}. Otherwise, this market will resolve to "No".`,
  ];
  const written: Texts = [
    'Vega vs Orion: Goes the distance: Fight goes the distance',
    'If the Ana Vega vs Rosa Orion UFC fight originally scheduled for Jan 9, 2027 goes the distance, then the market resolves to Yes.',
  ];
  it('goes the full scheduled number of rounds', () => {
    assert.equal(verdict(written, toQuestion('goes the full scheduled number of rounds')), 'same');
    assert.equal(verdict(written, toQuestion('lasts the full number of scheduled rounds')), 'same');
    assert.doesNotMatch(verdict(written, toQuestion('goes to the third round')), /^same/);
  });
});

describe('names that look like other words', () => {
  it('a team whose name has a negation asks no negated question', () => {
    const written: Texts = [
      'Not A Squad vs. Vega Esports: Map 2: Vega Esports',
      'If Vega Esports wins map 2 in the Not A Squad vs. Vega Esports CS2 match originally scheduled for Jan 9, 2027 at 9:00 AM EST, then the market resolves to Yes.',
    ];
    const toNamed = (map: number): Texts => [
      `Counter-Strike: Not A Squad vs Vega Esports - Map ${map} Winner: Not A Squad`,
      `YES is Not A Squad; NO is Vega Esports. This market refers to the Counter-Strike match between Not A Squad and Vega Esports, scheduled for January 9, 2027 at 9:00 AM ET. This market will resolve to "Not A Squad" if Not A Squad win Map ${map}.`,
    ];
    assert.equal(verdict(written, toNamed(2)), 'same-inverted');
    assert.doesNotMatch(verdict(written, toNamed(1)), /^same/);
  });
  it('a podium is the first three places', () => {
    const podium: Texts = [
      'Rosenau Grand Prix Podium: Ana Vega',
      'If Ana Vega finishes in the top 3 of the 2027 Rosenau Grand Prix, then the market resolves to Yes.',
    ];
    const toPlace = (place: string): Texts => [
      `Will Ana Vega finish ${place} at the 2027 Rosenau Grand Prix?`,
      `This market will resolve to "Yes" if Ana Vega finishes ${place} of the 2027 Rosenau Grand Prix.`,
    ];
    assert.equal(verdict(podium, toPlace('on the podium')), 'same');
    assert.equal(verdict(podium, toPlace('in the top 3')), 'same');
    assert.doesNotMatch(verdict(podium, toPlace('in the top 6')), /^same/);
  });
  it('a tie of a game is a third outcome', () => {
    const written: Texts = [
      'Chicago vs Green Bay: Tie: Game ends in a tie',
      'If neither team wins and the game ends in a tie in the Chicago vs Green Bay Pro Football game originally scheduled for Jan 9, 2027, then the market resolves to Yes.',
    ];
    const toQuestion = (title: string, paid: string): Texts => [
      title,
      `In the upcoming NFL game between the Chicago Bears and the Green Bay Packers, scheduled for January 9, 2027: This market will resolve to "Yes" if ${paid}. Otherwise, this market will resolve to "No".`,
    ];
    assert.equal(
      verdict(
        written,
        toQuestion('Bears vs. Packers: Will the game end in a tie?', 'the game ends in a tie'),
      ),
      'same',
    );
    assert.doesNotMatch(
      verdict(written, toQuestion('Will the Bears beat the Packers?', 'the Chicago Bears win the game')),
      /^same/,
    );
  });
});

describe('a mark that someone sets', () => {
  const lap = (title: string, condition: string): Texts => [
    title,
    `This market will resolve to "Yes" if ${condition} at the 2027 Monaco Grand Prix on January 9, 2027. Otherwise, this market will resolve to "No".`,
  ];
  const ours = lap('Monaco Grand Prix: Fastest Lap: Ines Roy', 'Ines Roy has the fastest lap');
  it('is no set of a match', () => {
    const set = lap(
      'Will Ines Roy set the fastest lap at the Monaco Grand Prix?',
      'Ines Roy sets the fastest lap',
    );
    assert.equal(verdict(ours, set), 'same');
  });
  it('is not that of another driver, nor another mark', () => {
    for (const [title, condition] of [
      ['Will Ada Kern set the fastest lap at the Monaco Grand Prix?', 'Ada Kern sets the fastest lap'],
      ['Will Ines Roy set the longest stint at the Monaco Grand Prix?', 'Ines Roy sets the longest stint'],
    ] as const)
      assert.doesNotMatch(verdict(ours, lap(title, condition)), /^same/, title);
  });
});
