import {
  type AccountId,
  type AgentPolicy,
  type AgentRule,
  type AmendChange,
  type ApiKey,
  type Caller,
  type GenericAssetId,
  grantCovers,
  type InstrumentId,
  type KeyId,
  type NewOrder,
  type Notional,
  type OperationKind,
  type Order,
  type Rejection,
  refuseAgent,
  renderNotional,
  requirePresent,
  type SubaccountGrant,
  scopeKey,
  type VenueName,
} from '#contract';
import {
  computeOpenCost,
  computeSpent,
  type FindFees,
  HOUR_MS,
  listOpenLegs,
  type OpenLeg,
  startOfDay,
  sumClosingLosses,
  type UsageScope,
} from '#domain';
import type { MarketView } from '#ports';
import type { StateStore } from './state-store.ts';
import type { VenueRegistry } from './venue-registry.ts';

export interface AgentGuardDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly market: MarketView;
}

/** What an agent has used of its policy. */
export interface AgentUsed {
  readonly dayCost: Notional; // fills of the day, and what live orders may still spend
  readonly dayLoss: Notional; // negative: a gain
  readonly ordersLastHour: number;
}

/** The order or amend that a policy is checked for. */
interface Requested {
  readonly cost: Notional; // of the whole order, fills included
  readonly open: readonly OpenLeg[];
  readonly replaced: Order | null; // the order that an amend changes
}

/**
 * Checks a routed order of an agent. Null for every other key, and when the policy allows the order.
 *
 * The check and the acceptance run in one step without an `await`, and a live order counts with everything that it
 * may still spend. So two calls at the same time cannot use the same allowance (I-44).
 *
 * Refuses  `agent_policy` with the rule, its maximum, and the value with this order
 */
export function checkAgentOrder(
  caller: Caller,
  order: NewOrder,
  legs: readonly OpenLeg[],
  deps: AgentGuardDeps,
): Rejection | null {
  const policy = findPolicy(caller, deps.store);
  if (policy === null) return null;
  const cost = computeOpenCost(order, legs, findFees(deps));
  return (
    findTermsRefusal(policy, order, legs, deps) ??
    findRateRefusal(policy, caller, deps) ??
    findCostRefusal(policy, caller, order, { cost, open: legs, replaced: null }, deps)
  );
}

/** The cost of an order that only a person may approve; null for every other order. */
export function findCostToApprove(
  caller: Caller,
  order: NewOrder,
  legs: readonly OpenLeg[],
  deps: AgentGuardDeps,
): Notional | null {
  const approvalAbove = findPolicy(caller, deps.store)?.approvalAbove ?? null;
  const cost = computeOpenCost(order, legs, findFees(deps));
  return approvalAbove === null || cost <= approvalAbove ? null : cost;
}

/**
 * Checks an amend by an agent. An agent amends its own orders only, and one that lowers what the order may cost passes
 * whatever has been used.
 *
 * Refuses  as `checkAgentOrder`
 */
export function checkAgentAmend(
  caller: Caller,
  order: Order,
  change: AmendChange,
  deps: AgentGuardDeps,
): Rejection | null {
  const policy = findPolicy(caller, deps.store);
  if (policy === null) return null;
  if (order.keyId !== caller.keyId)
    return refuseAgent('own_orders', 'an agent key amends only the orders that it placed', null, order.id);
  const open = listOpenLegs({ ...order, pendingAmend: change });
  const before = computeOpenCost(order, listOpenLegs(order), findFees(deps));
  const after = computeOpenCost(order, open, findFees(deps));
  const isLowering =
    after <= before &&
    sumLosses(caller, order, open, order, deps) <= sumLosses(caller, order, listOpenLegs(order), order, deps);
  if (isLowering) return null;
  const cost = (computeSpent(order) + after) as Notional;
  return (
    findCostRefusal(policy, caller, order, { cost, open, replaced: order }, deps) ??
    overAmount('approval_above', policy.approvalAbove, cost)
  );
}

/** The operation that an agent requests, with the cash that it moves. */
interface RequestedOperation {
  readonly kind: OperationKind;
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly cash: Notional;
}

/**
 * Checks a merge, split or redemption by an agent: where it may trade, and how often. A split also counts as a cost, since
 * it spends cash; nothing of it waits for an approval.
 *
 * Refuses  as `checkAgentOrder`, and `approval_above`
 */
export function checkAgentOperation(
  caller: Caller,
  { kind, venue, instrumentId, cash }: RequestedOperation,
  deps: AgentGuardDeps,
): Rejection | null {
  const policy = findPolicy(caller, deps.store);
  if (policy === null) return null;
  const refused =
    findPlaceRefusal(policy, { venue, instrumentId }, deps) ?? findRateRefusal(policy, caller, deps);
  if (refused !== null || kind !== 'SPLIT') return refused;
  const dayCost = ((findAgentUsed(caller.keyId, deps)?.dayCost ?? 0n) + cash) as Notional;
  return (
    overAmount('order_cost_max', policy.orderCostMax, cash) ??
    overAmount('approval_above', policy.approvalAbove, cash) ??
    overAmount('day_cost_max', policy.dayCostMax, dayCost)
  );
}

/** Refuses a call that no agent key may make. Null for every other key. */
export function refuseAgentCall(
  caller: Pick<Caller, 'keyId'>,
  rule: AgentRule,
  store: StateStore,
): Rejection | null {
  if (findPolicy(caller, store) === null) return null;
  return refuseAgent(rule, `an agent key may not do this: ${FORBIDDEN[rule] ?? rule}`, null, null);
}

/** Null for a key without a policy. */
export function findAgentUsed(keyId: KeyId, deps: AgentGuardDeps): AgentUsed | null {
  const { state } = deps.store;
  const key = state.keys.get(keyId);
  if (key === undefined || key.agent === null) return null;
  const now = deps.store.now();
  const { grossCost, pnl } = state.usage.dayTotals(toScope(key), now);
  const live = listLive(key, deps.store).filter((order) => order.keyId === keyId);
  const open = live.reduce(
    (sum, order) => sum + computeOpenCost(order, listOpenLegs(order), findFees(deps)),
    0n,
  );
  return {
    dayCost: (grossCost + open + sumSplits(keyId, deps.store)) as Notional,
    dayLoss: (0n - pnl) as Notional,
    ordersLastHour: countLastHour(keyId, deps.store),
  };
}

const FORBIDDEN: Partial<Record<AgentRule, string>> = {
  kill_switch_off: 'switch the kill switch off',
  guards: 'set a guard over the orders of other keys',
};

const findPolicy = ({ keyId }: Pick<Caller, 'keyId'>, { state }: StateStore): AgentPolicy | null =>
  state.keys.get(keyId)?.agent ?? null;

const findFees =
  ({ market }: AgentGuardDeps): FindFees =>
  (id) =>
    market.estimateFees(market.instrument(id));

function findTermsRefusal(
  policy: AgentPolicy,
  order: NewOrder,
  legs: readonly OpenLeg[],
  deps: AgentGuardDeps,
): Rejection | null {
  if (order.type === 'MARKET')
    return refuseAgent('market_orders', 'an agent key places LIMIT orders only', null, order.type);
  for (const leg of legs) {
    const refused = findPlaceRefusal(policy, leg, deps);
    if (refused !== null) return refused;
  }
  return null;
}

/** Refuses a venue or an instrument outside the policy. */
function findPlaceRefusal(
  policy: AgentPolicy,
  { venue, instrumentId }: Pick<OpenLeg, 'venue' | 'instrumentId'>,
  { venues, market }: AgentGuardDeps,
): Rejection | null {
  if (policy.simulatedOnly && !venues.get(venue).capabilities.simulated)
    return refuseAgent(
      'simulated_only',
      `the key trades on simulated venues only; ${venue} is real`,
      true,
      venue,
    );
  if (policy.venues !== null && !policy.venues.includes(venue))
    return refuseAgent('venues', `the key may not trade on ${venue}`, policy.venues, venue);
  return findMarketRefusal(policy, instrumentId, market);
}

/** Refuses an instrument outside the categories or the generic assets of the policy. */
function findMarketRefusal(
  { categories, genericAssetIds }: AgentPolicy,
  id: InstrumentId,
  market: MarketView,
): Rejection | null {
  const category = market.instrument(id)?.category ?? '';
  if (categories !== null && !categories.some((each) => each.toLowerCase() === category.toLowerCase()))
    return refuseAgent('categories', `the key may not trade the category ${category}`, categories, category);
  const isMember = (assetId: GenericAssetId): boolean =>
    market.asset(assetId)?.members.some(({ instrumentId }) => instrumentId === id) === true;
  if (genericAssetIds === null || genericAssetIds.some(isMember)) return null;
  return refuseAgent(
    'generic_asset_ids',
    `instrument ${id} is in no generic asset of the key`,
    genericAssetIds,
    id,
  );
}

function findRateRefusal(
  policy: AgentPolicy,
  { keyId }: Caller,
  { store }: AgentGuardDeps,
): Rejection | null {
  const max = policy.ordersPerHour;
  const value = countLastHour(keyId, store) + 1;
  if (max === null || value <= max) return null;
  return refuseAgent('orders_per_hour', `the key may place ${max} orders in an hour`, max, value);
}

function findCostRefusal(
  policy: AgentPolicy,
  caller: Caller,
  order: NewOrder,
  requested: Requested,
  deps: AgentGuardDeps,
): Rejection | null {
  const { keyId } = caller;
  const { cost, open, replaced } = requested;
  const single = overAmount('order_cost_max', policy.orderCostMax, cost);
  if (single !== null) return single;
  const { state } = deps.store;
  const key = requirePresent(state.keys.get(keyId), 'the key of an agent');
  const day = state.usage.dayTotals(toScope(key), deps.store.now());
  const others = listOwnLive(caller, deps.store).filter(({ id }) => id !== replaced?.id);
  const reserved = others.reduce(
    (sum, other) => sum + computeOpenCost(other, listOpenLegs(other), findFees(deps)),
    computeOpenCost(order, open, findFees(deps)) as bigint,
  );
  const dayCost = (day.grossCost + reserved + sumSplits(keyId, deps.store)) as Notional;
  const dayRefusal = overAmount('day_cost_max', policy.dayCostMax, dayCost);
  if (dayRefusal !== null) return dayRefusal;
  const { dayLossMax } = policy;
  if (dayLossMax === null) return null;
  const realized = 0n - day.pnl;
  const value = (realized + sumLosses(caller, order, open, replaced, deps)) as Notional;
  if (realized < dayLossMax && value <= dayLossMax) return null;
  return toAmountRefusal('day_loss_max', dayLossMax, value);
}

/** The loss that the live orders of the key and this one may still realize. */
function sumLosses(
  caller: Caller,
  { subaccountId, side }: NewOrder,
  open: readonly OpenLeg[],
  replaced: Order | null,
  { store }: AgentGuardDeps,
): Notional {
  const { accountId } = caller;
  const others = listOwnLive(caller, store).filter(({ id }) => id !== replaced?.id);
  const closing = others.flatMap((other) => listOpenLegs(other).map((leg) => ({ ...other, ...leg })));
  const requested = open.map((leg) => ({ ...leg, accountId, subaccountId, side }));
  return sumClosingLosses([...closing, ...requested], store.state.positions, store.now());
}

/** Orders and operations that the key began in the last 60 minutes. */
function countLastHour(keyId: KeyId, store: StateStore): number {
  const since = store.now() - HOUR_MS;
  const begun = [...store.state.operations.values()].filter(
    (operation) => operation.keyId === keyId && operation.createdAt > since,
  );
  const key = store.state.keys.get(keyId);
  if (key === undefined) return begun.length;
  return store.state.usage.orderTimes(toScope(key), HOUR_MS, store.now()).length + begun.length;
}

const toScope = (key: ApiKey): UsageScope => ({ accountId: key.accountId, subaccountId: null, key });

/** The cash of the splits that the key began in the UTC day, without failed ones. */
function sumSplits(keyId: KeyId, store: StateStore): bigint {
  const since = startOfDay(store.now());
  let sum = 0n;
  for (const { kind, status, cash, createdAt, keyId: begunBy } of store.state.operations.values())
    if (begunBy === keyId && kind === 'SPLIT' && status !== 'FAILED' && createdAt >= since) sum += cash;
  return sum;
}

const listOwnLive = (caller: Caller, store: StateStore): readonly Order[] =>
  listLive(caller, store).filter(({ keyId }) => keyId === caller.keyId);

/** The live orders in the subaccounts that a key may use. */
function listLive(
  { accountId, subaccounts }: { readonly accountId: AccountId; readonly subaccounts: SubaccountGrant },
  { state }: StateStore,
): readonly Order[] {
  return [...state.subaccounts.values()]
    .filter((each) => each.accountId === accountId && grantCovers(subaccounts, each.subaccountId))
    .flatMap(({ subaccountId }) => state.exposure.bySubaccount.get(scopeKey(accountId, subaccountId)));
}

const overAmount = (rule: AgentRule, max: Notional | null, value: Notional): Rejection | null =>
  max === null || value <= max ? null : toAmountRefusal(rule, max, value);

const toAmountRefusal = (rule: AgentRule, max: Notional, value: Notional): Rejection => {
  const [limit, reached] = [renderNotional(max), renderNotional(value)];
  return refuseAgent(rule, `${rule} of the key is ${limit}; this would make it ${reached}`, limit, reached);
};
