import type { SimulatorReply } from '../../shared/simulator-types.ts';
import { computeCandles, pastTrades } from '../candle-history.ts';
import type { KalshiEvent, MarketCatalogue } from '../kalshi-catalogue-rows.ts';
import { badQuery, json, nested, notFound } from '../kalshi-errors.ts';
import {
  getEventMarkets,
  renderEvent,
  renderFeeChange,
  renderMarket,
  renderSeries,
} from '../render-markets.ts';
import { renderLevels, renderTrade, toNoPrice } from '../render-orders.ts';
import {
  newestFirst,
  paginate,
  parseInteger,
  parseLimit,
  parseList,
  parseTimeMs,
  type Route,
  type RouteRequest,
} from '../route-helpers.ts';
import type { Market, MarketStatus } from '../sim-market.ts';

/** The values of the status filter differ from those of the status field. */
const FILTER: Readonly<Record<string, readonly MarketStatus[]>> = {
  unopened: ['initialized'],
  open: ['active'],
  paused: ['inactive'],
  closed: ['closed', 'determined'],
  settled: ['finalized'],
};
const INTERVALS: ReadonlySet<number> = new Set([1, 60, 1440]);
const CANDLES_MAX = 5_000;
const BATCH_CANDLES_MAX = 10_000;
const TICKERS_MAX = 100;
const DEPTH_MAX = 100;

type Markets = ReadonlyMap<string, Market>;

/** Public routes for markets, books, trades and candles. They also accept signed requests. */
export function marketRoutes(catalogue: MarketCatalogue, markets: Markets): readonly Route[] {
  const get = (path: string, run: (call: RouteRequest) => SimulatorReply): Route => ({
    method: 'GET',
    path,
    scope: null,
    run,
  });
  return [
    get('/markets/trades', (call) => trades(markets, call)),
    get('/markets/orderbooks', (call) => orderbooks(markets, call)),
    get('/markets/candlesticks', (call) => batchCandles(markets, call)),
    get('/markets', (call) => list(catalogue, markets, call)),
    get('/markets/{ticker}', (call) =>
      withMarket(markets, call, (market) => json(200, { market: renderMarket(market, call.now) })),
    ),
    get('/markets/{ticker}/orderbook', (call) =>
      withMarket(markets, call, (market) =>
        json(200, { orderbook_fp: renderOrderbook(market, parseDepth(call)) }),
      ),
    ),
    get('/series/{series}/markets/{ticker}/candlesticks', (call) =>
      withMarket(markets, call, (market) => candles(market, call)),
    ),
  ];
}

function withMarket(
  markets: Markets,
  { params }: RouteRequest,
  run: (market: Market) => SimulatorReply,
): SimulatorReply {
  const market = markets.get(params.ticker ?? '');
  return market === undefined ? nested(404, 'market_not_found') : run(market);
}

function list(catalogue: MarketCatalogue, markets: Markets, { query, now }: RouteRequest): SimulatorReply {
  const limit = parseLimit(query, 'GetMarkets', 100, 1000);
  if (typeof limit !== 'number') return limit;
  const windows = ['created', 'close', 'settled'].filter(
    (name) => query.has(`min_${name}_ts`) || query.has(`max_${name}_ts`),
  );
  if (windows.length > 1) return badQuery('GetMarkets', 'timestamp filters are mutually exclusive');
  const all = catalogue.listings.flatMap(({ ticker }) => markets.get(ticker) ?? []);
  const matching = all.map((market, place) => ({ market, place })).filter(parseFilter(query));
  const { items, cursor } = paginate(matching, ({ place }) => place, 1, limit, query.get('cursor'));
  return json(200, { markets: items.map(({ market }) => renderMarket(market, now)), cursor });
}

function parseFilter(query: URLSearchParams): (listed: { readonly market: Market }) => boolean {
  const statuses = FILTER[query.get('status') ?? ''] ?? null;
  const tickers = parseList(query, 'tickers');
  const [event, series] = [query.get('event_ticker'), query.get('series_ticker')];
  const updatedSince = parseTimeMs(query, 'min_updated_ts');
  return ({ market: { row, listing } }) =>
    (statuses === null || statuses.includes(row.status)) &&
    (tickers === null || tickers.includes(listing.ticker)) &&
    (!event || listing.terms.eventTicker === event) &&
    (!series || listing.terms.seriesTicker === series) &&
    (updatedSince === null || row.updatedAt > updatedSince) &&
    query.get('mve_filter') !== 'only' &&
    isWithin(query, 'created', row.createdAt) &&
    isWithin(query, 'close', row.closeAt) &&
    isWithin(query, 'settled', row.settledAt);
}

function isWithin(query: URLSearchParams, name: string, at: number | null): boolean {
  const min = parseTimeMs(query, `min_${name}_ts`);
  const max = parseTimeMs(query, `max_${name}_ts`);
  if (min === null && max === null) return true;
  return at !== null && at >= (min ?? 0) && at <= (max ?? Number.POSITIVE_INFINITY);
}

/** Bids of both legs, best last. NO bids have NO prices. */
function renderOrderbook({ book }: Market, depth: number): unknown {
  const levels = (side: 'BUY' | 'SELL') =>
    book.levels(side, depth).map(({ price, qty }) => [price, qty] as const);
  return {
    yes_dollars: renderLevels(levels('BUY'), (price) => price),
    no_dollars: renderLevels(levels('SELL'), toNoPrice),
  };
}

function parseDepth({ query }: RouteRequest): number {
  const depth = parseInteger(query, 'depth') ?? 0;
  return depth <= 0 || depth > DEPTH_MAX ? Number.POSITIVE_INFINITY : depth;
}

function orderbooks(markets: Markets, call: RouteRequest): SimulatorReply {
  const tickers = parseList(call.query, 'tickers') ?? [];
  if (tickers.length === 0 || tickers.length > TICKERS_MAX) {
    return badQuery('GetMarketOrderbooks', `1 to ${TICKERS_MAX} tickers`);
  }
  const known = tickers.flatMap((ticker) => markets.get(ticker) ?? []);
  return json(200, {
    orderbooks: known.map((market) => ({
      ticker: market.ticker,
      orderbook_fp: renderOrderbook(market, parseDepth(call)),
    })),
  });
}

function trades(markets: Markets, { query }: RouteRequest): SimulatorReply {
  const limit = parseLimit(query, 'GetTrades', 100, 1000);
  if (typeof limit !== 'number') return limit;
  const ticker = query.get('ticker');
  const from = parseTimeMs(query, 'min_ts') ?? 0;
  const until = parseTimeMs(query, 'max_ts') ?? Number.POSITIVE_INFINITY;
  const tapes = [...markets.values()].filter((market) => !ticker || market.ticker === ticker);
  const all = tapes.flatMap(({ tradeHistory }) => tradeHistory.trades).sort((a, b) => a.number - b.number);
  const [only] = ticker ? tapes : []; // trades before the first start are derived for one market at a time
  const past = only === undefined ? [] : pastTrades(only, from, until + 1);
  const matching = [...newestFirst(all)].filter(({ at }) => at >= from && at <= until);
  const { items, cursor } = paginate(
    chain(matching, past),
    ({ number }) => number,
    -1,
    limit,
    query.get('cursor'),
  );
  return json(200, { trades: items.map(renderTrade), cursor });
}

function* chain<Item>(...lists: readonly Iterable<Item>[]): Generator<Item> {
  for (const list of lists) yield* list;
}

interface Window {
  readonly startMs: number;
  readonly endMs: number;
  readonly minutes: number;
}

export function parseWindow(
  query: URLSearchParams,
  operation: string,
  candlesMax: number,
): Window | SimulatorReply {
  const [startMs, endMs] = [parseTimeMs(query, 'start_ts'), parseTimeMs(query, 'end_ts')];
  const minutes = parseInteger(query, 'period_interval') ?? 0;
  if (startMs === null || endMs === null || endMs < startMs) {
    return badQuery(operation, 'start_ts and end_ts are required');
  }
  if (!INTERVALS.has(minutes)) return badQuery(operation, 'period_interval is 1, 60 or 1440');
  const count = (endMs - startMs) / (minutes * 60_000);
  return count > candlesMax ? badQuery(operation, 'too many candlesticks') : { startMs, endMs, minutes };
}

function candles(market: Market, { query, params }: RouteRequest): SimulatorReply {
  if (market.listing.terms.seriesTicker !== params.series) return notFound();
  const window = parseWindow(query, 'GetMarketCandlesticks', CANDLES_MAX);
  if ('status' in window) return window;
  const { startMs, endMs, minutes } = window;
  return json(200, { ticker: market.ticker, candlesticks: computeCandles(market, startMs, endMs, minutes) });
}

function batchCandles(markets: Markets, { query }: RouteRequest): SimulatorReply {
  const tickers = parseList(query, 'market_tickers') ?? [];
  if (tickers.length === 0 || tickers.length > TICKERS_MAX) {
    return badQuery('BatchGetMarketCandlesticks', `1 to ${TICKERS_MAX} tickers`);
  }
  const window = parseWindow(query, 'BatchGetMarketCandlesticks', BATCH_CANDLES_MAX / tickers.length);
  if ('status' in window) return window;
  const { startMs, endMs, minutes } = window;
  const known = tickers.flatMap((ticker) => markets.get(ticker) ?? []);
  return json(200, {
    markets: known.map((market) => ({
      market_ticker: market.ticker,
      candlesticks: computeCandles(market, startMs, endMs, minutes),
    })),
  });
}

const EVENT_STATUS: Readonly<Record<string, readonly string[]>> = {
  unopened: ['initialized'],
  open: ['active'],
  closed: ['closed', 'determined'],
  settled: ['finalized'],
};

/** Public routes for series and events. */
export function eventRoutes(catalogue: MarketCatalogue, markets: Markets): readonly Route[] {
  const get = (path: string, run: (call: RouteRequest) => SimulatorReply): Route => ({
    method: 'GET',
    path,
    scope: null,
    run,
  });
  return [
    get('/series', (call) => seriesList(catalogue, call)),
    get('/series/fee_changes', ({ query }) => {
      const series = query.get('series_ticker');
      const changes = catalogue.feeChanges.filter((change) => !series || change.series === series);
      return json(200, { series_fee_change_arr: changes.map(renderFeeChange) });
    }),
    get('/series/{series}', ({ params, now }) => {
      const series = catalogue.series.get(params.series ?? '');
      return series === undefined ? notFound() : json(200, { series: renderSeries(series, startOfDay(now)) });
    }),
    get('/events/fee_changes', () => json(200, { event_fee_changes: [], cursor: '' })),
    get('/events/multivariate', () => json(200, { events: [], cursor: '' })),
    get('/events', (call) => eventList(catalogue, markets, call)),
    get('/events/{event}', (call) => oneEvent(catalogue, markets, call)),
  ];
}

const startOfDay = (now: number): number => now - (now % 86_400_000);

/** This list has no pages. */
function seriesList({ series }: MarketCatalogue, { query, now }: RouteRequest): SimulatorReply {
  const category = query.get('category');
  const matching = [...series.values()].filter((each) => !category || each.category === category);
  return json(200, { series: matching.map((each) => renderSeries(each, startOfDay(now))) });
}

function eventList(
  catalogue: MarketCatalogue,
  markets: Markets,
  { query, now }: RouteRequest,
): SimulatorReply {
  const limit = parseLimit(query, 'GetEvents', 200, 200);
  if (typeof limit !== 'number') return limit;
  const isNested = query.get('with_nested_markets') === 'true';
  const all = [...catalogue.events.values()].map((event, place) => ({ event, place }));
  const matching = all.filter(({ event }) => matchesEventFilter(event, markets, query));
  const { items, cursor } = paginate(matching, ({ place }) => place, 1, limit, query.get('cursor'));
  const events = items.map(({ event }) => renderWithMarkets(event, markets, now, isNested));
  return json(200, { events, cursor });
}

/** An event matches a status if any of its markets does. */
function matchesEventFilter(event: KalshiEvent, markets: Markets, query: URLSearchParams): boolean {
  const series = query.get('series_ticker');
  const tickers = parseList(query, 'tickers');
  const statuses = EVENT_STATUS[query.get('status') ?? ''] ?? null;
  const closeSince = parseTimeMs(query, 'min_close_ts');
  const children = getEventMarkets(event, markets);
  return (
    (!series || event.seriesTicker === series) &&
    (tickers === null || tickers.includes(event.ticker)) &&
    (statuses === null || children.some(({ row }) => statuses.includes(row.status))) &&
    (closeSince === null || children.some(({ row }) => row.closeAt >= closeSince))
  );
}

function oneEvent(
  catalogue: MarketCatalogue,
  markets: Markets,
  { params, query, now }: RouteRequest,
): SimulatorReply {
  const event = catalogue.events.get(params.event ?? '');
  if (event === undefined) return notFound();
  const isNested = query.get('with_nested_markets') === 'true';
  const children = getEventMarkets(event, markets).map((market) => renderMarket(market, now));
  const topLevel = isNested ? {} : { markets: children };
  return json(200, { event: renderWithMarkets(event, markets, now, isNested), ...topLevel });
}

function renderWithMarkets(event: KalshiEvent, markets: Markets, now: number, isNested: boolean): unknown {
  const children = getEventMarkets(event, markets);
  const updatedAt = Math.max(0, ...children.map(({ row }) => row.updatedAt));
  const nested = isNested ? children.map((market) => renderMarket(market, now)) : null;
  return renderEvent(event, updatedAt, nested);
}
