import type { SimulatorReply, SimulatorRequest } from '../../shared/simulator-types.ts';
import type { Venue } from '../simulator-context.ts';
import type { Market } from '../trading/outcome-market.ts';
import { renderGammaEvent, renderGammaMarket, renderTag } from '../wire/render-listings.ts';
import { keysetPage, offsetPage, parseMarketFilter, sortRecords } from './gamma-queries.ts';
import { fail, json, type RouteTable } from './rest-reply.ts';

const MARKETS_MAX = 100;
const EVENTS_MAX = 500;
const LIMIT_DEFAULT = 20;

/** Discovery: markets and events by cursor or by offset, single records, tags and search. */
export function gammaPaths(venue: Venue): RouteTable {
  return {
    signed: {},
    open: {
      'GET /status': () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }),
      'GET /markets': ({ query }) => offsetPage(query, MARKETS_MAX, listMarkets(venue, query)),
      'GET /markets/keyset': ({ query }) =>
        keysetPage(query, MARKETS_MAX, 'markets', listMarkets(venue, query)),
      'GET /markets/slug/': (_, slug) => findMarket(venue, (market) => market.slug === slug),
      'GET /markets/': (_, id) => findMarket(venue, (market) => market.id === id),
      // Without `closed`, the older list has open and closed events.
      'GET /events': ({ query }) => offsetPage(query, EVENTS_MAX, listEvents(venue, query, 'any')),
      'GET /events/keyset': ({ query }) =>
        keysetPage(query, EVENTS_MAX, 'events', listEvents(venue, query, 'open')),
      'GET /events/slug/': (_, slug) => findEvent(venue, ({ event }) => event.slug === slug),
      'GET /events/': (_, id) => findEvent(venue, ({ event }) => event.id === id),
      'GET /tags': ({ query }) => offsetPage(query, EVENTS_MAX, listTags(venue)),
      'GET /tags/slug/': (_, slug) => findTag(venue, (tag) => tag.slug === slug),
      'GET /tags/': (_, id) => findTag(venue, (tag) => tag.id === id),
      'GET /public-search': (request) => search(venue, request),
    },
  };
}

function listMarkets(venue: Venue, query: URLSearchParams): readonly unknown[] {
  const found = venue.markets.all.filter(parseMarketFilter(query, 'open'));
  return sortRecords(
    query,
    found.map((market) => renderGammaMarket(market, venue.clock.now())),
  );
}

/** @param state  which events are listed when the query does not say */
function listEvents(venue: Venue, query: URLSearchParams, state: 'open' | 'any'): readonly unknown[] {
  const titleWords = query.get('title_search')?.toLowerCase() ?? '';
  const [ids, slugs] = [query.getAll('id'), query.getAll('slug')];
  const isSelected = ([first]: readonly Market[]): boolean =>
    first?.event.title.toLowerCase().includes(titleWords) === true &&
    (ids.length === 0 || ids.includes(first.event.id)) &&
    (slugs.length === 0 || slugs.includes(first.event.slug));
  const ofMarkets = new URLSearchParams(query);
  for (const name of ['id', 'slug']) ofMarkets.delete(name); // they are the event's here
  const selected = new Set(
    venue.markets.all.filter(parseMarketFilter(ofMarkets, state)).map(({ event }) => event.id),
  );
  const found = groupByEvent(venue.markets.all.filter(({ event }) => selected.has(event.id)));
  return sortRecords(
    query,
    found.filter(isSelected).map((markets) => renderGammaEvent(markets, venue.clock.now())),
  );
}

const listTags = (venue: Venue): readonly ReturnType<typeof renderTag>[] => [
  ...new Map(venue.markets.all.map((market) => [market.tag, renderTag(market)])).values(),
];

function findTag(venue: Venue, isSelected: (tag: ReturnType<typeof renderTag>) => boolean): SimulatorReply {
  const found = listTags(venue).find(isSelected);
  return found === undefined ? fail(404, 'not found') : json(found);
}

function search(venue: Venue, { query }: SimulatorRequest): SimulatorReply {
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const limit = Number(query.get('limit_per_type') ?? LIMIT_DEFAULT);
  const page = Number(query.get('page') ?? 1);
  if (words.length === 0 || !(limit >= 1) || !(page >= 1)) return fail(422, 'invalid query');
  const isKept = (market: Market): boolean =>
    query.get('keep_closed_markets') === '1' || market.resolution === null;
  const found = groupByEvent(venue.markets.all.filter(isKept)).filter((markets) => {
    const text = markets
      .map((each) => `${each.event.title} ${each.question}`)
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const events = found
    .slice((page - 1) * limit, page * limit)
    .map((markets) => renderGammaEvent(markets, venue.clock.now()));
  const pagination = { hasMore: page * limit < found.length, totalResults: found.length };
  return json({ events, tags: [], profiles: [], pagination });
}

function groupByEvent(markets: readonly Market[]): readonly (readonly Market[])[] {
  return [...Map.groupBy(markets, ({ event }) => event.id).values()];
}

function findEvent(venue: Venue, isSelected: (market: Market) => boolean): SimulatorReply {
  const markets = venue.markets.all.filter(isSelected);
  return markets.length === 0 ? fail(404, 'not found') : json(renderGammaEvent(markets, venue.clock.now()));
}

function findMarket(venue: Venue, isSelected: (market: Market) => boolean): SimulatorReply {
  const found = venue.markets.all.find(isSelected);
  return found === undefined ? fail(404, 'not found') : json(renderGammaMarket(found, venue.clock.now()));
}
