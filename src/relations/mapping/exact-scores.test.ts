import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide, toListing } from './listing.fixture.ts';
import type { Listing } from './listing.ts';

/** "Leeds vs Derby: Correct Score: Derby wins 2-1". */
const toWritten = (outcome: string, claim: string, event = 'Leeds vs Derby: Correct Score'): Listing =>
  toListing({
    title: `${event}: ${outcome}`,
    rules: `If ${claim} in the Leeds vs Derby professional EFL soccer game originally scheduled for Jan 9, 2027 after 90 minutes plus stoppage time (does not include extra time or penalties), then the market resolves to Yes.`,
  });

/** "Exact Score: Leeds United FC 1 - 2 Derby County?" */
const toNamed = (score: string, paid: string): Listing =>
  toListing({
    venue: 'W',
    title: `Exact Score: ${score}?`,
    rules: `In the upcoming soccer game, scheduled for January 9, 2027\nThis market will resolve to "Yes" if the final score is ${paid}.\nOtherwise, this market will resolve to "No".\nThis market refers only to the outcome within the first 90 minutes of regular play plus stoppage time.`,
  });
const DERBY_WINS = toNamed('Leeds United FC 1 - 2 Derby County', 'Leeds United FC 1, Derby County 2');
const LEEDS_WINS = toNamed('Leeds United FC 2 - 1 Derby County', 'Leeds United FC 2, Derby County 1');

describe('the exact score of a game', () => {
  const derby = toWritten('Derby wins 2-1', 'Derby wins 2-1');

  it('is one contract with the goals of both sides in either order', () => {
    assert.equal(decide(derby, DERBY_WINS), 'same');
    assert.equal(decide(toWritten('Leeds wins 2-1', 'Leeds wins 2-1'), LEEDS_WINS), 'same');
    assert.equal(
      decide(derby, toNamed('Derby County 2 - 1 Leeds United FC', 'Derby County 2-1 Leeds United FC')),
      'same',
    );
    assert.equal(
      decide(toWritten('Reg Time: Derby wins 2-1', 'Derby wins 2-1', 'Leeds vs Derby'), DERBY_WINS),
      'same',
    );
  });

  it('is another contract for the other winner, other goals, a draw or the result alone', () => {
    assert.equal(decide(derby, LEEDS_WINS), 'different');
    assert.equal(
      decide(derby, toNamed('Leeds United FC 1 - 3 Derby County', 'Leeds United FC 1, Derby County 3')),
      'different',
    );
    assert.equal(
      decide(derby, toNamed('Leeds United FC 1 - 1 Derby County', 'Leeds United FC 1, Derby County 1')),
      'different',
    );
    const result = toListing({
      venue: 'W',
      title: 'Will Derby County win on 2027-01-09?',
      rules:
        'In the upcoming soccer game, scheduled for January 9, 2027\nIf Derby County wins, this market will resolve to "Yes".\nOtherwise, this market will resolve to "No".',
    });
    assert.doesNotMatch(decide(derby, result), /^same/);
  });

  it('is read of clubs whose names have legal forms and numbers', () => {
    const written = toListing({
      title: 'Malaga vs Espanyol: Reg Time: Malaga wins 2-0',
      rules:
        'If Malaga wins 2-0 in the Malaga vs Espanyol professional La Liga soccer game originally scheduled for Jan 9, 2027 after 90 minutes plus stoppage time (does not include extra time or penalties), then the market resolves to Yes.',
    });
    const score = 'Málaga CF 2 - 0 RCD Espanyol de Barcelona';
    assert.equal(decide(written, toNamed(score, score)), 'same');
  });

  it('of a draw has no winner', () => {
    const draw = toWritten('Draw 1-1', 'the game ends in a draw 1-1');
    const level = toNamed('Leeds United FC 1 - 1 Derby County', 'Leeds United FC 1, Derby County 1');
    const goalless = toNamed('Leeds United FC 0 - 0 Derby County', 'Leeds United FC 0, Derby County 0');
    assert.equal(decide(draw, level), 'same');
    assert.equal(decide(draw, goalless), 'different');
  });

  it('is unread where the condition for Yes has other goals than the title', () => {
    assert.doesNotMatch(decide(toWritten('Derby wins 2-1', 'Derby wins 3-1'), DERBY_WINS), /^same/);
    assert.doesNotMatch(
      decide(derby, toNamed('Leeds United FC 1 - 2 Derby County', 'Leeds United FC 2, Derby County 1')),
      /^same/,
    );
  });

  it('of a half is not that of the game', () => {
    const half = toListing({
      ...derby,
      rules: `${derby.rules}`.replace('in the Leeds', 'in the first half of the Leeds'),
    });
    assert.doesNotMatch(decide(half, DERBY_WINS), /^same/);
  });
});
