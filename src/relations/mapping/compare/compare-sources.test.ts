import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareListings } from '../compare-listings.ts';
import { decide, toListing } from '../listing.fixture.ts';
import type { Listing } from '../listing.ts';

const STATIONS = [
  { city: 'New York City', station: 'Central Park, New York' },
  { city: 'London', station: 'London City Airport' },
] as const;

const PUBLISHERS = [
  "the National Weather Service's Climatological Report (Daily)",
  'Wunderground',
  'The Weather Company',
  'AccuWeather',
  'the Met Office',
  'the Iowa Environmental Mesonet',
  'the hourly METAR observations of NOAA',
] as const;

const atKalshi = (city: string, station: string, publisher: string): Listing =>
  toListing({
    title: `Highest temperature in ${city} on Jan 9, 2027?: 40° to 41°`,
    rules: `If the highest temperature recorded at ${station} for January 9, 2027 as reported by ${publisher} is between 40-41°, then the market resolves to Yes.`,
  });
const atPolymarket = (city: string, station: string, publisher: string): Listing =>
  toListing({
    venue: 'W',
    title: `Will the highest temperature in ${city} be between 40-41°F on January 9?`,
    rules: `This market will resolve to the temperature range that contains the highest temperature recorded at ${station} on 9 Jan '27. The resolution source for this market will be information from ${publisher}.`,
  });

describe('an observation of the weather', () => {
  for (const { city, station } of STATIONS)
    it(`of one station by two publishers is unsure: ${city}`, () => {
      for (const one of PUBLISHERS)
        for (const other of PUBLISHERS)
          assert.equal(
            decide(atKalshi(city, station, one), atPolymarket(city, station, other)),
            one === other ? 'same' : 'unsure',
            `${one} / ${other}`,
          );
    });
});

describe('the price of a coin', () => {
  const priced = (venue: string, publisher: string): Listing =>
    toListing({
      venue,
      title: 'Will the price of Bitcoin be above $120,000 on January 9 at 5PM ET?',
      rules: `If the price of Bitcoin at 5:00 PM ET on January 9, 2027 according to ${publisher} is above $120,000, then this market resolves to Yes.`,
    });

  it('of two publishers is unsure', () => {
    const publishers = ['CF Benchmarks', 'Binance', 'OKX', 'Bitstamp'];
    for (const one of publishers)
      for (const other of publishers)
        assert.equal(decide(priced('V', one), priced('W', other)), one === other ? 'same' : 'unsure');
  });
});

describe('a nominee', () => {
  const RACES = [
    ['Texas', 'Senate', 'Democratic'],
    ['Georgia', 'Governor', 'Republican'],
  ] as const;
  for (const [state, office, party] of RACES) {
    const nominee = toListing({
      title: `${party} nominee for ${office} in ${state}?: Laura Vance`,
      rules: `If Laura Vance is the ${party} nominee for the 2026 ${state} ${office} race, then the market resolves to Yes.`,
    });
    const winner = toListing({
      venue: 'W',
      title: `Will Laura Vance win the 2026 ${state} ${party} ${office} primary?`,
      rules: `This market will resolve to "Yes" if Laura Vance wins the 2026 ${state} ${party} ${office} primary. Otherwise, this market will resolve to "No".`,
    });
    it(`is not the winner of the primary: ${state}`, () => assert.equal(decide(nominee, winner), 'unsure'));
  }
});

describe('the first ten', () => {
  const FIELDS = [
    ['Open Championship', 'Top 10'],
    ['Masters', 'Top 5'],
  ] as const;
  for (const [contest, places] of FIELDS) {
    const finish = (venue: string, ties: string): Listing =>
      toListing({
        venue,
        title: `Will Rory McIlroy finish in the ${places} at the 2027 ${contest}?`,
        rules: `If Rory McIlroy finishes in the ${places.toLowerCase()} at the 2027 ${contest}${ties}, then the market resolves to Yes.`,
      });
    it(`are not the first ones with ties: ${contest}`, () => {
      assert.equal(decide(finish('V', ' (including ties)'), finish('W', '')), 'unsure');
      assert.equal(decide(finish('V', ' (including ties)'), finish('W', ' (excluding ties)')), 'different');
      assert.equal(decide(finish('V', ' (including ties)'), finish('W', ' with ties')), 'same');
    });
  }
});

describe('an event that is cancelled', () => {
  const game = (venue: string, rule: string): Listing =>
    toListing({
      venue,
      title: 'Denver vs Boston: Denver',
      rules: `If Denver wins the Denver vs Boston NBA game originally scheduled for Jan 9, 2027, then the market resolves to Yes. ${rule}`,
    });
  const FAIR =
    'If the game is cancelled or not started within 48 hours, the market will resolve to a fair price.';
  const HALF = 'If the game is canceled entirely, with no make-up game, this market will resolve 50-50.';
  const findWords = (one: string, other: string): string | undefined =>
    compareListings(game('V', one), game('W', other)).reasons.find(({ name }) => name === 'cancellation')
      ?.words;

  it('is named in the reasons where the venues pay it otherwise', () => {
    assert.equal(findWords(FAIR, HALF), 'pays fair price / pays 50-50');
    assert.equal(findWords(FAIR, ''), 'pays fair price / not stated');
    assert.equal(findWords(HALF, HALF), undefined);
    assert.equal(decide(game('V', FAIR), game('W', HALF)), 'same');
  });
});
