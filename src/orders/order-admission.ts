import {
  assert,
  type Caller,
  err,
  floorToLot,
  type Instrument,
  type InstrumentId,
  invalidField,
  isAccountKillSwitchOn,
  isKillSwitchOn,
  minQty,
  type NewOrder,
  ok,
  oppositeOutcome,
  positionKey,
  QTY_ZERO,
  type Qty,
  type Rejection,
  type Result,
  rejection,
  renderDecimal,
  renderTime,
  type SubaccountId,
} from '#contract';
import { findBlockingGuard, isResting, type LedgerState } from '#domain';
import {
  type CashCheckDeps,
  findCashShortfalls,
  sumCashNeeded,
  toCashRejection,
} from './balances/cash-check.ts';
import type { CashAccount, CashByAccount } from './balances/cash-holds.ts';
import type { Ownership } from './order-ownership.ts';
import { type RoutedOrder, type RoutingDeps, routeOrder } from './order-routing.ts';
import { cutIncoming, findCrossedElsewhere } from './self-trade-check.ts';
import type { StateStore } from './state-store.ts';
import { createHoldings, findCloseQtyMin, type Holdings, planTokenLegs } from './token-legs.ts';
import { findVenueRefusal } from './venue-obstacles.ts';

export interface AdmissionDeps extends RoutingDeps, CashCheckDeps {
  readonly store: StateStore;
  readonly ownership: Ownership;
}

/** The same for one order: with what its owner holds. */
interface OrderDeps extends AdmissionDeps {
  readonly holdings: Holdings;
}

/**
 * Checks a new order after its fields and before its limits, and routes it. Used by submission and preview.
 *
 * Refuses `expired_request`, `nothing_to_reduce`, `self_trade`, `validation` (the expiry is past), and as `Ownership.check`, `routeOrder` and `findVenueRefusal` refuse.
 */
export function checkAdmission(
  caller: Caller,
  order: NewOrder,
  deps: AdmissionDeps,
): Result<AdmittedOrder, Rejection> {
  const { expiresAt, subaccountId, validUntil } = order;
  if (validUntil !== null && deps.store.now() > validUntil) {
    const details = { valid_until: renderTime(validUntil), server_time: deps.store.now() };
    return err(rejection('expired_request', 'the request was decided after its valid_until', details));
  }
  if (expiresAt !== null && expiresAt <= deps.store.now()) {
    return err(invalidField('expires_at', 'must be in the future'));
  }
  const subaccount = deps.ownership.check(caller, subaccountId);
  if (!subaccount.ok) return subaccount;
  const owner = { accountId: caller.accountId, subaccountId };
  const { store, market, venues, venueNames, balanceTracker, ownership } = deps;
  const holdings = createHoldings(owner, deps, order.parentId);
  const orderDeps = { store, market, venues, venueNames, balanceTracker, ownership, holdings };
  const capped = capToPosition(caller, order, orderDeps);
  if (!capped.ok) return capped;
  const { order: admitted, reducible } = capped.value;
  const routed = routeWithinCash(admitted, reducible, orderDeps);
  if (!routed.ok) return routed;
  const { legs } = routed.value;
  const isWithin = legs.every(({ instrumentId, qty }) => qty <= (reducible?.get(instrumentId) ?? qty));
  assert(isWithin, 'I-35: reduce-only orders stay within the position');
  const checked = preventSelfTrade(caller, admitted, routed.value, deps);
  if (!checked.ok) return checked;
  const refusal = findVenueRefusal(checked.value.order, checked.value.legs, deps.venues);
  return refusal === null ? checked : err(refusal);
}

/** Cuts or refuses an order that would trade with its own account, and notes the orders that it crosses elsewhere. */
function preventSelfTrade(
  caller: Caller,
  order: NewOrder,
  routed: PayableOrder,
  deps: AdmissionDeps,
): Result<AdmittedOrder, Rejection> {
  const cut = cutIncoming(caller, order, routed.legs, deps);
  if (!cut.ok) return cut;
  const { order: left, legs, isKilled } = cut.value;
  const crossedOrders = findCrossedElsewhere(caller, order, legs, deps);
  const isUnchanged = crossedOrders.length === 0 && left.crossedOrders.length === 0;
  return ok({
    ...routed,
    order: isUnchanged ? left : { ...left, crossedOrders },
    legs,
    unroutable: isKilled ? 'self_trade' : routed.unroutable,
    cash: legs === routed.legs ? routed.cash : sumCashNeeded(order, legs, deps),
  });
}

/** A routed order; a reduce-only order may have a lower quantity than its request. */
export interface AdmittedOrder extends PayableOrder {
  readonly order: NewOrder;
}

interface PayableOrder extends RoutedOrder {
  readonly cash: CashByAccount; // what the legs may spend
}

/** An order whose quantity fits what can still be reduced. `reducible` is by member of its asset; null: not limited. */
interface CappedOrder {
  readonly order: NewOrder;
  readonly reducible: ReadonlyMap<InstrumentId, Qty> | null;
}

/**
 * Lowers a reduce-only order to what can still be reduced, in whole lots. With SPLIT that is the sum over the members. An
 * order that goes whole to one member gets the largest such quantity of a member that can take it now.
 *
 * Refuses `nothing_to_reduce`, also when what is left is below the market's minimum, and as `routeOrder`.
 */
function capToPosition(caller: Caller, order: NewOrder, deps: OrderDeps): Result<CappedOrder, Rejection> {
  if (!order.reduceOnly) return ok({ order, reducible: null });
  const requested = routeOrder({ ...order, reduceOnly: false }, deps);
  if (!requested.ok) return requested;
  const targets = findTargets(caller, order, deps);
  const reducible = new Map<InstrumentId, Qty>();
  for (const { instrument, left } of targets) {
    const qty = left >= order.qty ? order.qty : floorToLot(left, instrument.qtyStep);
    if (qty >= findCloseQtyMin(order, instrument, deps.venues)) reducible.set(instrument.instrumentId, qty);
  }
  let failed: Result<never, Rejection> = err(nothingToReduce(targets));
  const isDivided = order.routing.mode === 'SPLIT' && order.tif !== 'FOK';
  const sum = [...reducible.values()].reduce((total, qty) => (total + qty) as Qty, QTY_ZERO);
  const tried = isDivided ? [minQty(sum, order.qty)] : [...new Set(reducible.values())];
  for (const qty of tried.filter((each) => each > 0n).toSorted((a, b) => Number(b - a))) {
    const capped = capTo(order, qty);
    const routed = routeOrder(capped, { ...deps, reducible });
    if (!routed.ok) {
      failed = routed;
      continue;
    }
    // What is held at a member that cannot be traded now is left to another order.
    const placed = routed.value.legs.reduce((total, leg) => (total + leg.qty) as Qty, QTY_ZERO);
    const isCut = isResting(order) && placed > 0n && placed < qty;
    return ok({ order: isCut ? capTo(order, placed) : capped, reducible });
  }
  return failed;
}

const capTo = (order: NewOrder, qty: Qty): NewOrder => ({
  ...order,
  qty,
  cappedQty: qty === order.qty ? null : qty,
});

function nothingToReduce(targets: readonly Target[]): Rejection {
  const members = targets.map(({ instrument, net, left }) => ({
    instrument_id: instrument.instrumentId,
    position: renderDecimal(net),
    reducible: renderDecimal(left),
  }));
  const [only] = members;
  const details = members.length === 1 && only !== undefined ? only : { members };
  return rejection('nothing_to_reduce', 'the order would not reduce a position', details);
}

/** An instrument that an order may go to, its position, and what the order could reduce there. */
interface Target {
  readonly instrument: Instrument;
  readonly net: bigint;
  readonly left: Qty;
}

function findTargets(
  { accountId }: Caller,
  order: NewOrder,
  { store, market, holdings }: OrderDeps,
): readonly Target[] {
  const { positions } = store.state;
  const { subaccountId, instrumentId: named, genericAssetId } = order;
  const alone = named === null ? [] : [{ instrumentId: named, inverted: false }];
  const members = genericAssetId === null ? alone : (market.asset(genericAssetId)?.members ?? []);
  return members.flatMap(({ instrumentId, inverted }) => {
    const instrument = market.instrument(instrumentId);
    if (instrument === null) return [];
    const net = positions.get(positionKey(accountId, subaccountId, instrumentId))?.net ?? 0n;
    const outcome = inverted ? oppositeOutcome(order.outcome) : order.outcome;
    return [{ instrument, net, left: holdings.closable(instrumentId, order.side, outcome) }];
  });
}

/**
 * Routes an order on an asset without the accounts whose known cash cannot pay for their legs. One that could pay for
 * a part gets none: the search for the least cost knows no budgets.
 *
 * Refuses as `routeOrder`, and `insufficient_balance`.
 * Source  docs/decisions/venue-accounts.md
 */
function routeWithinCash(
  order: NewOrder,
  reducible: CappedOrder['reducible'],
  deps: OrderDeps,
): Result<PayableOrder, Rejection> {
  const unpaid = new Set<CashAccount>();
  const isUnpaid = (member: Instrument): boolean => unpaid.has(deps.balanceTracker.findAccount(member));
  const { market, venues, venueNames, holdings } = deps;
  const routing = { market, venues, venueNames, holdings, reducible, isUnpaid };
  for (;;) {
    const routed = routeOrder(order, routing);
    if (!routed.ok) return routed;
    const legs = planTokenLegs(order, routed.value.legs, deps.holdings, deps);
    const cash = sumCashNeeded(order, legs, deps);
    const shortfalls = findCashShortfalls(cash, deps.balanceTracker);
    const [first] = shortfalls;
    if (first === undefined) return ok({ ...routed.value, legs, cash });
    if (order.instrumentId !== null) return err(toCashRejection(first));
    for (const { account } of shortfalls) {
      assert(!unpaid.has(account), 'an account without enough cash gets no leg');
      unpaid.add(account);
    }
  }
}

/** @param id  the subaccount of the request; null: it names none that is valid */
export function isKilledFor(state: LedgerState, { accountId }: Caller, id: SubaccountId | null): boolean {
  return isAccountKillSwitchOn(state, accountId) || (id !== null && isKillSwitchOn(state, accountId, id));
}

export const STOPPING = rejection(
  'shutting_down',
  'the service is stopping: nothing was stored; try again shortly',
  {
    outcome: 'not_stored',
    retry_after_ms: 1_000,
  },
);

export const KILLED = rejection(
  'kill_switch',
  'the kill switch is on: no new orders until it is switched off',
);

/** True when a guard has fired that covers the order: until it is set again, new orders are refused. */
export const isGuardBlocked = (state: LedgerState, caller: Caller, id: SubaccountId | null): boolean =>
  id !== null && findBlockingGuard(state, caller, id) !== null;

export const GUARD_FIRED = rejection(
  'guard_fired',
  'a guard has fired: no new orders until it is armed or disarmed with PUT /v1/risk/guard',
);
