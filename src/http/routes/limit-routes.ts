import { Type } from 'typebox';
import { renderDecimal, type ShareView } from '#contract';
import type { Activity } from '#orders';
import type { RateBucket } from '../auth/auth-rate-limiter.ts';
import { type Call, type RouteResult, respond, route } from '../route.ts';
import { Amount, Count, Nullable, VenueNameSchema } from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };
import { BudgetSchema, renderBudget } from './venue-routes.ts';

const BUCKETS = ['read', 'write', 'risk', 'quotes'] as const satisfies readonly RateBucket[];

const Orders = Type.Number({ minimum: 0 });
const OrderShareSchema = Type.Object(
  {
    active_keys: Count,
    left: Orders,
    share_left: Orders,
    share_burst: Orders,
    share_per_second: Orders,
    used_1m: Count,
  },
  {
    description:
      'New orders that the venue takes now, and the share of the key. Keys that sent an order in the last minute are active, and so is this one; null without a limit.',
  },
);

export const RateLimitsSchema = Type.Object(
  {
    buckets: Type.Array(
      Type.Object({
        bucket: Type.Enum([...BUCKETS]),
        left: Count,
        burst: Count,
        per_second: Type.Number({ exclusiveMinimum: 0 }),
      }),
      { description: 'The token buckets of the key, before this call took its token.' },
    ),
    venues: Type.Array(
      Type.Object({
        venue: VenueNameSchema,
        budgets: Type.Array(BudgetSchema),
        orders: Nullable(OrderShareSchema),
      }),
      {
        description:
          'Requests that can still be sent to each venue, shared by all keys; without limits none.',
      },
    ),
    streams: Type.Object(
      { open: Count, max: Count },
      { description: 'Open WebSocket connections of the key; a handshake above `max` is refused with 429.' },
    ),
    orders_1h: Count,
    fills_1h: Count,
    order_to_fill_1h: Nullable(Amount),
  },
  {
    description:
      'Rate limits of the key and of the venues. The last hour counts since the service started; `order_to_fill_1h` is null without a fill.',
    examples: EXAMPLES.RateLimits,
  },
);

export const limitRoutes = [
  route({
    tag: 'Account',
    path: '/v1/limits',
    name: 'getRateLimits',
    agents: true,
    summary: 'Get the rate limits of the key and the budgets left at the venues',
    response: RateLimitsSchema,
    handle: getRateLimits,
  }),
];

function getRateLimits({ deps, caller }: Call): RouteResult {
  const { rates, streamLimiter, config, marketData, trading } = deps;
  const activity = trading.risk.activityLastHour(caller);
  return respond({
    buckets: BUCKETS.map((bucket) => ({
      bucket,
      left: rates.take(caller.keyId, bucket, 0).remaining,
      burst: config.rate[bucket].burst,
      per_second: config.rate[bucket].perSecond,
    })),
    venues: marketData.venues().map(({ name }) => ({
      venue: name,
      budgets: (marketData.venueHistory(name)?.budgets ?? []).map(renderBudget),
      orders: renderShare(trading.risk.venueShare(caller, name)),
    })),
    streams: { open: streamLimiter.count(caller.keyId), max: streamLimiter.max },
    orders_1h: activity.orders,
    fills_1h: activity.fills,
    order_to_fill_1h: renderRatio(activity),
  });
}

const renderShare = (share: ShareView | null) =>
  share === null
    ? null
    : {
        active_keys: share.activeKeys,
        left: roundDown(share.left),
        share_left: roundDown(share.shareLeft),
        share_burst: roundDown(share.shareBurst),
        share_per_second: roundDown(share.sharePerSecond),
        used_1m: share.usedLastMinute,
      };

const roundDown = (orders: number): number => Math.floor(orders * 100) / 100;

/** With two decimals, rounded down. */
function renderRatio({ orders, fills }: Activity): string | null {
  return fills === 0 ? null : renderDecimal(BigInt(Math.floor((orders * 100) / fills)) * 1_000_000n);
}
