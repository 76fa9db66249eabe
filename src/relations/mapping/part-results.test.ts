import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { Verdict } from './compare-listings.ts';
import { decide, toListing } from './listing.fixture.ts';
import type { Listing } from './listing.ts';

type Texts = readonly [title: string, rules: string];

/** As the venues close them: a written listing two weeks after the game. */
const decideTexts = ([title, rules]: Texts, [otherTitle, otherRules]: Texts): Verdict =>
  decide(
    toListing({ venue: 'V', title, rules, closeTime: Date.UTC(2027, 3, 24, 18) as TimestampMs }),
    toListing({
      venue: 'W',
      title: otherTitle,
      rules: otherRules,
      closeTime: Date.UTC(2027, 3, 10, 18) as TimestampMs,
    }),
  );

describe('the result of a first half', () => {
  const toHalf = (outcome: string, claim: string): Texts => [
    `Rosenau vs Talheim: First Half Winner: ${outcome}`,
    `If ${claim} the Rosenau vs Talheim professional soccer game originally scheduled for Apr 10, 2027, then the market resolves to Yes.`,
  ];
  const rosenau = toHalf('Rosenau', 'Rosenau wins the 1st half of');
  const level = toHalf('Tie', 'the 1st half of').map((text) =>
    text.replace(', then', ' ends in a tie, then'),
  ) as unknown as Texts;
  const toLeader = (title: string, paid: string, day = 'April 10, 2027'): Texts => [
    title,
    `In the upcoming soccer game between FC Rosenau and SV Talheim, scheduled for ${day}: This market will resolve to "Yes" if ${paid}. Otherwise, this market will resolve to "No". Only the first 45 minutes of regular play plus stoppage time count.`,
  ];
  const leader = toLeader(
    'FC Rosenau leading at halftime?',
    'FC Rosenau has scored more goals than SV Talheim at the end of the first half',
  );
  const draw = toLeader(
    'FC Rosenau vs. SV Talheim: Draw at halftime?',
    'the game is tied at the end of the first half',
  );

  it('is one contract for the side that leads and for a draw', () => {
    assert.equal(decideTexts(rosenau, leader), 'same');
    assert.equal(decideTexts(level, draw), 'same');
  });

  it('is one contract in the words of the other series', () => {
    const toSeries = (outcome: string): Texts => [
      `Rosenau vs Talheim: 1st Half Winner: ${outcome}`,
      `If ${outcome} is the ${outcome === 'Tie' ? 'result' : 'winner'} of the first half in the Rosenau vs Talheim professional soccer game originally scheduled for Apr 10, 2027 after 45 minutes plus stoppage time, then the market resolves to Yes.`,
    ];
    const isAhead = toLeader(
      'FC Rosenau leading at halftime?',
      'FC Rosenau are leading SV Talheim at the end of the first half',
    );
    const withoutStop: Texts = [
      'FC Rosenau leading at halftime?',
      'In the upcoming soccer game, scheduled for April 10, 2027\nIf FC Rosenau are leading SV Talheim at the end of the first half, this market will resolve to "Yes".\nOtherwise, this market will resolve to "No".',
    ];
    assert.equal(decideTexts(toSeries('Rosenau'), withoutStop), 'same');
    assert.equal(decideTexts(toSeries('Talheim'), withoutStop), 'different');
    assert.equal(decideTexts(toSeries('Rosenau'), isAhead), 'same');
    assert.equal(decideTexts(toSeries('Rosenau'), leader), 'same');
    assert.equal(decideTexts(toSeries('Tie'), draw), 'same');
    assert.equal(decideTexts(toSeries('Talheim'), isAhead), 'different');
    assert.equal(decideTexts(toSeries('Tie'), isAhead), 'different');
  });

  it('is another contract for another result, day or part of the game', () => {
    const talheim = toLeader(
      'SV Talheim leading at halftime?',
      'SV Talheim has scored more goals than FC Rosenau at the end of the first half',
    );
    const later = toLeader(
      'FC Rosenau leading at halftime?',
      'FC Rosenau has scored more goals than SV Talheim at the end of the first half',
      'April 17, 2027',
    );
    const game: Texts = [
      'Rosenau vs Talheim Winner?: Rosenau',
      'If Rosenau wins the Rosenau vs Talheim professional soccer game originally scheduled for Apr 10, 2027 after 90 minutes plus stoppage time, then the market resolves to Yes.',
    ];
    for (const other of [talheim, draw, later])
      assert.match(decideTexts(rosenau, other), /different|unsure/, other[0]);
    for (const other of [talheim, leader])
      assert.match(decideTexts(level, other), /different|unsure/, other[0]);
    for (const other of [leader, draw]) assert.match(decideTexts(game, other), /different|unsure/, other[0]);
  });

  it('is not read where title and condition name different results', () => {
    const crossed = toLeader(
      'FC Rosenau leading at halftime?',
      'SV Talheim has scored more goals than FC Rosenau at the end of the first half',
    );
    assert.match(decideTexts(rosenau, crossed), /different|unsure/);
    const both = toLeader(
      'FC Rosenau leading at halftime?',
      'FC Rosenau is leading or the game is tied at the end of the first half',
    );
    assert.match(decideTexts(rosenau, both), /different|unsure/);
  });
});

describe('a run of the first inning', () => {
  const written: Texts = [
    'Halden vs Brenton First Inning Run?',
    'If there is a run scored in the first inning of the Halden vs Brenton professional baseball game originally scheduled for Apr 10, 2027, then the market resolves to Yes.',
  ];
  const toOther = (title: string, paid: string): Texts => [
    title,
    `In the upcoming baseball game between the Halden Herons and the Brenton Bears, scheduled for April 10, 2027: This market will resolve to "Yes" if ${paid}. Otherwise, this market will resolve to "No".`,
  ];

  it('is one contract in both wordings', () => {
    const other = toOther(
      'Will there be a run scored in the first inning?: Halden Herons vs. Brenton Bears',
      'at least one run is scored in the first inning',
    );
    assert.equal(decideTexts(written, other), 'same');
  });

  it('is not a run of the game, of another inning or of both sides', () => {
    const others = [
      ['a run scored in the second inning', 'at least one run is scored in the second inning'],
      ['a run scored in the first inning', 'both teams score at least one run in the first inning'],
      ['a run scored in the first inning', 'the Halden Herons score at least one run in the first inning'],
    ] as const;
    for (const [titled, paid] of others)
      assert.match(
        decideTexts(written, toOther(`Will there be ${titled}?: Halden Herons vs. Brenton Bears`, paid)),
        /different|unsure/,
        paid,
      );
  });
});

describe('the total of one side', () => {
  const toWritten = (side: string, line: string): Texts => [
    `Halden vs Brenton: Team Total: ${side} over ${line} runs scored`,
    `If ${side} scores over ${line} runs in the Halden vs Brenton professional baseball game originally scheduled for Apr 10, 2027, then the market resolves to Yes.`,
  ];
  const toNamed = (side: string, line: string, outcomes = 'YES is Over; NO is Under'): Texts => [
    `${side} Team Total: O/U ${line}: ${outcomes.startsWith('YES is Over') ? 'Over' : 'Under'}`,
    `${outcomes}. In the upcoming baseball game between the Halden Herons and the Brenton Bears, scheduled for April 10, 2027: This market will resolve to "Over" if the ${side} score more than ${line} runs. Otherwise, this market will resolve to "Under".`,
  ];

  it('is one contract for the same side and line, and the opposite for "under"', () => {
    assert.equal(decideTexts(toWritten('Brenton', '3.5'), toNamed('Brenton Bears', '3.5')), 'same');
    const under = toNamed('Brenton Bears', '3.5', 'YES is Under; NO is Over');
    assert.equal(decideTexts(toWritten('Brenton', '3.5'), under), 'same-inverted');
  });

  it('is another contract for the other side, another line, and both sides together', () => {
    const both: Texts = [
      'Halden Herons vs. Brenton Bears: O/U 3.5: Over',
      'YES is Over; NO is Under. In the upcoming baseball game, scheduled for April 10, 2027: This market will resolve to "Over" if the Halden Herons and the Brenton Bears combine for 4 or more runs. Otherwise, this market will resolve to "Under".',
    ];
    for (const other of [toNamed('Halden Herons', '3.5'), toNamed('Brenton Bears', '4.5'), both])
      assert.match(decideTexts(toWritten('Brenton', '3.5'), other), /different|unsure/, other[0]);
  });
});

it('both teams to score has an abbreviation', () => {
  const written: Texts = [
    'Rosenau vs Talheim: BTTS: Both teams score',
    'If both teams score a goal in the Rosenau vs Talheim professional soccer game originally scheduled for Apr 10, 2027, then the market resolves to Yes.',
  ];
  const other: Texts = [
    'FC Rosenau vs. SV Talheim: Both Teams to Score',
    'In the upcoming soccer game, scheduled for April 10, 2027: This market will resolve to "Yes" if both teams score at least one goal. Otherwise, this market will resolve to "No".',
  ];
  assert.equal(decideTexts(written, other), 'same');
});

test('a run of either team in the first inning is stated in several forms', () => {
  const toQuestion = (title: string, condition: string): Listing =>
    toListing({
      title,
      rules: `This market will settle to Yes if ${condition} in the first inning in the Texas Rangers vs Minnesota Twins MLB game scheduled for 2027-01-09 at 3:07PM ET.`,
    });
  const run = toListing({
    title: 'Texas at Minnesota: Run in the First Inning?',
    rules:
      'If either team scores at least one run in the first inning of the Texas vs Minnesota professional baseball game originally scheduled for Jan 9, 2027, then the market resolves to Yes.',
  });
  const scores = 'either team scores at least one run';
  const none = 'neither team scores a run';
  const teams = 'Texas Rangers vs. Minnesota Twins';
  assert.equal(decide(run, toQuestion(`${teams}: Run in the 1st Inning?`, scores)), 'same');
  assert.equal(decide(run, toQuestion(`${teams}: No Run in the 1st Inning?`, none)), 'same-inverted');
  for (const contradiction of [
    toQuestion(`${teams}: No Run in the 1st Inning?`, scores),
    toQuestion(`${teams}: Run in the 1st Inning?`, none),
  ])
    assert.doesNotMatch(decide(run, contradiction), /^same/);
  const three = toListing({ ...run, title: run.title.replace('First', 'First 3'), rules: run.rules });
  assert.doesNotMatch(decide(three, toQuestion(`${teams}: Run in the 1st Inning?`, scores)), /^same/);
});
