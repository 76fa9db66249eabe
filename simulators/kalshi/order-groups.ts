import type { Qty } from '#contract';
import type { OrderGroup } from './exchange-records.ts';
import { type Rejection, reject } from './kalshi-errors.ts';
import { isJsonObject } from './order-request.ts';
import { COUNT_STEP, parseCount } from './wire-units.ts';

// Facts of Kalshi's order groups as of July 2026.

export const GROUPS_MAX = 25_000; // of one user
const WINDOW_MS = 15_000;
const CONTRACT = 100n * COUNT_STEP;
const LIMIT_MAX = 1_000_000n * CONTRACT;

/** The name of a change of an order group on `order_group_updates`. */
export type GroupEvent = 'created' | 'triggered' | 'reset' | 'deleted' | 'limit_updated';

/** Parses a limit of whole or hundredth contracts: 1 to 1,000,000. Where both fields are given they agree. */
export function parseGroupLimit(body: unknown): Qty | null {
  const { contracts_limit: whole, contracts_limit_fp: fixed } = isJsonObject(body) ? body : {};
  const limits = [
    ...(whole === undefined ? [] : [parseWhole(whole)]),
    ...(fixed === undefined ? [] : [parseCount(fixed)]),
  ];
  const [limit = null] = limits;
  const isAgreed = limits.every((each) => each === limit);
  return isAgreed && limit !== null && limit >= CONTRACT && limit <= LIMIT_MAX ? limit : null;
}

const parseWhole = (value: unknown): Qty | null =>
  Number.isSafeInteger(value) ? ((BigInt(value as number) * CONTRACT) as Qty) : null;

/** The group after its orders matched `qty` more. */
export const withMatched = (group: OrderGroup, qty: Qty, now: number): OrderGroup => ({
  ...group,
  matched: [...recent(group, now), { at: now, qty }],
});

/** Whether the orders of the group matched its limit within the last 15 seconds. */
export const isLimitHit = (group: OrderGroup, now: number): boolean =>
  recent(group, now).reduce((sum, { qty }) => sum + qty, 0n) >= group.limit;

const recent = ({ matched }: OrderGroup, now: number): OrderGroup['matched'] =>
  matched.filter(({ at }) => at > now - WINDOW_MS);

/** Checks that a new order may join the group that it names. */
export function checkGroup(
  group: OrderGroup | null,
  owner: { readonly user: string; readonly subaccount: number; readonly shard: number },
): Rejection | null {
  if (group === null || group.user !== owner.user || group.subaccount !== owner.subaccount)
    return reject(404, 'order_group_not_found');
  if (group.shard !== owner.shard) return reject(400, 'invalid_order', 'order group is on another shard');
  return group.isTriggered ? reject(400, 'invalid_order', 'order group is triggered') : null;
}
