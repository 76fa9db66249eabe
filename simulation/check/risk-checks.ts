import { type AccountId, type ParentId, type SubaccountId, scopeKey } from '../../src/contract/model/ids.ts';
import { isLive, type Leg, type Order } from '../../src/contract/model/order.ts';
import type { ParentTarget } from '../../src/contract/model/param-table.ts';
import type { Parent } from '../../src/contract/model/parent.ts';
import type { LedgerEntry } from '../../src/domain/events/event-schema.ts';
import type { LedgerState } from '../../src/domain/projections/ledger-state.ts';
import { Exposure } from '../../src/domain/risk/exposure.ts';
import type { TransitionCheck } from '../environment/transition-checker.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';

/** The exposure of one scope, computed from orders and positions alone. */
interface ScopeExposure {
  readonly worst: bigint;
  readonly openOrders: number;
}

type Scope = readonly [AccountId, SubaccountId | null];

/** I-13: an order is accepted or enlarged only within the limits, or if it does not raise the worst case. */
export class LimitsCheck {
  readonly #before = new Map<string, ScopeExposure>();

  /** Remembers the exposure before a step that accepts or enlarges an order. */
  beforeTransition(entry: LedgerEntry, state: LedgerState): void {
    this.#before.clear();
    for (const scope of entry.events.flatMap((event) => findScopes(event, state))) {
      this.#before.set(scopeKey(...scope), computeScopeExposure(state, scope));
    }
  }

  readonly check: TransitionCheck = ({ entry, state }, monitor) => {
    for (const event of entry.events) {
      for (const scope of findScopes(event, state)) this.#checkScope(state, scope, event.type, monitor);
      if (event.type === 'ParentAccepted') checkParentQty(state, event.parent, monitor);
      if (event.type === 'OrderAccepted' && event.order.parentId === null)
        checkOrderQty(state, event.order, event.order.qty, monitor);
      if (event.type !== 'AmendRequested') continue;
      const order = state.orders.get(event.orderId);
      const { qty } = event.change;
      if (order !== undefined && qty !== null && qty > order.qty) checkOrderQty(state, order, qty, monitor);
    }
  };

  #checkScope(state: LedgerState, scope: Scope, type: string, monitor: InvariantMonitor): void {
    const limits = state.limits.get(scopeKey(...scope));
    const before = this.#before.get(scopeKey(...scope));
    if (limits === undefined || before === undefined) return;
    const { worst, openOrders } = computeScopeExposure(state, scope);
    const { maxPositionQty, maxOpenOrders } = limits;
    const isWithin = maxPositionQty === null || worst <= before.worst || worst <= maxPositionQty;
    monitor.expect(
      isWithin,
      'I-13',
      () => `${type} in ${scopeKey(...scope)}: worst ${worst} of ${maxPositionQty}`,
    );
    const isFew = maxOpenOrders === null || openOrders <= before.openOrders || openOrders <= maxOpenOrders;
    monitor.expect(
      isFew,
      'I-13',
      () => `${type} in ${scopeKey(...scope)}: ${openOrders} open of ${maxOpenOrders}`,
    );
  }
}

/** The quantity of a complex order is limited as a whole; its children draw from it. */
function checkParentQty(state: LedgerState, parent: Parent, monitor: InvariantMonitor): void {
  for (const subaccountId of [parent.subaccountId, null]) {
    const max = state.limits.get(scopeKey(parent.accountId, subaccountId))?.maxOrderQty ?? null;
    const isWithin = max === null || parent.qty <= max;
    monitor.expect(isWithin, 'I-13', () => `${parent.id} of ${parent.qty} above ${max}`);
  }
}

/** I-P1: filled and possibly live quantities of all children stay within a complex order whenever it places one. */
export const checkComplexOrders: TransitionCheck = ({ entry, state }, monitor) => {
  for (const event of entry.events) {
    if (event.type !== 'OrderAccepted' || event.order.parentId === null) continue;
    const parent = state.parents.get(event.order.parentId);
    if (parent === undefined) continue;
    if (parent.params.type === 'HEDGED_PAIR') continue; // check/pair-checks.ts
    const children = [...state.orders.values()].filter(({ parentId }) => parentId === parent.id);
    const used = children.flatMap((order) =>
      order.legs.map((leg) => leg.filledQty + computeRemaining(order, leg)),
    );
    const total = used.reduce((sum, qty) => sum + qty, 0n);
    const bound = mayOverfill(parent) ? 2n * parent.qty : parent.qty;
    monitor.expect(total <= bound, 'I-P1', () => `${parent.id} has ${total} of ${bound}`);
    checkLimits(parent, event.order, children, monitor);
    checkExit(state, parent, total, monitor);
  }
};

/** Both limits of an OCO rest, or a stop does not wait for the end of the take-profit: both orders may fill. */
const mayOverfill = ({ params }: Parent): boolean =>
  (params.type === 'OCO' && params.otherLimit !== null) ||
  (params.type === 'TP_SL' && params.overlapAfterMs !== null);

/** I-P1: each of two limits is placed for no more than what neither of them has filled. */
function checkLimits(
  { id, qty, params }: Parent,
  placed: Order,
  children: readonly Order[],
  monitor: InvariantMonitor,
): void {
  if (params.type !== 'OCO' || params.otherLimit === null) return;
  const isOnLeg = (order: Order): boolean =>
    order.instrumentId === placed.instrumentId &&
    order.side === placed.side &&
    order.outcome === placed.outcome &&
    order.price === placed.price;
  const used = children.flatMap((order) =>
    order.legs.map((leg) => leg.filledQty + (isOnLeg(order) ? computeRemaining(order, leg) : 0n)),
  );
  const total = used.reduce((sum, each) => sum + each, 0n);
  monitor.expect(total <= qty, 'I-P1', () => `a leg of ${id} has ${total} of ${qty}`);
}

/** I-P11: an exit places no more than what its entry has filled. */
function checkExit(
  state: LedgerState,
  { id, params, progress, children }: Parent,
  total: bigint,
  monitor: InvariantMonitor,
): void {
  const entry =
    params.type === 'TP_SL' && params.attachTo !== null ? state.orders.get(params.attachTo) : undefined;
  if (entry === undefined) return;
  const filled = entry.legs.reduce((sum, leg) => sum + leg.filledQty, 0n);
  const mayOverlap = params.type === 'TP_SL' && params.overlapAfterMs !== null;
  const overlapped = children.filter(({ number }) => mayOverlap && number <= progress.overlappedUpTo);
  const counted = overlapped.reduce((sum, { liveQty }) => sum - liveQty, total);
  monitor.expect(counted <= filled, 'I-P11', () => `${id} exits ${counted} of ${filled} filled`);
}

/** How many children may rest at once. */
function countResting({ price, params }: Parent): number {
  if (params.type === 'OCO') return params.otherLimit === null ? 1 : 2;
  if (params.type !== 'TP_SL') return price === null ? 0 : 1;
  const limits = (params.takeProfit === null ? 0 : 1) + ((params.stopLoss?.price ?? null) === null ? 0 : 1);
  return params.overlapAfterMs === null ? Math.min(limits, 1) : limits;
}

function checkOrderQty(state: LedgerState, order: Order, qty: bigint, monitor: InvariantMonitor): void {
  for (const subaccountId of [order.subaccountId, null]) {
    const max = state.limits.get(scopeKey(order.accountId, subaccountId))?.maxOrderQty ?? null;
    monitor.expect(max === null || qty <= max, 'I-13', () => `${order.id} of ${qty} above ${max}`);
  }
}

/** The scopes whose limits an event must respect: the order's subaccount and its account. */
function findScopes(event: LedgerEntry['events'][number], state: LedgerState): readonly Scope[] {
  const order =
    event.type === 'ParentAccepted'
      ? event.parent
      : event.type === 'OrderAccepted' && event.order.parentId === null
        ? event.order
        : event.type === 'AmendRequested'
          ? state.orders.get(event.orderId)
          : undefined;
  if (order === undefined) return [];
  return [
    [order.accountId, order.subaccountId],
    [order.accountId, null],
  ];
}

function computeScopeExposure(state: Readonly<LedgerState>, [accountId, subaccountId]: Scope): ScopeExposure {
  const held = new Map<string, { high: bigint; low: bigint; buys: bigint; sells: bigint }>();
  const holding = (subaccount: SubaccountId, place: number | ParentId) => {
    const key = `${subaccount}/${place}`;
    const known = held.get(key) ?? { high: 0n, low: 0n, buys: 0n, sells: 0n };
    held.set(key, known);
    return known;
  };
  const isOf = (row: { readonly accountId: AccountId; readonly subaccountId: SubaccountId }): boolean =>
    row.accountId === accountId && (subaccountId === null || row.subaccountId === subaccountId);
  for (const row of state.positions.values()) {
    if (!isOf(row)) continue;
    const of = holding(row.subaccountId, row.instrumentId);
    of.high += row.net;
    of.low += row.net;
  }
  // Each pending fill may be voided, so the position is anything between with and without it.
  for (const fill of state.pendingFills.values()) {
    if (!isOf(fill)) continue;
    const of = holding(fill.subaccountId, fill.instrumentId);
    if ((fill.side === 'BUY') === (fill.outcome === 'YES')) of.low -= fill.qty;
    else of.high += fill.qty;
  }
  let openOrders = 0;
  for (const order of state.orders.values()) {
    if (!isLive(order.status) || !isOf(order)) continue;
    if (order.tif === 'GTC' || order.tif === 'GTD') openOrders += 1;
    for (const leg of order.legs) {
      const side = holding(order.subaccountId, leg.instrumentId);
      if ((order.side === 'BUY') === (leg.outcome === 'YES')) side.buys += computeRemaining(order, leg);
      else side.sells += computeRemaining(order, leg);
    }
  }
  // A complex order keeps what it may still place, and room for the orders that may rest.
  for (const parent of state.parents.values()) {
    if (!isOf(parent) || !PLACING.has(parent.status)) continue;
    const children = [...state.orders.values()].filter(({ parentId }) => parentId === parent.id);
    const live = children.filter(({ status }) => isLive(status));
    openOrders += Math.max(0, countResting(parent) - live.length);
    const kepts = listKept(parent);
    const isExit = parent.params.type === 'TP_SL' && parent.params.overlapAfterMs !== null;
    const stale = new Set(
      parent.children
        .filter(({ number }) => number <= parent.progress.staleUpTo)
        .map(({ orderId }) => orderId),
    );
    for (const [target, filled, price] of kepts) {
      // What an exit keeps is for its stop, in addition to the take-profit.
      const isOnIt = (order: Order): boolean =>
        isExit
          ? parent.triggeredAt !== null && !stale.has(order.id)
          : kepts.length === 1 ||
            (order.instrumentId === target.instrumentId &&
              order.outcome === target.outcome &&
              order.side === target.side &&
              (price === null || order.price === price));
      const liveQty = live
        .filter(isOnIt)
        .flatMap((order) => order.legs.map((leg) => computeRemaining(order, leg)));
      const used = liveQty.reduce((sum, qty) => sum + qty, filled);
      // Any member of an asset may be traded, so no position lowers what is held for it.
      const isOnAsset = parent.genericAssetId !== null;
      const side = holding(parent.subaccountId, isOnAsset ? parent.id : target.instrumentId);
      const kept = parent.reduceOnly && !isExit ? 0n : larger(parent.qty - used, 0n);
      if ((target.side === 'BUY') === (target.outcome === 'YES')) side.buys += kept;
      else side.sells += kept;
    }
  }
  let worst = 0n;
  for (const { high, low, buys, sells } of held.values()) {
    worst += larger(absolute(high + buys), absolute(low - sells));
  }
  return { worst, openOrders };
}

/** What a complex order trades, how much of it is filled, and the price in which two limits differ. */
function listKept(parent: Parent): readonly (readonly [ParentTarget, bigint, bigint | null])[] {
  const { pair, params, filledQty } = parent;
  if (pair !== null && params.type === 'HEDGED_PAIR')
    return [
      [params.first, pair.first.filledQty, null],
      [params.second, pair.second.filledQty, null],
    ];
  if (params.type !== 'OCO' || params.limitTarget === null) return [[parent, filledQty, null]];
  const { limitTarget, limitPrice, otherLimit } = params;
  return otherLimit === null
    ? [
        [parent, filledQty, null],
        [limitTarget, filledQty, null],
      ]
    : [
        [limitTarget, filledQty, limitPrice],
        [otherLimit, filledQty, otherLimit.price],
      ];
}

/** The quantity that a leg can still fill, by the larger of its present and its requested quantity. */
export function computeRemaining(order: Order, leg: Leg): bigint {
  if (!isLive(leg.status)) return 0n;
  const target = order.pendingAmend?.legs.find((candidate) => candidate.leg === leg.leg);
  const rest = leg.atVenue === null ? leg.qty - leg.filledQty : leg.atVenue.qty - leg.atVenue.takenQty;
  return larger(rest, 0n) + larger((target?.qty ?? 0n) - leg.qty, 0n);
}

const PLACING: ReadonlySet<string> = new Set(['WAITING', 'WORKING', 'PAUSED']);

export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const absolute = (a: bigint): bigint => (a < 0n ? -a : a);

/**
 * I-15: the kill switch cancels nothing by itself; each order that it stops before the send is closed in a
 * separate step.
 */
export const checkKillSwitchCancelsNothing: TransitionCheck = ({ entry, after }, monitor) => {
  if (!entry.events.some(({ type }) => type === 'KillSwitchSet')) return;
  monitor.expect(after.length === 0, 'I-15', () => `the kill switch changed ${after[0]?.id}`);
};

/** I-12: the reserved exposure, updated step by step, equals the sum over orders and positions. */
export function checkReservedExposure(state: Readonly<LedgerState>, monitor: InvariantMonitor): void {
  const fresh = new Exposure();
  for (const order of state.orders.values()) fresh.replaceOrder(null, order);
  for (const parent of state.parents.values()) fresh.replaceParent(null, parent);
  for (const position of state.positions.values()) fresh.replacePosition(null, position);
  for (const fill of state.pendingFills.values()) fresh.addPending(fill, 1n);
  const [counted, kept] = [fresh.render(), state.exposure.render()];
  const differs = [...new Set([...Object.keys(counted), ...Object.keys(kept)])].find(
    (key) => counted[key] !== kept[key],
  );
  monitor.expect(
    differs === undefined,
    'I-12',
    () => `${differs}: kept ${kept[differs ?? '']}, counted ${counted[differs ?? '']}`,
  );
  for (const { instrumentId } of state.positions.values()) {
    const [net, sum] = [state.exposure.netQty(instrumentId), fresh.netQty(instrumentId)];
    monitor.expect(net === sum, 'I-12', () => `net of ${instrumentId}: kept ${net}, counted ${sum}`);
  }
  for (const key of new Set([...state.exposure.bySubaccount.keys(), ...fresh.bySubaccount.keys()])) {
    const [live, sum] = [state.exposure.bySubaccount.size(key), fresh.bySubaccount.size(key)];
    monitor.expect(live === sum, 'I-12', () => `live orders of ${key}: kept ${live}, counted ${sum}`);
  }
}

/**
 * I-12 and I-13: the sums that limits are compared with equal sums computed without the code of the service.
 */
export function checkLimitSums(state: Readonly<LedgerState>, monitor: InvariantMonitor): void {
  for (const { accountId, subaccountId } of state.subaccounts.values()) {
    for (const scope of [subaccountId, null]) {
      const kept = state.exposure.totals(accountId, scope);
      const counted = computeScopeExposure(state, [accountId, scope]);
      const isSame = kept.worst === counted.worst && kept.openOrders === counted.openOrders;
      const name = scopeKey(accountId, scope);
      monitor.expect(isSame, 'I-12', () => `${name}: worst ${kept.worst}, counted ${counted.worst}`);
    }
  }
}
