import { COSTS, LIMITS } from '../codec/kalshi-messages.ts';
import type { KalshiClient } from './kalshi-client.ts';
import { BASIC_BUDGETS, type Budgets } from './kalshi-rate-limiter.ts';

/** Costs from Kalshi's documentation, used where the list of costs has none. */
const DOCUMENTED_COSTS: readonly (readonly [string, number])[] = [
  ['DELETE /portfolio/events/orders/:order_id', 2],
  ['GET /portfolio/orders/:order_id', 2],
];

/** Reads the account's rate limits and request costs, which change with its tier. Null when the read fails. */
export async function fetchBudgets(
  client: KalshiClient,
): Promise<{ readonly tier: string; readonly budgets: Budgets } | null> {
  const limits = await client.get('/account/limits', {}, LIMITS);
  if (limits.kind !== 'ok') return null;
  const costs = await client.get('/account/endpoint_costs', {}, COSTS);
  const listed = costs.kind === 'ok' ? costs.value.endpoint_costs : [];
  const { usage_tier, read, write } = limits.value;
  const toRule = ({ refill_rate, bucket_capacity }: typeof read) => ({
    perSecond: Math.max(1, Math.floor(refill_rate)),
    burst: Math.max(1, Math.floor(bucket_capacity)),
  });
  return {
    tier: usage_tier ?? 'unknown',
    budgets: {
      read: toRule(read),
      write: toRule(write),
      costs: new Map([
        ...DOCUMENTED_COSTS,
        ...listed.map(({ method, path, cost }) => [`${method} ${withoutPrefix(path)}`, cost] as const),
      ]),
      defaultCost: costs.kind === 'ok' ? costs.value.default_cost : BASIC_BUDGETS.defaultCost,
    },
  };
}

const withoutPrefix = (path: string): string => path.replace(/^\/trade-api\/v\d+/, '');
