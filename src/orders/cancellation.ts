import {
  Backoff,
  type Caller,
  err,
  isLive,
  type Leg,
  notFound,
  type Order,
  type OrderId,
  type OrderReason,
  ok,
  type Rejection,
  type Result,
  rejection,
  type SubaccountId,
} from '#contract';
import { applyToOrder, type LedgerEvent } from '#domain';
import { type Clock, type Log, type VenueOutcome, wait } from '#ports';
import type { AckWaiters } from './ack-waiters.ts';
import type { CommandContext } from './command-context.ts';
import { type ExecutionReportHandler, toLegReport, toVenueAnswer } from './execution-reports.ts';
import { type Ownership, ownsOrder } from './order-ownership.ts';
import type { OrderTraces, RequestTrace } from './order-traces.ts';
import type { EndComplexOrders } from './parent-types.ts';
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
  readonly traces: OrderTraces;
  readonly clock: Clock;
  readonly log: Log;
  readonly ackWaitMs: number;
}

const RETRY = { firstMs: 250, maxMs: 5_000 };
const SLICE_SIZE = 200;
const SLICE_MS_MAX = 250;

/**
 * Cancels orders. The request is journaled first and then sent to each venue, again and again, until the leg is
 * closed. An unreachable venue, a missing venue order id or a restart never loses a request (I-16).
 */
export class Cancellation {
  readonly #deps: CancellationDeps;
  readonly #inProgress = new Set<OrderId>();
  #isStopped = false;
  #endComplexOrders: EndComplexOrders = async () => [];

  constructor(deps: CancellationDeps) {
    this.#deps = deps;
  }

  /** Refuses `not_found`, and `order_not_open` for an order that has closed other than by a cancel. */
  async cancel(
    caller: Caller,
    orderId: OrderId,
    command?: CommandContext,
    trace: RequestTrace | null = null,
  ): Promise<Result<Order, Rejection>> {
    const { store, traces } = this.#deps;
    const order = await store.loadOrder(orderId);
    const stopped = command?.check() ?? null;
    if (stopped !== null) return err(stopped);
    if (order === null || !ownsOrder(caller, order)) return err(notFound('order'));
    if (order.status === 'CANCELLED') return ok(await store.getDurableOrder(order.id));
    if (!isLive(order.status)) return err(orderNotOpen(order));
    const requested =
      this.#cancelAtOnce(order, caller.keyId) ?? this.#request([order], 'user_cancel', caller.keyId);
    const finishTrace = traces.beginChange('cancel', orderId, trace);
    command?.onDecided();
    try {
      await requested;
      return ok(
        await (command?.ack === 'DURABLE' ? store.getDurableOrder(orderId) : this.#waitForClose(orderId)),
      );
    } finally {
      finishTrace();
    }
  }

  /**
   * Cancels every order that is live now, with one journal entry (I-17). The requests are sent in slices; an order
   * that is not closed after `ackWaitMs` is returned as pending and its cancel goes on.
   */
  async cancelAll(
    caller: Caller,
    subaccountId: SubaccountId | null,
    reason: 'cancel_all' | 'risk_cancel_all',
    command?: CommandContext,
    trace: RequestTrace | null = null,
  ): Promise<Result<CancelSummary, Rejection>> {
    const stopped = command?.check() ?? null;
    if (stopped !== null) return err(stopped);
    const scope = this.#deps.ownership.scope(caller, subaccountId);
    if (!scope.ok) return scope;
    const orders = [...this.#deps.store.state.orders.values()].filter(
      (order) =>
        isLive(order.status) && order.accountId === caller.accountId && scope.value.has(order.subaccountId),
    );
    // In one step with the list of orders: a complex order could place another child otherwise.
    const ended = this.#endComplexOrders(caller, scope.value, reason);
    const requested = this.#request(orders, reason, caller.keyId);
    command?.onDecided();
    const traced = trace === null ? null : this.#deps.traces.beginCancelAll(trace);
    traced?.admitted();
    await Promise.all([requested, ended]);
    traced?.durable();
    const outcomes = await Promise.all(
      orders.map(({ id }) =>
        command?.ack === 'DURABLE' ? this.#deps.store.getDurableOrder(id) : this.#waitForClose(id),
      ),
    );
    traced?.finish();
    return ok({
      subaccountId,
      cancelled: outcomes.filter((order) => order.status === 'CANCELLED').map((order) => order.id),
      pending: outcomes.filter((order) => isLive(order.status)).map((order) => order.id),
      failed: outcomes
        .filter((order) => !isLive(order.status) && order.status !== 'CANCELLED')
        .map((order) => ({ id: order.id, refusal: orderNotOpen(order) })),
      cancelledComplexOrders: (await ended).map(({ id }) => id),
    });
  }

  /** Ends complex orders together with a cancel of all orders. */
  connect(endComplexOrders: EndComplexOrders): void {
    this.#endComplexOrders = endComplexOrders;
  }

  /**
   * Cancels orders by a decision of this service, except those that have closed since. All are requested in this step:
   * another one could close while the first becomes durable. Resolves once the requests are durable.
   */
  async cancelByService(orders: readonly Order[], reason: OrderReason): Promise<void> {
    const present = orders.flatMap(({ id }) => this.#deps.store.state.orders.get(id) ?? []);
    const live = present.filter(({ status }) => isLive(status));
    await Promise.all(live.map((order) => this.#request([order], reason, order.keyId)));
  }

  /**
   * Cancels orders together with the events that cause it, in one journal entry (I-42, I-43). Resolves once durable.
   */
  cancelBecause(
    causes: readonly LedgerEvent[],
    orders: readonly Order[],
    reason: OrderReason,
    actor: string,
  ): Promise<void> {
    return this.#request(orders, reason, actor, causes);
  }

  /** Sends no more requests. Each is journaled and resumed at the next start. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Sends cancels that are already journaled: requested before a restart, or by this service itself. */
  resume(orders: readonly Order[]): void {
    void this.#sendAll(orders);
  }

  /**
   * Cancels at a venue that answers within this step, so that request and answer are one entry of the journal.
   *
   * @returns  null when `#request` must follow; a repeated cancel changes nothing at the venue
   */
  #cancelAtOnce(order: Order, actor: string): Promise<void> | null {
    const { store, venues, executionReports, ackWaiters } = this.#deps;
    const { id: orderId } = order;
    const [leg, ...others] = order.legs;
    if (leg === undefined || others.length > 0 || leg.venueOrderId === null) return null;
    if (order.pendingAction !== null || ackWaiters.hasWaiters(orderId)) return null;
    if (this.#isStopped || store.failure !== null) return null;
    const outcome = venues.get(leg.venue).cancelAtOnce?.(leg.clientId) ?? null;
    if (outcome?.kind !== 'report') return null;
    const request = { type: 'CancelRequested', orderId, reason: 'user_cancel' } as const;
    const requested = applyToOrder(order, request, store.now());
    const events = executionReports.decideInStep(requested, leg, toLegReport(outcome.report, leg));
    return events === null ? null : store.commit('cancel', actor, [request, ...events]);
  }

  async #request(
    orders: readonly Order[],
    reason: OrderReason,
    actor: string,
    causes: readonly LedgerEvent[] = [],
  ): Promise<void> {
    const { store } = this.#deps;
    const events = [...causes, ...toCancelEvents(orders, reason)];
    try {
      // An earlier request may not be durable yet; send nothing before it is.
      await (events.length > 0 ? store.commit('cancel', actor, events) : store.whenDurable());
    } catch (error) {
      this.#cancelUnrecorded(orders);
      throw error;
    }
    for (const { id } of orders) this.#deps.traces.markChanges('cancel', id, 'durable');
    void this.#sendAll(orders);
  }

  /**
   * Storage has failed. Safety comes first, so the cancels are sent although they are not recorded. The caller gets
   * an error, and the next start reconciles the orders with the venues.
   */
  #cancelUnrecorded(orders: readonly Order[]): void {
    const { venues, log } = this.#deps;
    for (const { id, legs } of orders) {
      for (const leg of legs.filter(({ status }) => isLive(status))) {
        log.error('a cancel was sent without a journal entry', { orderId: id, leg: leg.leg });
        venues
          .get(leg.venue)
          .cancel(leg.clientId, leg.venueInstrumentId)
          .catch((error: unknown) =>
            log.error('a cancel could not be sent', { orderId: id, why: String(error) }),
          );
      }
    }
  }

  /** The order once it is closed, or its present state after `ackWaitMs`. */
  #waitForClose(orderId: OrderId): Promise<Order> {
    const { store, ackWaiters, ackWaitMs } = this.#deps;
    const current = (): Promise<Order> => store.getDurableOrder(orderId);
    return store.withOrder(orderId, ({ status }) =>
      isLive(status) ? ackWaiters.wait(orderId, ackWaitMs, current) : current(),
    );
  }

  /** In slices: thousands of requests at once would block all other callers and the kill switch, and fill the journal. */
  async #sendAll(orders: readonly Order[]): Promise<void> {
    for (const [index, { id }] of orders.entries()) {
      if (index > 0 && index % SLICE_SIZE === 0) await this.#pause();
      this.#start(id);
    }
  }

  /** Until the reports so far are durable. A journal that does not answer must not hold cancels back. */
  async #pause(): Promise<void> {
    const { clock, store } = this.#deps;
    await wait(clock, 0);
    const durable = store.whenDurable().catch(() => undefined);
    await Promise.race([durable, wait(clock, SLICE_MS_MAX)]);
  }

  #start(orderId: OrderId): void {
    if (this.#inProgress.has(orderId)) return;
    this.#inProgress.add(orderId);
    this.#sendUntilClosed(orderId, new Backoff(RETRY)).catch((error: unknown) => {
      this.#deps.log.error('a cancel could not be completed', { orderId, why: String(error) });
      this.#inProgress.delete(orderId);
    });
  }

  /** Sends a cancel for every live leg, and again until each leg is closed. */
  async #sendUntilClosed(orderId: OrderId, backoff: Backoff): Promise<void> {
    if (this.#isStopped) return; // journaled, so the next start resumes it
    const order = this.#deps.store.state.orders.get(orderId);
    const live = order?.legs.filter((leg) => isLive(leg.status)) ?? [];
    await Promise.all(live.map((leg) => this.#cancelLeg(orderId, leg)));
    const after = this.#deps.store.state.orders.get(orderId);
    const isClosed = after === undefined || !after.legs.some(({ status }) => isLive(status));
    if (isClosed || this.#deps.store.failure !== null) {
      this.#inProgress.delete(orderId); // once storage has failed no reply can be recorded, so send each cancel only once
      return;
    }
    this.#deps.clock.after(backoff.next(), () => {
      this.#sendUntilClosed(orderId, backoff).catch(() => this.#inProgress.delete(orderId));
    });
  }

  async #cancelLeg(orderId: OrderId, leg: Leg): Promise<void> {
    const outcome = await this.#deps.venues.get(leg.venue).cancel(leg.clientId, leg.venueInstrumentId);
    this.#deps.traces.markChanges('cancel', orderId, 'venueAnswered');
    await this.#handleOutcome(orderId, leg, outcome);
  }

  /** A refused cancel proves nothing about the order: it may be filled, unknown to the venue, or still in transit. */
  async #handleOutcome(orderId: OrderId, leg: Leg, outcome: VenueOutcome): Promise<void> {
    const { executionReports, resolver } = this.#deps;
    if (outcome.kind === 'report') {
      await executionReports.apply(orderId, leg.leg, toLegReport(outcome.report, leg), 'cancel_reply');
      return;
    }
    if (outcome.kind === 'unsent') return;
    const doubt =
      outcome.kind === 'unknown' ? outcome : { why: outcome.code, venueAnswer: toVenueAnswer(outcome) };
    if (outcome.kind === 'refused' && leg.venueOrderId !== null)
      resolver.resolveAnswered(orderId, leg, 'cancel', doubt);
    else await executionReports.noteDoubt(orderId, leg, 'cancel', doubt);
  }
}

export const orderNotOpen = (order: Order): Rejection =>
  rejection('order_not_open', `the order is ${order.status}`, { status: order.status, id: order.id });

/** The requests to cancel those of the orders that have none yet. */
export const toCancelEvents = (orders: readonly Order[], reason: OrderReason): readonly LedgerEvent[] =>
  orders
    .filter(({ pendingAction }) => pendingAction !== 'cancel')
    .map(({ id }) => ({ type: 'CancelRequested', orderId: id, reason }));
