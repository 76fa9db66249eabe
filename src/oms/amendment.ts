import type { Caller } from '../domain/access/access.ts';
import type { LedgerEvent } from '../domain/events/event-schema.ts';
import { requirePresent } from '../domain/model/assert.ts';
import type { InstrumentId, OrderId } from '../domain/model/ids.ts';
import { isKillSwitchOn } from '../domain/model/limits.ts';
import {
  type AmendChange,
  isLive,
  type Leg,
  type LegRef,
  type LegTarget,
  type Order,
} from '../domain/model/order.ts';
import {
  err,
  invalidField,
  invalidFields,
  notFound,
  ok,
  type Rejection,
  type Result,
  rejection,
} from '../domain/model/result.ts';
import { type AmendFields, parseAmend, planAmend } from '../domain/order-state/amend-order.ts';
import { checkRisk } from '../domain/risk/risk-check.ts';
import type { Clock } from '../ports/environment.ts';
import type { MarketView } from '../ports/market-view.ts';
import type { Log } from '../ports/telemetry.ts';
import type { VenueAmend, VenueOutcome } from '../ports/venue.ts';
import type { AckWaiters } from './ack-waiters.ts';
import { CancelReplace } from './cancel-replace.ts';
import { orderNotOpen } from './cancellation.ts';
import { type ExecutionReportHandler, toLegReport } from './execution-reports.ts';
import { ownsOrder } from './order-ownership.ts';
import { checkMarketOpen } from './order-routing.ts';
import type { StateStore } from './state-store.ts';
import type { UnknownOutcomeResolver } from './unknown-outcome-resolver.ts';
import type { VenueRegistry } from './venue-registry.ts';

export interface AmendmentDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly executionReports: ExecutionReportHandler;
  readonly resolver: UnknownOutcomeResolver;
  readonly ackWaiters: AckWaiters;
  readonly market: MarketView;
  readonly clock: Clock;
  readonly log: Log;
  readonly ackWaitMs: number;
}

/** A wish that is a fact, and durable soon. */
interface Requested {
  readonly change: AmendChange;
  readonly durable: Promise<void>;
}

/**
 * Changes to resting orders. The wish is journaled, then each venue concerned is asked; the order takes
 * its new terms when they have confirmed, and keeps its old ones when they refuse.
 */
export class Amendment {
  readonly #deps: AmendmentDeps;
  readonly #replacement: CancelReplace;
  readonly #startedAtMs: number;
  readonly #askedAtMs = new Map<OrderId, number>(); // monotonic; amends whose fate is not known yet

  constructor(deps: AmendmentDeps) {
    this.#deps = deps;
    this.#replacement = new CancelReplace(deps, (orderId, why) => this.#giveUp(orderId, why));
    this.#startedAtMs = deps.clock.monotonicMs();
  }

  stop(): void {
    this.#replacement.stop();
  }

  /** Since when (monotonic) a leg is being cancelled to be placed anew; null: it is not, or not by this process. */
  replaceRequestedAtMs(orderId: OrderId, leg: LegRef): number | null {
    return this.#replacement.cancelRequestedAtMs(orderId, leg);
  }

  async amend(caller: Caller, orderId: OrderId, body: unknown): Promise<Result<Order, Rejection>> {
    const { store } = this.#deps;
    const order = await store.loadOrder(orderId);
    if (order === null || !ownsOrder(caller, order)) return err(notFound('order'));
    const fields = parseAmend(body);
    if (!fields.ok) return err(invalidFields(fields.error));
    await Promise.all(order.legs.map((leg) => this.#deps.market.prefetchInstrument(leg.instrumentId)));
    const current = store.state.orders.get(orderId) ?? order;
    const requested = this.#request(caller, current, fields.value);
    if (!requested.ok) return requested;
    const { change, durable } = requested.value;
    await durable;
    // One that concerns no venue is done by now, and what is pending may be another's.
    return change.legs.length === 0 ? this.#asItStands(orderId) : this.#work(orderId);
  }

  /**
   * What became of an amend whose reply was lost, once a query has shown the order. Terms not met mean
   * not taken, but only when the request can no longer arrive.
   *
   * @returns false while that is still to be waited for
   */
  async settleAfterQuery(orderId: OrderId): Promise<boolean> {
    const { store, clock } = this.#deps;
    if (!(await this.#replacement.settleAfterQuery(orderId))) return false;
    const order = store.state.orders.get(orderId);
    if (order !== undefined && order.pendingAmend !== null) {
      const askedAtMs = this.#askedAtMs.get(orderId) ?? this.#startedAtMs;
      if (clock.monotonicMs() - askedAtMs < this.#settleMsOf(order)) return false;
      await this.#giveUp(orderId, 'the venue shows the order unchanged');
    }
    this.#askedAtMs.delete(orderId);
    return true;
  }

  /** One turn: every check, then the wish as a fact, with the larger quantity reserved. */
  #request(caller: Caller, order: Order, fields: AmendFields): Result<Requested, Rejection> {
    const { store, venues } = this.#deps;
    const closed = this.#whyNotAmendable(order);
    if (closed !== null) return err(closed);
    const plan = planAmend(order, fields, {
      instrument: (id) => this.#instrument(id),
      canRaise: (leg) => venues.get(leg.venue).capabilities.amendQtyIncrease,
      isReplaced: (leg) => venues.amendsByReplace(leg),
      isKilled: isKillSwitchOn(store.state, order.accountId, order.subaccountId),
      now: store.now(),
    });
    if (!plan.ok) return plan;
    const approved = checkRisk(store.state, plan.value);
    if (!approved.ok) return approved;
    const { change } = approved.value.request;
    const events: LedgerEvent[] = [{ type: 'AmendRequested', orderId: order.id, change }];
    // The same terms in another spelling concern no venue.
    if (change.legs.length === 0) events.push({ type: 'AmendConfirmed', orderId: order.id });
    return ok({ change, durable: store.commit('amend', caller.keyId, events) });
  }

  #whyNotAmendable(order: Order): Rejection | null {
    if (order.status !== 'OPEN' && order.status !== 'PARTIAL') return orderNotOpen(order);
    if (order.pendingAction !== null) {
      const message = `the order has a ${order.pendingAction} on its way; ask again once it is done`;
      return rejection('order_not_open', message, { status: order.status, id: order.id });
    }
    if (order.legs.some((leg) => leg.status === 'PENDING_SUBMISSION')) {
      const message = 'a part of the order has not been acknowledged yet; ask again once it is';
      return rejection('order_not_open', message, { status: order.status, id: order.id });
    }
    const markets = order.legs
      .filter((leg) => isLive(leg.status))
      .map((leg) => this.#instrument(leg.instrumentId));
    return markets.map(checkMarketOpen).find((why) => why !== null) ?? null;
  }

  async #asItStands(orderId: OrderId): Promise<Result<Order, Rejection>> {
    const order = await this.#deps.store.getDurableOrder(orderId);
    return isLive(order.status) ? ok(order) : err(orderNotOpen(order));
  }

  /** Asks the venues, and answers with the order as it stands once they have, or after the wait. */
  async #work(orderId: OrderId): Promise<Result<Order, Rejection>> {
    const { store, ackWaiters, ackWaitMs } = this.#deps;
    const current = (): Promise<Order> => store.getDurableOrder(orderId);
    const asked = await store.withOrder(orderId, (order) => order);
    const legs = asked.pendingAmend?.legs ?? [];
    if (legs.length === 0) return this.#asItStands(orderId);
    const answered = ackWaiters.wait(orderId, ackWaitMs, current);
    const refusals = Promise.all(legs.map((target) => this.#amendLeg(asked, target)));
    await Promise.race([
      answered,
      refusals.then((all) => (all.every((why) => why === null) ? answered : null)),
    ]);
    const order = await current();
    if (order.pendingAmend !== null) return ok(order);
    const refused = (await refusals).find((why) => why !== null);
    if (refused === undefined || refused === null) return ok(order);
    return err(isLive(order.status) ? refused : orderNotOpen(order));
  }

  /** Null once taken or in doubt; else why the venue left the leg as it was. */
  async #amendLeg(order: Order, target: LegTarget): Promise<Rejection | null> {
    const { venues, executionReports, resolver, clock } = this.#deps;
    this.#askedAtMs.set(order.id, clock.monotonicMs());
    const leg = requirePresent(
      order.legs.find((candidate) => candidate.leg === target.leg),
      'the leg being amended',
    );
    const venue = venues.get(leg.venue);
    const isRemoved = target.qty === leg.filledQty;
    if (!isRemoved && venues.amendsByReplace(leg)) return this.#replacement.replace(order.id, leg);
    const outcome: VenueOutcome = isRemoved
      ? await venue.cancel(leg.clientId, leg.venueInstrumentId)
      : await venue.amend(venueAmendOf(order, leg, target));
    switch (outcome.kind) {
      case 'report':
        this.#askedAtMs.delete(order.id);
        await executionReports.apply(order.id, leg.leg, toLegReport(outcome.report, leg), 'amend_reply');
        return null;
      case 'unknown':
        resolver.resolve(order.id, leg);
        return null;
      case 'refused':
      case 'unsent': {
        this.#askedAtMs.delete(order.id);
        const why = outcome.kind === 'refused' ? outcome.message : outcome.why;
        await this.#giveUp(order.id, why);
        return outcome.kind === 'unsent'
          ? rejection('venue_unavailable', `${leg.venue} could not be reached: nothing was changed`)
          : invalidField('body', `was refused by ${leg.venue}: ${why}`);
      }
    }
  }

  /** How long a request can be under way to the slowest of the order's venues. */
  #settleMsOf(order: Order): number {
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

  #instrument(id: InstrumentId) {
    return requirePresent(
      this.#deps.market.instrument(id),
      'the instrument of an order, warmed before the turn',
    );
  }
}

function venueAmendOf(order: Order, leg: Leg, target: LegTarget): VenueAmend {
  const change = requirePresent(order.pendingAmend, 'the amend just requested');
  return {
    clientId: leg.clientId,
    venueOrderId: requirePresent(leg.venueOrderId, 'the venue order id of a leg that rests'),
    venueInstrumentId: leg.venueInstrumentId,
    price: target.price === leg.price ? null : target.price,
    qty: target.qty === leg.qty ? null : target.qty,
    expiresAt: change.expiresAt,
    tif: change.tif,
  };
}
