import type { GenericAssetId, VenueName } from '../model/ids.ts';
import type { Notional } from '../model/money.ts';
import { type Json, type Rejection, rejection } from '../model/result.ts';

/**
 * The limits of a key for an automated agent. Order management enforces them for every call that the key signs.
 * Null means no limit.
 *
 * Source  docs/decisions/agents-and-ended-keys.md
 */
export interface AgentPolicy {
  readonly simulatedOnly: boolean; // only venues that trade no real money
  readonly orderCostMax: Notional | null; // of one order, fees included
  readonly dayCostMax: Notional | null; // fills of the UTC day and what live orders may still spend
  readonly dayLossMax: Notional | null; // realized in the UTC day, and what live orders may still realize
  readonly ordersPerHour: number | null; // accepted in the last 60 minutes
  readonly venues: readonly VenueName[] | null;
  readonly categories: readonly string[] | null; // of instruments, in any case of letters
  readonly genericAssetIds: readonly GenericAssetId[] | null; // only their member instruments
  readonly approvalAbove: Notional | null; // an order that costs more needs the approval of a person
}

export const AGENT_DAYS_MAX = 30;
const DAY_MS = 86_400_000;

/** The rules of a policy, and what no agent key may do. `calls`: a call that its route does not open to agents. */
export type AgentRule =
  | 'calls'
  | 'simulated_only'
  | 'venues'
  | 'categories'
  | 'generic_asset_ids'
  | 'market_orders'
  | 'complex_orders'
  | 'own_orders'
  | 'kill_switch_off'
  | 'guards'
  | 'limits'
  | 'approvals'
  | 'order_cost_max'
  | 'day_cost_max'
  | 'day_loss_max'
  | 'orders_per_hour'
  | 'approval_above';

/**
 * @param max    the limit; null for a rule without a number
 * @param value  what the call would make of it
 */
export const refuseAgent = (rule: AgentRule, message: string, max: Json, value: Json): Rejection =>
  rejection('agent_policy', message, { rule, max, value });

/** The fields of a new key that do not fit a key for an agent. Null when they do. */
export function findAgentKeyIssue(
  { permissions, expiresAt }: { readonly permissions: readonly string[]; readonly expiresAt: number | null },
  now: number,
): { readonly field: string; readonly issue: string } | null {
  for (const permission of ['review', 'alerts'])
    if (permissions.includes(permission))
      return { field: 'permissions', issue: `of an agent key must not have ${permission}` };
  if (expiresAt === null || expiresAt > now + AGENT_DAYS_MAX * DAY_MS)
    return { field: 'expires_at', issue: `of an agent key must be within ${AGENT_DAYS_MAX} days` };
  return null;
}
