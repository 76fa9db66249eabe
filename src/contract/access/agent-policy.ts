import type { GenericAssetId, VenueName } from '../model/ids.ts';
import type { Notional } from '../model/money.ts';
import { type Json, type Rejection, rejection } from '../model/result.ts';
import { type SnakeCase, snakeCase } from '../model/snake-case.ts';

// A limit that is added is one entry of the table below. Its type, stored format, readers, schema and option of the command
// line follow from it; only the check, in src/orders/agent-guard.ts, and the line of the terminal are written for each.

export type AgentLimitKind = keyof Values;

interface Values {
  readonly amount: Notional;
  readonly count: number;
  readonly venues: readonly VenueName[];
  readonly categories: readonly string[]; // in any case of letters
  readonly assets: readonly GenericAssetId[]; // only their member instruments
}

/** One limit of an agent's key. Its name in requests and records is that of the field in snake_case. */
interface AgentLimit {
  readonly kind: AgentLimitKind;
  readonly listed: string; // in the list of keys
  readonly typed?: string; // in the help of `crossbook key new`; absent: an option of every key
  readonly option?: string; // of `crossbook key new`, where it is not the name
  readonly isLater?: true; // the oldest stored keys lack it
}

/** In the order in which keys are stored. */
const AGENT_LIMITS = {
  /** Fees included. */
  orderCostMax: { kind: 'amount', listed: 'order cost', typed: 'most that one order may cost' },
  /** Fills of the UTC day, and what live orders may still spend. */
  dayCostMax: { kind: 'amount', listed: 'day cost' },
  /** Realized in the UTC day, and what live orders may still realize. */
  dayLossMax: { kind: 'amount', listed: 'day loss' },
  /** Accepted in the last 60 minutes. */
  ordersPerHour: { kind: 'count', listed: 'orders an hour', typed: 'most orders in 60 minutes' },
  venues: { kind: 'venues', listed: 'venues', typed: 'the venues it may trade on' },
  categories: {
    kind: 'categories',
    listed: 'categories',
    typed: 'the categories of markets it may trade',
    isLater: true,
  },
  genericAssetIds: {
    kind: 'assets',
    listed: 'assets',
    typed: 'the ids of the generic assets it may trade',
    option: 'assets',
    isLater: true,
  },
  approvalAbove: {
    kind: 'amount',
    listed: 'approval above',
    typed: 'an order that costs more needs an approval',
  },
} as const satisfies Readonly<Record<string, AgentLimit>>;

type Table = typeof AGENT_LIMITS;

/** A null limit means no limit. */
export type AgentLimits = { readonly [Name in keyof Table]: Values[Table[Name]['kind']] | null };

/**
 * The limits of a key for an automated agent. Order management enforces them for every call that the key signs.
 *
 * Source  docs/decisions/agents-and-ended-keys.md
 */
export interface AgentPolicy extends AgentLimits {
  readonly simulatedOnly: boolean; // only venues that trade no real money
}

/** A limit with the name of its field, and its name in requests and records. */
export interface NamedAgentLimit extends AgentLimit {
  readonly field: keyof Table;
  readonly name: SnakeCase<keyof Table>;
}

export const AGENT_LIMIT_LIST: readonly NamedAgentLimit[] = Object.entries<AgentLimit>(AGENT_LIMITS).map(
  ([field, limit]) => ({
    ...limit,
    field: field as keyof Table,
    name: snakeCase(field as keyof Table),
  }),
);

/** The fields of the limits, each with its value. */
export const toAgentLimitFields = <Value>(toValue: (limit: NamedAgentLimit) => Value) =>
  Object.fromEntries(AGENT_LIMIT_LIST.map((limit) => [limit.field, toValue(limit)])) as {
    readonly [Field in keyof Table]: Value;
  };

export const AGENT_DAYS_MAX = 30;
const DAY_MS = 86_400_000;

/** The rules of a policy, and what no agent key may do. `calls`: a call that its route does not open to agents. */
export type AgentRule =
  | SnakeCase<keyof AgentPolicy>
  | 'calls'
  | 'market_orders'
  | 'complex_orders'
  | 'own_orders'
  | 'kill_switch_off'
  | 'guards'
  | 'limits'
  | 'approvals';

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
