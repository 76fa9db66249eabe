import type { Price, Qty } from '#contract';
import type { SimulatorReply } from '../../shared/simulator-types.ts';
import { computeCandles } from '../candle-history.ts';
import type { Order } from '../exchange-records.ts';
import type { KalshiEvent, MarketCatalogue } from '../kalshi-catalogue-rows.ts';
import { json, nested, notFound } from '../kalshi-errors.ts';
import type { KalshiExchangeCore } from '../kalshi-exchange-core.ts';
import { getEventMarkets } from '../render-markets.ts';
import { parseInteger, parseList, type Route, type RouteRequest } from '../route-helpers.ts';
import type { ApiKey } from '../simulator-keys.ts';
import { count2 } from '../wire-units.ts';
import { isLockedOut } from './portfolio-routes.ts';
import { parseWindow } from './sim-market-routes.ts';

const IMAGE = 'https://kalshi.invalid/image.png';
const EVENT_CANDLES_MAX = 5_000;

/** What clients read at their start: their keys, the way to the next tier, queue positions, and events in detail. */
export function accountReadRoutes(
  core: KalshiExchangeCore,
  catalogue: MarketCatalogue,
  keys: readonly ApiKey[],
): readonly Route[] {
  const get = (path: string, scope: string | null, run: (call: RouteRequest) => SimulatorReply): Route => ({
    method: 'GET',
    path,
    scope,
    run,
  });
  const withEvent = (name: string, run: (event: KalshiEvent, call: RouteRequest) => SimulatorReply) => {
    return (call: RouteRequest): SimulatorReply => {
      const event = catalogue.events.get(call.params[name] ?? '');
      return event === undefined ? notFound() : run(event, call);
    };
  };
  return [
    get('/api_keys', 'read', ({ key }) =>
      json(200, { api_keys: keys.filter(({ user }) => user === key?.user).map(renderKey) }),
    ),
    get('/account/api_usage_level/volume_progress', 'read', ({ now }) =>
      json(200, { volume_progress: [{ computed_ts: Math.floor(now / 1000), ...NO_PROGRESS }] }),
    ),
    get('/portfolio/orders/queue_positions', 'read', (call) => listQueuePositions(core, call)),
    get('/portfolio/orders/{order}/queue_position', 'read', (call) => findQueuePosition(core, call)),
    get(
      '/events/{event}/metadata',
      null,
      withEvent('event', (event) => json(200, renderMetadata(event, core))),
    ),
    get(
      '/series/{series}/events/{event}/candlesticks',
      null,
      withEvent('event', (event, call) => listEventCandles(event, call, core)),
    ),
  ];
}

const renderKey = ({ keyId, scopes, subaccount }: ApiKey): unknown => ({
  api_key_id: keyId,
  name: keyId,
  scopes,
  subaccount,
});

const NO_PROGRESS = { trailing_30d_volume_fp: '0.00', goals: [] };

function listQueuePositions(core: KalshiExchangeCore, call: RouteRequest): SimulatorReply {
  if (isLockedOut(call)) return nested(403, 'subaccount_not_allowed');
  const { key, query } = call;
  const tickers = parseList(query, 'market_tickers');
  const event = query.get('event_ticker');
  const subaccount = key?.subaccount ?? parseInteger(query, 'subaccount');
  const positions = [...core.state.getAllResting(key?.user ?? '', subaccount)]
    .filter(({ ticker }) => {
      const market = core.markets.get(ticker);
      return (
        (tickers === null || tickers.includes(ticker)) &&
        (!event || market?.listing.terms.eventTicker === event)
      );
    })
    .map((order) => ({
      order_id: order.id,
      market_ticker: order.ticker,
      queue_position_fp: count2(countAhead(core, order)),
    }));
  return json(200, { queue_positions: positions });
}

function findQueuePosition(core: KalshiExchangeCore, { key, params }: RouteRequest): SimulatorReply {
  const order = core.state.orders.latest(params.order ?? '');
  if (order === null || order.user !== key?.user || order.status !== 'resting') return notFound();
  return json(200, { queue_position_fp: count2(countAhead(core, order)) });
}

/** The contracts that are matched before the order. */
function countAhead({ markets }: KalshiExchangeCore, { ticker, number, side, price }: Order): Qty {
  const book = markets.get(ticker)?.book;
  if (book === undefined) return 0n as Qty;
  const bookSide = side === 'bid' ? 'BUY' : 'SELL';
  const isBetter = (level: Price): boolean => (bookSide === 'BUY' ? level > price : level < price);
  const better = book.levels(bookSide).filter((level) => isBetter(level.price));
  return better.reduce((sum, level) => sum + level.qty, book.countAhead(number) as bigint) as Qty;
}

const renderMetadata = (event: KalshiEvent, { markets }: KalshiExchangeCore): unknown => ({
  image_url: IMAGE,
  market_details: getEventMarkets(event, markets).map(({ ticker }) => ({
    market_ticker: ticker,
    image_url: IMAGE,
    color_code: '#00d2be',
  })),
  settlement_sources: [{ name: 'Simulator', url: 'https://kalshi.invalid/source' }],
  competition: null,
  competition_scope: null,
});

function listEventCandles(
  event: KalshiEvent,
  { params, query }: RouteRequest,
  { markets }: KalshiExchangeCore,
): SimulatorReply {
  if (event.seriesTicker !== params.series) return notFound();
  const listed = getEventMarkets(event, markets);
  const candlesMax = Math.floor(EVENT_CANDLES_MAX / Math.max(1, listed.length));
  const window = parseWindow(query, 'GetMarketCandlesticksByEvent', candlesMax);
  if ('status' in window) return window;
  const { startMs, endMs, minutes } = window;
  return json(200, {
    market_tickers: listed.map(({ ticker }) => ticker),
    market_candlesticks: listed.map((market) => computeCandles(market, startMs, endMs, minutes)),
    adjusted_end_ts: Math.floor(endMs / 1000),
  });
}
