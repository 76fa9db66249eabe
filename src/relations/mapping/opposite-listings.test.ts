import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimestampMs } from '../../contract/model/time.ts';
import { decide, toListing } from './listing.fixture.ts';
import type { Listing } from './listing.ts';

const toVenueListing = (venue: string, title: string, rules: string): Listing =>
  toListing({ venue, title, rules, closeTime: Date.UTC(2027, 2, 31, 23) as TimestampMs });

describe('two named outcomes', () => {
  const toKalshi = (outcome: string, rules = 'closes higher'): Listing =>
    toVenueListing(
      'Kalshi',
      `Dow Jones up or down on Mar 31?: ${outcome}`,
      `If the Dow Jones ${rules} on Mar 31, 2027 than on Mar 30, 2027, then the market resolves to Yes.`,
    );
  const toPolymarket = (yes: string, no: string, up = 'above', down = 'at or below'): Listing =>
    toVenueListing(
      'Polymarket',
      `Dow Jones ${yes} or ${no} on March 31?: ${yes}`,
      `YES is ${yes}; NO is ${no}. This market will resolve to "Up" if the Dow Jones closes ${up} its close of March 30, 2027 on March 31, 2027, and to "Down" if it closes ${down} it.`,
    );

  it('are one contract in either order', () => {
    assert.equal(decide(toKalshi('Up'), toPolymarket('Up', 'Down')), 'same');
    assert.equal(decide(toKalshi('Up'), toPolymarket('Down', 'Up')), 'same-inverted');
  });
  it('are opposite outcomes when both listings name two in the other order', () => {
    assert.equal(decide(toPolymarket('Up', 'Down'), toPolymarket('Down', 'Up')), 'same-inverted');
  });
  it('are not proposed when an unchanged price pays another outcome', () => {
    const risesOrEqual = toPolymarket('Up', 'Down', 'at or above', 'below');
    assert.equal(decide(toPolymarket('Up', 'Down'), risesOrEqual), 'unsure');
    assert.equal(decide(toPolymarket('Down', 'Up'), risesOrEqual), 'unsure');
  });
  it('are another contract on another day', () => {
    const later: Listing = {
      ...toPolymarket('Down', 'Up'),
      title: 'Dow Jones Down or Up on April 1?: Down',
      rules:
        'YES is Down; NO is Up. This market will resolve to "Up" if the Dow Jones closes higher on April 1, 2027.',
    };
    assert.equal(decide(toKalshi('Up'), later), 'different');
  });
});

describe('a question about others than the one that a listing names', () => {
  const toWinner = (name: string): Listing =>
    toVenueListing(
      'Kalshi',
      `Tulsa mayoral election winner?: ${name}`,
      `If ${name} wins the 2027 Tulsa mayoral election, then the market resolves to Yes.`,
    );
  const toOthers = (others: string, claimed: string): Listing =>
    toVenueListing(
      'Polymarket',
      `Will ${others} win the 2027 Tulsa mayoral election?`,
      `This market will resolve to "Yes" if the 2027 Tulsa mayoral election is won by ${claimed}. If Ann Vega wins, this market will resolve to "No".`,
    );

  it('is the opposite where exactly one candidate wins', () => {
    for (const others of ['someone other than Ann Vega', 'a candidate other than Ann Vega'])
      assert.equal(
        decide(toWinner('Ann Vega'), toOthers(others, 'any person other than Ann Vega')),
        'same-inverted',
      );
    assert.equal(
      decide(toWinner('Ann Vega'), toOthers('anyone except Ann Vega', 'anyone except Ann Vega')),
      'same-inverted',
    );
  });
  it('is no opposite of a third candidate', () => {
    const match = decide(
      toWinner('Bo Lind'),
      toOthers('someone other than Ann Vega', 'any person other than Ann Vega'),
    );
    assert.equal(match, 'different');
  });
  it('is unclear when the rules do not exclude the same candidate', () => {
    const match = decide(
      toWinner('Ann Vega'),
      toOthers('someone other than Ann Vega', 'any person other than Bo Lind'),
    );
    assert.notEqual(match, 'same-inverted');
    assert.notEqual(match, 'same');
  });
  it('is unclear with a deadline, by which there may be no winner at all', () => {
    const toNext = (title: string, rules: string): Listing =>
      toVenueListing('V', title, `This market will resolve to "Yes" if ${rules} by June 30, 2027.`);
    const named = toNext('Will Ann Vega win the Tulsa award by June 30?', 'Ann Vega wins the Tulsa award');
    const others = toNext(
      'Will someone other than Ann Vega win the Tulsa award by June 30?',
      'someone other than Ann Vega wins the Tulsa award',
    );
    assert.equal(decide(named, others), 'unsure');
  });
});
