import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { compareListings } from '../compare-listings.ts';
import { decide, toListing } from '../listing.fixture.ts';
import type { Listing } from '../listing.ts';

interface Game {
  readonly name: string;
  readonly sides: readonly [string, string]; // at Kalshi
  readonly names: readonly [string, string]; // at Polymarket
  readonly kind: string;
  readonly title: string; // of Polymarket
  readonly series: string;
}

const GAMES: readonly Game[] = [
  {
    name: 'baseball',
    sides: ['Detroit', 'Cleveland'],
    names: ['Detroit Tigers', 'Cleveland Guardians'],
    kind: 'professional baseball game',
    title: 'Detroit Tigers vs. Cleveland Guardians',
    series: 'KXMLBGAME',
  },
  {
    name: 'esports',
    sides: ['Northlight', 'Sable Five'],
    names: ['Northlight', 'Sable Five'],
    kind: 'Counter-Strike match',
    title: 'Counter-Strike: Northlight vs Sable Five (BO1) - Winter Open Group A',
    series: 'KXCS2GAME',
  },
  {
    name: 'tennis',
    sides: ['Petrova', 'Lund'],
    names: ['Iva Petrova', 'Ana Lund'],
    kind: 'professional tennis match in the 2027 UTR Pro Series Waco',
    title: 'UTR Waco: Iva Petrova vs Ana Lund',
    series: 'KXTENNISMATCH',
  },
];

const CLOSE = Date.UTC(2027, 8, 8) as TimestampMs;

/** @param clock  as in the ticker, such as `1410`; the same time is in the rules with `isWritten` */
const atKalshi = ({ sides, kind, series }: Game, clock: string | null, isWritten: boolean): Listing =>
  toListing({
    venue: 'Kalshi',
    ticker: `${series}-27SEP04${clock ?? ''}ONETWO-ONE`,
    title: `${sides.join(' vs ')}: ${sides[0]}`,
    rules: `If ${sides[0]} wins the ${sides.join(' vs ')} ${kind} originally scheduled for Sep 4, 2027${
      isWritten && clock !== null ? ` at ${toClock(clock)} EDT` : ''
    }, then the market resolves to Yes.`,
    closeTime: CLOSE,
  });

const toClock = (clock: string): string => {
  const hours = Number(clock.slice(0, 2));
  return `${hours % 12 === 0 ? 12 : hours % 12}:${clock.slice(2)} ${hours < 12 ? 'AM' : 'PM'}`;
};

/** @param start  of the field, in UTC; the clock in New York is written in the rules */
const atPolymarket = (
  { names, title, kind }: Game,
  { start, written }: { readonly start?: string; readonly written?: string },
): Listing =>
  toListing({
    venue: 'Polymarket',
    title: `${title}: ${names[0]}`,
    rules: `YES is ${names[0]}; NO is ${names[1]}. This market refers to the ${kind} between ${names.join(' and ')}, scheduled for September 4${
      written === undefined ? ', 2027' : ` at ${written} ET`
    }. If ${names[0]} wins, this market will resolve to "${names[0]}".`,
    closeTime: CLOSE,
    ...(start === undefined ? {} : { terms: { gameStartTime: `2027-09-0${start}:00+00` } }),
  });

for (const game of GAMES)
  describe(`two games of one day: ${game.name}`, () => {
    const early = ['ticker', 'rules'].map((where) => atKalshi(game, '1410', where === 'rules'));
    const late = ['ticker', 'rules'].map((where) => atKalshi(game, '1910', where === 'rules'));
    const earlyStarts = [{ start: '4 18:10' }, { written: '2:10PM' }, { start: '4 18:40' }];
    const lateStarts = [{ start: '4 23:10' }, { written: '7:10PM' }];

    it('are proposed with the game of their start', () => {
      for (const one of early)
        for (const start of earlyStarts) assert.equal(decide(one, atPolymarket(game, start)), 'same');
      for (const one of late)
        for (const start of lateStarts) assert.equal(decide(one, atPolymarket(game, start)), 'same');
    });

    it('are different contracts', () => {
      for (const one of early)
        for (const start of lateStarts) assert.equal(decide(one, atPolymarket(game, start)), 'different');
      for (const one of late)
        for (const start of earlyStarts) assert.equal(decide(one, atPolymarket(game, start)), 'different');
    });

    it('are one game after midnight in another time zone', () => {
      assert.equal(decide(atKalshi(game, '2210', false), atPolymarket(game, { start: '5 02:10' })), 'same');
    });

    it('are proposed by their day where a listing states no start', () => {
      assert.equal(decide(atKalshi(game, null, false), atPolymarket(game, { start: '4 18:10' })), 'same');
    });

    it('are unsure where the field of a listing contradicts its text', () => {
      const moved = atPolymarket(game, { start: '4 23:10', written: '2:10PM' });
      assert.equal(decide(atKalshi(game, '1410', false), moved), 'unsure');
    });
  });

describe('the expected end of a game', () => {
  const game = GAMES[0] as Game;
  const ending = (at: string): Listing => ({
    ...atKalshi(game, null, false),
    terms: { occurrence_datetime: at },
  });

  it('fits a start three hours before it', () => {
    assert.equal(decide(ending('2027-09-04T21:10:00Z'), atPolymarket(game, { start: '4 18:10' })), 'same');
  });

  it('excludes a start after it', () => {
    assert.equal(
      decide(ending('2027-09-04T20:10:00Z'), atPolymarket(game, { start: '4 23:10' })),
      'different',
    );
  });
});

describe('the number of a game of the day', () => {
  const game = GAMES[0] as Game;
  const numbered = (listing: Listing, number: number): Listing => ({
    ...listing,
    title: listing.title.replace(': ', ` (Game ${number}): `),
  });
  const [one, other] = [atKalshi(game, null, false), atPolymarket(game, {})];

  it('excludes another number', () => {
    assert.equal(decide(numbered(one, 1), numbered(other, 2)), 'different');
    assert.equal(decide(numbered(one, 2), numbered(other, 2)), 'same');
  });

  it('leaves a listing without number and start unsure', () => {
    assert.equal(decide(one, numbered(other, 2)), 'unsure');
    assert.ok(compareListings(one, numbered(other, 2)).reasons.some(({ name }) => name === 'start'));
  });
});
