import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TimestampMs } from '../../model/time.ts';
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
