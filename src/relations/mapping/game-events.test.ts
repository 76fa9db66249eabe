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
