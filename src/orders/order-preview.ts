import {
  absolute,
  type Caller,
  err,
  invalidFields,
  isYesBuy,
  type NewOrder,
  ok,
  QTY_ZERO,
  type Qty,
  type Rejection,
  type Result,
} from '#contract';
import {
  checkRisk,
  computeHeadroom,
  type Headroom,
  type PlannedLeg,
  parseNewOrder,
  type RoutingDecision,
  readSubaccountId,
  sumAssetNet,
  toPlannedOrder,
} from '#domain';
import type { MarketView } from '#ports';
import { checkAgentOrder } from './agent-guard.ts';
import { checkDayLimits } from './day-limits.ts';
import {
  type AdmissionDeps,
  checkAdmission,
  GUARD_FIRED,
  isGuardBlocked,
  isKilledFor,
  KILLED,
} from './order-admission.ts';
import { describeRouting, prefetchInstruments, type RoutedOrder } from './order-routing.ts';

/** The result that an order would have if it were submitted now. */
export interface OrderPreview {
  readonly order: NewOrder;
  readonly legs: readonly PlannedLeg[]; // empty: the order would close at once with the reason in `unroutable`
  /** Quantity that exceeds what the subaccount can close of the asset, or of the market without one. */
  readonly opens: Qty;
  readonly unroutable: RoutedOrder['unroutable'];
  readonly decision: Omit<RoutingDecision, 'mode'>;
  readonly headroom: readonly Headroom[]; // of the subaccount, then of the account
}

export interface PreviewDeps extends AdmissionDeps {
  readonly outcomeRequired: boolean;
}

/**
 * Plans an order and places nothing: the same checks, refusals and legs as a submission at this moment. An
 * idempotency key has no effect.
 *
 * Source  docs/decisions/routing-plans.md
 */
export async function previewOrder(
  caller: Caller,
  body: unknown,
  deps: PreviewDeps,
): Promise<Result<OrderPreview, Rejection>> {
  const { store, market, venueNames, outcomeRequired } = deps;
  const parsed = parseNewOrder(body, null, { outcomeRequired, venueNames });
  const subaccountId = readSubaccountId(body);
  if (parsed.ok && !isKilledFor(store.state, caller, subaccountId)) await prefetchBooks(market, parsed.value);
  if (isKilledFor(store.state, caller, subaccountId)) return err(KILLED);
  if (isGuardBlocked(store.state, caller, subaccountId)) return err(GUARD_FIRED);
  if (!parsed.ok) return err(invalidFields(parsed.error));
  return previewParsedOrder(caller, parsed.value, deps);
}

/** @param restsMore  resting orders that would be accepted together with this one */
export function previewParsedOrder(
  caller: Caller,
  parsed: NewOrder,
  deps: AdmissionDeps,
  restsMore = 0,
): Result<OrderPreview, Rejection> {
  const { store } = deps;
  const routed = checkAdmission(caller, parsed, deps);
  if (!routed.ok) return routed;
  const { legs, unroutable, order } = routed.value;
  const refused = checkAgentOrder(caller, order, legs, deps);
  if (refused !== null) return err(refused);
  const request = toPlannedOrder(caller, order, legs);
  const approved = checkRisk(store.state, { ...request, restsMore });
  if (!approved.ok) return approved;
  const owner = { ...caller, subaccountId: order.subaccountId };
  const exceeded = checkDayLimits(owner, order, legs, deps);
  if (exceeded !== null) return err(exceeded);
  const decision = describeRouting(order, routed.value, deps);
  return ok({
    order,
    legs,
    opens: computeOpens(caller, order, legs, deps),
    unroutable,
    decision,
    headroom: computeHeadroom(store.state, request),
  });
}

/** The legs less the net of the asset that they close: what is held at one member covers what is sold at another. */
export function computeOpens(
  { accountId }: Caller,
  { subaccountId, side, genericAssetId }: Pick<NewOrder, 'subaccountId' | 'side' | 'genericAssetId'>,
  legs: readonly PlannedLeg[],
  { store, market }: Pick<AdmissionDeps, 'store' | 'market'>,
): Qty {
  const routed = legs.reduce((total, leg) => total + leg.qty, 0n);
  const [first] = legs;
  if (first === undefined) return QTY_ZERO;
  const assetId = genericAssetId ?? market.instrument(first.instrumentId)?.genericAssetId ?? null;
  const members = assetId === null ? [] : (market.asset(assetId)?.members ?? []);
  const { instrumentId } = first;
  const member = members.find((each) => each.instrumentId === instrumentId) ?? {
    instrumentId,
    inverted: false,
  };
  const net = sumAssetNet(
    store.state.positions,
    { accountId, subaccountId },
    members.length === 0 ? [member] : members,
  );
  const isBuy = isYesBuy(side, first.outcome) !== member.inverted;
  const closes = isBuy === net < 0n ? absolute(net) : 0n;
  return (routed > closes ? routed - closes : 0n) as Qty;
}

/** Also waits for the book of a LIMIT order: a preview estimates what the order takes at once. */
async function prefetchBooks(market: MarketView, order: NewOrder): Promise<void> {
  const ids = await prefetchInstruments(market, order);
  await market.waitForBooks(order.instrumentId === null ? ids : [order.instrumentId]);
}
