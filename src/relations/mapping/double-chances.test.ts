import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimestampMs } from '../../contract/model/time.ts';
import { compareListings, type Verdict } from './compare-listings.ts';
import type { Listing } from './listing.ts';

const toListing = (venue: string, title: string, rules: string): Listing => ({
  venue,
  ticker: title,
  title,
  rules,
  category: 'Sports',
  openTime: null,
  closeTime: Date.parse('2027-01-17T23:59:00Z') as TimestampMs,
});

const MATCH =
  'the Everton vs Fulham professional Premier League soccer game originally scheduled for Jan 16, 2027';
const REGULATION = 'after 90 minutes plus stoppage time (does not include extra time or penalties)';
const toOutcome = (outcome: string): Listing =>
  toListing(
    'Kalshi',
    `Everton vs Fulham Winner?: ${outcome}`,
    outcome === 'Tie'
      ? `If ${MATCH} ends in a tie ${REGULATION}, then the market resolves to Yes.`
      : `If ${outcome} wins ${MATCH} ${REGULATION}, then the market resolves to Yes.`,
  );

const FORMS = [
  ['Everton FC to win or draw vs. Fulham FC?', 'Everton FC wins or draws'],
  ['Will Everton FC avoid defeat against Fulham FC on January 16?', 'Everton FC wins or draws'],
] as const;
const toChance = (title: string, condition: string, rest = ''): Listing =>
  toListing(
    'Polymarket',
    title,
    `This market will resolve to "Yes" if ${condition} the Premier League match against Fulham FC scheduled for January 16, 2027 after 90 minutes plus stoppage time. ${rest}`,
  );
const EITHER = toListing(
  'Polymarket',
  'Everton FC vs. Fulham FC: will either team win?',
  'This market will resolve to "Yes" if either Everton FC or Fulham FC wins the Premier League match scheduled for January 16, 2027 after 90 minutes plus stoppage time. If it ends in a draw, it will resolve to "No".',
);

const compare = (outcome: string, other: Listing): Verdict =>
  compareListings(toOutcome(outcome), other).verdict;

test('a side that wins or draws is opposite to a win of the other side alone', () => {
  for (const [title, condition] of FORMS) {
    assert.equal(compare('Fulham', toChance(title, condition)), 'same-inverted', title);
    assert.equal(compare('Everton', toChance(title, condition)), 'different', title);
    assert.equal(compare('Tie', toChance(title, condition)), 'different', title);
  }
});

test('a win of either side is opposite to the draw alone', () => {
  assert.equal(compare('Tie', EITHER), 'same-inverted');
  assert.equal(compare('Everton', EITHER), 'different');
  assert.equal(compare('Fulham', EITHER), 'different');
});

test('two double chances are one contract only with the same outcome left out', () => {
  const [[title, condition], [otherTitle, otherCondition]] = FORMS;
  const other = { ...toChance(otherTitle, otherCondition), venue: 'Kalshi' };
  assert.equal(compareListings(other, toChance(title, condition)).verdict, 'same');
  assert.equal(
    compareListings({ ...EITHER, venue: 'Kalshi' }, toChance(title, condition)).verdict,
    'different',
  );
});

test('a title that its condition for Yes does not repeat is never proposed', () => {
  const [[title]] = FORMS;
  for (const other of [
    toChance(title, 'Everton FC wins'),
    toChance(
      title,
      'Everton FC wins or draws',
      'If the match ends in a draw, this market will resolve 50-50.',
    ),
    toChance(title, 'Fulham FC wins or draws'),
  ])
    assert.match(compare('Fulham', other), /unsure|different/, other.rules ?? '');
});
