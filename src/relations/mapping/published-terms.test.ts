import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VenueTerms } from '../../contract/model/instrument.ts';
import { compareListings, type Verdict } from './compare-listings.ts';
import type { Listing } from './listing.ts';

const listing = (venue: string, title: string, rules: string, terms: VenueTerms = {}): Listing => ({
  venue,
  ticker: title,
  title,
  rules,
  category: 'Economics',
  openTime: null,
  closeTime: null,
  terms,
});

const polymarket = listing(
  'Polymarket',
  'Will the unemployment rate for March 2027 be 4.6% or more?',
  'This market will resolve to "Yes" if the unemployment rate for March 2027 is 4.6% or more.',
);

/** The verdict on a Kalshi market about unemployment and the Polymarket listing, and the words about its fields. */
function compareOutcome(
  outcome: string,
  terms: VenueTerms,
): { readonly verdict: Verdict; readonly fields: string } {
  const kalshi = listing(
    'Kalshi',
    `Unemployment rate in March 2027?: ${outcome}`,
    'If the unemployment rate for March 2027 is as stated, then the market resolves to Yes.',
    terms,
  );
  const { verdict, reasons } = compareListings(kalshi, polymarket);
  const fields = reasons.filter(({ name }) => name === 'fields');
  assert.ok(fields.every(({ kind }) => kind === 'gap'));
  return { verdict, fields: fields.map(({ words }) => words).join() };
}

describe('structured fields of Kalshi', () => {
  test('a field states the comparator that the text omits', () => {
    assert.equal(compareOutcome('4.5%', { strike_type: 'greater', floor_strike: '4.5' }).verdict, 'same');
    assert.equal(
      compareOutcome('4.6%', { strike_type: 'greater_or_equal', floor_strike: '4.6' }).verdict,
      'same',
    );
    assert.equal(
      compareOutcome('4.6%', { strike_type: 'greater', floor_strike: '4.6' }).verdict,
      'different',
    );
    assert.equal(
      compareOutcome('4.5%', { strike_type: 'less_or_equal', cap_strike: '4.5' }).verdict,
      'same-inverted',
    );
    assert.equal(compareOutcome('4.6%', { strike_type: 'less', cap_strike: '4.6' }).verdict, 'same-inverted');
  });

  test('a comparator that is not known, such as a name that every object has, states nothing', () => {
    for (const strike_type of ['unheard', 'constructor', '__proto__'])
      assert.deepEqual(compareOutcome('Above 4.5%', { strike_type, floor_strike: '4.5' }), {
        verdict: 'same',
        fields: '',
      });
  });

  test('a field that repeats the text changes nothing', () => {
    const terms = { strike_type: 'greater', floor_strike: '4.5' };
    assert.deepEqual(compareOutcome('Above 4.5%', terms), { verdict: 'same', fields: '' });
    assert.deepEqual(compareOutcome('Above 4.50%', terms), compareOutcome('Above 4.50%', {}));
  });

  test('a field with another number, comparator or strictness than the text makes the pair unsure', () => {
    for (const terms of [
      { strike_type: 'greater', floor_strike: '4.7' },
      { strike_type: 'less', cap_strike: '4.5' },
      { strike_type: 'greater_or_equal', floor_strike: '4.5' },
    ]) {
      const { verdict, fields } = compareOutcome('Above 4.5%', terms);
      assert.equal(verdict, 'unsure', JSON.stringify(terms));
      assert.match(fields, /^Kalshi: the field says \S+ 4\.[57], the text Above 4\.5%$/);
    }
  });

  test('a dollar threshold that ends in 99 cents is the next dollar', () => {
    const rules = (words: string): string =>
      `This market will resolve to "Yes" if the price of Ethereum is ${words} at noon ET on March 1, 2027.`;
    const field = { strike_type: 'greater', floor_strike: '4999.99' };
    const one = listing(
      'Kalshi',
      'Ethereum price on March 1, 2027 at noon?: $5,000 or above',
      rules('$5,000 or above'),
      field,
    );
    const other = listing(
      'Polymarket',
      'Ethereum above $5,000 on March 1, 2027 at noon?',
      rules('above $5,000'),
    );
    assert.deepEqual(
      compareListings(one, other).reasons.filter(({ name }) => name === 'fields' || name === 'threshold'),
      [],
    );
  });

  test('a range of the text must have the ends of the fields', () => {
    const terms = { strike_type: 'between', floor_strike: '4.4', cap_strike: '4.5' };
    assert.equal(compareOutcome('4.4% to 4.5%', terms).fields, '');
    assert.notEqual(compareOutcome('4.4% to 4.6%', terms).fields, '');
  });
});

describe('structured fields of Polymarket', () => {
  const spread = (terms: VenueTerms): readonly string[] => {
    const title = 'Spread: Suns (-4.5): Suns';
    const rules =
      'YES is Suns; NO is Nuggets. The NBA game between the Nuggets and the Suns on January 21, 2027.';
    return compareListings(listing('Polymarket', title, rules, terms), polymarket)
      .reasons.filter(({ name }) => name === 'fields')
      .map(({ words }) => words);
  };

  test('another line than in the title is a contradiction', () => {
    assert.deepEqual(spread({ sportsMarketType: 'spreads', line: '-4.5' }), []);
    assert.deepEqual(spread({ sportsMarketType: 'spreads', line: '-5.5' }), [
      'Polymarket: the field says line -5.5, the title (-4.5',
    ]);
    assert.deepEqual(spread({ sportsMarketType: 'moneyline', line: '-5.5' }), []);
  });

  test('another number in the name of the outcome than in the title is a contradiction', () => {
    const compareGroup = (groupItemTitle: string): Verdict => {
      const kalshi = listing(
        'Kalshi',
        'Unemployment rate in March 2027?: 4.6% or more',
        'If the unemployment rate for March 2027 is 4.6% or more, then the market resolves to Yes.',
      );
      return compareListings(kalshi, { ...polymarket, terms: { groupItemTitle } }).verdict;
    };
    assert.equal(compareGroup('4.6%+'), 'same');
    assert.equal(compareGroup('March 31'), 'same');
    assert.equal(compareGroup('4.7%+'), 'unsure');
  });

  const game = (title: string, rules: string, terms: VenueTerms = {}, venue = 'Polymarket'): Listing =>
    listing(venue, title, rules, terms);
  const denver = game(
    'Denver at Phoenix Winner?: Phoenix',
    'If Phoenix wins the Denver at Phoenix professional basketball game originally scheduled for Jan 21, 2027, then the market resolves to Yes.',
    {},
    'Kalshi',
  );
  const SUNS = 'YES is Suns; NO is Nuggets. The upcoming NBA game.';

  test('the start of a game stands in for a day that the text does not state', () => {
    const start = (gameStartTime: string): Verdict =>
      compareListings(denver, game('Nuggets vs. Suns: Suns', SUNS, { gameStartTime })).verdict;
    assert.equal(start('2027-01-22 02:00:00+00'), 'same'); // the evening of the 21st in America
    assert.equal(start('2027-01-24 02:00:00+00'), 'different');
  });

  test('a start on another day than the text says makes the pair unsure', () => {
    const rules = `${SUNS.slice(0, -1)}, scheduled for January 21, 2027.`;
    const start = (gameStartTime: string): Verdict =>
      compareListings(denver, game('Nuggets vs. Suns: Suns', rules, { gameStartTime })).verdict;
    assert.equal(start('2027-01-22 02:00:00+00'), 'same');
    assert.equal(start('2027-01-28 02:00:00+00'), 'unsure');
  });

  test('a name of the outcome that contradicts the title leaves the side unread', () => {
    const rules = 'In the upcoming NBA game on January 21, 2027, the Suns play the Nuggets.';
    const named = (groupItemTitle: string): Verdict =>
      compareListings(denver, game('Nuggets vs. Suns: Suns', rules, { groupItemTitle })).verdict;
    assert.equal(named('Suns'), 'same');
    assert.equal(named('Nuggets'), 'unsure');
  });
});

describe('strikes that two venues publish as names or ids', () => {
  const team = (venue: string, terms: VenueTerms): Listing =>
    listing(
      venue,
      'Who will win the 2027 Arlen Cup?: Brusk',
      'If Brusk wins the 2027 Arlen Cup, then the market resolves to Yes.',
      terms,
    );
  const compare = (one: VenueTerms, other: VenueTerms) =>
    [
      compareListings(team('Kalshi', one), team('Kalshi-2', other)),
      compareListings(team('Kalshi', other), team('Kalshi-2', one)),
    ].map(({ verdict, reasons }) =>
      `${verdict} ${reasons.find(({ name }) => name === 'fields')?.words ?? ''}`.trim(),
    );

  test('equal parts agree, in any order of an object', () => {
    assert.deepEqual(compare({ custom_strike: '{"team":"t-1"}' }, { custom_strike: '{"team":"t-1"}' }), [
      'same',
      'same',
    ]);
    assert.deepEqual(
      compare({ custom_strike: '{"a":1,"team":"t-1"}' }, { custom_strike: '{"team":"t-1","b":2}' }),
      ['same', 'same'],
    );
  });

  test('a field that only one listing has is not compared', () => {
    assert.deepEqual(compare({ custom_strike: '{"team":"t-1"}' }, {}), ['same', 'same']);
    assert.deepEqual(compare({ functional_strike: 'x > 1' }, { custom_strike: 'x > 2' }), ['same', 'same']);
  });

  test('another value of the same part is a gap', () => {
    const words = 'unsure custom_strike team: "t-1" / "t-2"';
    assert.deepEqual(compare({ custom_strike: '{"team":"t-1"}' }, { custom_strike: '{"team":"t-2"}' }), [
      words,
      words,
    ]);
    const formula = 'unsure functional_strike: x > 1 / x > 2';
    assert.deepEqual(compare({ functional_strike: 'x > 1' }, { functional_strike: 'x > 2' }), [
      formula,
      formula,
    ]);
  });
});
