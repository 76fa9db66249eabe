import { isJsonObject, ONE, renderDecimal } from '#contract';
import type { SimulatorReply, SimulatorRequest } from '../../shared/simulator-types.ts';
import type { Venue } from '../simulator-context.ts';
import type { Market, Outcome } from '../trading/outcome-market.ts';
import { getOutcome } from '../trading/trading-rules.ts';
import {
  computeMid,
  history,
  lastPrice,
  renderBest,
  renderBook,
  type WireBook,
} from '../wire/render-books.ts';
import { renderClobMarket, renderTerms } from '../wire/render-listings.ts';
import { fail, json, type OpenHandler, paginate, parseBody, type RouteTable } from './rest-reply.ts';

const BOOKS_MAX = 500;
const MARKETS_PAGE = 500;
const NO_BOOK = 'No orderbook exists for the requested token id';

type Answer = (market: Market, outcome: Outcome, query: URLSearchParams) => SimulatorReply;

/** Public books, prices and trading terms. */
export function marketDataPaths(venue: Venue): RouteTable {
  const stale = new Map<string, WireBook>();
  const byToken =
    (name: string, answer: Answer): OpenHandler =>
    ({ query }) => {
      const token = query.get(name) ?? '';
      if (!/^[0-9]+$/.test(token)) return fail(400, 'Invalid token id');
      const market = venue.markets.byToken(token);
      if (market === undefined || market.resolution !== null) return fail(404, NO_BOOK);
      return answer(market, getOutcome(market, token), query);
    };
  return {
    signed: {},
    open: {
      ...service(venue),
      ...many(venue, stale),
      'GET /book': byToken('token_id', (market, outcome) => json(readBook(venue, stale, market, outcome))),
      'GET /midpoint': byToken('token_id', midpoint),
      'GET /price': byToken('token_id', price),
      'GET /spread': byToken('token_id', spread),
      'GET /last-trade-price': byToken('token_id', (market, outcome) => json(lastTrade(market, outcome))),
      'GET /tick-size': byToken('token_id', ({ tick }) =>
        json({ minimum_tick_size: Number(renderDecimal(tick)) }),
      ),
      'GET /neg-risk': byToken('token_id', ({ negRisk }) => json({ neg_risk: negRisk })),
      'GET /fee-rate': byToken('token_id', () => json({ base_fee: 0 })),
      'GET /prices-history': (request) => pricesHistory(venue, request),
      'GET /markets-by-token/': (_, token) => {
        const market = venue.markets.byToken(token);
        if (market === undefined) return fail(404, 'market not found');
        const [primary, secondary] = market.tokens;
        const ids = { primary_token_id: primary, secondary_token_id: secondary };
        return json({ condition_id: market.condition, ...ids });
      },
      'GET /clob-markets/': (_, condition) => oneMarket(venue, condition, renderTerms),
    },
  };
}

function service({ clock }: Venue): RouteTable['open'] {
  return {
    'GET /': () => json('OK'),
    'GET /ok': () => json('OK'),
    'GET /time': () => json(Math.floor(clock.now() / 1000)),
    'GET /version': () => json({ version: 2 }),
    'GET /fees/builder-fees/': () => json({ builder_maker_fee_rate_bps: 0, builder_taker_fee_rate_bps: 0 }),
  };
}

/** The CLOB's own market lists; discovery uses Gamma. */
export function clobListPaths(venue: Venue): RouteTable {
  const list: OpenHandler = (request) => clobMarkets(venue, request);
  return {
    signed: {},
    open: {
      'GET /markets': list,
      'GET /simplified-markets': list,
      'GET /sampling-markets': list,
      'GET /sampling-simplified-markets': list,
      'GET /markets/': (_, condition) => oneMarket(venue, condition, renderClobMarket),
    },
  };
}

function clobMarkets(venue: Venue, request: SimulatorRequest): SimulatorReply {
  const page = paginate(venue.markets.all, request.query.get('next_cursor'), MARKETS_PAGE);
  return page === null
    ? fail(400, 'Invalid payload')
    : json({ ...page, data: page.data.map(renderClobMarket) });
}

function oneMarket(venue: Venue, condition: string, render: (market: Market) => unknown): SimulatorReply {
  const market = venue.markets.byCondition(condition);
  return market === undefined ? fail(404, 'market not found') : json(render(market));
}

/** The same reads for many tokens. Tokens without a book are left out. */
function many(venue: Venue, stale: Map<string, WireBook>): RouteTable['open'] {
  const each =
    (render: (found: readonly Found[]) => unknown): OpenHandler =>
    (request) => {
      const body = parseBody(request);
      if (!Array.isArray(body)) return fail(400, 'Invalid payload');
      if (body.length > BOOKS_MAX) return fail(400, 'Payload exceeds the limit');
      return json(render(body.flatMap((item) => find(venue, item))));
    };
  const map = (value: (found: Found) => unknown) =>
    each((found) => Object.fromEntries(found.map((one) => [one.token, value(one)])));
  return {
    'POST /books': each((found) =>
      found.map(({ market, outcome }) => readBook(venue, stale, market, outcome)),
    ),
    'POST /midpoints': map(({ market, outcome }) => renderDecimal(computeMid(market, outcome) ?? 0n)),
    'POST /prices': map(({ market, outcome, side }) => ({ [side]: bestAt(market, outcome, side) ?? '0' })),
    'POST /spreads': map(({ market, outcome }) => spreadText(market, outcome) ?? '0'),
    'POST /last-trades-prices': each((found) =>
      found.map(({ market, outcome, token }) => ({ ...lastTrade(market, outcome), token_id: token })),
    ),
  };
}

interface Found {
  readonly market: Market;
  readonly outcome: Outcome;
  readonly token: string;
  readonly side: string;
}

function find(venue: Venue, item: unknown): Found[] {
  if (!isJsonObject(item) || typeof item.token_id !== 'string') return [];
  const token = item.token_id;
  const market = venue.markets.byToken(token);
  if (market === undefined || market.resolution !== null) return [];
  return [{ market, outcome: getOutcome(market, token), token, side: String(item.side) }];
}

/** Returns the book. With the fault `stale_book` it returns the first book again. */
function readBook(
  { faults }: Venue,
  stale: Map<string, WireBook>,
  market: Market,
  outcome: Outcome,
): WireBook {
  const fresh = renderBook(market, outcome);
  if (faults.findActive('stale_book') === null) {
    stale.delete(fresh.asset_id);
    return fresh;
  }
  const first = stale.get(fresh.asset_id) ?? fresh;
  stale.set(fresh.asset_id, first);
  return first;
}

function midpoint(market: Market, outcome: Outcome): SimulatorReply {
  const middle = computeMid(market, outcome);
  return middle === null ? fail(404, NO_BOOK) : json({ mid: renderDecimal(middle) });
}

function price(market: Market, outcome: Outcome, query: URLSearchParams): SimulatorReply {
  const side = query.get('side') ?? '';
  if (side !== 'BUY' && side !== 'SELL') return fail(400, 'Invalid side');
  return json({ price: bestAt(market, outcome, side) ?? '0' });
}

/** BUY returns the best bid, although the venue's documentation says otherwise. */
function bestAt(market: Market, outcome: Outcome, side: string): string | null {
  const { bid, ask } = renderBest(market, outcome);
  return side === 'BUY' ? bid : ask;
}

function spread(market: Market, outcome: Outcome): SimulatorReply {
  const text = spreadText(market, outcome);
  return text === null ? fail(404, NO_BOOK) : json({ spread: text });
}

function spreadText(market: Market, outcome: Outcome): string | null {
  const [bid, ask] = [market.book.best('BUY')?.price, market.book.best('SELL')?.price];
  return bid === undefined || ask === undefined || outcome > 1 ? null : renderDecimal(ask - bid);
}

function lastTrade(market: Market, outcome: Outcome) {
  const last = market.prints.at(-1);
  if (last === undefined) return { price: '0.5', side: '' };
  const side = last.outcome === outcome ? last.side : last.side === 'BUY' ? 'SELL' : 'BUY';
  return { price: lastPrice(market, outcome), side };
}

function pricesHistory(venue: Venue, { query }: SimulatorRequest): SimulatorReply {
  const token = query.get('market') ?? '';
  const market = venue.markets.byToken(token);
  if (market === undefined) return fail(400, 'Invalid market');
  const points = history(market, query, venue.clock.now());
  if (points === null) return fail(400, 'Invalid payload');
  const isSecond = getOutcome(market, token) === 1;
  const one = Number(ONE) / 1e8;
  return json({
    history: points.map(({ t, p }) => ({ t, p: isSecond ? Number((one - p).toFixed(4)) : p })),
  });
}
