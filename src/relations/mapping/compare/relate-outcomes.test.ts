import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { compareListings } from '../compare-listings.ts';
import type { Listing } from '../listing.ts';
import type { ContractRelation } from './relate-outcomes.ts';

const listing = (title: string): Listing => ({
  venue: 'V',
  ticker: 'T',
  title,
  rules: null,
  category: 'Any',
  openTime: null,
  closeTime: Date.UTC(2027, 5, 30, 23) as TimestampMs,
});
const relate = (a: string, b: string): ContractRelation => compareListings(listing(a), listing(b)).relation;

const CPI = 'Will core CPI be';
const PERIOD = 'in May 2027?';

test('thresholds of one figure are related as sets of values', () => {
  const cases = [
    ['above 3.2%', 'above 3.0%', 'subset'],
    ['above 3.0%', '3.1% or more', 'identity'],
    ['above 3.0%', '3.0% or lower', 'inverted'],
    ['above 3.0%', '3.0% or more', 'subset'],
    ['above 3.4%', '3.0% or lower', 'disjoint'],
    ['exactly 3.1%', 'above 3.0%', 'subset'],
    ['exactly 3.1%', 'exactly 3.2%', 'disjoint'],
    ['between 3.1% and 3.3%', 'between 3.2% and 3.5%', 'overlap'],
  ] as const;
  for (const [one, other, expected] of cases)
    assert.equal(
      relate(`${CPI} ${one} ${PERIOD}`, `${CPI} ${other} ${PERIOD}`),
      expected,
      `${one} / ${other}`,
    );
});

test('what happens by an earlier day has happened by a later one', () => {
  const [june, july] = ['by June 30, 2027', 'by July 31, 2027'].map(
    (day) => `US government shutdown ${day}?`,
  );
  assert.equal(relate(june ?? '', july ?? ''), 'subset');
  assert.equal(
    relate('Will the US government stay funded through June 30, 2027?', july ?? ''),
    'overlap',
    'a shutdown in July pays both',
  );
  assert.equal(relate('Will the US government stay funded through July 31, 2027?', june ?? ''), 'disjoint');
});

test('another company, person or place proves no relation', () => {
  assert.equal(relate(`${CPI} above 3.0% ${PERIOD}`, `Will PPI be above 3.2% ${PERIOD}`), 'unsure');
  assert.equal(
    relate('Will Ana Ruiz win the mayoral race?', 'Will Bo Lindt win the mayoral race?'),
    'unsure',
  );
});

test('the relation of exchanged listings is the converse', () => {
  const CONVERSE: Readonly<Record<ContractRelation, ContractRelation>> = {
    identity: 'identity',
    inverted: 'inverted',
    subset: 'superset',
    superset: 'subset',
    overlap: 'overlap',
    disjoint: 'disjoint',
    unsure: 'unsure',
  };
  const threshold = fc
    .tuple(
      fc.constantFrom('above', 'at least', 'below', 'at most', 'exactly'),
      fc.integer({ min: 25, max: 35 }),
    )
    .map(([comparator, tenths]) => `${comparator} ${(tenths / 10).toFixed(1)}%`);
  fc.assert(
    fc.property(threshold, threshold, (one, other) => {
      const [a, b] = [`${CPI} ${one} ${PERIOD}`, `${CPI} ${other} ${PERIOD}`];
      assert.equal(relate(b, a), CONVERSE[relate(a, b)]);
    }),
  );
});
