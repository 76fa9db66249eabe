import { isStillTrading } from '../domain/instruments/asset-review.ts';
import { toSearchRule } from '../domain/instruments/instrument-search.ts';
import { CandidateIndex } from '../domain/mapping/candidate-index.ts';
import { compareFacts } from '../domain/mapping/compare-listings.ts';
import { withholdContested } from '../domain/mapping/exclusive-pairs.ts';
import { extractFacts, type ListingFacts } from '../domain/mapping/extract.ts';
import { toListing } from '../domain/mapping/listing.ts';
import type { VenueName } from '../domain/model/ids.ts';
import type { Instrument } from '../domain/model/instrument.ts';
import { type Clock, wait } from '../ports/environment.ts';
import type { MappingSource, Proposal } from '../ports/mapping-source.ts';
import type { MarketStore } from '../ports/market-store.ts';
import type { MarketComponents } from './market-components.ts';

const LISTINGS_PER_PAGE = 500;

/** The market data that the review of contract mappings needs. */
export function createMappingSource(parts: MarketComponents): MappingSource {
  const { catalogue, assets, venues } = parts;
  return {
    instrument: (id) => catalogue.load(id),
    findByName: async (venue, name) => {
      await catalogue.flush(); // so that recently listed instruments are found
      return name.includes('*') ? findByPattern(parts, venue, name) : findExact(parts, venue, name);
    },
    isSimulated: (venue) => venues.find(({ name }) => name === venue)?.capabilities.simulated ?? null,
    getAssetId: (id) => assets.findByInstrument(id),
    findProposals: async () => {
      await catalogue.flush();
      return findProposals(parts);
    },
    applyReview: (review) => assets.applyReview(review),
    onListingUpdate: (listener) => catalogue.onUpdated(listener),
  };
}

async function findExact(
  { instrumentIds, catalogue, store }: MarketComponents,
  venue: VenueName,
  name: string,
): Promise<Instrument | null> {
  const id = instrumentIds.find(venue, name);
  if (id !== null) return catalogue.load(id);
  const [byTicker] = await store.matches({ ticker: name, slug: null, venue });
  if (byTicker !== undefined) return byTicker;
  const [bySlug] = await store.matches({ ticker: null, slug: name, venue });
  return bySlug ?? null;
}

async function findByPattern(
  { store }: MarketComponents,
  venue: VenueName,
  pattern: string,
): Promise<Instrument | null> {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w]/g, String.raw`\$&`));
  const form = new RegExp(`^${parts.join('.*')}$`, 'i');
  const rule = toSearchRule({ q: null, venue, status: null, category: null });
  const found: Instrument[] = [];
  for (let afterId = 0; ; ) {
    const page = await store.list(rule, afterId, LISTINGS_PER_PAGE);
    found.push(
      ...page.filter((it) => isStillTrading(it.status) && (form.test(it.ticker) || form.test(it.slug))),
    );
    const last = page.at(-1);
    if (last === undefined || page.length < LISTINGS_PER_PAGE) break;
    afterId = last.instrumentId;
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

const PROPOSALS_PER_PAGE = 500;
const SLICE = 50; // listings compared before the event loop may run other work

interface ProposalsDeps {
  readonly store: MarketStore;
  readonly clock: Clock;
  readonly venueOrder: readonly VenueName[];
}

/** Compares each venue's listings with their candidates at previousVenues venues, in slices that do not block the event loop. */
async function findProposals({ store, clock, venueOrder }: ProposalsDeps): Promise<readonly Proposal[]> {
  const proposals: Proposal[] = [];
  const previousVenues: { readonly index: CandidateIndex<Instrument> }[] = [];
  const read = new Map<Instrument, ListingFacts>();
  for (const venue of venueOrder) {
    const index = new CandidateIndex<Instrument>();
    let compared = 0;
    for await (const instrument of readTradedInstruments(store, venue)) {
      const listing = toListing(instrument);
      for (const other of previousVenues.flatMap((it) => it.index.findCandidates(listing))) {
        const match = compareFacts(getFacts(read, other), getFacts(read, instrument));
        if (match.verdict !== 'different') proposals.push({ a: other, b: instrument, match });
      }
      index.add(instrument, listing);
      compared += 1;
      if (compared % SLICE === 0) await wait(clock, 0);
    }
    previousVenues.push({ index });
  }
  return [...withholdContested(proposals, ({ venue }: Instrument) => venue)].sort(
    (a, b) => b.match.score - a.match.score,
  );
}

async function* readTradedInstruments(store: MarketStore, venue: VenueName): AsyncGenerator<Instrument> {
  const rule = toSearchRule({ q: null, venue, status: null, category: null });
  for (let afterId = 0; ; ) {
    const page = await store.list(rule, afterId, PROPOSALS_PER_PAGE);
    for (const instrument of page) if (isStillTrading(instrument.status)) yield instrument;
    const last = page.at(-1);
    if (last === undefined || page.length < PROPOSALS_PER_PAGE) return;
    afterId = last.instrumentId;
  }
}

function getFacts(read: Map<Instrument, ListingFacts>, instrument: Instrument): ListingFacts {
  const facts = read.get(instrument) ?? extractFacts(toListing(instrument));
  read.set(instrument, facts);
  return facts;
}
