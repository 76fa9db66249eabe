import type { SimulatorReply } from '../../shared/simulator-types.ts';
import type { KalshiEvent, MarketCatalogue } from '../kalshi-catalogue-rows.ts';
import { json, notFound } from '../kalshi-errors.ts';
import { getEventMarkets, renderEvent, renderMarket, renderSeries } from '../render-markets.ts';
import {
  paginate,
  parseLimit,
  parseList,
  parseTimeMs,
  type Route,
  type RouteRequest,
} from '../route-helpers.ts';
import type { Market } from '../sim-market.ts';

type Markets = ReadonlyMap<string, Market>;

const STATUS: Readonly<Record<string, readonly string[]>> = {
  unopened: ['initialized'],
  open: ['active'],
  closed: ['closed', 'determined'],
  settled: ['finalized'],
};

/** Series and events, the two levels above a market. */
export function eventRoutes(catalogue: MarketCatalogue, markets: Markets): readonly Route[] {
  const get = (path: string, run: (call: RouteRequest) => SimulatorReply): Route => ({
    method: 'GET',
    path,
    scope: null,
    run,
  });
  return [
    get('/series', (call) => seriesList(catalogue, call)),
    get('/series/fee_changes', () => json(200, { series_fee_change_arr: [] })),
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

/** Not paged, however long. */
function seriesList({ series }: MarketCatalogue, { query, now }: RouteRequest): SimulatorReply {
  const category = query.get('category');
  const wanted = [...series.values()].filter((each) => !category || each.category === category);
  return json(200, { series: wanted.map((each) => renderSeries(each, startOfDay(now))) });
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
  const wanted = all.filter(({ event }) => isWanted(event, markets, query));
  const { items, cursor } = paginate(wanted, ({ place }) => place, 1, limit, query.get('cursor'));
  const events = items.map(({ event }) => render(event, markets, now, isNested));
  return json(200, { events, cursor });
}

/** By status an event is wanted when any of its markets is. */
function isWanted(event: KalshiEvent, markets: Markets, query: URLSearchParams): boolean {
  const series = query.get('series_ticker');
  const tickers = parseList(query, 'tickers');
  const statuses = STATUS[query.get('status') ?? ''] ?? null;
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
  const beside = isNested ? {} : { markets: children };
  return json(200, { event: render(event, markets, now, isNested), ...beside });
}

function render(event: KalshiEvent, markets: Markets, now: number, isNested: boolean): unknown {
  const children = getEventMarkets(event, markets);
  const updatedAt = Math.max(0, ...children.map(({ row }) => row.updatedAt));
  const nested = isNested ? children.map((market) => renderMarket(market, now)) : null;
  return renderEvent(event, updatedAt, nested);
}
