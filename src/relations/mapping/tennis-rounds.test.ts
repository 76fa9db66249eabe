import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimestampMs } from '../../contract/model/time.ts';
import { compareListings, type Verdict } from './compare-listings.ts';
import type { Listing } from './listing.ts';
import { findRounds, findRoundTournament, stripRound } from './tennis-rounds.ts';

const toListing = (title: string, rules: string, close: string): Listing => ({
  venue: 'V',
  ticker: 'T',
  title,
  rules,
  category: 'Sports',
  openTime: null,
  closeTime: Date.parse(`${close}T23:00:00Z`) as TimestampMs,
});

/** A match with the round between the sides and the outcome; its text names no day. */
const toRound = (part: string, event: string, winner = 'Iva Petrova'): Listing =>
  toListing(
    `Petrova vs Lund: ${part}: ${winner}`,
    `If ${winner} wins the Iva Petrova vs Ana Lund professional tennis match in the 2027 WTA ${event} after a ball has been played, then the market resolves to Yes. If a player retires, the market resolves to the player who advances.`,
    '2027-05-22',
  );

/** The match with the tournament first, on May 8. */
const toDated = (
  tournament: string,
  round = '',
  retirement = 'resolve to the player who advances',
): Listing =>
  toListing(
    `${tournament}: Iva Petrova vs Ana Lund: Iva Petrova`,
    `YES is Iva Petrova; NO is Ana Lund. This market refers to the WTA match between Iva Petrova and Ana Lund in the ${tournament}${round}, originally scheduled for May 8, 2027. If a player retires after play has begun, this market will ${retirement}.`,
    '2027-05-15',
  );

const decide = (one: Listing, other: Listing): Verdict => {
  const [match, swapped] = [compareListings(one, other), compareListings(other, one)];
  assert.equal(match.verdict, swapped.verdict);
  return match.verdict;
};

describe('the round of a tennis match', () => {
  it('is no part of the question who wins it', () => {
    for (const part of ['Semifinal', 'Madrid Open Semifinal', 'Madrid Open Round of 16']) {
      const question = `Will Iva Petrova win the Petrova vs Lund: ${part} match?`;
      assert.equal(stripRound(question), 'Will Iva Petrova win the Petrova vs Lund match?');
      assert.equal(findRoundTournament(question), part.startsWith('Madrid') ? 'Madrid Open' : '');
    }
  });

  const parts = [
    ['Final', 'Madrid Final'],
    ['Madrid Semifinal', 'Madrid Semifinal'],
    ['Madrid Quarterfinal', 'Madrid Quarterfinal'],
    ['Round of 16', 'Madrid Round of 16'],
  ] as const;

  it('may be stated by one listing only, in a tournament where players meet once', () => {
    for (const [part, event] of parts) {
      assert.equal(decide(toRound(part, event), toDated('Madrid')), 'same', part);
      assert.equal(decide(toRound(part, event, 'Ana Lund'), toDated('Madrid')), 'same-inverted', part);
    }
  });

  it('is another match if both listings state other rounds', () => {
    for (const [part, event] of parts) {
      const other = part === 'Final' ? ' Semifinal' : ' Final';
      assert.equal(decide(toRound(part, event), toDated('Madrid', other)), 'different', part);
    }
    assert.equal(
      decide(toRound('Round of 16', 'Madrid Round of 16'), toDated('Madrid', ' Round of 32')),
      'different',
    );
  });

  it('does not join two tournaments of one month', () => {
    assert.equal(decide(toRound('Rome Final', 'Rome Final'), toDated('Madrid')), 'unsure');
    assert.equal(decide(toRound('Final', 'Rome Final'), toDated('Madrid')), 'unsure');
  });

  it('must be stated by both where players may meet again after a group', () => {
    const group = toRound('United Cup Group Stage', 'United Cup Group Stage');
    assert.equal(decide(group, toDated('United Cup')), 'unsure');
    const final = toRound('WTA Finals Final', 'Finals Final');
    assert.equal(decide(final, toDated('WTA Finals')), 'unsure');
    assert.equal(decide(final, toDated('WTA Finals', ' Final')), 'same');
  });
});

describe('a retirement', () => {
  const final = toRound('Final', 'Madrid Final');

  it('that pays half is another contract', () => {
    assert.equal(decide(final, toDated('Madrid', '', 'resolve 50-50')), 'unsure');
    assert.equal(decide(final, toDated('Madrid', '', 'resolve at $0.50 each')), 'unsure');
  });
});

describe('the text of a round', () => {
  it('is not the round to which the winner advances, nor the result', () => {
    assert.deepEqual(findRounds('the Quarterfinal; the winner advances to the Semifinal'), ['quarterfinal']);
    assert.deepEqual(findRounds('The Final score decides. A final set counts.'), []);
    assert.deepEqual(findRounds('Semi-Finals, Round of 016 and Round Robin'), [
      'semifinal',
      'round of 16',
      'group',
    ]);
  });

  it('leaves the title only between the sides and an outcome', () => {
    assert.equal(
      stripRound('Gauff vs Pegula: Dubai Quarterfinal: Coco Gauff'),
      'Gauff vs Pegula: Coco Gauff',
    );
    assert.equal(findRoundTournament('Gauff vs Pegula: Dubai Quarterfinal: Coco Gauff'), 'Dubai');
    for (const title of [
      'Gauff vs Pegula: Set 1 Winner: Coco Gauff',
      'Gauff vs Pegula: Final Set Games: Over 9.5',
      'Gauff vs Pegula: Dubai Qualifying Final Round: Coco Gauff',
    ])
      assert.equal(stripRound(title), title);
  });
});
