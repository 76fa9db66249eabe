import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO, instrument, KALSHI, VENUES } from './instrument.fixture.ts';
import { findBestMatch, matchesKeys } from './instrument-search.ts';

const keys = { ticker: null, slug: null, venue: null };

test('ticker and slug match ignoring case, and both must match', () => {
  const rain = instrument(1, { ticker: 'RAIN-LON', slug: 'rain-in-london' });
  assert.ok(matchesKeys({ ...keys, ticker: 'rain-lon' }, rain));
  assert.ok(matchesKeys({ ...keys, ticker: 'RAIN-LON', slug: 'RAIN-in-London' }, rain));
  assert.ok(!matchesKeys({ ...keys, ticker: 'RAIN-LON', slug: 'other' }, rain));
  assert.ok(!matchesKeys({ ...keys, ticker: 'RAIN' }, rain));
  assert.ok(!matchesKeys({ ...keys, ticker: 'RAIN-LON', venue: KALSHI }, rain));
});

test('of several matches the open one is chosen, then by configured venue order, then by lowest id', () => {
  const closed = instrument(1, { venue: DEMO, status: 'CLOSED' });
  const kalshi = instrument(2, { venue: KALSHI });
  const later = instrument(4, { venue: DEMO });
  const demo = instrument(3, { venue: DEMO });
  assert.equal(findBestMatch([closed, kalshi, later, demo], VENUES), demo);
  assert.equal(findBestMatch([closed, kalshi], VENUES), kalshi);
  assert.equal(findBestMatch([closed], VENUES), closed);
  assert.equal(findBestMatch([], VENUES), null);
});
