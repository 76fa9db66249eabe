import { COSTS, LIMITS } from '../codec/kalshi-messages.ts';
import type { KalshiClient } from './kalshi-client.ts';
import { BASIC_BUDGETS, type Budgets } from './kalshi-rate-limiter.ts';

/** Documented costs, for as long as the list of them has not been read. */
const TOLD_COSTS: readonly (readonly [string, number])[] = [
  ['DELETE /portfolio/events/orders/:order_id', 2],
  ['GET /portfolio/orders/:order_id', 2],
];

/** What this account may spend, asked of the venue, since tiers and costs change. Null when it does not say. */
export async function fetchBudgets(
  client: KalshiClient,
): Promise<{ readonly tier: string; readonly budgets: Budgets } | null> {
  const limits = await client.get('/account/limits', {}, LIMITS);
  if (limits.kind !== 'ok') return null;
  const told = await client.get('/account/endpoint_costs', {}, COSTS);
  const listed = told.kind === 'ok' ? told.value.endpoint_costs : [];
  const { usage_tier, read, write } = limits.value;
  const ruleOf = ({ refill_rate, bucket_capacity }: typeof read) => ({
    perSecond: Math.max(1, Math.floor(refill_rate)),
    burst: Math.max(1, Math.floor(bucket_capacity)),
  });
  return {
    tier: usage_tier ?? 'unknown',
    budgets: {
      read: ruleOf(read),
      write: ruleOf(write),
      costs: new Map([
        ...TOLD_COSTS,
        ...listed.map(({ method, path, cost }) => [`${method} ${withoutPrefix(path)}`, cost] as const),
      ]),
      defaultCost: told.kind === 'ok' ? told.value.default_cost : BASIC_BUDGETS.defaultCost,
    },
  };
}

const withoutPrefix = (path: string): string => path.replace(/^\/trade-api\/v\d+/, '');
