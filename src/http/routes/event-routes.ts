import { Type } from 'typebox';
import {
  EVENT_EXCLUSIVITIES,
  err,
  type GenericAssetId,
  type InstrumentId,
  notFound,
  ok,
  parseEventId,
} from '#contract';
import { computeImplied, type EventQuote } from '#domain';
import type { GenericEvent, MarketEvent } from '#market-data';
import { respondWithPagedList } from '../pagination.ts';
import { type Call, type RouteResult, readFilters, respond, route } from '../route.ts';
import {
  Amount,
  Cursor,
  describedAmount,
  EventIdSchema,
  GenericAssetIdSchema,
  InstrumentIdSchema,
  LabelSchema,
  MarketStatusSchema,
  Nullable,
  PageLimit,
  renderOptionalDecimal,
  renderOptionalTime,
  SearchTextSchema,
  Time,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

const ExclusiveSchema = Type.Enum([...EVENT_EXCLUSIVITIES], {
  description:
    'How many instruments resolve YES, only as far as the venue states it. NONE: any number. UNKNOWN: not stated.',
});

const EventMemberSchema = Type.Object(
  {
    instrument_id: InstrumentIdSchema,
    outcome_name: Nullable(
      Type.String({ description: 'What YES of this instrument is called in the event.' }),
    ),
    status: MarketStatusSchema,
    yes_bid: Nullable(describedAmount('Best bid of a live book.')),
    yes_ask: Nullable(describedAmount('Best ask of a live book.')),
    implied: Type.Optional(
      describedAmount(
        'The share of its mid in `sums.mid`, rounded to 8 places. Absent while a book of the event is not live.',
      ),
    ),
  },
  { description: 'One instrument of an event, with the best prices of a live book.' },
);

const SumsSchema = Type.Object(
  {
    yes_bid: Nullable(Amount),
    yes_ask: Nullable(Amount),
    mid: Nullable(Amount),
    qty_at_ask: Nullable(describedAmount('The smallest quantity at the best asks: sets at `yes_ask`.')),
    age_ms: Nullable(Type.Integer({ minimum: 0, description: 'Age of the oldest book.' })),
    missing: Type.Array(InstrumentIdSchema, { description: 'Instruments without a live book.' }),
  },
  {
    description:
      'Sums over all instruments that are not settled, before fees. A sum is null unless each has a live book with that price.',
  },
);

export const EventSchema = Type.Object(
  {
    event_id: EventIdSchema,
    venue: VenueNameSchema,
    venue_event_id: Type.String({ description: 'Id of the event at the venue.' }),
    series: Nullable(Type.String()),
    title: Nullable(Type.String()),
    status: MarketStatusSchema,
    exclusive: ExclusiveSchema,
    complete: Nullable(
      Type.Boolean({
        description:
          'True: the venue states that the instruments are all outcomes there can be. Null: not stated. Only then can EXACTLY_ONE be relied on.',
      }),
    ),
    augmented: Nullable(
      Type.Boolean({ description: 'True: the venue may add outcomes later. Null: not stated.' }),
    ),
    netting: Nullable(
      Type.String({
        description:
          "The venue's name for how it nets positions of the event, such as MECNET. Null: not stated.",
      }),
    ),
    instrument_ids: Type.Array(InstrumentIdSchema),
    members: Type.Array(EventMemberSchema),
    sums: SumsSchema,
    close_time: Nullable(Time),
  },
  {
    description: 'The instruments of one venue that answer one question, and their prices together.',
    examples: EXAMPLES.Event,
  },
);

export const GenericEventSchema = Type.Object(
  {
    generic_event_id: Type.String({
      description: 'Changes when an asset with a lower id joins the group.',
    }),
    title: Type.String(),
    approval: Type.Enum(['DERIVED'], {
      description: 'The assets are approved, and the group follows from them: no person approved the group.',
    }),
    generic_asset_ids: Type.Array(GenericAssetIdSchema),
    events: Type.Array(
      Type.Object({
        event_id: EventIdSchema,
        venue: VenueNameSchema,
        title: Nullable(Type.String()),
        exclusive: ExclusiveSchema,
        instrument_ids: Type.Array(InstrumentIdSchema, {
          description: 'The instruments of the event that are members of the assets.',
        }),
      }),
    ),
  },
  {
    description: 'Events of several venues that share approved assets.',
    examples: EXAMPLES.GenericEvent,
  },
);

const GenericEventsQuery = Type.Object({
  venue: Type.Optional(VenueNameSchema),
  q: Type.Optional(SearchTextSchema),
  limit: PageLimit,
  cursor: Type.Optional(Cursor),
});

const EventsQuery = Type.Object({
  venue: Type.Optional(VenueNameSchema),
  q: Type.Optional(SearchTextSchema),
  status: Type.Optional(MarketStatusSchema),
  series: Type.Optional(LabelSchema),
  limit: PageLimit,
  cursor: Type.Optional(Cursor),
});

export const eventRoutes = [
  route({
    tag: 'Events',
    path: '/v1/events',
    name: 'listEvents',
    agents: true,
    summary: 'List events',
    notes:
      'Sorted by venue and by the id of the event there. Every word of `q` must occur in the title, series or id of the event, or in a title of its instruments. Books are those already subscribed.',
    query: EventsQuery,
    response: Type.Array(EventSchema),
    rejections: ['invalid_cursor'],
    isPaged: true,
    handle: list,
  }),
  route({
    tag: 'Events',
    path: '/v1/generic-events',
    name: 'listGenericEvents',
    agents: true,
    summary: 'List events that several venues have',
    notes:
      'Two events are in one group when a person approved that an instrument of one and an instrument of the other are the same contract. Sorted by the lowest `generic_asset_ids`.',
    query: GenericEventsQuery,
    response: Type.Array(GenericEventSchema),
    rejections: ['invalid_cursor'],
    isPaged: true,
    handle: listGeneric,
  }),
  route({
    tag: 'Events',
    path: '/v1/events/{id}',
    name: 'getEvent',
    agents: true,
    summary: 'Get one event',
    notes: 'Subscribes to the books of its open instruments.',
    response: EventSchema,
    rejections: ['not_found'],
    handle: get,
  }),
];

async function list(call: Call<Type.Static<typeof EventsQuery>>): Promise<RouteResult> {
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  const { q = null, status = null, series = null } = call.query;
  const filter = { venue: filters.value.venue, q, status, series };
  return respondWithPagedList(call, {
    scope: ['events', filter.venue, q, status, series],
    load: ({ limit = null, position = null }) =>
      ok(call.deps.marketData.events({ ...filter, afterId: position as InstrumentId | null, limit })),
    render: renderMarketEvent,
    getPosition: ({ members }: MarketEvent) => members[0]?.instrument.instrumentId ?? 0,
  });
}

async function listGeneric(call: Call<Type.Static<typeof GenericEventsQuery>>): Promise<RouteResult> {
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  const { q = null } = call.query;
  const { venue } = filters.value;
  return respondWithPagedList(call, {
    scope: ['generic-events', venue, q],
    load: ({ limit = null, position = null }) =>
      ok(call.deps.marketData.genericEvents({ venue, q, afterId: position as GenericAssetId | null, limit })),
    render: renderGenericEvent,
    getPosition: ({ assetIds }: GenericEvent) => assetIds[0] ?? 0,
  });
}

async function get({ deps, params }: Call): Promise<RouteResult> {
  const id = parseEventId(params['id']);
  const event = id === null ? null : await deps.marketData.event(id);
  return event === null ? err(notFound('event')) : respond(renderMarketEvent(event));
}

const renderMarketEvent = ({ eventId, venue, event, status, members, sums, closeTime }: MarketEvent) => ({
  event_id: eventId,
  venue,
  venue_event_id: event.venueEventId,
  series: event.series,
  title: event.title,
  status,
  exclusive: event.exclusive,
  complete: event.complete ?? null,
  augmented: event.augmented ?? null,
  netting: event.netting ?? null,
  instrument_ids: members.map(({ instrument }) => instrument.instrumentId),
  members: members.map(({ instrument, quote }) => ({
    instrument_id: instrument.instrumentId,
    outcome_name: instrument.outcomeName,
    status: instrument.status,
    yes_bid: renderOptionalDecimal(getBestPrice(quote, 'bids')),
    yes_ask: renderOptionalDecimal(getBestPrice(quote, 'asks')),
    implied: renderOptionalDecimal(computeImplied(quote, sums)) ?? undefined,
  })),
  sums: {
    yes_bid: renderOptionalDecimal(sums.yesBid),
    yes_ask: renderOptionalDecimal(sums.yesAsk),
    mid: renderOptionalDecimal(sums.mid),
    qty_at_ask: renderOptionalDecimal(sums.qtyAtAsk),
    age_ms: sums.ageMs,
    missing: sums.missing,
  },
  close_time: renderOptionalTime(closeTime),
});

const renderGenericEvent = ({ title, assetIds, events }: GenericEvent) => ({
  generic_event_id: `gev_${assetIds[0]}`,
  title,
  approval: 'DERIVED' as const,
  generic_asset_ids: assetIds,
  events: events.map(({ eventId, venue, title: named, exclusive, instrumentIds }) => ({
    event_id: eventId,
    venue,
    title: named,
    exclusive,
    instrument_ids: instrumentIds,
  })),
});

const getBestPrice = ({ book, isLive }: EventQuote, side: 'bids' | 'asks') =>
  isLive ? (book?.[side][0]?.price ?? null) : null;
