import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, toListing } from './listing.fixture.ts';
import type { Listing } from './listing.ts';

const written = toListing({
  title: 'Will Stripe IPO?: Before Jan 1, 2028',
  rules:
    'If Stripe completes an initial public offering before Jan 1, 2028, then the market resolves to Yes.',
  closeTime: null,
});
const stays = (until: string, condition: string): Listing =>
  toListing({
    title: `Will Stripe remain private through ${until}?`,
    rules: `This market will resolve to "Yes" if Stripe ${condition}. Otherwise, this market will resolve to "No".`,
    closeTime: null,
  });
const NONE = 'does not complete an initial public offering by December 31';

test('a company that remains private, by the rules without an offering, is the opposite of an offering', () => {
  assert.equal(decide(written, stays('2027', `${NONE}, 2027, 11:59 PM ET`)), 'same-inverted');
});

test('another condition or day of a company that remains private is not proposed', () => {
  const others = [
    stays('2027', `${NONE}, 2026`),
    stays('2026', `${NONE}, 2026`),
    stays('2027', `${NONE}, 2027, or a direct listing`),
    stays('2027', 'neither files for nor completes an initial public offering by December 31, 2027'),
    stays('2027', 'has no shares that trade on a public exchange by December 31, 2027'),
  ];
  for (const other of others) assert.match(decide(written, other), /unsure|different/);
});
