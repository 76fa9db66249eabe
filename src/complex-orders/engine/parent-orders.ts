import {
  type Caller,
  err,
  type InstrumentId,
  isKillSwitchOn,
  listTargets,
  type NewOrder,
  type NewParent,
  type Order,
  type OrderId,
  ok,
  type Parent,
  type Qty,
  type Rejection,
  type Result,
  toOrderId,
  withinFields,
} from '#contract';
import { approveReserved, checkRisk, type LedgerEvent, toPlannedOrder } from '#domain';
import {
  type AdmissionDeps,
  checkAdmission,
  checkDayLimits,
  GUARD_FIRED,
  isGuardBlocked,
  KILLED,
  type OrderAcceptance,
  prefetchInstruments,
  STOPPING,
  type VenueShareGuard,
} from '#orders';
import type { MarketView } from '#ports';

interface ParentOrdersDeps extends AdmissionDeps {
  readonly acceptance: OrderAcceptance;
  readonly venueShares: VenueShareGuard;
  readonly isStopping: () => boolean;
}

/** The next child of a complex order, decided in the step that accepts it. */
export interface ChildRequest {
  readonly order: NewOrder;
  readonly reserved: Qty; // of its parent, from which the child draws (I-P2)
  readonly events: readonly LedgerEvent[]; // of the decision, in the same entry as the child
  readonly ack: 'VENUE' | 'DURABLE'; // how far the order has come when the call resolves
}

/** Loads the instruments to which the children of a parent may go. */
export async function prefetchPlaces(
  market: MarketView,
  parent: NewParent,
): Promise<readonly InstrumentId[]> {
  const { genericAssetId } = parent;
  const asset = genericAssetId === null ? null : await market.prefetchAsset(genericAssetId);
  const found = await Promise.all(
    [...listTargets(parent), ...(asset?.members ?? [])].map(({ instrumentId }) =>
      market.prefetchInstrument(instrumentId),
    ),
  );
  return [...new Set(found.flatMap((instrument) => instrument?.instrumentId ?? []))];
}

/** Where the fields of the entry of a bracket are in its request. */
export const ENTRY = 'params.entry.';

/** Places the orders of complex orders: children, and the entry of a bracket. */
export class ParentOrders {
  readonly #deps: ParentOrdersDeps;

  constructor(deps: ParentOrdersDeps) {
    this.#deps = deps;
  }

  /**
   * Places the child of a complex order. Its parent holds the reservation, so limits are not checked again (I-P2).
   *
   * @param decide  called in the step that accepts the child; null: the child is not wanted any more
   * @returns       null when it is not wanted
   */
  async placeChild(
    caller: Caller,
    parent: NewParent,
    decide: () => ChildRequest | null,
  ): Promise<Result<Order, Rejection> | null> {
    const { store, market, isStopping, acceptance } = this.#deps;
    await prefetchPlaces(market, parent);
    if (store.failure !== null || isStopping()) return err(STOPPING);
    const request = decide();
    if (request === null) return null;
    const { order, reserved, events, ack } = request;
    if (isKillSwitchOn(store.state, caller.accountId, order.subaccountId)) return err(KILLED);
    if (isGuardBlocked(store.state, caller, order.subaccountId)) return err(GUARD_FIRED);
    const routed = checkAdmission(caller, order, this.#deps);
    if (!routed.ok) return routed;
    const planned = toPlannedOrder(caller, routed.value.order, routed.value.legs);
    const decision = acceptance.decide(caller, routed.value, approveReserved(planned, reserved));
    return ok(await acceptance.accept({ ...decision, events: [...events, ...decision.events] }, ack));
  }

  /**
   * Accepts the entry of a bracket with the usual checks, together with its exit.
   *
   * @param restsMore  resting orders that the exit adds to those of the entry
   * @param decide     called in the step that accepts the entry: the exit, or why it is refused
   * @returns          the exit, once both are durable
   */
  async placeEntry(
    caller: Caller,
    order: NewOrder,
    restsMore: number,
    decide: (id: OrderId) => Result<Parent, Rejection>,
  ): Promise<Result<Parent, Rejection>> {
    const { store, market, isStopping, acceptance } = this.#deps;
    const ids = await prefetchInstruments(market, order);
    if (ids.length > 0) await market.waitForBooks(ids);
    if (store.failure !== null || isStopping()) return err(STOPPING);
    const exit = decide(toOrderId(store.state.orderNumber + 1));
    if (!exit.ok) return exit;
    const routed = checkAdmission(caller, order, this.#deps);
    if (!routed.ok) return err(withinFields(routed.error, ENTRY));
    const planned = toPlannedOrder(caller, routed.value.order, routed.value.legs);
    const approved = checkRisk(store.state, { ...planned, restsMore });
    if (!approved.ok) return approved;
    const owner = { ...caller, subaccountId: order.subaccountId };
    const { order: entry, legs } = routed.value;
    const exceeded = checkDayLimits(owner, entry, legs, this.#deps);
    if (exceeded !== null) return err(exceeded);
    const unshared = this.#deps.venueShares.refuse(caller.keyId, routed.value);
    if (unshared !== null) return err(unshared);
    const decision = acceptance.decide(caller, routed.value, approved.value);
    const events: LedgerEvent[] = [...decision.events, { type: 'ParentAccepted', parent: exit.value }];
    await acceptance.accept({ ...decision, events }, 'DURABLE');
    return exit;
  }
}
