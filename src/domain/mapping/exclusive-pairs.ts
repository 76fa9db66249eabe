import { assert } from '../model/assert.ts';
import type { ListingComparison } from './compare-listings.ts';
import { gap } from './evidence.ts';
import type { Listing } from './listing.ts';
import { normalizeText } from './listing-text.ts';

/** One compared pair. `Key` identifies a listing by reference or value; `venue` is the venue of each listing. */
export interface ComparedPair<Key> {
  readonly a: Key;
  readonly b: Key;
  readonly match: ListingComparison;
}

/**
 * Withholds contested pairs: their verdict becomes `unsure`, with a gap `exclusive`. At most one listing of a venue
 * is `same` as a listing of another venue, and at most one is `same-inverted`: the outcomes of an event exclude each
 * other. No score decides between two claims, because the wrong one doubles a position. Invariant X1 of SPEC.md.
 */
export function withholdContested<Key, Pair extends ComparedPair<Key>>(
  pairs: readonly Pair[],
  getVenue: (key: Key) => string,
): readonly Pair[] {
  const claims = countClaims(pairs, getVenue);
  const kept = pairs.map((pair) => {
    const rivals = Math.max(...getClaims(pair, getVenue).map((claim) => readCount(claims, claim)));
    return isProposed(pair) && rivals > 1 ? { ...pair, match: withhold(pair.match, rivals) } : pair;
  });
  for (const counts of countClaims(kept, getVenue).values())
    for (const count of counts.values())
      assert(count <= 1, 'a listing is proposed at most once to a venue in each orientation');
  return kept;
}

const isProposed = ({ match }: ComparedPair<unknown>): boolean =>
  match.verdict === 'same' || match.verdict === 'same-inverted';

/** A proposed pair claims each of its listings for the venue of the other, in one orientation. */
type Claim<Key> = readonly [key: Key, slot: string];
type ClaimCounts<Key> = ReadonlyMap<Key, ReadonlyMap<string, number>>;

const getClaims = <Key>(
  { a, b, match }: ComparedPair<Key>,
  getVenue: (key: Key) => string,
): readonly [Claim<Key>, Claim<Key>] => [
  [a, `${match.verdict} ${getVenue(b)}`],
  [b, `${match.verdict} ${getVenue(a)}`],
];

function countClaims<Key>(
  pairs: readonly ComparedPair<Key>[],
  getVenue: (key: Key) => string,
): ClaimCounts<Key> {
  const counts = new Map<Key, Map<string, number>>();
  for (const pair of pairs) {
    if (!isProposed(pair)) continue;
    for (const [key, slot] of getClaims(pair, getVenue)) {
      const slots = counts.get(key) ?? new Map<string, number>();
      counts.set(key, slots.set(slot, (slots.get(slot) ?? 0) + 1));
    }
  }
  return counts;
}

const readCount = <Key>(counts: ClaimCounts<Key>, [key, slot]: Claim<Key>): number =>
  counts.get(key)?.get(slot) ?? 0;

const withhold = (match: ListingComparison, rivals: number): ListingComparison => ({
  ...match,
  verdict: 'unsure',
  relation: 'unsure',
  reasons: [...match.reasons, gap('exclusive', 0, `${rivals} listings of one venue claim the same contract`)],
});

/**
 * Whether two listings are known to be different outcomes of one event at one venue: the venue says so, or their titles
 * have the form `event: outcome` with the same event and another outcome. False when neither shows it.
 */
export function areSiblingOutcomes(one: Listing, other: Listing): boolean {
  if (one.venue !== other.venue) return false;
  const isOneEvent = (one.event ?? null) !== null && one.event === other.event;
  if (isOneEvent && one.ticker !== other.ticker) return true;
  const [left, right] = [splitOutcome(one.title), splitOutcome(other.title)];
  return left !== null && right !== null && left.event === right.event && left.outcome !== right.outcome;
}

function splitOutcome(title: string): { readonly event: string; readonly outcome: string } | null {
  const match = /^(.+?)(?:: | - )([^:]+)$/.exec(normalizeText(title).toLowerCase());
  return match === null ? null : { event: match[1] ?? '', outcome: match[2] ?? '' };
}
