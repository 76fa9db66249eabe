import { isDeepStrictEqual } from 'node:util';
import { type InstrumentId, requirePresent, type VenueName } from '#contract';
import { CandidateIndex } from './candidate-index.ts';
import { proposeFacts } from './compare-listings.ts';
import { readEventKeys } from './event-keys.ts';
import { areSiblingOutcomes, type ComparedPair, withholdContested } from './exclusive-pairs.ts';
import { extractFacts, type ListingFacts } from './extract.ts';
import type { Listing } from './listing.ts';
import { type PackedComparison, packComparison } from './packed-comparison.ts';

/** Changes of the catalogue: listings that are new or may have changed, and listings that no longer trade. */
export interface CatalogueSlice {
  readonly listed: readonly (readonly [InstrumentId, Listing])[];
  readonly removed: readonly InstrumentId[];
}

/** Two listings that may be the same contract. */
export interface MatchedPair {
  readonly a: InstrumentId; // of the venue that is configured first
  readonly b: InstrumentId;
  readonly match: PackedComparison;
}

/** The order of proposals: best score first, then by ids. */
export const compareRank = (one: MatchedPair, other: MatchedPair): number =>
  other.match.score - one.match.score || one.a - other.a || one.b - other.b;

/** A part of the results since the last part. First drop every pair of a `cleared` listing, then add `pairs`. */
export interface MatchChanges {
  readonly cleared: readonly InstrumentId[];
  readonly pairs: readonly MatchedPair[];
  readonly isLast: boolean;
}

/** Facts kept in memory while listings are compared: those needed last, at most twice as many. */
const FACTS_KEPT = 400;
/** Listings that one call compares with their candidates. */
const COMPARED_MAX = 250;

interface KeptPair extends MatchedPair {
  sent: string | null; // the decision that was sent last
}

interface KnownListing {
  readonly listing: Listing;
  readonly since: number; // a later version has a higher number
}

/** A listing that is not compared yet, and the candidates that it had when it was added, best first. */
interface Search {
  readonly id: InstrumentId;
  readonly since: number;
  readonly candidates: readonly InstrumentId[];
}

/**
 * Finds pairs of listings of different venues that may be the same contract. It keeps the text of every listing and
 * each result, so a changed listing is compared with its candidates alone.
 *
 * A listing is read when it is compared. Listings that share candidates are compared one after the other, so that few
 * facts have to be kept and few listings are read twice.
 */
export class CatalogueMatcher {
  readonly #venueOrder: readonly VenueName[];
  readonly #comparedMax: number;
  readonly #listings = new Map<InstrumentId, KnownListing>();
  readonly #indexes = new Map<string, CandidateIndex<InstrumentId>>(); // by venue
  readonly #pairs = new Map<InstrumentId, Map<InstrumentId, KeptPair>>(); // under both listings
  #versions = 0;
  readonly #found: Search[] = []; // since the last call that compared
  #searches: Search[] = []; // still to compare, the next one last
  #facts = new Map<InstrumentId, ListingFacts>();
  #olderFacts: ReadonlyMap<InstrumentId, ListingFacts> = new Map();
  readonly #touched = new Set<InstrumentId>(); // listings of which a pair was added or removed
  #unsent: readonly MatchedPair[] = []; // best score first

  /** @param comparedMax  listings that one call of `takeChanges` compares: bounds its time */
  constructor(venueOrder: readonly VenueName[], comparedMax = COMPARED_MAX) {
    this.#venueOrder = venueOrder;
    this.#comparedMax = comparedMax;
  }

  /** Takes listings that are new or have changed. An unchanged one keeps its results. */
  apply({ listed, removed }: CatalogueSlice): void {
    for (const id of removed) this.#remove(id);
    for (const [id, listing] of listed) {
      const known = this.#listings.get(id)?.listing;
      if (known !== undefined && isDeepStrictEqual(known, listing)) continue;
      this.#remove(id);
      this.#add(id, listing);
    }
  }

  /**
   * About `pairsMax` pairs of the results that were not taken yet. Without pairs while listings remain to compare: each
   * call compares some.
   */
  takeChanges(pairsMax: number): MatchChanges {
    if (!this.#compareSome()) return { cleared: [], pairs: [], isLast: false };
    const cleared = this.#unsent.length === 0 ? this.#decideTouched() : [];
    const pairs = this.#unsent.slice(0, pairsMax);
    this.#unsent = this.#unsent.slice(pairsMax);
    return { cleared, pairs, isLast: this.#unsent.length === 0 };
  }

  /** Finds the candidates of a listing at other venues, and lets later listings find it. */
  #add(id: InstrumentId, listing: Listing): void {
    const keys = readEventKeys(listing);
    this.#versions += 1;
    const since = this.#versions;
    this.#listings.set(id, { listing, since });
    const candidates: InstrumentId[] = [];
    for (const [venue, index] of this.#indexes)
      if (venue !== listing.venue) candidates.push(...index.findByKeys(keys));
    if (candidates.length > 0) this.#found.push({ id, since, candidates });
    const index = this.#indexes.get(listing.venue) ?? new CandidateIndex<InstrumentId>();
    this.#indexes.set(listing.venue, index);
    index.addKeys(id, keys);
  }

  /** Compares some listings with their candidates. True once none remains. */
  #compareSome(): boolean {
    if (this.#found.length > 0)
      this.#searches = orderByCandidates([...this.#searches, ...this.#found.splice(0)]).reverse();
    for (const search of this.#searches.splice(-this.#comparedMax).toReversed())
      this.#compareCandidates(search);
    if (this.#searches.length > 0) return false;
    this.#facts = new Map();
    this.#olderFacts = new Map();
    return true;
  }

  /** Skips listings that have changed since: their own searches replace this one. */
  #compareCandidates({ id, since, candidates }: Search): void {
    const known = this.#listings.get(id);
    if (known?.since !== since) return;
    const { listing } = known;
    const own = extractFacts(listing); // kept only while it is compared: the candidates are what others need too
    for (const otherId of candidates) {
      const candidate = this.#listings.get(otherId);
      if (candidate === undefined || candidate.since > since) continue;
      const other = this.#getFacts(otherId, candidate.listing);
      const isFirst = this.#rank(listing.venue) < this.#rank(candidate.listing.venue);
      const compared = isFirst ? proposeFacts(own, other) : proposeFacts(other, own);
      if (compared === null) continue;
      const match = packComparison(compared);
      const sent = null;
      this.#addPair(isFirst ? { a: id, b: otherId, match, sent } : { a: otherId, b: id, match, sent });
    }
  }

  #rank(venue: string): number {
    return this.#venueOrder.findIndex((name) => name === venue);
  }

  #addPair(pair: KeptPair): void {
    const { a, b } = pair;
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const pairs = this.#pairs.get(one) ?? new Map<InstrumentId, KeptPair>();
      this.#pairs.set(one, pairs.set(other, pair));
      this.#touched.add(one);
    }
  }

  #remove(id: InstrumentId): void {
    const known = this.#listings.get(id);
    if (known === undefined) return;
    this.#listings.delete(id);
    this.#indexes.get(known.listing.venue)?.remove(id);
    for (const otherId of this.#pairs.get(id)?.keys() ?? []) {
      this.#pairs.get(otherId)?.delete(id);
      this.#touched.add(id).add(otherId);
    }
    this.#pairs.delete(id);
  }

  #getFacts(id: InstrumentId, listing: Listing): ListingFacts {
    const kept = this.#facts.get(id);
    if (kept?.listing === listing) return kept;
    const older = this.#olderFacts.get(id);
    const facts = older?.listing === listing ? older : extractFacts(listing);
    if (this.#facts.size >= FACTS_KEPT) {
      this.#olderFacts = this.#facts;
      this.#facts = new Map();
    }
    this.#facts.set(id, facts);
    return facts;
  }

  /**
   * Decides again which pairs are contested. A changed pair may change the decision on any pair that is connected with it
   * by listings. Returns the listings whose pairs are sent.
   */
  #decideTouched(): readonly InstrumentId[] {
    const affected = new Set(this.#touched);
    this.#touched.clear();
    const connected = this.#findConnectedPairs(affected);
    const decided = withholdContested<InstrumentId, ComparedPair<InstrumentId>>(
      connected,
      (id) => this.#getListing(id).venue,
      (one, other) => areSiblingOutcomes(this.#getListing(one), this.#getListing(other)),
    );
    for (const [at, pair] of connected.entries()) {
      const decision = renderDecision(pair, decided[at] ?? pair);
      if (pair.sent !== decision) affected.add(pair.a).add(pair.b);
      pair.sent = decision;
    }
    this.#unsent = decided
      .filter(({ a, b }) => affected.has(a) || affected.has(b))
      .map(({ a, b, match }) => ({ a, b, match: packComparison(match) }))
      .sort(compareRank);
    return [...affected];
  }

  /** The pairs of these listings, of the listings paired with them, and so on. */
  #findConnectedPairs(from: ReadonlySet<InstrumentId>): readonly KeptPair[] {
    const reached = new Set(from);
    const connected: KeptPair[] = [];
    for (const id of reached)
      for (const [otherId, pair] of this.#pairs.get(id) ?? []) {
        if (pair.a === id) connected.push(pair);
        reached.add(otherId); // also visited by this loop
      }
    return connected;
  }

  #getListing(id: InstrumentId): Listing {
    return requirePresent(this.#listings.get(id), `listing ${id}`).listing;
  }
}

/**
 * The searches with those next to each other that share candidates: after a search come those that share its candidates,
 * then those that share theirs.
 */
function orderByCandidates(searches: readonly Search[]): Search[] {
  const byCandidate = new Map<InstrumentId, Search[]>();
  for (const search of searches)
    for (const id of search.candidates) {
      const sharing = byCandidate.get(id);
      if (sharing === undefined) byCandidate.set(id, [search]);
      else sharing.push(search);
    }
  const ordered = new Set<Search>();
  for (const first of searches) {
    if (ordered.has(first)) continue;
    const reached = [first];
    for (const search of reached) {
      if (ordered.has(search)) continue;
      ordered.add(search);
      for (const id of search.candidates) {
        for (const sharing of byCandidate.get(id) ?? []) reached.push(sharing); // also visited by this loop
        byCandidate.delete(id);
      }
    }
  }
  return [...ordered];
}

/** What withholding a contested pair changes. */
const renderDecision = (pair: MatchedPair, decided: ComparedPair<InstrumentId>): string =>
  decided === pair ? pair.match.verdict : (decided.match.reasons.at(-1)?.words ?? '');
