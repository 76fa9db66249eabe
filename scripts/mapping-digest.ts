import { createHash } from 'node:crypto';
import { matchingListings } from '../bench/matching-listings.ts';
import type { VenueName } from '../src/contract/model/ids.ts';
import { CatalogueMatcher } from '../src/relations/mapping/catalogue-matcher.ts';
import { compareListings, type ListingComparison } from '../src/relations/mapping/compare-listings.ts';
import { toListing } from '../src/relations/mapping/listing.ts';
import {
  BLIND_PAIRS,
  FIRST_PAIRS,
  MARKET_PAIRS,
  type Pair,
  PRACTICE_PAIRS,
  THIRD_PAIRS,
} from '../test/mapping/labelled-pairs.ts';
import { SEALED_PAIRS, SECOND_SEALED_PAIRS } from '../test/mapping/published-pairs.ts';
import { FULL_CLASSES, OPEN_CLASSES, SEALED_CLASSES, toWordedPairs } from '../test/mapping/worded-pairs.ts';

const KALSHI_LISTINGS = 1_000;
const POLYMARKET_LISTINGS = 2_500;
const PAIRS_PER_PART = 200;

const PAIRS: readonly Pair[] = [
  ...[FIRST_PAIRS, BLIND_PAIRS, THIRD_PAIRS, MARKET_PAIRS, PRACTICE_PAIRS].flat(),
  ...[OPEN_CLASSES, FULL_CLASSES, SEALED_CLASSES].flatMap(toWordedPairs),
  ...SEALED_PAIRS,
  ...SECOND_SEALED_PAIRS,
];

const unpack = ({ verdict, score, relation, inverted, reasons }: ListingComparison): ListingComparison => ({
  verdict,
  score,
  relation,
  inverted,
  reasons,
});

/**
 * A hash of every comparison of the labelled pairs, and of the proposals between two generated catalogues, with scores
 * and reasons. Shows no single verdict, so it may read the sealed sets.
 */
export function computeDigest(): string {
  const hash = createHash('sha256');
  for (const { kalshi, polymarket } of PAIRS)
    hash.update(JSON.stringify(compareListings(kalshi, polymarket)));
  const matcher = new CatalogueMatcher(['Kalshi', 'Polymarket'] as VenueName[]);
  const listings = [
    ...matchingListings('Kalshi', KALSHI_LISTINGS),
    ...matchingListings('Polymarket', POLYMARKET_LISTINGS),
  ];
  matcher.apply({ listed: listings.map((it) => [it.instrumentId, toListing(it)] as const), removed: [] });
  let proposals = 0;
  for (let isLast = false; !isLast; ) {
    const changes = matcher.takeChanges(PAIRS_PER_PART);
    hash.update(JSON.stringify(changes.pairs.map(({ a, b, match }) => ({ a, b, match: unpack(match) }))));
    proposals += changes.pairs.length;
    isLast = changes.isLast;
  }
  return `${PAIRS.length} comparisons and ${proposals} proposals: ${hash.digest('hex')}`;
}
