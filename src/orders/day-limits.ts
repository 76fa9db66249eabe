import {
  type AccountId,
  type AmendChange,
  type ApiKey,
  type Caller,
  type DayLimits,
  findReservedInstrument,
  findTargetPrice,
  getActingKey,
  hasDayLimits,
  isParentOver,
  type KeyId,
  listReservations,
  listTargets,
  type NewOrder,
  type NewParent,
  NO_LIMITS,
  type Notional,
  type Order,
  type OrderId,
  type Parent,
  type ParentId,
  type Price,
  type Qty,
  type Rejection,
  rejection,
  renderNotional,
  renderTime,
  reservesNothing,
  type SubaccountId,
  scopeKey,
  type TimestampMs,
  toDayLimitFields,
} from '#contract';
import {
  listOpenLegs,
  MINUTE_MS,
  type OpenClaim,
  type OpenCosts,
  type OpenLeg,
  startOfDay,
  startOfNextDay,
  sumClosingLosses,
  sumOpenCosts,
  type UsageScope,
} from '#domain';
import type { MarketView } from '#ports';
import type { StateStore } from './state-store.ts';

export interface DayLimitDeps {
  readonly store: StateStore;
  readonly market: MarketView;
}

/** What a level has used of a limit, counted as the check counts. Without a limit nothing is counted. */
interface Use<Value> {
  readonly max: Value | null;
  readonly used: Value | null; // null without a limit
}

export type DayLimitUsage = {
  readonly [Field in keyof DayLimits]: Use<NonNullable<DayLimits[Field]>>;
};

type Owner = Pick<Order, 'accountId' | 'subaccountId' | 'keyId'>;

/** Limits with the use that they bound. */
interface Level {
  readonly name: 'subaccount' | 'account' | 'key';
  readonly scope: UsageScope;
  readonly limits: DayLimits;
  /** Of a key: it needs room for the whole change, also for claims of other keys. */
  readonly isOfCaller: boolean;
}

/** A change of what may be spent, checked before it is made. */
interface DayRequest {
  readonly id: OrderId | ParentId | null; // what it changes; null: a new order
  readonly before: readonly OpenClaim[];
  readonly after: readonly OpenClaim[];
  readonly cash: bigint; // that it spends at once
  readonly placesOrder: boolean;
}

/**
 * Checks a routed order against the limits by the day and the minute of its subaccount, its account and its key.
 *
 * The check and the acceptance run in one step without an `await`, and a live order counts with everything that it may
 * still spend. So two orders at the same time cannot use the same allowance (I-53). An order that opens nothing passes the
 * limits of the day: a position can always be closed.
 *
 * Refuses  `risk_limit` with the limit, its scope and maximum, what is used, what the order would add, and when it resets
 * Source   docs/decisions/risk-limits.md
 */
export function checkDayLimits(
  owner: Owner,
  order: NewOrder,
  legs: readonly OpenLeg[],
  deps: DayLimitDeps,
): Rejection | null {
  const levels = listLevels(owner, owner.keyId, deps.store);
  if (levels.length === 0) return null;
  const after = legs.map((leg) => toClaim({ ...order, ...owner }, leg, leg.price));
  return findRefusal(levels, { id: null, before: [], after, cash: 0n, placesOrder: true }, deps);
}

/**
 * Checks an amend: one that raises neither cost nor loss passes. The parent of a child reserved its dearest price.
 *
 * @param caller  null: this service changes the order. Another key than that of the order must have room for the order too
 */
export function checkDayLimitsOfAmend(
  caller: Caller | null,
  order: Order,
  change: AmendChange,
  deps: DayLimitDeps,
): Rejection | null {
  const levels = listLevels(order, caller?.keyId ?? order.keyId, deps.store);
  if (levels.length === 0 || findReservingParent(order, deps) !== null) return null;
  const before = toOrderClaims(order, deps);
  const after = toOrderClaims({ ...order, pendingAmend: change }, deps);
  return findRefusal(levels, { id: order.id, before, after, cash: 0n, placesOrder: false }, deps);
}

/** Checks a new complex order with everything that it may place, so that its children need no check (I-P2). */
export function checkDayLimitsOfParent(
  owner: Owner,
  parent: NewParent,
  deps: DayLimitDeps,
): Rejection | null {
  const levels = listLevels(owner, owner.keyId, deps.store);
  if (levels.length === 0) return null;
  const after = toTargetClaims(owner, parent, () => parent.qty);
  return findRefusal(levels, { id: null, before: [], after, cash: 0n, placesOrder: true }, deps);
}

/** Checks an amend of a complex order with its live children, which may follow its price. */
export function checkDayLimitsOfParentAmend(
  caller: Caller,
  parent: Parent,
  amended: Parent,
  deps: DayLimitDeps,
): Rejection | null {
  const children = listOrders(parent, deps.store).filter(({ parentId }) => parentId === parent.id);
  const owner = { ...parent, keyId: getActingKey(parent) };
  // A key that resumed it places the next children; those before may be of another key.
  const levels = listLevels(owner, caller.keyId, deps.store, new Set(children.map(({ keyId }) => keyId)));
  if (levels.length === 0) return null;
  const [before, after] = [parent, amended].map((version) => [
    ...toParentClaims(version),
    ...children.flatMap((child) => toOrderClaims(child, deps, version)),
  ]);
  const claims = { before: before ?? [], after: after ?? [] };
  return findRefusal(levels, { id: parent.id, ...claims, cash: 0n, placesOrder: false }, deps);
}

/** Checks a split of cash into tokens. */
export const checkDayLimitsOfSplit = (owner: Owner, cash: Notional, deps: DayLimitDeps): Rejection | null =>
  findRefusal(
    listLevels(owner, owner.keyId, deps.store),
    { id: null, before: [], after: [], cash, placesOrder: false },
    deps,
  );

/** The limits by the day and the minute of the account, or of one of its subaccounts. */
export function findDayLimitUsage(
  accountId: AccountId,
  subaccountId: SubaccountId | null,
  deps: DayLimitDeps,
): DayLimitUsage {
  const limits = deps.store.state.limits.get(scopeKey(accountId, subaccountId));
  return computeUsage({ accountId, subaccountId, key: null }, limits ?? NO_LIMITS, deps);
}

/** The limits of a key. Null for a key without limits. */
export function findKeyLimitUsage(keyId: KeyId, deps: DayLimitDeps): DayLimitUsage | null {
  const key = deps.store.state.keys.get(keyId);
  if (key === undefined || key.limits === null) return null;
  return computeUsage({ accountId: key.accountId, subaccountId: null, key }, key.limits, deps);
}

function computeUsage(scope: UsageScope, limits: DayLimits, deps: DayLimitDeps): DayLimitUsage {
  const { store } = deps;
  const isOfDay = limits.dayCostMax !== null || limits.dayLossMax !== null;
  const { own, others } = isOfDay ? listClaims(scope, null, deps) : { own: [], others: [] };
  const cost = sumSpent(scope, store) + sumOpenCosts(own, ...toCostDeps(deps), others).cost;
  const used: { readonly [Field in keyof DayLimits]: bigint | number } = {
    dayCostMax: cost,
    dayLossMax: findRealizedLoss(scope, store) + sumLosses(own, store),
    ordersPerMinuteMax: listOrderTimes(scope, store).length,
  };
  return toDayLimitFields(({ field }) => ({
    max: limits[field],
    used: limits[field] === null ? null : used[field],
  })) as DayLimitUsage;
}

function findRefusal(levels: readonly Level[], request: DayRequest, deps: DayLimitDeps): Rejection | null {
  for (const level of levels) {
    const refused = findRateRefusal(level, request, deps.store) ?? findDayRefusal(level, request, deps);
    if (refused !== null) return refused;
  }
  return null;
}

/** The levels that have such limits. With none, which is usual, nothing else is computed. */
function listLevels(
  { accountId, subaccountId, keyId }: Owner,
  actingKeyId: KeyId,
  { state }: StateStore,
  otherKeyIds: ReadonlySet<KeyId> = NO_KEYS,
): readonly Level[] {
  const levels: Level[] = [];
  const add = (
    name: Level['name'],
    scope: UsageScope,
    limits: DayLimits = NO_LIMITS,
    isOfCaller = false,
  ): void => {
    if (hasDayLimits(limits)) levels.push({ name, scope, limits, isOfCaller });
  };
  const addKey = (key: ApiKey | null, isOfCaller = false): void =>
    add('key', { accountId, subaccountId: null, key }, key?.limits ?? NO_LIMITS, isOfCaller);
  const ofSubaccount = { accountId, subaccountId, key: null };
  add('subaccount', ofSubaccount, state.limits.get(scopeKey(accountId, subaccountId)));
  add('account', { ...ofSubaccount, subaccountId: null }, state.limits.get(scopeKey(accountId, null)));
  addKey(state.keys.get(keyId) ?? null);
  if (actingKeyId !== keyId) addKey(state.keys.get(actingKeyId) ?? null, true);
  for (const id of otherKeyIds) if (id !== keyId && id !== actingKeyId) addKey(state.keys.get(id) ?? null);
  return levels;
}

const NO_KEYS: ReadonlySet<KeyId> = new Set();

function findRateRefusal(level: Level, { placesOrder }: DayRequest, store: StateStore): Rejection | null {
  const max = level.limits.ordersPerMinuteMax;
  if (max === null || !placesOrder) return null;
  const times = listOrderTimes(level.scope, store);
  const used = times.length;
  if (used < max) return null;
  const freed = times.toSorted((a, b) => a - b)[used - max]; // it passes once this one is a minute old
  const resetsAt = freed === undefined ? null : ((freed + MINUTE_MS) as TimestampMs);
  return toRejection(level, 'orders_per_minute_max', { max, value: used + 1, used, requested: 1, resetsAt });
}

function findDayRefusal(level: Level, request: DayRequest, deps: DayLimitDeps): Rejection | null {
  const { scope } = level;
  const { dayCostMax, dayLossMax } = level.limits;
  if (dayCostMax === null && dayLossMax === null) return null;
  const { store } = deps;
  const { own, others } = listClaims(scope, request.id, deps);
  const isCounted = ({ keyId }: OpenClaim): boolean =>
    level.isOfCaller || scope.key === null || keyId === scope.key.keyId;
  const withOwn = (claims: readonly OpenClaim[]): readonly OpenClaim[] => [
    ...own,
    ...claims.filter(isCounted),
  ];
  const sum = (claims: readonly OpenClaim[]): OpenCosts => {
    const ofOthers = claims.filter((claim) => !isCounted(claim));
    return sumOpenCosts(withOwn(claims), ...toCostDeps(deps), [...others, ...ofOthers]);
  };
  const [used, value] = [sum(request.before), sum(request.after)];
  const isReducing = request.cash === 0n && value.openedQty === sum([]).openedQty;
  if (isReducing) return null;
  const spent = sumSpent(scope, store);
  const added = value.cost - used.cost + request.cash;
  if (dayCostMax !== null && added > 0n && spent + used.cost + added > dayCostMax)
    return toAmountRejection(level, 'day_cost_max', dayCostMax, spent + used.cost, added, store.now());
  const [lossUsed, lossAfter] = [request.before, request.after].map((claims) =>
    sumLosses(withOwn(claims), store),
  ) as [bigint, bigint];
  if (dayLossMax === null || (added <= 0n && lossAfter <= lossUsed)) return null;
  const realized = findRealizedLoss(scope, store);
  if (realized < dayLossMax && realized + lossAfter <= dayLossMax) return null;
  const more = lossAfter - lossUsed;
  return toAmountRejection(level, 'day_loss_max', dayLossMax, realized + lossUsed, more, store.now());
}

/** What fills and splits of the day have cost. */
function sumSpent(scope: UsageScope, store: StateStore): bigint {
  const now = store.now();
  let sum = store.state.usage.dayTotals(scope, now).cost;
  for (const operation of store.state.operations.values()) {
    const { accountId, subaccountId, keyId, kind, status, cash, createdAt } = operation;
    const isOwn =
      accountId === scope.accountId &&
      [null, subaccountId].includes(scope.subaccountId) &&
      (scope.key === null || scope.key.keyId === keyId);
    if (isOwn && kind === 'SPLIT' && status !== 'FAILED' && createdAt >= startOfDay(now)) sum += cash;
  }
  return sum;
}

const findRealizedLoss = (scope: UsageScope, store: StateStore): bigint =>
  0n - store.state.usage.dayTotals(scope, store.now()).pnl;

const listOrderTimes = (scope: UsageScope, store: StateStore): readonly TimestampMs[] =>
  store.state.usage.orderTimes(scope, MINUTE_MS, store.now());

/** The loss that these claims may still realize. */
const sumLosses = (claims: readonly OpenClaim[], store: StateStore): bigint =>
  sumClosingLosses(
    claims.flatMap(({ venue, ...claim }) =>
      venue === null ? [] : [{ ...claim, venue, price: claim.closesAt }],
    ),
    store.state.positions,
    store.now(),
  );

const toCostDeps = ({ store, market }: DayLimitDeps) =>
  [
    store.state.positions,
    (id: OpenClaim['instrumentId']) => market.estimateFees(market.instrument(id)),
  ] as const;

/** What live orders and complex orders may still fill, except for `id`: those of the scope, and those of other keys. */
function listClaims(
  { accountId, subaccountId, key }: UsageScope,
  id: DayRequest['id'],
  deps: DayLimitDeps,
): { readonly own: readonly OpenClaim[]; readonly others: readonly OpenClaim[] } {
  const { state } = deps.store;
  const isOther = (order: Order): boolean => id === null || (order.id !== id && order.parentId !== id);
  const parents = [...state.parents.values()].filter(
    (each) => each.accountId === accountId && [null, each.subaccountId].includes(subaccountId),
  );
  const claims = [
    ...listOrders({ accountId, subaccountId }, deps.store)
      .filter(isOther)
      .flatMap((order) => toOrderClaims(order, deps)),
    ...parents.filter((parent) => parent.id !== id).flatMap((parent) => toParentClaims(parent)),
  ];
  const isOwn = ({ keyId }: OpenClaim): boolean => key === null || keyId === key.keyId;
  return { own: claims.filter(isOwn), others: claims.filter((claim) => !isOwn(claim)) };
}

/** The live orders of an account, or of one of its subaccounts. */
function listOrders(
  { accountId, subaccountId }: Pick<UsageScope, 'accountId' | 'subaccountId'>,
  { state }: StateStore,
): readonly Order[] {
  const subaccounts =
    subaccountId === null
      ? [...state.subaccounts.values()].filter((each) => each.accountId === accountId)
      : [{ subaccountId }];
  return subaccounts.flatMap((each) =>
    state.exposure.bySubaccount.get(scopeKey(accountId, each.subaccountId)),
  );
}

const toClaim = (
  { accountId, subaccountId, keyId, side, reduceOnly }: Owner & Pick<NewOrder, 'side' | 'reduceOnly'>,
  { venue, instrumentId, outcome, price: closesAt, qty }: OpenLeg,
  price: Price | null,
): OpenClaim => ({
  keyId,
  accountId,
  subaccountId,
  instrumentId,
  venue,
  side,
  outcome,
  price,
  closesAt,
  qty,
  reduceOnly,
});

/** A child counts at the dearest price of its complex order, to which it may move. */
function toOrderClaims(
  order: Order,
  deps: DayLimitDeps,
  parent = findReservingParent(order, deps),
): readonly OpenClaim[] {
  return listOpenLegs(order).map((leg) => {
    const price = parent === null ? leg.price : findChildPrice(parent, order, leg);
    return toClaim(order, leg, price);
  });
}

/** The complex order that reserves what its child may cost; null for every other order. */
function findReservingParent({ parentId, reduceOnly }: Order, { store }: DayLimitDeps): Parent | null {
  const parent = parentId === null ? undefined : store.state.parents.get(parentId);
  return parent === undefined || reduceOnly || isParentOver(parent.status) ? null : parent;
}

function findChildPrice(
  parent: Parent,
  { side }: Order,
  { instrumentId, outcome, price }: OpenLeg,
): Price | null {
  if (parent.genericAssetId !== null) return price; // routed within the limit of its complex order
  const prices = listTargets(parent).flatMap((each, at) =>
    each.instrumentId === instrumentId && each.side === side && each.outcome === outcome
      ? [findTargetPrice(parent, at)]
      : [],
  );
  // Two limits of one contract never move: such a child has the price of its leg.
  return prices.length === 0 || prices.includes(price) ? price : (prices[0] ?? null);
}

/** What a complex order may place in addition to its live children; none once it places no more. */
function toParentClaims(parent: Parent): readonly OpenClaim[] {
  const reserved = listReservations(parent);
  const owner = { ...parent, keyId: getActingKey(parent) };
  return toTargetClaims(owner, parent, (at) => reserved[at]?.qty ?? (0n as Qty));
}

function toTargetClaims(
  { accountId, subaccountId, keyId }: Owner,
  parent: NewParent & { readonly id?: ParentId },
  findQty: (at: number) => Qty,
): readonly OpenClaim[] {
  if (reservesNothing(parent)) return [];
  return listTargets(parent).map((target, at) => ({
    keyId,
    accountId,
    subaccountId,
    instrumentId: findReservedInstrument({ ...parent, ...target, id: parent.id ?? null }),
    venue: null,
    side: target.side,
    outcome: target.outcome,
    price: findTargetPrice(parent, at),
    closesAt: null,
    qty: findQty(at),
    reduceOnly: parent.reduceOnly,
  }));
}

interface Refused<Value> {
  readonly max: Value;
  readonly value: Value; // with the request
  readonly used: Value;
  readonly requested: Value;
  readonly resetsAt: TimestampMs | null; // null: a limit of 0 never does
}

function toAmountRejection(
  level: Level,
  limit: string,
  max: Notional,
  used: bigint,
  requested: bigint,
  now: TimestampMs,
): Rejection {
  const render = (amount: bigint): string => renderNotional(amount as Notional);
  return toRejection(level, limit, {
    max: render(max),
    value: render(used + requested),
    used: render(used),
    requested: render(requested),
    resetsAt: startOfNextDay(now),
  });
}

function toRejection(
  { name: scope }: Level,
  limit: string,
  { resetsAt, ...numbers }: Refused<string | number>,
): Rejection {
  const { max, value } = numbers;
  const message = `${limit} of the ${scope} is ${max}; this would make it ${value}`;
  return rejection('risk_limit', message, {
    limit,
    scope,
    ...numbers,
    resets_at: resetsAt === null ? null : renderTime(resetsAt),
  });
}
