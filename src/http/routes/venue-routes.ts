import { Type } from 'typebox';
import { err, notFound, renderTime, type VenueName } from '#contract';
import type { VenueHealthState, VenueHistory, VenueState } from '#market-data';
import { respond, route } from '../route.ts';
import { Count, Nullable, Time, TimeInForceSchema, Timestamp, VenueNameSchema } from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

export const VenueSchema = Type.Object(
  {
    name: VenueNameSchema,
    status: Type.Enum(['LIVE', 'DISABLED']),
    problem: Nullable(
      Type.String({
        description:
          'The reason in the health of the venue: why orders may be rejected or delayed now, such as a rejected key. A healthy venue may state one too.',
      }),
    ),
    capabilities: Type.Object({
      trading: Type.Boolean(),
      simulated: Type.Boolean(),
      amend: Type.Enum(['native', 'replace']),
      amend_qty_increase: Type.Boolean(),
      tif: Type.Array(TimeInForceSchema),
      tif_sell: Type.Array(TimeInForceSchema, {
        description: 'Of SELL orders. At Polymarket FOK is for sales of held tokens.',
      }),
      post_only: Type.Boolean({ description: 'Accepts `post_only` orders.' }),
      reduce_only: Type.Boolean({ description: 'Accepts `reduce_only` orders.' }),
      cancel_on_pause: Type.Boolean({ description: 'Accepts `cancel_on_pause` orders.' }),
      self_trade: Type.Enum(['NATIVE', 'EMULATED'], {
        description:
          'Who keeps `self_trade` orders from trading with the own account: the venue or the service.',
      }),
    }),
  },
  {
    description:
      '`LIVE`: switched on in this service, whatever its health. `DISABLED`: supported, but switched off.',
    examples: EXAMPLES.Venue,
  },
);

export const VenueHealthSchema = Type.Object(
  {
    venue: VenueNameSchema,
    healthy: Type.Boolean(),
    latency_ms: Type.Optional(Count),
    checked_at: Time,
    reason: Type.Union([Type.String(), Type.Null()]),
  },
  {
    description: 'An unhealthy venue may reject or delay orders sent to it.',
    examples: [
      { venue: 'Demo', healthy: true, latency_ms: 0, checked_at: '2026-07-01T11:59:58.000Z', reason: null },
    ],
  },
);

const StateSchema = { healthy: Type.Boolean(), reason: Nullable(Type.String()) };

/** Requests that the service may still send to a venue. */
export const BudgetSchema = Type.Object({
  name: Type.String(),
  left: Count,
  burst: Count,
  per_second: Count,
  for_cancels: Type.Boolean({ description: 'True: reserved for cancels.' }),
});

export const VenueHealthHistorySchema = Type.Object(
  {
    venue: VenueNameSchema,
    ...StateSchema,
    latency_ms: Type.Optional(Count),
    checked_at: Time,
    changes: Type.Array(Type.Object({ at: Time, ...StateSchema }), {
      description: 'Oldest first, at most 500; the first entry is the state at start.',
    }),
    latency: Type.Array(
      Type.Object({
        t: Timestamp,
        checks: Count,
        p50_ms: Count,
        p90_ms: Count,
        p99_ms: Count,
        max_ms: Count,
      }),
      {
        description:
          'Five-minute intervals of the last day, ascending; intervals without a response are omitted.',
      },
    ),
    budgets: Type.Array(BudgetSchema, {
      description:
        'Requests that can still be sent before the service must wait, in the units of the venue; empty without a limit.',
    }),
  },
  {
    description: 'The health of a venue since the service started.',
    examples: EXAMPLES.VenueHealthHistory,
  },
);

export const venueRoutes = [
  route({
    tag: 'Venues',
    path: '/v1/venues',
    name: 'listVenues',
    agents: true,
    summary: 'List the venues and their capabilities',
    response: Type.Array(VenueSchema),
    handle: ({ deps: { marketData } }) => {
      const states = new Map(marketData.venueHealth().map((state) => [state.venue, state]));
      return respond(marketData.venues().map((venue) => renderVenue(venue, states.get(venue.name))));
    },
  }),
  route({
    tag: 'Venues',
    path: '/v1/venues/health',
    name: 'listVenueHealth',
    agents: true,
    summary: 'List the health and latency of the venues',
    notes: 'An unhealthy venue may reject or delay DIRECT orders.',
    response: Type.Array(VenueHealthSchema),
    handle: ({ deps }) => respond(deps.marketData.venueHealth().map(renderVenueHealth)),
  }),
  route({
    tag: 'Venues',
    path: '/v1/venues/{name}/health',
    name: 'getVenueHealth',
    agents: true,
    summary: 'Get the health history and remaining rate limits of a venue',
    notes:
      'Covers the time since the service started. Each venue is checked every five seconds, and every second while it is unhealthy.',
    response: VenueHealthHistorySchema,
    rejections: ['not_found'],
    handle: ({ deps, params }) => {
      const history = deps.marketData.venueHistory((params['name'] ?? '') as VenueName);
      return history === null ? err(notFound('venue')) : respond(renderVenueHistory(history));
    },
  }),
];

const renderVenue = ({ name, status, capabilities }: VenueState, health: VenueHealthState | undefined) => ({
  name,
  status,
  problem: status === 'DISABLED' ? null : findProblem(health),
  capabilities: {
    trading: capabilities.trading,
    simulated: capabilities.simulated,
    amend: capabilities.amend,
    amend_qty_increase: capabilities.amendQtyIncrease,
    tif: capabilities.tif,
    tif_sell: capabilities.tifSell ?? capabilities.tif,
    post_only: capabilities.postOnly ?? false,
    // Both are enforced by the service.
    reduce_only: capabilities.trading,
    cancel_on_pause: capabilities.trading,
    self_trade: capabilities.selfTrade === 'native' ? ('NATIVE' as const) : ('EMULATED' as const),
  },
});

const renderVenueHealth = (health: VenueHealthState) => ({
  venue: health.venue,
  healthy: health.healthy,
  ...(health.latencyMs !== null && { latency_ms: Math.round(health.latencyMs) }),
  checked_at: renderTime(health.checkedAt),
  reason: health.reason,
});

const renderVenueHistory = (history: VenueHistory) => ({
  ...renderVenueHealth(history),
  changes: history.changes.map(({ at, healthy, reason }) => ({ at: renderTime(at), healthy, reason })),
  latency: history.latencies.map((each) => ({
    t: each.t,
    checks: each.checks,
    p50_ms: each.p50Ms,
    p90_ms: each.p90Ms,
    p99_ms: each.p99Ms,
    max_ms: each.maxMs,
  })),
  budgets: history.budgets.map(renderBudget),
});

export const renderBudget = ({
  name,
  left,
  burst,
  perSecond,
  forCancels,
}: VenueHistory['budgets'][number]) => ({
  name,
  left,
  burst,
  per_second: perSecond,
  for_cancels: forCancels,
});

function findProblem(health: VenueHealthState | undefined): string | null {
  if (health === undefined) return 'not checked yet';
  return health.reason ?? (health.healthy ? null : 'not healthy');
}
