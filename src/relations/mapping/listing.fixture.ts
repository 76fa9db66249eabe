import assert from 'node:assert/strict';
import type { TimestampMs } from '../../contract/model/time.ts';
import { compareListings, type Verdict } from './compare-listings.ts';
import type { Listing } from './listing.ts';

/** A listing of these texts, without an event and fields. */
export const toListing = (change: Pick<Listing, 'title' | 'rules'> & Partial<Listing>): Listing => ({
  venue: 'V',
  ticker: 'T',
  category: 'Any',
  openTime: null,
  closeTime: Date.UTC(2027, 0, 12, 23) as TimestampMs,
  ...change,
});

/** The verdict, which is the same in both orders. */
export function decide(a: Listing, b: Listing): Verdict {
  const { verdict } = compareListings(a, b);
  assert.equal(compareListings(b, a).verdict, verdict);
  return verdict;
}
