import { assert } from '#contract';
import type { ListingComparison } from './compare-listings.ts';
import { gap } from './evidence.ts';
import type { Listing } from './listing.ts';
import { normalizeText } from './listing-text.ts';
import { PackedComparison } from './packed-comparison.ts';

/** One compared pair. `Key` identifies a listing by reference or value; `venue` is the venue of each listing. */
export interface ComparedPair<Key> {
  readonly a: Key;
  readonly b: Key;
  readonly match: ListingComparison;
}

/** A pair is better than its rivals from this difference of scores on. Scores are hundredths. */
const MARGIN = 0.05;

/**
 * Assigns listings one to one: at most one listing of a venue is `same` as a listing of another venue, and at most one
 * is `same-inverted`, because the outcomes of an event exclude each other. Of several pairs that claim one listing, the
 * best is kept if it is better by a margin; its rivals, and pairs that fit equally, become `unsure` with a gap
 * `exclusive`. So does a pair that is not better by the margin than an unsure pair of another outcome of its event. The
 * result does not depend on the order of the pairs. Invariants X1, X2 and X24 of SPEC.md.
 *
 * @param areSiblings  whether two listings of one venue are outcomes of one event
 */
export function withholdContested<Key, Pair extends ComparedPair<Key>>(
  pairs: readonly Pair[],
  getVenue: (key: Key) => string,
  areSiblings: (one: Key, other: Key) => boolean = () => false,
): readonly Pair[] {
  const claims = groupByClaim(pairs, getVenue);
  const findSibling = createSiblingSearch(pairs, areSiblings);
  const withheld = new Map<Pair, string>();
  const kept = new Set<Pair>();
  const proposed = pairs.filter(isProposed).toSorted((x, y) => y.match.score - x.match.score);
  for (const pair of proposed) {
    const rivals = findRivals(pair, claims, getVenue);
    const better = findKept(pair, kept, claims, getVenue);
    const sibling = better === undefined ? findSibling(pair) : undefined;
    const equals = rivals.filter(
      (it) => it.match.score > pair.match.score - MARGIN && !findKept(it, kept, claims, getVenue),
    );
    if (better !== undefined)
      withheld.set(pair, `another pair fits better, with ${renderScores(pair, better)}`);
    else if (equals.length > 0) withheld.set(pair, describeTie(pair, equals));
    else if (sibling !== undefined)
      withheld.set(pair, `another outcome of the event fits as well, with ${renderScores(pair, sibling)}`);
    else kept.add(pair);
  }
  assertOneToOne([...kept], getVenue);
  return pairs.map((pair) => {
    const words = withheld.get(pair);
    return words === undefined ? pair : { ...pair, match: withhold(pair.match, words) };
  });
}

/**
 * The best pair of another outcome of the same event that is unsure and as good as a proposed one: the true partner of an
 * outcome may not be listed, or may be unsure for another reason.
 */
function createSiblingSearch<Key, Pair extends ComparedPair<Key>>(
  pairs: readonly Pair[],
  areSiblings: (one: Key, other: Key) => boolean,
): (pair: Pair) => Pair | undefined {
  const unsure = new Map<Key, Pair[]>();
  for (const pair of pairs)
    if (pair.match.verdict === 'unsure')
      for (const key of [pair.a, pair.b]) unsure.set(key, [...(unsure.get(key) ?? []), pair]);
  return (pair) =>
    [...(unsure.get(pair.a) ?? []), ...(unsure.get(pair.b) ?? [])]
      .filter(
        (it) =>
          it.match.score > pair.match.score - MARGIN &&
          it.match.inverted === pair.match.inverted &&
          (it.a === pair.a ? areSiblings(it.b, pair.b) : areSiblings(it.a, pair.a)),
      )
      .toSorted((x, y) => y.match.score - x.match.score)[0];
}

const isProposed = ({ match }: ComparedPair<unknown>): boolean =>
  match.verdict === 'same' || match.verdict === 'same-inverted';

const TIE = 'no pair fits best';
const describeTie = (pair: ComparedPair<unknown>, equals: readonly ComparedPair<unknown>[]): string =>
  `${TIE}: ${equals.length + 1} listings of one venue claim the same contract, with scores ${[pair, ...equals]
    .map(({ match }) => match.score)
    .toSorted((x, y) => y - x)
    .join(', ')}`;

const renderScores = (pair: ComparedPair<unknown>, better: ComparedPair<unknown>): string =>
  `a score of ${better.match.score} against ${pair.match.score}`;

/** A proposed pair claims each of its listings for the venue of the other, in one orientation. */
type Claims<Key, Pair> = ReadonlyMap<Key, ReadonlyMap<string, readonly Pair[]>>;

const getClaims = <Key>(
  { a, b, match }: ComparedPair<Key>,
  getVenue: (key: Key) => string,
): readonly (readonly [key: Key, slot: string])[] => [
  [a, `${match.verdict} ${getVenue(b)}`],
  [b, `${match.verdict} ${getVenue(a)}`],
];

function groupByClaim<Key, Pair extends ComparedPair<Key>>(
  pairs: readonly Pair[],
  getVenue: (key: Key) => string,
): Claims<Key, Pair> {
  const claims = new Map<Key, Map<string, Pair[]>>();
  for (const pair of pairs) {
    if (!isProposed(pair)) continue;
    for (const [key, slot] of getClaims(pair, getVenue)) {
      const slots = claims.get(key) ?? new Map<string, Pair[]>();
      claims.set(key, slots);
      slots.set(slot, [...(slots.get(slot) ?? []), pair]);
    }
  }
  return claims;
}

const findRivals = <Key, Pair extends ComparedPair<Key>>(
  pair: Pair,
  claims: Claims<Key, Pair>,
  getVenue: (key: Key) => string,
): readonly Pair[] =>
  getClaims(pair, getVenue).flatMap(([key, slot]) =>
    (claims.get(key)?.get(slot) ?? []).filter((it) => it !== pair),
  );

/** The best pair that is assigned one of the pair's listings. A pair that was withheld as one of equals has none. */
const findKept = <Key, Pair extends ComparedPair<Key>>(
  pair: Pair,
  kept: ReadonlySet<Pair>,
  claims: Claims<Key, Pair>,
  getVenue: (key: Key) => string,
): Pair | undefined =>
  findRivals(pair, claims, getVenue)
    .filter((it) => kept.has(it))
    .reduce<Pair | undefined>(
      (best, it) => (best === undefined || it.match.score > best.match.score ? it : best),
      undefined,
    );

function assertOneToOne<Key>(kept: readonly ComparedPair<Key>[], getVenue: (key: Key) => string): void {
  for (const slots of groupByClaim(kept, getVenue).values())
    for (const pairs of slots.values())
      assert(pairs.length <= 1, 'a listing is proposed at most once to a venue in each orientation');
}

function withhold(match: ListingComparison, words: string): ListingComparison {
  const reason = gap('exclusive', 0, words);
  if (match instanceof PackedComparison) return match.withhold(reason);
  const { score, inverted, reasons } = match;
  return { verdict: 'unsure', score, relation: 'unsure', inverted, reasons: [...reasons, reason] };
}

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
