import { Type } from 'typebox';
import {
  EVENT_EXCLUSIVITIES,
  err,
  type FeeSchedule,
  FILL_ROUNDINGS,
  type Instrument,
  type InstrumentId,
  invalidFields,
  notFound,
  OUTCOMES,
  ok,
  type PriceBand,
  parseInstrumentId,
  rejection,
  renderDecimal,
  renderNotional,
  renderTime,
  SETTLEMENT_RESULTS,
} from '#contract';
import { findEventId } from '#domain';
import { respondWithPagedList } from '../pagination.ts';
import {
  type Call,
  type RouteResult,
  readFilters,
  readInstrument,
  respond,
  respondWith,
  route,
} from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
import {
  Amount,
  Cursor,
  describedAmount,
  EventIdSchema,
  GenericAssetIdSchema,
  InstrumentIdInput,
  InstrumentIdSchema,
  LabelSchema,
  MarketStatusSchema,
  Nullable,
  OutcomeSchema,
  PageLimit,
  renderOptionalDecimal,
  renderOptionalTime,
  SearchTextSchema,
  Time,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

const SEARCH_PAGE_MAX = 200;

const PriceBandSchema = Type.Object(
  { from: Amount, to: Amount, step: Amount },
  { description: 'Prices from `from` to `to` are `from` plus whole steps.' },
);

export const FeesSchema = Type.Object(
  {
    taker_rate: Amount,
    maker_rate: Amount,
    exponent: Type.Integer({ minimum: 1 }),
    fill_step: Amount,
    fill_rounding: Type.Enum([...FILL_ROUNDINGS]),
    cash_step: Nullable(Amount),
  },
  {
    description:
      'The fee of a fill is rate · qty · (price · (1 − price))^exponent, rounded to a multiple of `fill_step`; with `half_up` a fee of less than one step is zero, and `down` cuts the sum of all fills of one match off. The total cash of an order is rounded to `cash_step` in favour of the venue. Null: the schedule is unknown; orders are planned with the dearest known one, and fills have no fee.',
  },
);

export const InstrumentSchema = Type.Object(
  {
    instrument_id: InstrumentIdSchema,
    venue: VenueNameSchema,
    venue_instrument_id: Type.String({ description: 'Id of the instrument at the venue.' }),
    ticker: Type.String(),
    slug: Type.String(),
    title: Type.String(),
    description: Nullable(Type.String()),
    category: Type.String(),
    event_id: Nullable(
      EventIdSchema,
      'The event at the venue; null without one, like the other fields of the event.',
    ),
    venue_event_id: Nullable(Type.String({ description: 'Id of the event at the venue.' })),
    event_title: Nullable(Type.String()),
    series: Nullable(Type.String({ description: 'What recurring events of the venue have in common.' })),
    event_exclusive: Nullable(
      Type.Enum([...EVENT_EXCLUSIVITIES], {
        description:
          'How many instruments of the event resolve YES, as far as the venue states it. NONE: any number.',
      }),
    ),
    outcome_name: Nullable(
      Type.String({ description: 'What YES of this instrument is called within its event.' }),
    ),
    status: MarketStatusSchema,
    market_type: Type.Enum(['binary']),
    outcomes: Type.Array(OutcomeSchema),
    generic_asset_id: Nullable(GenericAssetIdSchema),
    price_tick: Amount,
    min_price: Amount,
    max_price: Amount,
    price_bands: Nullable(
      Type.Array(PriceBandSchema, {
        description:
          'Price ranges with different steps, in YES terms. Null: `price_tick` applies to all prices.',
      }),
    ),
    qty_step: Amount,
    min_qty: Amount,
    fees: Nullable(FeesSchema),
    open_time: Nullable(Time),
    close_time: Nullable(Time),
    result: Nullable(
      Type.Enum([...SETTLEMENT_RESULTS], {
        description:
          'FRACTION: YES pays `settlement_price` and NO one minus it. VOID: nothing is won or lost.',
      }),
    ),
    settlement_price: Nullable(
      describedAmount(
        'What one YES contract pays: 1 for YES, 0 for NO. Null before the result, and for VOID.',
      ),
    ),
    updated_at: Time,
  },
  {
    description: 'A contract listed on one venue.',
    examples: EXAMPLES.Instrument,
  },
);

export const DETAIL_FIELDS = {
  rules_secondary: Nullable(
    Type.String({ description: 'Rules that the venue publishes in addition to the description.' }),
  ),
  venue_terms: Type.Record(Type.String(), Type.String(), {
    description: "Terms that the venue publishes as fields, under the venue's names.",
  }),
};

/** One instrument has fields that lists leave out. */
export const InstrumentDetailSchema = Type.Object(
  { ...InstrumentSchema.properties, ...DETAIL_FIELDS },
  {
    description: 'A contract listed on one venue, with all of its rules.',
    examples: EXAMPLES.Instrument.map((example) => ({
      ...example,
      rules_secondary: null,
      venue_terms: { strike_type: 'greater' },
    })),
  },
);

export const SearchPageSchema = Type.Object(
  {
    items: Type.Array(InstrumentSchema),
    next_cursor: Nullable(Type.String()),
    near: Type.Optional(
      Type.Boolean({
        description:
          'With `spelling=near` only. True: nothing matches exactly; the words of `items` differ by one edit.',
      }),
    ),
  },
  { description: 'One page of search results; `next_cursor` is null on the last page.' },
);

const EVENT_FILTERS = {
  event_id: Type.Optional(EventIdSchema),
  series: Type.Optional(LabelSchema),
};

const SearchQuery = Type.Object({
  q: Type.Optional(SearchTextSchema),
  venue: Type.Optional(VenueNameSchema),
  status: Type.Optional(MarketStatusSchema),
  category: Type.Optional(LabelSchema),
  ...EVENT_FILTERS,
  spelling: Type.Optional(Type.Enum(['exact', 'near'], { description: 'Default: `exact`.' })),
  cursor: Type.Optional(Cursor),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: SEARCH_PAGE_MAX, description: 'Page size, default 50.' }),
  ),
});

const ListQuery = Type.Object({
  q: Type.Optional(SearchTextSchema),
  venue: Type.Optional(VenueNameSchema),
  ...EVENT_FILTERS,
  limit: PageLimit,
  cursor: Type.Optional(Cursor),
});

const MatchQuery = Type.Object({
  ticker: Type.Optional(LabelSchema),
  slug: Type.Optional(LabelSchema),
  venue: Type.Optional(VenueNameSchema),
});

const LookupBody = Type.Object({
  instrument_ids: Type.Array(InstrumentIdInput, {
    expects: 'must be an array of instrument ids',
    examples: [[1002, 1001]],
  }),
});

export const marketRoutes = [
  route({
    tag: 'Markets',
    path: '/v1/markets/search',
    name: 'searchMarkets',
    agents: true,
    summary: 'Search instruments',
    notes:
      'Every word of `q` must occur in title, description or ticker. Order: exact tickers, matches in titles, other matches. With `spelling=near` and no match, one page of instruments whose words differ by one edit: a letter that is missing, extra or wrong, or two neighbours exchanged, in words of the title with 4 letters or more and no digit.',
    query: SearchQuery,
    response: SearchPageSchema,
    rejections: ['invalid_cursor'],
    handle: search,
  }),
  route({
    tag: 'Markets',
    path: '/v1/markets',
    name: 'listMarkets',
    agents: true,
    summary: 'List the instruments of a venue',
    notes: 'Sorted by `instrument_id`. Without `limit`, the whole list is streamed.',
    query: ListQuery,
    response: Type.Array(InstrumentSchema),
    rejections: ['invalid_cursor'],
    isPaged: true,
    handle: list,
  }),
  route({
    tag: 'Markets',
    path: '/v1/markets/match',
    name: 'matchMarket',
    agents: true,
    summary: 'Find one instrument by ticker or slug',
    notes: 'Requires at least one of them. If both are given, both must match. Exact match, ignoring case.',
    query: MatchQuery,
    response: InstrumentDetailSchema,
    rejections: ['not_found'],
    handle: match,
  }),
  route({
    tag: 'Markets',
    method: 'POST',
    permission: 'read',
    path: '/v1/markets/lookup',
    name: 'lookupMarkets',
    agents: true,
    summary: 'Fetch several instruments at once',
    notes: 'Returned in the order of the request, each once. Unknown ids are omitted.',
    body: LookupBody,
    response: Type.Array(InstrumentSchema),
    rejections: ['lookup_too_large'],
    handle: lookup,
  }),
  route({
    tag: 'Markets',
    path: '/v1/markets/{id}',
    name: 'getMarket',
    agents: true,
    summary: 'Fetch one instrument',
    response: InstrumentDetailSchema,
    rejections: ['not_found'],
    handle: async (call) => respondWith(await readInstrument(call), renderInstrumentDetail),
  }),
];

async function search(call: Call<Type.Static<typeof SearchQuery>>): Promise<RouteResult> {
  const { marketData, config } = call.deps;
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  const { q, status, category, event_id, series, spelling, cursor, limit } = call.query;
  const page = await marketData.search({
    q: textOrNull(q),
    venue: filters.value.venue,
    status: status ?? null,
    category: category ?? null,
    eventId: event_id ?? null,
    series: series ?? null,
    near: spelling === 'near',
    cursor: cursor ?? null,
    limit: limit ?? config.markets.pageSize,
  });
  return respondWith(page, ({ items, nextCursor, isNear }) => ({
    items: items.map(renderInstrument),
    next_cursor: nextCursor,
    ...(spelling === 'near' ? { near: isNear } : {}),
  }));
}

async function list(call: Call<Type.Static<typeof ListQuery>>): Promise<RouteResult> {
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  const { q, event_id: eventId = null, series = null } = call.query;
  const filter = { venue: filters.value.venue, q: textOrNull(q), eventId, series };
  return respondWithPagedList(call, {
    scope: ['markets', filter.venue, filter.q, filter.eventId, filter.series],
    load: ({ limit = null, position = null }) =>
      ok(call.deps.marketData.list({ ...filter, afterId: position as InstrumentId | null, limit })),
    render: renderInstrument,
    getPosition: ({ instrumentId }: Instrument) => instrumentId,
  });
}

async function match(call: Call<Type.Static<typeof MatchQuery>>): Promise<RouteResult> {
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  const { ticker = null, slug = null } = call.query;
  if (ticker === null && slug === null) {
    const issue = 'ticker or slug is required';
    return err(
      invalidFields([
        { field: 'ticker', issue },
        { field: 'slug', issue },
      ]),
    );
  }
  const found = await call.deps.marketData.match({ ticker, slug, venue: filters.value.venue });
  return found === null ? err(notFound('instrument')) : respond(renderInstrumentDetail(found));
}

const readLookup = createBodyReader(LookupBody);

async function lookup({ deps, body }: Call): Promise<RouteResult> {
  const read = readLookup(body);
  if (!read.ok) return read;
  const given = read.value.instrument_ids;
  const max = deps.config.markets.lookupMax;
  if (given.length > max) {
    return err(
      rejection('lookup_too_large', `at most ${max} ids in one lookup`, { max, given: given.length }),
    );
  }
  const ids = given.flatMap((id) => parseInstrumentId(id) ?? []);
  return respond((await deps.marketData.lookup(ids)).map(renderInstrument));
}

/** An empty search text matches everything. */
const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : text;

/** The instrument record. Source: contract, Records. */
export const renderInstrument = (instrument: Instrument) => ({
  instrument_id: instrument.instrumentId,
  venue: instrument.venue,
  venue_instrument_id: instrument.venueInstrumentId,
  ticker: instrument.ticker,
  slug: instrument.slug,
  title: instrument.title,
  description: instrument.description,
  category: instrument.category,
  ...renderEvent(instrument),
  status: instrument.status,
  market_type: 'binary' as const,
  outcomes: OUTCOMES,
  generic_asset_id: instrument.genericAssetId,
  price_tick: renderDecimal(instrument.priceTick),
  min_price: renderDecimal(instrument.priceMin),
  max_price: renderDecimal(instrument.priceMax),
  price_bands: instrument.priceBands?.map(renderBand) ?? null,
  qty_step: renderDecimal(instrument.qtyStep),
  min_qty: renderDecimal(instrument.qtyMin),
  fees: instrument.fees === null ? null : renderFees(instrument.fees),
  open_time: renderOptionalTime(instrument.openTime),
  close_time: renderOptionalTime(instrument.closeTime),
  result: instrument.result,
  settlement_price: renderOptionalDecimal(instrument.settlementPrice),
  updated_at: renderTime(instrument.updatedAt),
});

const renderInstrumentDetail = (instrument: Instrument) => ({
  ...renderInstrument(instrument),
  ...renderDetail(instrument),
});

export const renderDetail = ({ rulesSecondary, venueTerms }: Instrument) => ({
  rules_secondary: rulesSecondary,
  venue_terms: venueTerms,
});

/** The fields of the event, null without one. */
export const renderEvent = (instrument: Pick<Instrument, 'venue' | 'event' | 'outcomeName'>) => ({
  event_id: findEventId(instrument),
  venue_event_id: instrument.event?.venueEventId ?? null,
  event_title: instrument.event?.title ?? null,
  series: instrument.event?.series ?? null,
  event_exclusive: instrument.event?.exclusive ?? null,
  outcome_name: instrument.outcomeName,
});

const renderBand = ({ from, to, step }: PriceBand) => ({
  from: renderDecimal(from),
  to: renderDecimal(to),
  step: renderDecimal(step),
});

export const renderFees = (fees: FeeSchedule) => ({
  taker_rate: renderDecimal(fees.takerRate),
  maker_rate: renderDecimal(fees.makerRate),
  exponent: fees.exponent,
  fill_step: renderNotional(fees.fillStep),
  fill_rounding: fees.fillRounding,
  cash_step: fees.cashStep === null ? null : renderNotional(fees.cashStep),
});
