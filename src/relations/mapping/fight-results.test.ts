import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide, toListing } from './listing.fixture.ts';
import type { Listing } from './listing.ts';

const FIGHT = 'the Ana Vega vs Rita Orion professional MMA fight scheduled for Jan 9, 2027';

const ofGame = (part: string, claim: string): Listing =>
  toListing({ title: `Vega vs Orion: ${part}`, rules: `If ${claim}, then the market resolves to Yes.` });

const named = (title: string, condition: string, more = '', outcomes = ''): Listing =>
  toListing({
    title,
    rules: `${outcomes}In the fight between Ana Vega and Rita Orion at UFC 340, scheduled for January 9, 2027: this market will resolve to ${condition}. Otherwise, it will resolve to "No".${more}`,
  });

const byKnockout = ofGame(
  'Method of Victory: Ana Vega by KO/TKO/DQ',
  `Ana Vega wins by KO, TKO or DQ in ${FIGHT}`,
);
const bySubmission = ofGame(
  'Method of Victory: Ana Vega by Submission',
  `Ana Vega wins by submission in ${FIGHT}`,
);
const inRound = ofGame('Round of Victory: Ana Vega wins in round 2', `Ana Vega wins in round 2 of ${FIGHT}`);
const rounds = ofGame('Total Rounds: Over 2.5 rounds', `${FIGHT} lasts more than 2.5 rounds`);
const distance = ofGame('Go the distance?: Fight goes the distance', `${FIGHT} goes the distance`);
const over = (line: string): Listing =>
  named(
    `O/U ${line} Rounds: Over`,
    `"Over" if the fight lasts more than ${line} rounds and to "Under" otherwise`,
    '',
    'YES is Over; NO is Under. ',
  );

describe('the result of a fight', () => {
  it('is one contract with one fighter and one way, round or length', () => {
    const ways = '"Yes" if Ana Vega wins by KO, TKO or disqualification';
    assert.equal(decide(byKnockout, named('Will Ana Vega win by KO or TKO?', ways)), 'same');
    assert.equal(
      decide(bySubmission, named('Will Ana Vega win by submission?', '"Yes" if Ana Vega wins by submission')),
      'same',
    );
    assert.equal(
      decide(inRound, named('Will Ana Vega win in Round 2?', '"Yes" if Ana Vega wins in the second round')),
      'same',
    );
    assert.equal(decide(rounds, over('2.5')), 'same');
    assert.equal(
      decide(distance, named('Fight to Go the Distance?', '"Yes" if the fight goes the distance')),
      'same',
    );
  });

  it('is opposite where the fight ends inside the distance', () => {
    const inside = named(
      'Will Vega vs. Orion end inside the distance?',
      '"Yes" if the fight ends before the judges decide',
      ' If it goes the distance, it will resolve to "No".',
    );
    assert.equal(decide(distance, inside), 'same-inverted');
  });

  for (const [difference, one, other] of [
    [
      'the other fighter',
      bySubmission,
      named('Will Rita Orion win by submission?', '"Yes" if Rita Orion wins by submission'),
    ],
    [
      'either fighter',
      byKnockout,
      named(
        'Will the fight be won by KO or TKO?',
        '"Yes" if either fighter wins by KO, TKO or disqualification',
      ),
    ],
    [
      'a disqualification that does not count',
      byKnockout,
      named(
        'Will Ana Vega win by KO or TKO?',
        '"Yes" if Ana Vega wins by KO or TKO',
        ' A disqualification does not count.',
      ),
    ],
    [
      'a sister of the fighter',
      bySubmission,
      named('Will Eva Vega win by submission?', '"Yes" if Eva Vega wins by submission'),
    ],
    [
      'a negated title',
      bySubmission,
      named('Will Ana Vega not win by submission?', '"Yes" if Ana Vega wins by submission'),
    ],
    [
      'another round',
      inRound,
      named('Will Ana Vega win in Round 1?', '"Yes" if Ana Vega wins in the first round'),
    ],
    [
      'the end of the fight by either',
      inRound,
      named('Will the fight end in Round 2?', '"Yes" if the fight ends in the second round'),
    ],
    ['another number of rounds', rounds, over('3.5')],
    [
      'a decision for one',
      distance,
      named('Will Ana Vega win by decision?', '"Yes" if Ana Vega wins by a decision'),
    ],
  ] as const)
    it(`is another contract with ${difference}`, () => {
      assert.match(decide(one, other), /^(?:different|unsure)$/);
    });
});
