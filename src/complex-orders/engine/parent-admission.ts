import {
  type Caller,
  canChildRest,
  ceilToGrid,
  complement,
  countResting,
  err,
  type FieldIssue,
  findReservedInstrument,
  findTermIssues,
  floorToGrid,
  type Instrument,
  type InstrumentId,
  invalidField,
  invalidFields,
  isParentOver,
  isYesBuy,
  listTargets,
  type NewOrder,
  type NewParent,
  NO_FLAGS,
  notFound,
  type Parent,
  type Price,
  positionKey,
  QTY_ZERO,
  type Qty,
  type Rejection,
  type Result,
  rejection,
  renderDecimal,
  reservesNothing,
  TYPE_DEFINITIONS,
  toRouted,
} from '#contract';
import { type Approved, checkRisk, computeReducible, type RiskRequest } from '#domain';
import {
  checkDayLimitsOfParent,
  createHoldings,
  GUARD_FIRED,
  isGuardBlocked,
  isKilledFor,
  KILLED,
  type Ownership,
  type RoutingDeps,
  routeOrder,
  type StateStore,
} from '#orders';
import type { MarketView } from '#ports';
import { findWatch, getRules } from '../rules/rules-of-types.ts';
import { isTriggerMet } from '../rules/trigger.ts';
import { type ParentWatch, toChildTerms } from './parent-watch.ts';

export interface ParentAdmissionDeps extends RoutingDeps {
  readonly store: StateStore;
  readonly ownership: Ownership;
  readonly market: MarketView;
  readonly parentsMax: number; // that are not over, in one subaccount
}

/**
 * Checks a request for a complex order and reserves nothing yet. The order of the checks is that of a plain order.
 *
 * Refuses `kill_switch`, `guard_fired`, `not_found`, `too_many_parents`, `venue_not_tradable`, `venue_unavailable`, `market_not_open`,
 * `validation` (terms off the grid or not accepted by the venue), `nothing_to_reduce`, `trigger_already_met` and
 * `risk_limit`.
 */
export function admitParent(
  caller: Caller,
  parent: NewParent,
  watch: ParentWatch,
  deps: ParentAdmissionDeps,
): Result<Approved<RiskRequest>, Rejection> {
  const { store, ownership, market } = deps;
  if (isKilledFor(store.state, caller, parent.subaccountId)) return err(KILLED);
  if (isGuardBlocked(store.state, caller, parent.subaccountId)) return err(GUARD_FIRED);
  const subaccount = ownership.check(caller, parent.subaccountId);
  if (!subaccount.ok) return subaccount;
  if (parent.expiresAt !== null && parent.expiresAt <= store.now())
    return err(invalidField('expires_at', 'must be in the future'));
  const owner = { accountId: caller.accountId, subaccountId: parent.subaccountId };
  const holdings = createHoldings(owner, deps);
  for (const target of listTargets(parent)) {
    const instrument = market.instrument(target.instrumentId);
    if (instrument === null) return err(notFound('instrument'));
    const leg = { ...parent, ...target };
    const refusal =
      findTermsRefusal(leg, toChildTerms(parent, instrument, deps.venues)) ??
      findCrowding(caller, parent, deps);
    if (refusal !== null) return err(refusal);
    // What can still be reduced is checked below: here, only whether the venues take such an order.
    const sample = { ...toSampleChild(leg, instrument), reduceOnly: false };
    const routed = routeOrder(sample, { ...deps, holdings });
    if (!routed.ok) return routed;
  }
  const met = findMetRefusal(parent, watch) ?? findReduceRefusal(caller, parent, deps);
  if (met !== null) return err(met);
  const exceeded = checkDayLimitsOfParent({ ...owner, keyId: caller.keyId }, parent, deps);
  return exceeded === null
    ? checkRisk(store.state, toRiskRequest(caller, parent, parent.qty, true))
    : err(exceeded);
}

/** The reservation of a parent, as a request to the risk check. J.8: `max_order_qty` binds the parent's quantity. */
export function toRiskRequest(
  { accountId }: Pick<Caller, 'accountId'>,
  parent: NewParent,
  added: Qty,
  isNew: boolean,
): RiskRequest {
  const { subaccountId } = parent;
  const reserves = new Map<InstrumentId, { readonly buys: bigint; readonly sells: bigint }>();
  for (const { side, outcome, ...target } of listTargets(parent)) {
    // What is held apart grows by the whole addition, whatever else is held: `id` does not matter.
    const instrumentId = findReservedInstrument({ ...parent, ...target, id: null });
    const { buys, sells } = reserves.get(instrumentId) ?? { buys: 0n, sells: 0n };
    const isBuy = isYesBuy(side, outcome);
    reserves.set(instrumentId, { buys: buys + (isBuy ? added : 0n), sells: sells + (isBuy ? 0n : added) });
  }
  const isFree = reservesNothing(parent);
  return {
    accountId,
    subaccountId,
    qty: parent.qty,
    addsOpenOrder: isNew && canChildRest(parent),
    restsMore: isNew ? Math.max(0, countResting(parent) - 1) : 0,
    isReduceOnly: isFree,
    reserves: isFree ? [] : [...reserves].map(([instrumentId, sums]) => ({ instrumentId, ...sums })),
  };
}

/** Quantity, price and displayed quantity must fit the instrument. */
export function findTermsRefusal(parent: NewParent, instrument: Instrument): Rejection | null {
  const { outcome, price, qty, params } = parent;
  if (parent.genericAssetId !== null) return null; // its members differ: the routing decides
  const issues = [...findTermIssues(instrument, outcome, price, qty)];
  const plan = getRules(params).plan(params, parent, instrument);
  for (const { field, price: limit } of plan.prices)
    issues.push(...findTermIssues(instrument, outcome, limit, qty).filter(isAboutPrice).map(inField(field)));
  for (const { field, qty: size } of plan.quantities) {
    issues.push(...findTermIssues(instrument, outcome, null, size).map(inField(field)));
    if (size > qty) issues.push({ field, issue: 'must not be above qty' });
  }
  return issues.length === 0 ? null : invalidFields(issues);
}

const isAboutPrice = ({ field }: FieldIssue): boolean => field === 'price';
const inField =
  (field: string) =>
  ({ issue }: FieldIssue): FieldIssue => ({ field, issue });

/** A STOP whose trigger is met now would fire at once, which is rarely meant. */
export function findMetRefusal(parent: NewParent, watch: ParentWatch): Rejection | null {
  const { refusesMet, trigger } = findWatch(parent);
  const { watched } = watch.view(parent);
  if (!refusesMet || trigger === null || watched === null || !isTriggerMet(trigger, parent.side, watched))
    return null;
  return rejection('trigger_already_met', 'the trigger is met now: set params.fire_if_met to fire at once', {
    trigger_price: renderDecimal(trigger),
    watched_price: renderDecimal(watched),
  });
}

function findCrowding(caller: Caller, parent: NewParent, deps: ParentAdmissionDeps): Rejection | null {
  const { store, parentsMax } = deps;
  let open = 0;
  for (const other of store.state.parents.values()) if (isOpenIn(other, caller, parent)) open += 1;
  if (open < parentsMax) return null;
  const message = `a subaccount has at most ${parentsMax} complex orders that are not over`;
  return rejection('too_many_parents', message, { max: parentsMax, value: open });
}

const isOpenIn = (other: Parent, { accountId }: Caller, { subaccountId }: NewParent): boolean =>
  other.accountId === accountId && other.subaccountId === subaccountId && !isParentOver(other.status);

function findReduceRefusal(
  { accountId }: Caller,
  parent: NewParent,
  { store }: ParentAdmissionDeps,
): Rejection | null {
  if (!parent.reduceOnly || parent.genericAssetId !== null) return null; // the routing decides for an asset
  if (TYPE_DEFINITIONS[parent.params.type].contract === 'ENTRY') return null; // its entry may not be filled yet
  const { positions, exposure } = store.state;
  for (const target of listTargets(parent)) {
    const { instrumentId } = target;
    const net = positions.get(positionKey(accountId, parent.subaccountId, instrumentId))?.net ?? 0n;
    const left = computeReducible(exposure.reduceOnly, net, { ...parent, ...target, accountId });
    if (left > QTY_ZERO) continue;
    return rejection('nothing_to_reduce', 'the order would not reduce a position', {
      instrument_id: instrumentId,
      position: renderDecimal(net),
      reducible: renderDecimal(left),
    });
  }
  return null;
}

/** A child as it may be placed later, to learn now whether venue and market would take it. */
export function toSampleChild(parent: NewParent, instrument: Instrument): NewOrder {
  const { params, price } = parent;
  const { sample } = getRules(params).plan(params, parent, instrument);
  const size = sample.qty;
  const limit = price ?? toGrid(parent, sample.price ?? findWorstPrice(parent, instrument), instrument);
  const tif = canChildRest(parent) ? parent.tif : 'IOC';
  return {
    ...NO_FLAGS,
    subaccountId: parent.subaccountId,
    ...toRouted(parent),
    side: parent.side,
    outcome: parent.outcome,
    type: 'LIMIT',
    tif,
    expiresAt: tif === 'GTD' ? parent.expiresAt : null,
    price: limit,
    priceText: limit === null ? null : renderDecimal(limit),
    qty: size,
    qtyText: renderDecimal(size),
    clientOrderId: null,
    postOnly: parent.postOnly,
    reduceOnly: parent.reduceOnly,
    tag: parent.tag,
  };
}

/** Without a price the child may be sent at any price of the instrument: the touch of that moment is not known. */
export function findWorstPrice(
  { price, side, outcome }: Pick<NewOrder, 'price' | 'side' | 'outcome'>,
  { priceMin, priceMax }: Instrument,
): Price {
  if (price !== null) return price;
  const [lowest, highest] =
    outcome === 'YES' ? [priceMin, priceMax] : [complement(priceMax), complement(priceMin)];
  return side === 'BUY' ? highest : lowest;
}

const toGrid = ({ outcome }: NewParent, price: Price, instrument: Instrument): Price | null =>
  floorToGrid(instrument, outcome, price) ?? ceilToGrid(instrument, outcome, price);
