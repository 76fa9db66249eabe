import type { SimulatorReply, SimulatorRequest } from '../../shared/simulator-types.ts';
import type { Venue } from '../simulator-context.ts';
import type { Market } from '../trading/outcome-market.ts';
import { renderGammaEvent, renderGammaMarket, renderTag } from '../wire/render-listings.ts';
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
        keysetPage(venue, query, MARKETS_MAX, 'markets', listMarkets(venue, query)),
      'GET /markets/slug/': (_, slug) => findMarket(venue, (market) => market.slug === slug),
      'GET /markets/': (_, id) => findMarket(venue, (market) => market.id === id),
      // Without `closed`, the older list has open and closed events.
      'GET /events': ({ query }) => offsetPage(query, EVENTS_MAX, listEvents(venue, query, 'any')),
      'GET /events/keyset': ({ query }) =>
        keysetPage(venue, query, EVENTS_MAX, 'events', listEvents(venue, query, 'open')),
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

/**
 * Returns the page after a cursor, which encodes the place of the last record. The last page has no cursor.
 */
function keysetPage(
  { faults }: Venue,
  query: URLSearchParams,
  max: number,
  name: string,
  records: readonly unknown[],
): SimulatorReply {
  if (query.has('offset')) return fail(422, 'offset is not supported');
  const limit = Number(query.get('limit') ?? LIMIT_DEFAULT);
  if (!Number.isInteger(limit) || limit < 1 || limit > max) return fail(422, 'invalid limit');
  const from = parseCursor(query.get('after_cursor'));
  if (from === null) return fail(422, 'invalid cursor');
  const page = records.slice(from, from + limit);
  const end = from + page.length;
  const wrong = faults.findActive('keyset_cursor');
  if (wrong !== null)
    return json({ [name]: page, next_cursor: renderCursor(wrong.how === 'loop' && from === 0 ? end : 0) });
  return json({ [name]: page, ...(end < records.length ? { next_cursor: renderCursor(end) } : {}) });
}

const renderCursor = (after: number): string => Buffer.from(JSON.stringify({ after })).toString('base64url');

function parseCursor(text: string | null): number | null {
  if (text === null || text === '') return 0;
  const match = /^\{"after":(\d{1,9})\}$/.exec(Buffer.from(text, 'base64url').toString());
  return match === null ? null : Number(match[1]);
}

/** Returns a page of the older lists: a plain array. A larger limit than the maximum is lowered to it. */
function offsetPage(query: URLSearchParams, max: number, records: readonly unknown[]): SimulatorReply {
  const [limit, offset] = [Number(query.get('limit') ?? LIMIT_DEFAULT), Number(query.get('offset') ?? 0)];
  const isValid = Number.isInteger(limit) && limit >= 0 && Number.isInteger(offset) && offset >= 0;
  if (!isValid) return fail(422, 'invalid limit or offset');
  return json(records.slice(offset, offset + Math.min(limit, max)));
}

/** Sorts by the fields named in `order`; a record without the field comes first when ascending. */
function sortRecords<Item>(query: URLSearchParams, records: readonly Item[]): readonly Item[] {
  const names = (query.get('order') ?? '').split(',').filter(Boolean);
  if (names.length === 0) return records;
  const sign = query.get('ascending') === 'false' ? -1 : 1;
  return records.toSorted((one, other) => {
    for (const name of names) {
      const difference = compare(read(one, name), read(other, name));
      if (difference !== 0) return sign * difference;
    }
    return 0;
  });
}

const read = (record: unknown, name: string): unknown => (record as Record<string, unknown>)[name] ?? '';

function compare(one: unknown, other: unknown): number {
  const [a, b] = [Number(one), Number(other)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0;
}

/** @param state  which markets are listed when the query does not say */
function parseMarketFilter(query: URLSearchParams, state: 'open' | 'any'): (market: Market) => boolean {
  const closed = query.get('closed') ?? (state === 'open' ? 'false' : null);
  const among = (name: string): ((...values: readonly string[]) => boolean) => {
    const wanted = query.getAll(name);
    return (...values) => wanted.length === 0 || values.some((value) => wanted.includes(value));
  };
  const [ids, slugs, conditions] = [among('id'), among('slug'), among('condition_ids')];
  const [tokens, questions, tags] = [among('clob_token_ids'), among('question_ids'), among('tag_id')];
  const positions = among('position_ids');
  const tagSlugs = among('tag_slug');
  const isActive = query.get('active') !== 'false'; // every listed market is active
  return (market) =>
    isActive &&
    (closed === null || (market.resolution !== null) === (closed === 'true')) &&
    ids(market.id) &&
    slugs(market.slug) &&
    conditions(market.condition) &&
    tokens(...(market.version === 'v1' ? market.tokens : [])) &&
    positions(...(market.version === 'v2' ? market.tokens : [])) &&
    questions(market.questionId) &&
    tags(renderTag(market).id) &&
    tagSlugs(renderTag(market).slug);
}
