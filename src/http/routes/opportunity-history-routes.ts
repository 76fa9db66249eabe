import { Type } from 'typebox';
import {
  err,
  type GenericAssetId,
  notFound,
  OPPORTUNITY_KINDS,
  ok,
  renderDecimal,
  renderNotional,
  renderTime,
} from '#contract';
import type { EdgeMoment, OpportunityRecord } from '#relations';
import { respondWithPagedList } from '../pagination.ts';
import { type Call, type RouteResult, readTimeRange, respondWith, route } from '../route.ts';
import {
  Amount,
  Count,
  Cursor,
  describedAmount,
  EventIdSchema,
  GenericAssetIdSchema,
  InstrumentIdSchema,
  Limit,
  Nullable,
  OutcomeSchema,
  renderOptionalTime,
  Time,
  TimeInput,
  Timestamp,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

const LIMIT_DEFAULT = 100;

const EdgeMomentSchema = Type.Object(
  {
    at: Time,
    edge_per_set: describedAmount('`edge_total` / `qty`, rounded to 8 places.'),
    edge_total: Amount,
    qty: Amount,
  },
  { description: 'An edge that was published: the largest of one set, or the last.' },
);

const recordFields = {
  id: Type.String(),
  kind: Type.Enum([...OPPORTUNITY_KINDS]),
  generic_asset_id: Nullable(GenericAssetIdSchema),
  event_id: Nullable(EventIdSchema),
  legs: Type.Array(
    Type.Object({
      venue: VenueNameSchema,
      instrument_id: InstrumentIdSchema,
      side: Type.Enum(['BUY']),
      outcome: OutcomeSchema,
    }),
    { description: 'Those of `best`.' },
  ),
  opened_at: Time,
  closed_at: Nullable(Time),
  lasted_ms: Count,
  best: EdgeMomentSchema,
  last: EdgeMomentSchema,
};

export const OpportunityRecordSchema = Type.Object(recordFields, {
  description:
    'When an opportunity was open on the public books, and its edge. `closed_at` is null while it is open.',
  examples: EXAMPLES.OpportunityRecord,
});

export const OpportunityCurveSchema = Type.Object(
  {
    ...recordFields,
    points: Type.Array(Type.Object({ t: Timestamp, edge_per_set: Amount }), {
      description: 'Oldest first, at most one a second and at most 300; of a closed one at most 60.',
    }),
  },
  {
    description: 'An opportunity with the curve of its edge.',
    examples: EXAMPLES.OpportunityCurve,
  },
);

const HistoryQuery = Type.Object({
  kind: Type.Optional(Type.Enum([...OPPORTUNITY_KINDS])),
  asset: Type.Optional(GenericAssetIdSchema),
  since: Type.Optional({ ...TimeInput, description: 'Only those that were open at or after this time.' }),
  until: Type.Optional({ ...TimeInput, description: 'Only those that opened before this time.' }),
  limit: Limit(LIMIT_DEFAULT),
  cursor: Type.Optional(Cursor),
});

export const opportunityHistoryRoutes = [
  route({
    tag: 'Opportunities',
    path: '/v1/opportunities/history',
    name: 'listOpportunityHistory',
    agents: true,
    summary: 'List open and closed opportunities',
    notes:
      'Newest first, of the public books, as far as they were subscribed. Closed ones are kept for `retention.opportunities_days`; the last second before a crash may be missing.',
    query: HistoryQuery,
    response: Type.Array(OpportunityRecordSchema),
    rejections: ['invalid_cursor'],
    isPaged: true,
    handle: listHistory,
  }),
  route({
    tag: 'Opportunities',
    path: '/v1/opportunities/{id}/history',
    name: 'getOpportunityHistory',
    agents: true,
    summary: 'Get the edge of one opportunity over time',
    response: OpportunityCurveSchema,
    rejections: ['not_found'],
    handle: async ({ deps, params }) => {
      const record = await deps.marketData.opportunities.record(params['id'] ?? '');
      return respondWith(record === null ? err(notFound('opportunity')) : ok(record), renderCurve);
    },
  }),
];

async function listHistory(call: Call<Type.Static<typeof HistoryQuery>>): Promise<RouteResult> {
  const { kind = null, asset = null } = call.query;
  const range = readTimeRange(['since', call.query.since], ['until', call.query.until]);
  if (!range.ok) return range;
  const { start: since, end: until } = range.value;
  const filter = { kind, genericAssetId: asset as GenericAssetId | null, since, until };
  const { opportunities } = call.deps.marketData;
  return respondWithPagedList(call, {
    scope: ['opportunities', kind, asset, since, until],
    load: ({ limit = LIMIT_DEFAULT, position: before = null }) =>
      ok(toOnePage(opportunities.records({ ...filter, before, limit }))),
    render: renderRecord,
    getPosition: ({ number }: OpportunityRecord) => number,
  });
}

async function* toOnePage<Item>(items: Promise<readonly Item[]>): AsyncGenerator<readonly Item[]> {
  yield await items;
}

const renderMoment = ({ at, edgePerSet, edgeTotal, qty }: EdgeMoment) => ({
  at: renderTime(at),
  edge_per_set: renderDecimal(edgePerSet),
  edge_total: renderNotional(edgeTotal),
  qty: renderDecimal(qty),
});

const renderRecord = (record: OpportunityRecord) => ({
  id: `opp_${record.number}`,
  kind: record.kind,
  generic_asset_id: record.genericAssetId,
  event_id: record.eventId,
  legs: record.legs.map(({ venue, instrumentId, outcome }) => ({
    venue,
    instrument_id: instrumentId,
    side: 'BUY' as const,
    outcome,
  })),
  opened_at: renderTime(record.openedAt),
  closed_at: renderOptionalTime(record.closedAt),
  lasted_ms: record.lastedMs,
  best: renderMoment(record.best),
  last: renderMoment(record.last),
});

const renderCurve = (record: OpportunityRecord) => ({
  ...renderRecord(record),
  points: record.points.map(({ at, edgePerSet }) => ({ t: at, edge_per_set: renderDecimal(edgePerSet) })),
});
