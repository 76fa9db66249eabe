import { Type } from 'typebox';
import {
  OPPORTUNITY_KINDS,
  parsePrice,
  parseQty,
  type Rejection,
  type Result,
  renderDecimal,
  renderNotional,
  renderTime,
} from '#contract';
import type { FindOwnQtys, Opportunity, OpportunityLeg } from '#market-data';
import { SETTLEMENT_RISKS } from '#relations';
import { type Call, type RouteResult, respond, route } from '../route.ts';
import { createQueryReader } from '../schema-reader.ts';
import {
  Amount,
  Count,
  Decimal,
  describedAmount,
  EventIdSchema,
  GenericAssetIdSchema,
  InstrumentIdSchema,
  Nullable,
  OutcomeSchema,
  renderOptionalDecimal,
  SignedAmount,
  Time,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

const LegSchema = Type.Object({
  venue: VenueNameSchema,
  instrument_id: InstrumentIdSchema,
  side: Type.Enum(['BUY']),
  outcome: OutcomeSchema,
  avg_price: describedAmount('Average price of `qty`, rounded half to even to 8 places.'),
  worst_price: describedAmount('Price of the last level that `qty` takes.'),
  fee: describedAmount('Exact fee with the rounding of the venue.'),
  qty: Amount,
});

const DifferenceSchema = Type.Object({
  topic: Type.String(),
  a: Nullable(Type.String({ description: 'What the listing of the first leg says.' })),
  b: Nullable(Type.String({ description: 'What the listing of the second leg says.' })),
  text: Nullable(Type.String({ description: 'Explanation of the comparison.' })),
});

const SettlementSchema = Type.Object({
  risk: Type.Enum([...SETTLEMENT_RISKS], {
    description:
      'From the comparison of the listings. HIGH: only one of them states something that matters. BLOCK: they contradict each other.',
  }),
  differences: Type.Array(DifferenceSchema),
  worst_case_total: {
    ...SignedAmount,
    description:
      'What the sets pay at worst less their cost. A leg whose rules mention a void case then pays nothing; with HIGH or BLOCK no leg pays.',
  },
  reviewed_by: Nullable(
    Type.String({ description: 'Who approved the asset; null when its venue declares it.' }),
  ),
  reviewed_at: Nullable(Time),
});

export const OpportunitySchema = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum([...OPPORTUNITY_KINDS], {
      description:
        'CROSS: YES of an asset at one instrument, NO of it at another. INTERNAL: YES and NO of one instrument. ALL_YES: YES of all instruments of an event. ALL_NO: NO of several instruments of an event. LADDER: YES of a threshold, NO of a stricter one.',
    }),
    generic_asset_id: Nullable(GenericAssetIdSchema),
    event_id: Nullable(EventIdSchema),
    legs: Type.Array(LegSchema),
    qty: describedAmount(
      'Quantity of each leg with the largest `edge_total`, the smallest of equals, within the books, steps and minimums.',
    ),
    edge_per_set: describedAmount('`edge_total` / `qty`, rounded to 8 places.'),
    edge_total: describedAmount('What the sets pay at least without a void, less `capital`. Exact.'),
    capital: describedAmount('Cost of all legs with their fees. Exact.'),
    return: describedAmount('`edge_total` / `capital`, rounded to 8 places.'),
    annualised: Nullable(describedAmount('`return` × 365 / time until the last leg closes.')),
    days: Nullable(describedAmount('Days until the last leg closes; null when a leg does not state it.')),
    settlement: SettlementSchema,
    oldest_book_ms: Count,
    opened_at: Time,
    lasted_ms: Count,
    executable: Type.Boolean({ description: 'True when `blocked_by` is empty.' }),
    blocked_by: Type.Array(
      Type.Enum([
        'not_reviewed',
        'settlement_risk',
        'settlement_conflict',
        'book_crossed',
        'venue_unhealthy',
      ]),
    ),
  },
  {
    description:
      'Contracts that together cost less than they pay at least, net of exact fees and depth. The resting orders of the requesting account are not part of the books.',
    examples: EXAMPLES.Opportunity,
  },
);

export const OpportunityFilterSchema = Type.Object({
  min_edge: Type.Optional({ ...Decimal, description: 'Smallest `edge_per_set`.' }),
  min_qty: Type.Optional({ ...Decimal, description: 'Smallest `qty`.' }),
  kind: Type.Optional(Type.Enum([...OPPORTUNITY_KINDS])),
  asset: Type.Optional(GenericAssetIdSchema),
});
export type OpportunityFilter = Type.Static<typeof OpportunityFilterSchema>;

const OpportunitiesQuery = Type.Object({
  ...OpportunityFilterSchema.properties,
  include: Type.Optional(
    Type.Enum(['unreviewed'], {
      description: 'Adds proposed pairs that no person has approved. They are never executable.',
    }),
  ),
  limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
});

const FILTERS: ReadonlySet<string> = new Set(Object.keys(OpportunityFilterSchema.properties));
const readFilterText = createQueryReader(OpportunityFilterSchema);

/** Reads the filters of a stream's query; its other parameters belong to the handshake. */
export const readOpportunityFilter = (
  query: readonly (readonly [name: string, value: string])[],
): Result<OpportunityFilter, Rejection> => {
  const pairs = query.filter(([name]) => FILTERS.has(name)).map(([name, value]) => [name, value]);
  return readFilterText(new URLSearchParams(pairs).toString());
};

type Query = Type.Static<typeof OpportunitiesQuery>;

export const opportunityRoutes = [
  route({
    tag: 'Opportunities',
    path: '/v1/opportunities',
    name: 'listOpportunities',
    agents: true,
    summary: 'List sets of contracts that cost less than they pay',
    notes:
      'Sets with settlement risk `NONE` or `LOW` first, then those with `HIGH` or `BLOCK`; each by edge, the largest first. Only books that are live now are used. A read keeps the books of all generic assets subscribed for a while, as far as the limits of the venues allow.',
    query: OpportunitiesQuery,
    response: Type.Array(OpportunitySchema),
    handle: list,
  }),
];

async function list(call: Call<Query>): Promise<RouteResult> {
  const { trading, marketData, reviewing } = call.deps;
  const { include, limit } = call.query;
  const own: FindOwnQtys = (id) => trading.feeds.ownQtys(call.caller, id);
  marketData.opportunities.demand();
  const found = await collectOpportunities(marketData.opportunities.list(own), call.query, limit);
  if (include === 'unreviewed' && found.length < limit) {
    const pairs = marketData.opportunities.listUnreviewed(await reviewing.proposals(), own);
    found.push(...(await collectOpportunities(pairs, call.query, limit - found.length)));
  }
  return respond(found.map(renderOpportunity));
}

/** The first ones that pass the filter: those whose legs settle alike, then those that may lose on every leg. */
export async function collectOpportunities(
  pages: AsyncIterable<readonly Opportunity[]>,
  filter: OpportunityFilter,
  limit: number,
): Promise<Opportunity[]> {
  const [safe, unsafe]: [Opportunity[], Opportunity[]] = [[], []];
  for await (const page of pages) {
    for (const each of page) if (passesFilter(each, filter)) (isSafe(each) ? safe : unsafe).push(each);
    if (safe.length >= limit) break;
  }
  return [...safe, ...unsafe].slice(0, limit);
}

const isSafe = ({ settlement: { risk } }: Opportunity): boolean => risk === 'NONE' || risk === 'LOW';

export function passesFilter(
  { kind, genericAssetId, qty, figures }: Opportunity,
  { kind: wanted, asset, min_edge: edge, min_qty: least }: OpportunityFilter,
): boolean {
  if (wanted !== undefined && kind !== wanted) return false;
  if (asset !== undefined && genericAssetId !== asset) return false;
  return figures.edgePerSet >= (parsePrice(edge) ?? 0n) && qty >= (parseQty(least) ?? 0n);
}

/** HTTP and the stream use the same record. */
export const renderOpportunity = (opportunity: Opportunity) => ({
  id: opportunity.id,
  kind: opportunity.kind,
  generic_asset_id: opportunity.genericAssetId,
  event_id: opportunity.eventId,
  legs: opportunity.legs.map((leg) => renderLeg(leg, opportunity)),
  qty: renderDecimal(opportunity.qty),
  edge_per_set: renderDecimal(opportunity.figures.edgePerSet),
  edge_total: renderNotional(opportunity.edgeTotal),
  capital: renderNotional(opportunity.capital),
  return: renderDecimal(opportunity.figures.returnRate),
  annualised: renderOptionalDecimal(opportunity.figures.annualised),
  days: renderOptionalDecimal(opportunity.figures.days),
  settlement: renderSettlement(opportunity),
  oldest_book_ms: opportunity.oldestBookMs,
  opened_at: renderTime(opportunity.openedAt),
  lasted_ms: opportunity.lastedMs,
  executable: opportunity.blockedBy.length === 0,
  blocked_by: opportunity.blockedBy,
});

const renderLeg = (leg: OpportunityLeg, { qty }: Opportunity) => ({
  venue: leg.venue,
  instrument_id: leg.instrumentId,
  side: 'BUY' as const,
  outcome: leg.outcome,
  avg_price: renderDecimal(leg.avgPrice),
  worst_price: renderDecimal(leg.worstPrice),
  fee: renderNotional(leg.fee),
  qty: renderDecimal(qty),
});

const renderSettlement = ({ settlement }: Opportunity) => ({
  risk: settlement.risk,
  differences: settlement.differences,
  worst_case_total: renderNotional(settlement.worstCase),
  reviewed_by: settlement.approval?.by ?? null,
  reviewed_at: settlement.approval === null ? null : renderTime(settlement.approval.at),
});
