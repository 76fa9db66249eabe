import type {
  AggregatedBook,
  BookLevel,
  CandleInterval,
  Crossbook,
  FeeSchedule,
  Instrument,
  MarketStatus,
  OpportunityFilter,
  OpportunityLeg,
  OrderBook,
} from '../../sdk/src/index.ts';
import { type CallingOptions, idNumber, instrumentRef, runRead, wholeNumber } from './api-calls.ts';
import type { Connection } from './api-connection.ts';
import type { CliContext } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { findInstrument } from './instrument-names.ts';
import { withQuotes } from './market-quotes.ts';
import { listView, type OutputOptions, type Row, recordView, type View } from './output.ts';
import { formatLocalTime } from './relative-times.ts';
import { columns } from './terminal-io.ts';

const INSTRUMENT_COLUMNS = ['instrument_id', 'venue', 'ticker', 'status', 'close_time', 'event_id', 'title'];
const PRINT_COLUMNS = ['id', 'timestamp', 'side', 'price', 'qty', 'venue'];

export interface MarketOptions extends CallingOptions {
  readonly venue?: string;
  readonly status?: string;
  readonly category?: string;
  readonly event?: string;
  readonly series?: string;
  readonly limit?: string;
  readonly all?: boolean;
  readonly near?: boolean;
}

/** Finds instruments whose title, description or ticker contains every word. */
export const searchMarkets = (session: CliContext, words: readonly string[], options: MarketOptions) =>
  runRead(session, options, async ({ client }) => {
    const { venue, category, event: event_id, series } = options;
    const status = options.status?.toUpperCase() as MarketStatus | undefined;
    const spelling = options.near === true ? ('near' as const) : undefined;
    const query = { q: words.join(' '), venue, category, status, event_id, series, spelling };
    if (options.all === true)
      return showInstruments(session, options, client, await collect(client.markets.searchAll(query)));
    const limit = wholeNumber('--limit', options.limit);
    const { items, next_cursor: next, near } = await client.markets.search({ ...query, limit });
    const note = near === true ? NEAR : next === null ? undefined : MORE;
    const why = items.length > 0 ? note : await whyNone(client, options);
    return showInstruments(session, options, client, items, why);
  });

/** Why nothing was found. A venue that is off or not healthy may have what was not found. */
async function whyNone({ venues }: Crossbook, { near, venue }: MarketOptions): Promise<string> {
  const missing = (await venues.health()).filter(
    (each) => !each.healthy && (venue === undefined || each.venue === venue),
  );
  return [
    near === true
      ? 'no instrument has all these words, or words that differ by one letter'
      : 'no instrument has all these words; --near also finds words that differ by one letter',
    ...missing.map((each) => `${each.venue}: ${each.reason ?? 'not healthy'}`),
  ].join('; ');
}

const NEAR = 'nothing matches exactly; these have words that differ by one letter';
const LIST_MAX = 50;
const MORE = 'more results exist: --limit N, or --all';

/** Lists the instruments of one venue, or of all venues. */
export const listMarkets = (session: CliContext, options: MarketOptions) =>
  runRead(session, options, async ({ client }) => {
    const { venue, event: event_id, series } = options;
    const query = { venue, event_id, series };
    if (options.all === true)
      return showInstruments(session, options, client, await collect(client.markets.listAll(query)));
    const limit = wholeNumber('--limit', options.limit) ?? LIST_MAX;
    const { items, next_cursor: next } = await client.markets.listPage({ ...query, limit });
    return showInstruments(session, options, client, items, next === null ? undefined : MORE);
  });

const showInstruments = (
  session: CliContext,
  options: OutputOptions,
  { markets }: Crossbook,
  items: readonly Instrument[],
  note?: string,
): Promise<View> => withQuotes(session, options, markets, items, listView(items, INSTRUMENT_COLUMNS, note));

const EVENT_COLUMNS = [
  'event_id',
  'venue',
  'exclusive',
  'sums.yes_bid',
  'sums.yes_ask',
  'close_time',
  'title',
];
const EVENT_MEMBER_COLUMNS = ['instrument_id', 'outcome_name', 'status', 'yes_bid', 'yes_ask', 'implied'];

/** Lists events whose own texts or instruments contain every word. */
export const listEvents = (session: CliContext, words: readonly string[], options: MarketOptions) =>
  runRead(session, options, async ({ client }) => {
    const { venue, series } = options;
    const status = options.status?.toUpperCase() as MarketStatus | undefined;
    const query = { q: words.length === 0 ? undefined : words.join(' '), venue, status, series };
    if (options.all === true) return listView(await collect(client.events.listAll(query)), EVENT_COLUMNS);
    const limit = wholeNumber('--limit', options.limit) ?? LIST_MAX;
    const { items, next_cursor: next } = await client.events.listPage({ ...query, limit });
    return listView(items, EVENT_COLUMNS, next === null ? undefined : MORE);
  });

/** Lists groups of events that share approved assets. */
export const listGenericEvents = (session: CliContext, words: readonly string[], options: MarketOptions) =>
  runRead(session, options, async ({ client }) => {
    const q = words.length === 0 ? undefined : words.join(' ');
    const limit = wholeNumber('--limit', options.limit) ?? LIST_MAX;
    const page = await client.events.listGenericPage({ q, venue: options.venue, limit });
    const rows = page.items.map((each) => ({
      ...each,
      venues: each.events.map(({ venue, event_id: id }) => `${venue} ${id}`).join(', '),
      assets: each.generic_asset_ids.length,
    }));
    const note = page.next_cursor === null ? undefined : MORE;
    return listView(rows, ['generic_event_id', 'assets', 'venues', 'title'], note);
  });

/** Shows an event: a table of its instruments, or the whole record in other formats. */
export const showEvent = (session: CliContext, id: string, options: CallingOptions) =>
  runRead(session, options, async ({ client }) => {
    const event = await client.events.get(id);
    return { ...listView(event.members, EVENT_MEMBER_COLUMNS, event.title ?? undefined), value: event };
  });

export interface OpportunityOptions extends CallingOptions {
  readonly kind?: string;
  readonly asset?: string;
  readonly minEdge?: string;
  readonly minQty?: string;
  readonly unreviewed?: boolean;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: string;
}

const OPPORTUNITY_COLUMNS = [
  'id',
  'kind',
  'qty',
  'edge_per_set',
  'edge_total',
  'settlement.risk',
  'settlement.worst_case_total',
  'capital',
  'legs_bought',
  'blocked_by',
];

/** Lists opportunities, largest edge first, and after them those that may settle differently. */
export const listOpportunities = (session: CliContext, options: OpportunityOptions) =>
  runRead(session, options, async ({ client }) => {
    const { minEdge: min_edge, minQty: min_qty } = options;
    const found = await client.opportunities.list({
      min_edge,
      min_qty,
      kind: options.kind?.toUpperCase() as OpportunityFilter['kind'],
      asset: wholeNumber('--asset', options.asset),
      include: options.unreviewed === true ? 'unreviewed' : undefined,
      limit: wholeNumber('--limit', options.limit),
    });
    const rows = found.map((each) => ({ ...each, legs_bought: each.legs.map(describeLeg).join(' + ') }));
    return listView(rows, OPPORTUNITY_COLUMNS);
  });

const HISTORY_COLUMNS = [
  'id',
  'kind',
  'opened_at',
  'closed_at',
  'lasted_ms',
  'best.edge_per_set',
  'best.edge_total',
  'best.qty',
  'last.edge_per_set',
  'legs_bought',
];

/** Lists open and closed opportunities, newest first; with an id, the edge of that one over time. */
export const showOpportunityHistory = (
  session: CliContext,
  id: string | undefined,
  { since, until, ...options }: OpportunityOptions,
) =>
  runRead(session, options, async ({ client }) => {
    if (id !== undefined) {
      const curve = await client.opportunities.curve(id);
      const rows = curve.points.map(({ t, edge_per_set }) => ({
        at: new Date(t).toISOString(),
        edge_per_set,
      }));
      return { ...listView(rows, ['at', 'edge_per_set']), value: curve };
    }
    const found = await client.opportunities.history({
      since,
      until,
      kind: options.kind?.toUpperCase() as OpportunityFilter['kind'],
      asset: wholeNumber('--asset', options.asset),
      limit: wholeNumber('--limit', options.limit),
    });
    const rows = found.map((each) => ({
      ...each,
      legs_bought: each.legs
        .map(({ venue, instrument_id, outcome }) => `${venue} ${instrument_id} ${outcome}`)
        .join(' + '),
    }));
    return { ...listView(rows, HISTORY_COLUMNS), value: found };
  });

const describeLeg = ({ venue, instrument_id: id, outcome, worst_price: price }: OpportunityLeg): string =>
  `${venue} ${id} ${outcome} @${price}`;

export const showMarket = (session: CliContext, id: string, options: CallingOptions) =>
  runRead(session, options, async ({ client }) =>
    recordView(await client.markets.get(await findInstrument(client, id))),
  );

export interface MatchOptions extends CallingOptions {
  readonly ticker?: string;
  readonly slug?: string;
  readonly venue?: string;
}

/** Shows the instrument with a ticker or slug. */
export const matchMarket = (session: CliContext, options: MatchOptions) =>
  runRead(session, options, async ({ client }) => {
    const { ticker, slug, venue } = options;
    if (ticker !== undefined) return recordView(await client.markets.match({ ticker, slug, venue }));
    if (slug === undefined) throw invalid('add --ticker, --slug or both.');
    return recordView(await client.markets.match({ slug, venue }));
  });

export interface BookOptions extends CallingOptions {
  readonly asset?: boolean;
  readonly depth?: string;
}

const DEPTH = 10;

/** Shows the book of an instrument, or the aggregated book of a generic asset. */
export const showBook = (session: CliContext, id: string, options: BookOptions) =>
  runRead(session, options, async ({ client }) => {
    const depth = wholeNumber('--depth', options.depth) ?? DEPTH;
    if (options.asset !== true)
      return bookView(await client.markets.book(await findInstrument(client, id), { depth }));
    const book = await client.books.aggregated(idNumber('the asset', id));
    return bookView({ ...book, bids: book.bids.slice(0, depth), asks: book.asks.slice(0, depth) });
  });

/** A table has bids on the left and asks on the right; other formats have one level per line. */
function bookView(book: OrderBook | AggregatedBook): View {
  const { bids, asks } = book;
  const rows = [...sided('BID', bids), ...sided('ASK', asks)];
  const cells = Array.from({ length: Math.max(bids.length, asks.length) }, (_, at) => [
    bids[at]?.qty ?? '',
    bids[at]?.price ?? '',
    asks[at]?.price ?? '',
    asks[at]?.qty ?? '',
  ]);
  const drawn = columns([['BID QTY', 'BID', 'ASK', 'ASK QTY'], ...cells]);
  const note = `sequence ${book.sequence}, ${formatLocalTime(book.timestamp)}`;
  return { value: book, rows, columns: ['side', 'price', 'qty'], isOne: false, drawn, note };
}

const sided = (side: string, levels: readonly BookLevel[]): readonly Row[] =>
  levels.map((level) => ({ side, ...level }));

export const listTrades = (session: CliContext, id: string, options: MarketOptions) =>
  runRead(session, options, async ({ client }) =>
    listView(
      await client.markets.trades(await findInstrument(client, id), {
        limit: wholeNumber('--limit', options.limit),
      }),
      PRINT_COLUMNS,
    ),
  );

export interface CandleOptions extends CallingOptions {
  readonly interval?: string;
  readonly limit?: string;
}

export const listCandles = (session: CliContext, id: string, options: CandleOptions) =>
  runRead(session, options, async ({ client }) => {
    const interval = options.interval as CandleInterval | undefined;
    const limit = wholeNumber('--limit', options.limit);
    const instrument = await findInstrument(client, id);
    const candles = await client.candles.list({ instrument_id: instrument, interval, limit });
    return listView(candles, ['t', 'o', 'h', 'l', 'c', 'v']);
  });

export const showStats = (session: CliContext, id: string, options: CallingOptions) =>
  runRead(session, options, async ({ client }) =>
    recordView(await client.markets.stats(await findInstrument(client, id))),
  );

export interface FeeOptions extends CallingOptions {
  readonly price?: string;
  readonly qty?: string;
}

/** The fee schedules of the venues, or with ids the fees of instruments. */
export const listFees = (session: CliContext, ids: readonly string[], options: FeeOptions) =>
  runRead(session, options, async ({ client }) => {
    if (ids.length === 0)
      return listView((await client.fees.list()).map(flatFees), ['venue', 'instruments', ...RATES]);
    const instrument_ids = ids.map((id) => instrumentRef('the instrument', id));
    const fees = await client.fees.lookup({ instrument_ids, price: options.price, qty: options.qty });
    return listView(fees.map(flatFees), ['instrument_id', 'venue', ...RATES, 'taker_fee', 'maker_fee']);
  });

const RATES = ['taker_rate', 'maker_rate'];

const flatFees = <Record extends { fees: FeeSchedule | null }>(record: Record) => ({
  ...record,
  taker_rate: record.fees?.taker_rate ?? null,
  maker_rate: record.fees?.maker_rate ?? null,
});

/** Lists the venues with their health. */
export const listVenues = (session: CliContext, options: CallingOptions) =>
  runRead(session, options, async ({ client }: Connection) => {
    const [venues, health] = await Promise.all([client.venues.list(), client.venues.health()]);
    const rows = venues.map((venue) => {
      const { healthy, latency_ms, checked_at, reason } = health.find((it) => it.venue === venue.name) ?? {};
      return { ...venue, healthy, latency_ms: latency_ms ?? null, checked_at, reason: reason ?? null };
    });
    const tableRows = rows.map((row) => ({
      ...row,
      status: row.status === 'LIVE' && row.healthy !== true ? 'NOT READY' : row.status,
      simulated: row.capabilities.simulated,
    }));
    const columns = ['name', 'status', 'healthy', 'latency_ms', 'simulated', 'reason'];
    return { ...listView(rows, columns), tableRows };
  });

/** Prints each recorded span with its gaps; the whole record with `--output json`. */
export const showRecorder = (session: CliContext, options: CallingOptions) =>
  runRead(session, options, async ({ client }: Connection) =>
    recordView(await client.recorder(), [
      'state',
      'bytes',
      'max_bytes',
      'lag_ms',
      'dropped_updates',
      'spans',
      'gaps',
    ]),
  );

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
