import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO, instrument, KALSHI, VENUES } from './instrument.fixture.ts';
import { bestMatch, isMatch } from './instrument-search.ts';

const keys = { ticker: null, slug: null, venue: null };

test('ticker and slug match exactly but for case, and both must hold', () => {
  const rain = instrument(1, { ticker: 'RAIN-LON', slug: 'rain-in-london' });
  assert.ok(isMatch({ ...keys, ticker: 'rain-lon' }, rain));
  assert.ok(isMatch({ ...keys, ticker: 'RAIN-LON', slug: 'RAIN-in-London' }, rain));
  assert.ok(!isMatch({ ...keys, ticker: 'RAIN-LON', slug: 'other' }, rain));
  assert.ok(!isMatch({ ...keys, ticker: 'RAIN' }, rain));
  assert.ok(!isMatch({ ...keys, ticker: 'RAIN-LON', venue: KALSHI }, rain));
});

test('of several the open one wins, then the configured order of venues, then the lowest id', () => {
  const closed = instrument(1, { venue: DEMO, status: 'CLOSED' });
  const kalshi = instrument(2, { venue: KALSHI });
  const later = instrument(4, { venue: DEMO });
  const demo = instrument(3, { venue: DEMO });
  assert.equal(bestMatch([closed, kalshi, later, demo], VENUES), demo);
  assert.equal(bestMatch([closed, kalshi], VENUES), kalshi);
  assert.equal(bestMatch([closed], VENUES), closed);
  assert.equal(bestMatch([], VENUES), null);
});
