import { computeListingFingerprint, isStillTrading } from '../domain/instruments/asset-review.ts';
import { toSearchRule } from '../domain/instruments/instrument-search.ts';
import { CandidateIndex } from '../domain/mapping/candidate-index.ts';
import { type ListingComparison, proposeFacts } from '../domain/mapping/compare-listings.ts';
import { withholdContested } from '../domain/mapping/exclusive-pairs.ts';
import { extractFacts, type ListingFacts } from '../domain/mapping/extract.ts';
import { toListing } from '../domain/mapping/listing.ts';
import type { InstrumentId, VenueName } from '../domain/model/ids.ts';
import type { Instrument } from '../domain/model/instrument.ts';
import { type Clock, wait } from '../ports/environment.ts';
import type { Proposal } from '../ports/mapping-source.ts';
import type { MarketStore } from '../ports/market-store.ts';

const LISTINGS_PER_PAGE = 500;
const FACTS_MAX = 3_000; // kept in memory; a listing's facts are read again when they are not among these
/** Work before the event loop runs again, in comparisons of two listings: a few milliseconds. */
const SLICE_WORK_MAX = 30;
const EXTRACTION_WORK = 4;

interface FinderDeps {
  readonly store: MarketStore;
  readonly clock: Clock;
  readonly venueOrder: readonly VenueName[];
}

interface KnownListing {
  readonly venue: VenueName;
  readonly fingerprint: string;
}

interface Pair {
  readonly a: InstrumentId; // of the venue that is configured first
  readonly b: InstrumentId;
  readonly match: ListingComparison;
}

/**
 * Finds pairs of listings that may be the same contract. It keeps what it found: a further call compares only listings
 * that are new or have another text or another time. The event loop runs between slices of the work.
 */
export class ProposalFinder {
  readonly #deps: FinderDeps;
  readonly #known = new Map<InstrumentId, KnownListing>();
  readonly #indexes = new Map<VenueName, CandidateIndex<InstrumentId>>();
  readonly #pairs = new Map<InstrumentId, Map<InstrumentId, Pair>>(); // under both listings
  readonly #facts = new Map<InstrumentId, ListingFacts>();
  #running: Promise<readonly Proposal[]> | null = null;
  #work = 0;

  constructor(deps: FinderDeps) {
    this.#deps = deps;
  }

  /** All pairs of the listings that trade now, best score first. Concurrent calls share one result. */
  find(): Promise<readonly Proposal[]> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run(): Promise<readonly Proposal[]> {
    const listed = await this.#readListed();
    for (const id of this.#known.keys()) if (!listed.has(id)) this.#remove(id);
    for (const instrument of listed.values()) {
      const { instrumentId: id, venue } = instrument;
      const fingerprint = computeListingFingerprint(instrument);
      if (this.#known.get(id)?.fingerprint !== fingerprint) {
        this.#remove(id);
        this.#compare(instrument, listed);
        this.#known.set(id, { venue, fingerprint });
      } else this.#work += 0.2;
      if (this.#work >= SLICE_WORK_MAX) await this.#endSlice();
    }
    return this.#toProposals(listed);
  }

  async #endSlice(): Promise<void> {
    this.#work = 0;
    await wait(this.#deps.clock, 0);
  }

  async #readListed(): Promise<ReadonlyMap<InstrumentId, Instrument>> {
    const { store, venueOrder } = this.#deps;
    const listed = new Map<InstrumentId, Instrument>();
    for (const venue of venueOrder) {
      const rule = toSearchRule({ q: null, venue, status: null, category: null });
      for (let afterId = 0; ; ) {
        const page = await store.list(rule, afterId, LISTINGS_PER_PAGE);
        for (const it of page) if (isStillTrading(it.status)) listed.set(it.instrumentId, it);
        const last = page.at(-1);
        if (last === undefined || page.length < LISTINGS_PER_PAGE) break;
        afterId = last.instrumentId;
      }
    }
    return listed;
  }

  /** Compares a listing with its candidates at other venues, and lets later listings find it. */
  #compare(instrument: Instrument, listed: ReadonlyMap<InstrumentId, Instrument>): void {
    const { instrumentId: id, venue } = instrument;
    const listing = toListing(instrument);
    for (const [otherVenue, index] of this.#indexes) {
      if (otherVenue === venue) continue;
      for (const otherId of index.findCandidates(listing)) {
        const other = listed.get(otherId);
        if (other === undefined) continue;
        const [a, b] = this.#isBefore(otherVenue, venue) ? [other, instrument] : [instrument, other];
        const match = proposeFacts(this.#getFacts(a), this.#getFacts(b));
        this.#work += 1;
        if (match === null) continue;
        const pair = { a: a.instrumentId, b: b.instrumentId, match };
        this.#getPairs(id).set(otherId, pair);
        this.#getPairs(otherId).set(id, pair);
      }
    }
    this.#work += 1;
    const index = this.#indexes.get(venue) ?? new CandidateIndex<InstrumentId>();
    this.#indexes.set(venue, index);
    index.add(id, listing);
  }

  #isBefore(one: VenueName, other: VenueName): boolean {
    const { venueOrder } = this.#deps;
    return venueOrder.indexOf(one) < venueOrder.indexOf(other);
  }

  #getPairs(id: InstrumentId): Map<InstrumentId, Pair> {
    const found = this.#pairs.get(id) ?? new Map<InstrumentId, Pair>();
    this.#pairs.set(id, found);
    return found;
  }

  #remove(id: InstrumentId): void {
    const known = this.#known.get(id);
    if (known === undefined) return;
    this.#known.delete(id);
    this.#facts.delete(id);
    this.#indexes.get(known.venue)?.remove(id);
    for (const otherId of this.#pairs.get(id)?.keys() ?? []) this.#pairs.get(otherId)?.delete(id);
    this.#pairs.delete(id);
  }

  /** Keeps the facts that were needed last. */
  #getFacts(instrument: Instrument): ListingFacts {
    const { instrumentId: id } = instrument;
    const kept = this.#facts.get(id);
    this.#facts.delete(id);
    const facts = kept ?? extractFacts(toListing(instrument));
    if (kept === undefined) this.#work += EXTRACTION_WORK;
    this.#facts.set(id, facts);
    const [oldest] = this.#facts.keys();
    if (this.#facts.size > FACTS_MAX && oldest !== undefined) this.#facts.delete(oldest);
    return facts;
  }

  async #toProposals(listed: ReadonlyMap<InstrumentId, Instrument>): Promise<readonly Proposal[]> {
    const proposals: Proposal[] = [];
    for (const [id, pairs] of this.#pairs)
      for (const { a, b, match } of pairs.values()) {
        const [one, other] = [listed.get(a), listed.get(b)];
        if (id === a && one !== undefined && other !== undefined) proposals.push({ a: one, b: other, match });
      }
    await this.#endSlice();
    const kept = [...withholdContested(proposals, ({ venue }: Instrument) => venue)];
    await this.#endSlice();
    return kept.sort((x, y) => y.match.score - x.match.score || x.a.instrumentId - y.a.instrumentId);
  }
}
