import type { Instrument, VenueName } from '#contract';
import { isStillTrading, toSearchRule } from '#domain';
import type { MappingSource } from '#ports';
import type { MarketComponents } from './market-components.ts';
import type { ProposalFinder } from './proposal-finder.ts';

const LISTINGS_PER_PAGE = 500;

/** The market data that the review of contract mappings needs. */
export function createMappingSource(parts: MarketComponents, finder: ProposalFinder): MappingSource {
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
      return finder.find();
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
