// Serves only a venue's market lists, page by page, in the venue's wire format.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CatalogueJob {
  readonly markets: number;
}

const KALSHI_PAGE = 1_000;
const POLYMARKET_PAGE = 100;
const EVENT_PAGE = 200;
const MARKETS_AN_EVENT = 40;
const RULES = 'Resolves YES if the source named in the rules reports it before the deadline. '.repeat(4);
const CATEGORIES = ['Politics', 'Weather', 'Sports', 'Crypto', 'Economics'];

process.once('message', (message) => {
  const { markets } = message as CatalogueJob;
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://host');
    const body = answer(pathname, searchParams, markets);
    response.writeHead(body === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(body === null ? '{}' : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});

function answer(path: string, query: URLSearchParams, markets: number): unknown {
  const isOpen = query.get('status') === 'open';
  switch (path) {
    case '/trade-api/v2/series':
      return { series: CATEGORIES.map((_, index) => seriesAt(index)) };
    case '/trade-api/v2/events':
      return page(query, 'events', isOpen ? markets / MARKETS_AN_EVENT : 0, EVENT_PAGE, eventAt);
    case '/trade-api/v2/markets':
      return page(query, 'markets', isOpen ? markets : 0, KALSHI_PAGE, kalshiMarketAt);
    case '/markets/keyset':
      return keyset(query, query.get('closed') === 'false' ? markets : 0);
    case '/time':
      return Math.floor(Date.now() / 1_000);
    default:
      return null;
  }
}

function page(
  query: URLSearchParams,
  key: string,
  count: number,
  size: number,
  at: (index: number) => unknown,
): unknown {
  const from = Number(query.get('cursor') ?? 0);
  const end = Math.min(from + size, Math.floor(count));
  const items = Array.from({ length: Math.max(0, end - from) }, (_, index) => at(from + index));
  return { [key]: items, cursor: end < count ? String(end) : '' };
}

function keyset(query: URLSearchParams, count: number): unknown {
  const from = Number(query.get('after_cursor') ?? 0);
  const end = Math.min(from + POLYMARKET_PAGE, count);
  const markets = Array.from({ length: Math.max(0, end - from) }, (_, index) => gammaMarketAt(from + index));
  return { markets, next_cursor: end < count ? String(end) : null };
}

const seriesAt = (index: number): object => ({
  ticker: `KXBENCH${index}`,
  title: `Bench ${index}`,
  category: CATEGORIES[index],
  fee_type: 'quadratic',
  fee_multiplier: 1,
});

const eventAt = (index: number): object => ({
  event_ticker: `KXBENCH${index % CATEGORIES.length}-E${index}`,
  series_ticker: `KXBENCH${index % CATEGORIES.length}`,
  title: `How high will number ${index} be in December 2026?`,
  sub_title: 'In December 2026',
  category: CATEGORIES[index % CATEGORIES.length],
});

function kalshiMarketAt(index: number): object {
  const event = Math.floor(index / MARKETS_AN_EVENT);
  const level = (index % MARKETS_AN_EVENT) * 5;
  const eventTicker = `KXBENCH${event % CATEGORIES.length}-E${event}`;
  return {
    ticker: `${eventTicker}-T${level}`,
    event_ticker: eventTicker,
    market_type: 'binary',
    title: `Will number ${event} be above ${level} in December 2026?`,
    yes_sub_title: `Above ${level}`,
    no_sub_title: `${level} or below`,
    status: 'active',
    open_time: '2026-11-01T15:00:00Z',
    close_time: '2026-12-31T04:59:00Z',
    updated_time: '2026-11-21T12:00:00Z',
    yes_bid_dollars: '0.4700',
    yes_ask_dollars: '0.4900',
    last_price_dollars: '0.4800',
    volume_fp: '1200.00',
    volume_24h_fp: '100.00',
    open_interest_fp: '800.00',
    result: '',
    rules_primary: RULES,
    rules_secondary: '',
    price_ranges: [{ start: '0.0000', end: '1.0000', step: '0.0100' }],
    strike_type: 'greater',
    floor_strike: level,
  };
}

function gammaMarketAt(index: number): object {
  const slug = `bench-number-${index}-in-december`;
  return {
    id: String(index),
    version: 'v1',
    question: `Will number ${index} be above ${index % 200} in December 2026?`,
    conditionId: `0x${index.toString(16).padStart(64, '0')}`,
    slug,
    description: RULES,
    category: null,
    outcomes: '["Yes", "No"]',
    outcomePrices: '["0.51", "0.49"]',
    clobTokenIds: JSON.stringify([String(index).padStart(77, '1'), String(index).padStart(77, '2')]),
    active: true,
    closed: false,
    archived: false,
    acceptingOrders: true,
    enableOrderBook: true,
    negRisk: false,
    orderPriceMinTickSize: 0.01,
    orderMinSize: 5,
    secondsDelay: 0,
    startDate: '2026-11-01T00:00:00Z',
    endDate: '2026-12-31T23:00:00Z',
    volume24hr: 15204.5,
    feesEnabled: true,
    feeSchedule: { exponent: 1, rate: 0.05, takerOnly: true },
    umaResolutionStatus: null,
    events: [{ id: String(index), slug, title: `Number ${index}` }],
    tags: [{ id: '84', label: CATEGORIES[index % CATEGORIES.length], slug: 'tag' }],
    updatedAt: '2026-11-21T12:00:00Z',
  };
}
