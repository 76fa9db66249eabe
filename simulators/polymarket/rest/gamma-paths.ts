import type { SimulatorReply, SimulatorRequest } from '../../shared/simulator-types.ts';
import type { Venue } from '../simulator-context.ts';
import type { Market } from '../trading/outcome-market.ts';
import { renderGammaEvent, renderGammaMarket, renderTag } from '../wire/render-listings.ts';
import { fail, json, type RouteTable } from './rest-reply.ts';

const MARKETS_MAX = 100;
const EVENTS_MAX = 500;
const LIMIT_DEFAULT = 20;

/** Discovery: markets and events by cursor, single records, and search. */
export function gammaPaths(venue: Venue): RouteTable {
  const now = (): number => venue.clock.now();
  return {
    signed: {},
    open: {
      'GET /markets/keyset': (request) => marketList(venue, request),
      'GET /markets/slug/': (_, slug) =>
        findOne(
          venue,
          (market) => market.slug === slug,
          (found) => renderGammaMarket(found, now()),
        ),
      'GET /events/keyset': (request) => eventList(venue, request),
      'GET /events/slug/': (_, slug) => findEvent(venue, ({ event }) => event.slug === slug),
      'GET /events/': (_, id) => findEvent(venue, ({ event }) => event.id === id),
      'GET /tags': () =>
        json([...new Map(venue.markets.all.map((one) => [one.tag, renderTag(one)])).values()]),
      'GET /public-search': (request) => search(venue, request),
    },
  };
}

/** `GET /markets/{id}` of Gamma. Its id is an integer, the CLOB's is a condition. */
export const gammaMarket = (venue: Venue, id: string): SimulatorReply =>
  findOne(
    venue,
    (market) => market.id === id,
    (found) => renderGammaMarket(found, venue.clock.now()),
  );

function marketList(venue: Venue, { query }: SimulatorRequest): SimulatorReply {
  const found = venue.markets.all.filter(parseFilter(query));
  return keyset(query, found, MARKETS_MAX, 'markets', (market) =>
    renderGammaMarket(market, venue.clock.now()),
  );
}

function eventList(venue: Venue, { query }: SimulatorRequest): SimulatorReply {
  const wanted = query.get('title_search')?.toLowerCase() ?? '';
  const found = groupByEvent(venue.markets.all.filter(parseFilter(query))).filter(([first]) =>
    first?.event.title.toLowerCase().includes(wanted),
  );
  return keyset(query, found, EVENTS_MAX, 'events', (markets) =>
    renderGammaEvent(markets, venue.clock.now()),
  );
}

/**
 * Returns the page after a cursor, which encodes the place of the last record. The last page has no cursor.
 */
function keyset<Item>(
  query: URLSearchParams,
  items: readonly Item[],
  max: number,
  name: string,
  render: (item: Item) => unknown,
): SimulatorReply {
  if (query.has('offset')) return fail(422, 'offset is not supported');
  const limit = Number(query.get('limit') ?? LIMIT_DEFAULT);
  if (!Number.isInteger(limit) || limit < 1 || limit > max) return fail(422, 'invalid limit');
  const from = parseCursor(query.get('after_cursor'));
  if (from === null) return fail(422, 'invalid cursor');
  const page = items.slice(from, from + limit);
  const end = from + page.length;
  const next = Buffer.from(JSON.stringify({ after: end })).toString('base64url');
  return json({ [name]: page.map(render), ...(end < items.length ? { next_cursor: next } : {}) });
}

function parseCursor(text: string | null): number | null {
  if (text === null || text === '') return 0;
  const match = /^\{"after":(\d{1,9})\}$/.exec(Buffer.from(text, 'base64url').toString());
  return match === null ? null : Number(match[1]);
}

function parseFilter(query: URLSearchParams): (market: Market) => boolean {
  // Closed markets are hidden by default.
  const closed = query.get('closed') === 'true';
  const among = (name: string): ((...values: readonly string[]) => boolean) => {
    const wanted = query.getAll(name);
    return (...values) => wanted.length === 0 || values.some((value) => wanted.includes(value));
  };
  const [ids, slugs, conditions] = [among('id'), among('slug'), among('condition_ids')];
  const [tokens, questions, tags] = [among('clob_token_ids'), among('question_ids'), among('tag_id')];
  return (market) =>
    (market.resolution !== null) === closed &&
    ids(market.id) &&
    slugs(market.slug) &&
    conditions(market.condition) &&
    tokens(...market.tokens) &&
    questions(market.questionId) &&
    tags(renderTag(market).id);
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

function findOne(
  venue: Venue,
  isSelected: (market: Market) => boolean,
  render: (market: Market) => unknown,
): SimulatorReply {
  const found = venue.markets.all.find(isSelected);
  return found === undefined ? fail(404, 'not found') : json(render(found));
}
