import {
  type AmendChange,
  asNotStored,
  type Caller,
  err,
  getActingKey,
  type InstrumentId,
  invalidField,
  invalidFields,
  isKillSwitchOn,
  isLive,
  type KeyId,
  type Leg,
  type LegRef,
  type LegTarget,
  notFound,
  type Order,
  type OrderId,
  ok,
  type Price,
  type Qty,
  type Rejection,
  type Result,
  rejection,
  renderDecimal,
  requirePresent,
  type VenueName,
} from '#contract';
import {
  type AmendFields,
  type CrossedLeg,
  checkRisk,
  crossesBook,
  getReducedOutcome,
  type LedgerEvent,
  parseAmend,
  planAmend,
  toFreeQty,
} from '#domain';
import type { Clock, Log, MarketView, VenueAmend, VenueOutcome, VenueRefusal } from '#ports';
import type { AckWaiters } from './ack-waiters.ts';
import { checkAgentAmend } from './agent-guard.ts';
import type { BalanceTracker } from './balances/balance-tracker.ts';
import { findCashShortfalls, sumCashChanges, toCashRejection, toIncreases } from './balances/cash-check.ts';
import { CancelReplace } from './cancel-replace.ts';
import { orderNotOpen } from './cancellation.ts';
import type { CommandContext } from './command-context.ts';
import { checkDayLimitsOfAmend } from './day-limits.ts';
import { refuseEndedKey } from './ended-keys.ts';
import { type ExecutionReportHandler, toLegReport } from './execution-reports.ts';
import { ownsOrder } from './order-ownership.ts';
import { checkMarketOpen } from './order-routing.ts';
import type { OrderTraces, RequestTrace } from './order-traces.ts';
import { findOwnReached, refuseSelfTrade } from './self-trade-check.ts';
import type { StateStore } from './state-store.ts';
import { findTokens } from './token-legs.ts';
import type { UnknownOutcomeResolver } from './unknown-outcome-resolver.ts';
import type { VenueRegistry } from './venue-registry.ts';

export interface AmendmentDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly executionReports: ExecutionReportHandler;
  readonly resolver: UnknownOutcomeResolver;
  readonly ackWaiters: AckWaiters;
  readonly balanceTracker: BalanceTracker;
  readonly market: MarketView;
  readonly traces: OrderTraces;
  readonly clock: Clock;
  readonly log: Log;
  readonly ackWaitMs: number;
}

const NO_CHANGE: AmendFields = {
  price: null,
  priceText: null,
  qty: null,
  qtyText: null,
  tif: null,
  expiresAt: null,
};

/** An amend request in the state; `durable` resolves once it is in the journal. */
interface RequestedAmend {
  readonly change: AmendChange;
  readonly actor: KeyId | null; // null: this service, to protect the account
  readonly durable: Promise<void>;
}

/**
 * Amends resting orders. The request is journaled first and then sent to each venue concerned. The order gets its
 * new terms when the venues confirm, and keeps its old terms when one refuses.
 */
export class Amendment {
  readonly #deps: AmendmentDeps;
  readonly #cancelReplace: CancelReplace;
  readonly #startedAtMs: number;
  readonly #sentAtMs = new Map<OrderId, number>(); // monotonic; amends with an unknown outcome

  constructor(deps: AmendmentDeps) {
    this.#deps = deps;
    this.#cancelReplace = new CancelReplace(deps, (orderId, why) => this.#giveUp(orderId, why));
    this.#startedAtMs = deps.clock.monotonicMs();
  }

  stop(): void {
    this.#cancelReplace.stop();
  }

  /** Monotonic time at which this process began to replace the leg; null if it does not replace it. */
  replaceRequestedAtMs(orderId: OrderId, leg: LegRef): number | null {
    return this.#cancelReplace.cancelRequestedAtMs(orderId, leg);
  }

  async amend(
    caller: Caller,
    orderId: OrderId,
    body: unknown,
    command?: CommandContext,
    trace: RequestTrace | null = null,
  ): Promise<Result<Order, Rejection>> {
    const { store } = this.#deps;
    const order = await store.loadOrder(orderId);
    if (order === null || !ownsOrder(caller, order)) return err(notFound('order'));
    if (order.parentId !== null)
      return err(invalidField('id', `belongs to ${order.parentId}: amend that complex order`));
    const fields = parseAmend(body);
    if (!fields.ok) return err(invalidFields(fields.error));
    await Promise.all(order.legs.map((leg) => this.#deps.market.prefetchInstrument(leg.instrumentId)));
    const stopped = command?.check() ?? null;
    if (stopped !== null) return err(stopped);
    const current = store.state.orders.get(orderId) ?? order;
    const requested = this.#request(caller, current, fields.value);
    if (!requested.ok) return requested;
    const finishTrace = this.#deps.traces.beginChange('amend', orderId, trace);
    command?.onDecided();
    try {
      return await this.#complete(orderId, requested.value, command?.ack ?? 'VENUE');
    } finally {
      finishTrace();
    }
  }

  /** The answer of a requested amend. */
  async #complete(
    orderId: OrderId,
    { change, actor, durable }: RequestedAmend,
    ack: CommandContext['ack'],
  ): Promise<Result<Order, Rejection>> {
    await durable;
    this.#deps.traces.markChanges('amend', orderId, 'durable');
    // Without legs to change the amend is done; a pending amend may belong to another request.
    if (change.legs.length === 0) return this.#presentOrder(orderId);
    const answered = this.#sendToVenues(orderId, actor);
    if (ack !== 'DURABLE') return answered;
    answered.catch((error: unknown) =>
      this.#deps.log.error('an amend could not be completed', { orderId, why: String(error) }),
    );
    return ok(await this.#deps.store.getDurableOrder(orderId));
  }

  /**
   * Lowers the quantity of a resting order by a decision of this service. The order keeps its caller's text.
   *
   * @returns false when the order cannot be lowered now
   */
  lower(orderId: OrderId, qty: Qty): Promise<boolean> {
    return this.#changeOwn(orderId, { qty });
  }

  /**
   * Moves the child of a complex order to another price.
   *
   * @returns false when the order cannot be moved now
   */
  reprice(orderId: OrderId, price: Price): Promise<boolean> {
    return this.#changeOwn(orderId, { price, priceText: renderDecimal(price) });
  }

  async #changeOwn(orderId: OrderId, fields: Partial<AmendFields>): Promise<boolean> {
    const requested = this.change(null, orderId, fields);
    return requested.ok && (await requested.value).ok;
  }

  /**
   * Changes a resting order that this service manages. The request is in the state when this returns.
   *
   * @param caller  null: a decision of this service alone
   * @returns       the order once its venue has replied, or after `ackWaitMs`; as `amend`
   */
  change(
    caller: Caller | null,
    orderId: OrderId,
    fields: Partial<AmendFields>,
  ): Result<Promise<Result<Order, Rejection>>, Rejection> {
    const order = this.#deps.store.state.orders.get(orderId);
    if (order === undefined) return err(notFound('order'));
    const requested = this.#request(caller, order, { ...NO_CHANGE, ...fields });
    if (!requested.ok) return requested;
    const { durable, actor } = requested.value;
    return ok(durable.then(() => this.#sendToVenues(orderId, actor)));
  }

  /**
   * Settles an amend whose reply was lost, after a query has returned the order. If the order has the old terms,
   * the amend is given up, but only once the request can no longer reach the venue.
   *
   * @param queriedMs  monotonic time at which the query was sent
   * @returns        false if the request may have reached the venue after the query
   */
  async settleAfterQuery(orderId: OrderId, queriedMs: number): Promise<boolean> {
    const { store } = this.#deps;
    if (!(await this.#cancelReplace.settleAfterQuery(orderId))) return false;
    const order = store.state.orders.get(orderId);
    if (order !== undefined && order.pendingAmend !== null) {
      const sentAtMs = this.#sentAtMs.get(orderId) ?? this.#startedAtMs;
      if (queriedMs - sentAtMs < this.#maxSettleMs(order)) return false;
      await this.#giveUp(orderId, 'the venue shows the order unchanged');
    }
    this.#sentAtMs.delete(orderId);
    return true;
  }

  /**
   * Runs every check and commits the request, in one synchronous step. Reserves the larger quantity.
   *
   * @param caller  null: this service changes the order
   */
  #request(caller: Caller | null, order: Order, fields: AmendFields): Result<RequestedAmend, Rejection> {
    const { store, venues, balanceTracker } = this.#deps;
    const ended = caller === null ? null : refuseEndedKey({ ...order, keyId: caller.keyId }, store);
    const refusal = ended ?? this.#checkAmendable(order);
    if (refusal !== null) return err(refusal);
    const plan = planAmend(order, fields, {
      instrument: (id) => this.#getInstrument(id),
      canRaise: (leg) => venues.get(leg.venue).capabilities.amendQtyIncrease,
      isReplaced: (leg) => venues.amendsByReplace(leg),
      isKilled: isKillSwitchOn(store.state, order.accountId, order.subaccountId),
      now: store.now(),
    });
    if (!plan.ok) return plan;
    if (order.postOnly && plan.value.change.legs.some((target) => this.#crosses(order, target)))
      return err(invalidField('price', 'would trade at once, and the order is post_only'));
    const uncovered = plan.value.change.legs
      .map((target) => this.#checkTokens(order, target))
      .find((it) => it !== null);
    if (uncovered !== undefined) return err(uncovered);
    const met = plan.value.change.legs.flatMap((target) => this.#findOwnReached(order, target))[0];
    if (met !== undefined) return err(refuseSelfTrade(met.order.id));
    const cash = sumCashChanges(order, plan.value.change.legs, this.#deps);
    const [shortfall] = findCashShortfalls(toIncreases(cash), balanceTracker);
    if (shortfall !== undefined) return err(toCashRejection(shortfall));
    const refused = caller === null ? null : checkAgentAmend(caller, order, plan.value.change, this.#deps);
    if (refused !== null) return err(refused);
    const approved = checkRisk(store.state, plan.value);
    if (!approved.ok) return approved;
    const exceeded = checkDayLimitsOfAmend(caller, order, plan.value.change, this.#deps);
    if (exceeded !== null) return err(exceeded);
    const { change } = approved.value.request;
    balanceTracker.holdChanges(order.id, cash, change.legs);
    const events: LedgerEvent[] = [{ type: 'AmendRequested', orderId: order.id, change }];
    // The amend changes no terms, so no venue must confirm it.
    if (change.legs.length === 0) events.push({ type: 'AmendConfirmed', orderId: order.id });
    const durable = store.commit('amend', caller?.keyId ?? order.keyId, events);
    return ok({ change, actor: caller?.keyId ?? this.#findParentKey(order), durable });
  }

  /** The key for which a complex order moves its child; null for one that can only reduce a position. */
  #findParentKey({ parentId, reduceOnly }: Order): KeyId | null {
    const parent = parentId === null ? undefined : this.#deps.store.state.parents.get(parentId);
    return parent === undefined || reduceOnly ? null : getActingKey(parent);
  }

  /** True when the new price would trade at once, as far as a current book shows. */
  #crosses(order: Order, target: LegTarget): boolean {
    const leg = getLeg(order, target);
    const quote = this.#deps.market.book(leg.instrumentId);
    if (target.price === leg.price || quote === null || !quote.usable) return false;
    return crossesBook(quote.book, order.side, leg.outcome, target.price);
  }

  /** A sale of tokens can be raised by what is held and free. */
  #checkTokens(order: Order, target: LegTarget): Rejection | null {
    const leg = getLeg(order, target);
    if (leg.tokenSide !== 'SELL' || target.qty <= leg.qty) return null;
    const outcome = getReducedOutcome(order.side, leg.outcome);
    const free = toFreeQty(findTokens(this.#deps.store.state, order, leg.instrumentId, outcome));
    if (target.qty - leg.qty <= free) return null;
    const message = `the order sells tokens of ${outcome}, and no more than ${renderDecimal(free)} others are held and free`;
    return rejection('qty_increase_unsupported', message, { free: renderDecimal(free), outcome });
  }

  /** The own orders that an order with `self_trade` would reach at its new terms; an amend cancels none of them. */
  #findOwnReached(order: Order, target: LegTarget): readonly CrossedLeg[] {
    const { accountId, id, side, selfTrade } = order;
    const leg = getLeg(order, target);
    if (selfTrade === null || (target.price === leg.price && target.qty <= leg.qty)) return [];
    const taker = { ...leg, accountId, orderId: id, side, price: target.price, qty: target.qty };
    return findOwnReached(taker, this.#deps);
  }

  #checkAmendable(order: Order): Rejection | null {
    if (order.status !== 'OPEN' && order.status !== 'PARTIAL') return orderNotOpen(order);
    if (order.pendingAction !== null) {
      const message = `the order has a pending ${order.pendingAction}; try again once it is done`;
      return rejection('order_not_open', message, { status: order.status, id: order.id });
    }
    if (order.legs.some((leg) => leg.status === 'PENDING_SUBMISSION')) {
      const message = 'a leg of the order has not been acknowledged yet; try again once it is';
      return rejection('order_not_open', message, { status: order.status, id: order.id });
    }
    const markets = order.legs
      .filter((leg) => isLive(leg.status))
      .map((leg) => this.#getInstrument(leg.instrumentId));
    return markets.map(checkMarketOpen).find((refusal) => refusal !== null) ?? null;
  }

  async #presentOrder(orderId: OrderId): Promise<Result<Order, Rejection>> {
    const order = await this.#deps.store.getDurableOrder(orderId);
    return isLive(order.status) ? ok(order) : err(orderNotOpen(order));
  }

  /** Sends the amend to the venues. Returns the present order once they have replied, or after `ackWaitMs`. */
  async #sendToVenues(orderId: OrderId, actor: KeyId | null): Promise<Result<Order, Rejection>> {
    const { store, ackWaiters, ackWaitMs } = this.#deps;
    const current = (): Promise<Order> => store.getDurableOrder(orderId);
    const requested = await store.withOrder(orderId, (order) => order);
    const legs = requested.pendingAmend?.legs ?? [];
    if (legs.length === 0) return this.#presentOrder(orderId);
    const answered = ackWaiters.wait(orderId, ackWaitMs, current);
    const refusals = Promise.all(legs.map((target) => this.#amendLeg(requested, target, actor)));
    await Promise.race([
      answered,
      refusals.then((all) => (all.every((refusal) => refusal === null) ? answered : null)),
    ]);
    const order = await current();
    if (order.pendingAmend !== null) return ok(order);
    const refused = (await refusals).find((refusal) => refusal !== null);
    if (refused === undefined || refused === null) return ok(order);
    if (!isLive(order.status)) return err(orderNotOpen(order));
    // With several legs another one may have been amended.
    return err(refused.code === 'venue_unavailable' && legs.length === 1 ? asNotStored(refused) : refused);
  }

  /** Returns null once the venue has accepted or the outcome is in doubt, else the refusal. */
  async #amendLeg(order: Order, target: LegTarget, actor: KeyId | null): Promise<Rejection | null> {
    const { venues, executionReports, resolver, clock } = this.#deps;
    this.#sentAtMs.set(order.id, clock.monotonicMs());
    const leg = getLeg(order, target);
    const venue = venues.get(leg.venue);
    const isRemoved = target.qty === leg.filledQty;
    if (!isRemoved && venues.amendsByReplace(leg)) {
      const refusal = await this.#cancelReplace.replace(order.id, leg, actor);
      this.#deps.traces.markChanges('amend', order.id, 'venueAnswered');
      return refusal;
    }
    const outcome: VenueOutcome = isRemoved
      ? await venue.cancel(leg.clientId, leg.venueInstrumentId)
      : await venue.amend(toVenueAmend(order, leg, target));
    this.#deps.traces.markChanges('amend', order.id, 'venueAnswered');
    switch (outcome.kind) {
      case 'report':
        this.#sentAtMs.delete(order.id);
        await executionReports.apply(order.id, leg.leg, toLegReport(outcome.report, leg), 'amend_reply');
        return null;
      case 'unknown':
        resolver.resolveAnswered(order.id, leg, 'amend', outcome);
        return null;
      case 'refused':
      case 'unsent': {
        this.#sentAtMs.delete(order.id);
        const why = outcome.kind === 'refused' ? outcome.message : outcome.why;
        await this.#giveUp(order.id, why);
        if (outcome.kind === 'refused') return toAmendRejection(outcome, leg.venue);
        return outcome.reason === undefined
          ? rejection('venue_unavailable', `${leg.venue} could not be reached: nothing was changed`)
          : invalidField('body', `was not sent to ${leg.venue}: ${why}`);
      }
    }
  }

  /** The longest time that a request can take to reach one of the order's venues. */
  #maxSettleMs(order: Order): number {
    const { venues } = this.#deps;
    return Math.max(...order.legs.map(({ venue }) => venues.get(venue).capabilities.notFoundPolicy.settleMs));
  }

  async #giveUp(orderId: OrderId, why: string): Promise<void> {
    const { store, ackWaiters } = this.#deps;
    const order = store.state.orders.get(orderId);
    if (order === undefined || order.pendingAmend === null) return;
    const durable = store.commit('amend_refused', order.keyId, [{ type: 'AmendRefused', orderId, why }]);
    const after = requirePresent(store.state.orders.get(orderId), 'the order just amended');
    await durable;
    ackWaiters.resolve(after);
  }

  #getInstrument(id: InstrumentId) {
    return requirePresent(this.#deps.market.instrument(id), 'the prefetched instrument of an order');
  }
}

const getLeg = (order: Order, target: LegTarget): Leg =>
  requirePresent(
    order.legs.find((candidate) => candidate.leg === target.leg),
    'the leg being amended',
  );

function toVenueAmend(order: Order, leg: Leg, target: LegTarget): VenueAmend {
  const change = requirePresent(order.pendingAmend, 'the amend just requested');
  return {
    clientId: leg.clientId,
    venueOrderId: requirePresent(leg.venueOrderId, 'the venue order id of a resting leg'),
    venueInstrumentId: leg.venueInstrumentId,
    price: target.price === leg.price ? null : target.price,
    qty: target.qty === leg.qty ? null : target.qty,
    expiresAt: change.expiresAt,
    tif: change.tif,
    postOnly: order.postOnly,
  };
}

/** An amend that the venue refused has its code and text in the details; one that was not sent has neither. */
function toAmendRejection({ code, message, venueCode, isLocal }: VenueRefusal, venue: VenueName): Rejection {
  if (isLocal === true) return invalidField('body', `cannot be sent to ${venue}: ${message}`);
  const { details, ...refusal } = invalidField('body', `was refused by ${venue}: ${message}`);
  const words = { venue, venue_code: venueCode ?? code, venue_message: message };
  return { ...refusal, details: { ...details, ...words } };
}
