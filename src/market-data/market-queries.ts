import { statusOfAll } from '../domain/events/instrument-diff.ts';
import { bestMatch, isMatch, SEARCH_START, searchRule } from '../domain/instruments/instrument-search.ts';
import type { InstrumentId } from '../domain/model/ids.ts';
import type { Instrument } from '../domain/model/instrument.ts';
import { err, ok, type Rejection, type Result, rejection } from '../domain/model/result.ts';
import { aggregatedBook, bookOf } from './book-queries.ts';
import type { MarketParts } from './create-market.ts';
import { openCursor, sealCursor } from './list-cursor.ts';
import type { MarketData, SearchPage, SearchQuery } from './market-data-types.ts';

const LIST_PAGE = 500;

/** The market as a caller reads it. `cursorKey` seals the cursors of searches. */
export function createMarketData(parts: MarketParts, cursorKey: () => string): MarketData {
  const { catalogue, assets, tape, series, watch, registry, venues, demand } = parts;
  // Who reads what happened in a market will want its book and its trades from now on.
  const wanting = <Value>(id: InstrumentId | null, value: Value): Value => {
    const instrument = id === null ? null : catalogue.known(id);
    if (instrument !== null) demand.want(instrument);
    return value;
  };
  return {
    search: (query) => search(parts, query, cursorKey()),
    list: (query) => list(parts, query),
    match: (query) => match(parts, query),
    instrument: (id) => catalogue.load(id),
    instrumentByNativeId: async (venue, venueInstrumentId) => {
      const id = registry.find(venue, venueInstrumentId);
      return id === null ? null : catalogue.load(id);
    },
    lookup: (ids) => catalogue.lookup(ids),

    book: (instrument) => bookOf(parts, instrument),
    aggregatedBook: (asset) => aggregatedBook(parts, asset),
    assets: async (query) => assets.find(query),
    asset: async (id) => assets.get(id),
    assetStatus: async (asset) => {
      const members = await catalogue.lookup(asset.members.map((member) => member.instrumentId));
      return statusOfAll(members.map((member) => member.status));
    },

    prints: (query) => wanting(query.instrumentId, tape.prints(query)),
    stats: (id) => wanting(id, series.stats(id)),
    candles: (query) => wanting(query.instrumentId, series.candles(query)),
    prices: (query) => wanting(query.instrumentId, series.prices(query)),

    venues: () =>
      venues.map(({ name, venue, capabilities }) => ({
        name,
        status: venue === null ? 'DISABLED' : 'LIVE',
        capabilities,
      })),
    venueHealth: () => watch.states(),
    venueHistory: (venue) => watch.history(venue),
    onBook: (listener) => parts.books.onChanged(listener),
    onPrint: (listener) => tape.onPrint(listener),
    printsSince: (id) => tape.since(id),
  };
}

async function search(
  { store }: MarketParts,
  query: SearchQuery,
  key: string,
): Promise<Result<SearchPage, Rejection>> {
  const position = query.cursor === null ? SEARCH_START : openCursor(query.cursor, query, key);
  if (position === null)
    return err(rejection('invalid_cursor', 'the cursor does not belong to this search', null));
  const { items, next } = await store.search(searchRule(query), position, query.limit);
  return ok({ items, nextCursor: next === null ? null : sealCursor(next, query, key) });
}

async function* list(
  { store }: MarketParts,
  { venue, q, afterId, limit }: Parameters<MarketData['list']>[0],
): AsyncGenerator<readonly Instrument[]> {
  const rule = searchRule({ q, venue, status: null, category: null });
  let last: number = afterId ?? 0;
  for (let left = limit ?? Number.POSITIVE_INFINITY; left > 0; ) {
    const size = Math.min(left, LIST_PAGE);
    const page = await store.list(rule, last, size);
    if (page.length > 0) yield page;
    if (page.length < size) return;
    left -= page.length;
    last = page.at(-1)?.instrumentId ?? last;
  }
}

async function match(
  { store, catalogue, venueOrder }: MarketParts,
  keys: Parameters<MarketData['match']>[0],
): Promise<Instrument | null> {
  // The newest word may have another status than the stored one, and the status decides between several.
  const matches = catalogue.newest(await store.matches(keys)).filter((it) => isMatch(keys, it));
  return bestMatch(matches, venueOrder);
}
