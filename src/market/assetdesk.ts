import type { Instrument } from '../core/instruments/instrument.ts';
import { isStillTrading } from '../core/instruments/review.ts';
import { searchRule } from '../core/instruments/search.ts';
import type { VenueName } from '../core/kernel/ids.ts';
import type { AssetDesk } from '../ports/assetdesk.ts';
import type { MarketParts } from './parts.ts';
import { findProposals } from './proposals.ts';

const LISTINGS_PER_PAGE = 500;

/** The market as those see it who review which instruments are one contract. */
export function createAssetDesk(parts: MarketParts): AssetDesk {
  const { catalogue, assets, venues } = parts;
  return {
    instrument: (id) => catalogue.load(id),
    named: async (venue, name) => {
      await catalogue.drained(); // what was told a moment ago is found too
      return name.includes('*') ? onlyFitting(parts, venue, name) : exactly(parts, venue, name);
    },
    isSimulated: (venue) => venues.find(({ name }) => name === venue)?.capabilities.simulated ?? null,
    assetOf: (id) => assets.ofInstrument(id),
    proposals: async () => {
      await catalogue.drained();
      return findProposals(parts);
    },
    show: (review) => assets.show(review),
    onTold: (listener) => catalogue.onTold(listener),
  };
}

async function exactly(
  { registry, catalogue, store }: MarketParts,
  venue: VenueName,
  name: string,
): Promise<Instrument | null> {
  const id = registry.find(venue, name);
  if (id !== null) return catalogue.load(id);
  const [byTicker] = await store.matches({ ticker: name, slug: null, venue });
  if (byTicker !== undefined) return byTicker;
  const [bySlug] = await store.matches({ ticker: null, slug: name, venue });
  return bySlug ?? null;
}

async function onlyFitting(
  { store }: MarketParts,
  venue: VenueName,
  pattern: string,
): Promise<Instrument | null> {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w]/g, String.raw`\$&`));
  const form = new RegExp(`^${parts.join('.*')}$`, 'i');
  const rule = searchRule({ q: null, venue, status: null, category: null });
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
