import type { MarketView } from '../ports/market-view.ts';
import type { MarketParts } from './create-market.ts';

/** The market as the engine sees it inside one turn. */
export function createMarketView({
  catalogue,
  assets,
  books,
  marks,
  watch,
  demand,
}: MarketParts): MarketView {
  return {
    warmInstrument: async (id) => {
      const instrument = await catalogue.load(id);
      // The book may have been told before the record was in memory.
      if (instrument !== null) {
        books.setStatus(instrument);
        demand.want(instrument);
      }
      return instrument;
    },
    warmAsset: async (id) => {
      const asset = assets.get(id);
      const members = await catalogue.lookup(asset?.members.map((member) => member.instrumentId) ?? []);
      for (const member of members) books.setStatus(member);
      // Routing compares books, so it is worth a moment to have them all.
      await Promise.all(members.map((member) => demand.firstBook(member)));
      return asset;
    },
    instrument: (id) => catalogue.known(id),
    asset: (id) => assets.get(id),
    book: (id) => books.quoted(id),
    mark: (id) => marks.mark(id),
    isVenueHealthy: (venue) => watch.isHealthy(venue),
    onInstrumentChanged: (listener) => catalogue.onChanged(listener),
    onMarkChanged: (listener) => marks.onChanged(listener),
  };
}
