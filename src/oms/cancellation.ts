import type { Caller } from '../domain/access/access.ts';
import { Backoff } from '../domain/model/backoff.ts';
import type { OrderId, SubaccountId } from '../domain/model/ids.ts';
import { isLive, type Leg, type Order, type OrderReason } from '../domain/model/order.ts';
import { err, notFound, ok, type Rejection, type Result, rejection } from '../domain/model/result.ts';
import type { Clock } from '../ports/environment.ts';
import type { Log } from '../ports/telemetry.ts';
import type { VenueOutcome } from '../ports/venue.ts';
import type { AckWaiters } from './ack-waiters.ts';
import { type ExecutionReportHandler, toLegReport } from './execution-reports.ts';
import { type Ownership, ownsOrder } from './order-ownership.ts';
import type { StateStore } from './state-store.ts';
import type { CancelSummary } from './trading-service.ts';
import type { UnknownOutcomeResolver } from './unknown-outcome-resolver.ts';
import type { VenueRegistry } from './venue-registry.ts';

export interface CancellationDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly executionReports: ExecutionReportHandler;
  readonly resolver: UnknownOutcomeResolver;
  readonly ackWaiters: AckWaiters;
  readonly ownership: Ownership;
  readonly clock: Clock;
  readonly log: Log;
  readonly ackWaitMs: number;
}

const RETRY = { firstMs: 250, maxMs: 5_000 };
const PURSUED_AT_ONCE = 200;

/**
 * Cancels: the request is journaled first, then pursued at each venue until the leg is over. A request
 * is never lost because the venue was down, its id was not known yet, or we restarted (I-16).
 */
export class Cancellation {
  readonly #deps: CancellationDeps;
  readonly #pursued = new Set<OrderId>();
  #isStopped = false;

  constructor(deps: CancellationDeps) {
    this.#deps = deps;
  }

  /** Refuses `not_found`, and `order_not_open` for an order that ended other than by a cancel. */
  async cancel(caller: Caller, orderId: OrderId): Promise<Result<Order, Rejection>> {
    const { store } = this.#deps;
    const order = await store.loadOrder(orderId);
    if (order === null || !ownsOrder(caller, order)) return err(notFound('order'));
    if (order.status === 'CANCELLED') return ok(await store.getDurableOrder(order.id));
    if (!isLive(order.status)) return err(orderNotOpen(order));
    await this.#request([order], 'user_cancel', caller.keyId);
    return ok(await this.#outcome(order.id));
  }

  /**
   * Everything live that was accepted before this turn, in one journaled scope (I-17). The venues are asked in
   * slices: what has not been asked by the end of the wait is answered as pending, and goes on.
   */
  async cancelAll(
    caller: Caller,
    subaccountId: SubaccountId | null,
    reason: 'cancel_all' | 'risk_cancel_all',
  ): Promise<Result<CancelSummary, Rejection>> {
    const scope = this.#deps.ownership.scope(caller, subaccountId);
    if (!scope.ok) return scope;
    const orders = [...this.#deps.store.state.orders.values()].filter(
      (order) =>
        isLive(order.status) && order.accountId === caller.accountId && scope.value.has(order.subaccountId),
    );
    await this.#request(orders, reason, caller.keyId);
    const outcomes = await Promise.all(orders.map((order) => this.#outcome(order.id)));
    return ok({
      subaccountId,
      cancelled: outcomes.filter((order) => order.status === 'CANCELLED').map((order) => order.id),
      pending: outcomes.filter((order) => isLive(order.status)).map((order) => order.id),
      failed: outcomes
        .filter((order) => !isLive(order.status) && order.status !== 'CANCELLED')
        .map((order) => ({ id: order.id, refusal: orderNotOpen(order) })),
    });
  }

  /** Pursues no more. Each request is journaled and is taken up at the next start. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Takes up cancels that are on record: requested before a restart, or by the engine itself. */
  resume(orders: readonly Order[]): void {
    void this.#pursueAll(orders);
  }

  async #request(orders: readonly Order[], reason: OrderReason, actor: string): Promise<void> {
    const { store } = this.#deps;
    const fresh = orders.filter((order) => order.pendingAction !== 'cancel');
    const events = fresh.map((order) => ({ type: 'CancelRequested', orderId: order.id, reason }) as const);
    try {
      // Asked for already, but perhaps not durable yet: the venue hears of it only once it is.
      await (events.length > 0 ? store.commit('cancel', actor, events) : store.whenDurable());
    } catch (error) {
      this.#cancelUnrecorded(orders);
      throw error;
    }
    void this.#pursueAll(orders);
  }

  /**
   * Storage has failed, and safety goes first: the venues are asked all the same. The caller is told that
   * nothing was recorded, and the next start learns from the venues what became of it.
   */
  #cancelUnrecorded(orders: readonly Order[]): void {
    const { venues, log } = this.#deps;
    for (const { id, legs } of orders) {
      for (const leg of legs.filter(({ status }) => isLive(status))) {
        log.error('a cancel was sent that could not be recorded', { orderId: id, leg: leg.leg });
        venues
          .get(leg.venue)
          .cancel(leg.clientId, leg.venueInstrumentId)
          .catch((error: unknown) =>
            log.error('a cancel could not be sent', { orderId: id, why: String(error) }),
          );
      }
    }
  }

  /** The order once it is over, or as it stands after the wait. */
  #outcome(orderId: OrderId): Promise<Order> {
    const { store, ackWaiters, ackWaitMs } = this.#deps;
    const current = (): Promise<Order> => store.getDurableOrder(orderId);
    return store.withOrder(orderId, ({ status }) =>
      isLive(status) ? ackWaiters.wait(orderId, ackWaitMs, current) : current(),
    );
  }

  /** In slices: thousands of requests in one turn would keep every other caller, and the kill switch, waiting. */
  async #pursueAll(orders: readonly Order[]): Promise<void> {
    for (const [index, { id }] of orders.entries()) {
      if (index > 0 && index % PURSUED_AT_ONCE === 0) await this.#yieldToEventLoop();
      this.#pursue(id);
    }
  }

  #yieldToEventLoop(): Promise<void> {
    return new Promise((resolve) => this.#deps.clock.after(0, resolve));
  }

  #pursue(orderId: OrderId): void {
    if (this.#pursued.has(orderId)) return;
    this.#pursued.add(orderId);
    this.#attempt(orderId, new Backoff(RETRY)).catch((error: unknown) => {
      this.#deps.log.error('a cancel could not be pursued', { orderId, why: String(error) });
      this.#pursued.delete(orderId);
    });
  }

  /** Asks every venue with a live leg to cancel it, and again until each has answered for good. */
  async #attempt(orderId: OrderId, backoff: Backoff): Promise<void> {
    if (this.#isStopped) return; // on record, for the next start
    const order = this.#deps.store.state.orders.get(orderId);
    const live = order?.legs.filter((leg) => isLive(leg.status)) ?? [];
    await Promise.all(live.map((leg) => this.#cancelLeg(orderId, leg)));
    const after = this.#deps.store.state.orders.get(orderId);
    const isOver = after === undefined || !after.legs.some(({ status }) => isLive(status));
    if (isOver || this.#deps.store.failure !== null) {
      this.#pursued.delete(orderId); // once storage has failed no answer can be kept: each was asked for once
      return;
    }
    this.#deps.clock.after(backoff.next(), () => {
      this.#attempt(orderId, backoff).catch(() => this.#pursued.delete(orderId));
    });
  }

  async #cancelLeg(orderId: OrderId, leg: Leg): Promise<void> {
    const outcome = await this.#deps.venues.get(leg.venue).cancel(leg.clientId, leg.venueInstrumentId);
    await this.#take(orderId, leg, outcome);
  }

  /** A refusal to cancel proves nothing about the order: it may be filled, unknown, or still on its way. */
  async #take(orderId: OrderId, leg: Leg, outcome: VenueOutcome): Promise<void> {
    const { executionReports, resolver } = this.#deps;
    if (outcome.kind === 'report') {
      await executionReports.apply(orderId, leg.leg, toLegReport(outcome.report, leg), 'cancel_reply');
    } else if (outcome.kind === 'refused' && leg.venueOrderId !== null) {
      resolver.resolve(orderId, leg);
    }
  }
}

export const orderNotOpen = (order: Order): Rejection =>
  rejection('order_not_open', `the order is ${order.status}`, { status: order.status, id: order.id });
