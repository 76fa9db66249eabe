import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchingListings } from '../../../bench/matching-listings.ts';
import { OPEN_CLASSES, toWordedPairs } from '../../../test/mapping/worded-pairs.ts';
import type { InstrumentId, VenueName } from '../../contract/model/ids.ts';
import { CandidateIndex } from './candidate-index.ts';
import { CatalogueMatcher, type MatchedPair } from './catalogue-matcher.ts';
import { compareFacts, type ListingComparison } from './compare-listings.ts';
import { areSiblingOutcomes, type ComparedPair, withholdContested } from './exclusive-pairs.ts';
import { extractFacts } from './extract.ts';
import { type Listing, toListing } from './listing.ts';

const ORDER = ['Kalshi', 'Polymarket'] as VenueName[];

/** Listings of both venues: generated ones, and the open worded classes with all near-twins. */
const CATALOGUE: readonly Listing[] = [
  ...ORDER.flatMap((venue) => matchingListings(venue as 'Kalshi' | 'Polymarket', 150).map(toListing)),
  ...uniqueByText(toWordedPairs(OPEN_CLASSES).flatMap(({ kalshi, polymarket }) => [kalshi, polymarket])),
].toSorted((a, b) => ORDER.indexOf(a.venue as VenueName) - ORDER.indexOf(b.venue as VenueName));

function uniqueByText(listings: readonly Listing[]): readonly Listing[] {
  return [...new Map(listings.map((it) => [`${it.venue} ${it.title} ${it.rules}`, it])).values()];
}

const toId = (at: number): InstrumentId => (at + 1) as InstrumentId;
const getListing = (id: InstrumentId): Listing => CATALOGUE[id - 1] as Listing;
const FACTS = CATALOGUE.map(extractFacts);
const compareInFull = (...ids: readonly [InstrumentId, InstrumentId]): ListingComparison => {
  const [a, b] = ids.map((id) => FACTS[id - 1]) as [(typeof FACTS)[number], (typeof FACTS)[number]];
  return compareFacts(a, b);
};
const areSiblings = (one: InstrumentId, other: InstrumentId): boolean =>
  areSiblingOutcomes(getListing(one), getListing(other));
type FoundPair = ComparedPair<InstrumentId>;
const toPlain = ({ verdict, score, relation, inverted, reasons }: ListingComparison): ListingComparison => ({
  verdict,
  score,
  relation,
  inverted,
  reasons,
});
const byIds = (one: FoundPair, other: FoundPair): number => one.a - other.a || one.b - other.b;

/** The present pairs of a caller that applies every part of the changes. */
class Follower {
  readonly #matcher: CatalogueMatcher;
  #pairs: readonly MatchedPair[] = [];

  constructor(matcher: CatalogueMatcher) {
    this.#matcher = matcher;
  }

  follow(): readonly FoundPair[] {
    for (let isLast = false; !isLast; ) {
      const changes = this.#matcher.takeChanges(50);
      const cleared = new Set(changes.cleared);
      this.#pairs = [
        ...this.#pairs.filter(({ a, b }) => !cleared.has(a) && !cleared.has(b)),
        ...changes.pairs,
      ];
      isLast = changes.isLast;
    }
    return this.#pairs.toSorted(byIds).map(({ a, b, match }) => ({ a, b, match: toPlain(match) }));
  }
}

/** The pairs by the definition: every candidate compared in full, then the contested ones of all together withheld. */
function findByDefinition(): readonly FoundPair[] {
  const index = new CandidateIndex<InstrumentId>();
  const pairs: FoundPair[] = [];
  for (const [at, listing] of CATALOGUE.entries()) {
    if (listing.venue === 'Kalshi') index.add(toId(at), listing);
    else
      for (const a of index.findCandidates(listing)) {
        const match = compareInFull(a, toId(at));
        if (match.verdict !== 'different') pairs.push({ a, b: toId(at), match });
      }
  }
  return withholdContested(pairs, (id: InstrumentId) => getListing(id).venue, areSiblings).toSorted(byIds);
}

test('the matcher finds the pairs of the definition, with scores, relations and reasons', () => {
  const matcher = new CatalogueMatcher(ORDER);
  matcher.apply({ listed: CATALOGUE.map((it, at) => [toId(at), it] as const), removed: [] });
  const found = new Follower(matcher).follow();
  assert.ok(found.length > 300, String(found.length));
  assert.ok(found.some(({ match }) => match.reasons.some(({ name }) => name === 'exclusive')));
  assert.deepEqual(found, findByDefinition());
});

test('after any changes, the followed pairs are those of all present texts', () => {
  const matcher = new CatalogueMatcher(ORDER);
  const follower = new Follower(matcher);
  const listed = CATALOGUE.map((it, at) => [toId(at), it] as const);
  matcher.apply({ listed, removed: [] });
  const before = follower.follow();
  assertDecided(before);
  const some = listed.filter(([id]) => id % 7 === 0);
  matcher.apply({ listed: [], removed: some.map(([id]) => id) });
  const without = follower.follow();
  assertDecided(without);
  assert.deepEqual(
    without.map(({ a, b }) => [a, b]),
    before.filter(({ a, b }) => a % 7 !== 0 && b % 7 !== 0).map(({ a, b }) => [a, b]),
  );
  const reworded = some.map(([id, it]) => [id, { ...it, rules: `${it.rules} Clarified.` }] as const);
  matcher.apply({ listed: reworded, removed: [] });
  matcher.apply({ listed: reworded.slice(0, 5), removed: [] });
  follower.follow();
  matcher.apply({ listed: some, removed: [] });
  assertDecided(follower.follow());
});

/** The contested pairs among these are those of all present pairs together. */
function assertDecided(pairs: readonly FoundPair[]): void {
  const decided = withholdContested(
    pairs.map(toUnwithheld),
    (id: InstrumentId) => getListing(id).venue,
    areSiblings,
  );
  assert.deepEqual(pairs, decided.toSorted(byIds));
}

const toUnwithheld = ({ a, b }: FoundPair): FoundPair => ({
  a,
  b,
  match: compareInFull(a, b),
});

test('a listing that changes or is removed before it is compared is compared with its last text alone', () => {
  const listed = CATALOGUE.map((it, at) => [toId(at), it] as const);
  const matcher = new CatalogueMatcher(ORDER, 50);
  const follower = new Follower(matcher);
  const reworded = listed
    .filter(([id]) => id % 3 === 0)
    .map(([id, it]) => [id, { ...it, title: 'Another question', rules: 'Another rule.' }] as const);
  const gone = listed.filter(([id]) => id % 5 === 0);
  matcher.apply({ listed, removed: [] });
  assert.deepEqual(matcher.takeChanges(10), { cleared: [], pairs: [], isLast: false });
  matcher.apply({ listed: reworded, removed: gone.map(([id]) => id) });
  const found = follower.follow();
  assert.ok(found.length > 50, String(found.length));
  assert.ok(found.every(({ a, b }) => a % 3 !== 0 && b % 3 !== 0 && a % 5 !== 0 && b % 5 !== 0));
  matcher.apply({ listed: [...reworded, ...gone].map(([id]) => [id, getListing(id)] as const), removed: [] });
  assertDecided(follower.follow());
});

test('one call compares some listings, and the order in which listings come does not change the pairs', () => {
  const listed = CATALOGUE.map((it, at) => [toId(at), it] as const);
  const kalshi = listed.filter(([, { venue }]) => venue === 'Kalshi');
  const polymarket = listed.filter(([, { venue }]) => venue !== 'Kalshi');
  const whole = new CatalogueMatcher(ORDER);
  whole.apply({ listed, removed: [] });
  const some = new CatalogueMatcher(ORDER, 3);
  some.apply({ listed: kalshi, removed: [] });
  some.apply({ listed: polymarket.toReversed(), removed: [] });
  assert.equal(some.takeChanges(50).isLast, false);
  assert.deepEqual(new Follower(some).follow(), new Follower(whole).follow());
});

test('an unchanged listing is not compared again', () => {
  const matcher = new CatalogueMatcher(ORDER);
  const listed = CATALOGUE.slice(0, 400).map((it, at) => [toId(at), it] as const);
  matcher.apply({ listed, removed: [] });
  new Follower(matcher).follow();
  matcher.apply({ listed: listed.map(([id, it]) => [id, { ...it }] as const), removed: [] });
  assert.deepEqual(matcher.takeChanges(10), { cleared: [], pairs: [], isLast: true });
});
