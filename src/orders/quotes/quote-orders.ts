import {
  type Caller,
  err,
  type InstrumentId,
  isKillSwitchOn,
  type NewOrder,
  type Order,
  type OrderId,
  ok,
  type Rejection,
  type Result,
  refuseAgent,
  renderNotional,
} from '#contract';
import { checkRisk, toPlannedOrder } from '#domain';
import { checkAgentOrder, findCostToApprove } from '../agent-guard.ts';
import type { CommandContext } from '../command-context.ts';
import { checkDayLimits } from '../day-limits.ts';
import { refuseEndedKey } from '../ended-keys.ts';
import type { OrderAcceptance } from '../order-acceptance.ts';
import {
  type AdmissionDeps,
  checkAdmission,
  GUARD_FIRED,
  isGuardBlocked,
  KILLED,
  STOPPING,
} from '../order-admission.ts';
import type { VenueShareGuard } from '../venue-share-guard.ts';

export interface QuoteOrdersDeps extends AdmissionDeps {
  readonly acceptance: OrderAcceptance;
  readonly venueShares: VenueShareGuard;
  readonly isStopping: () => boolean;
}

/** The order of a quote, decided in the step that accepts it. */
export interface QuoteOrderRequest {
  readonly caller: Caller;
  readonly instrumentId: InstrumentId;
  readonly ack: CommandContext['ack'];
  /** Null: the order is not wanted any more. */
  readonly decide: () => Result<NewOrder, Rejection> | null;
  readonly onAccepted: (id: OrderId) => void;
}

/** Places the orders of quotes with the checks of every new order. */
export class QuoteOrders {
  readonly #deps: QuoteOrdersDeps;

  constructor(deps: QuoteOrdersDeps) {
    this.#deps = deps;
  }

  /**
   * Refuses as an order, and `agent_policy` for one that a person would have to approve: the market moves on meanwhile.
   *
   * @returns null when it is not wanted
   */
  async place(request: QuoteOrderRequest): Promise<Result<Order, Rejection> | null> {
    const { store, market, isStopping, acceptance } = this.#deps;
    const { caller, instrumentId, ack, decide, onAccepted } = request;
    await market.prefetchInstrument(instrumentId);
    if (store.failure !== null || isStopping()) return err(STOPPING);
    const order = decide();
    if (order === null || !order.ok) return order;
    const { subaccountId } = order.value;
    const refused = refuseEndedKey({ ...caller, subaccountId }, store) ?? this.refuse(caller, order.value);
    if (refused !== null) return err(refused);
    const routed = checkAdmission(caller, order.value, this.#deps);
    if (!routed.ok) return routed;
    const { order: admitted, legs } = routed.value;
    const forbidden = checkAgentOrder(caller, admitted, legs, this.#deps);
    if (forbidden !== null) return err(forbidden);
    const cost = findCostToApprove(caller, admitted, legs, this.#deps);
    if (cost !== null) return err(refuseAgent('approval_above', NEEDS_APPROVAL, null, renderNotional(cost)));
    const approved = checkRisk(store.state, toPlannedOrder(caller, admitted, legs));
    if (!approved.ok) return approved;
    const exceeded = checkDayLimits({ ...caller, subaccountId }, admitted, legs, this.#deps);
    if (exceeded !== null) return err(exceeded);
    const unshared = this.#deps.venueShares.refuse(caller.keyId, routed.value);
    if (unshared !== null) return err(unshared);
    const decision = acceptance.decide(caller, routed.value, approved.value);
    const accepted = acceptance.accept(decision, ack); // commits before it returns
    onAccepted(decision.order.id);
    return ok(await accepted);
  }

  /** The kill switch and fired guards, which refuse every new order of the subaccount. */
  refuse(caller: Caller, { subaccountId }: Pick<NewOrder, 'subaccountId'>): Rejection | null {
    const { state } = this.#deps.store;
    if (isKillSwitchOn(state, caller.accountId, subaccountId)) return KILLED;
    return isGuardBlocked(state, caller, subaccountId) ? GUARD_FIRED : null;
  }
}

const NEEDS_APPROVAL = 'an order of this cost needs an approval, which a quote cannot wait for';
