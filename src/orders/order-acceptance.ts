import { type Caller, type Order, type OrderId, requirePresent, toOrderId } from '#contract';
import {
  type Approved,
  acceptOrder,
  bindInstruments,
  type LedgerEvent,
  observeArrival,
  type PlannedOrder,
} from '#domain';
import type { Clock, MarketView, Metrics, VenueOutcome } from '#ports';
import type { AckWaiters } from './ack-waiters.ts';
import type { BalanceTracker } from './balances/balance-tracker.ts';
import type { CashByAccount } from './balances/cash-holds.ts';
import type { CommandContext } from './command-context.ts';
import { type ExecutionReportHandler, toLegReport } from './execution-reports.ts';
import type { AdmittedOrder } from './order-admission.ts';
import type { OrderGateway } from './order-gateway.ts';
import type { SubmitTimestamps } from './order-receipt.ts';
import type { OrderTraces, RequestTrace } from './order-traces.ts';
import type { SelfTradeGuard } from './self-trade-guard.ts';
import type { StateStore } from './state-store.ts';
import type { VenueRegistry } from './venue-registry.ts';
import type { VenueShareGuard } from './venue-share-guard.ts';

export interface OrderAcceptanceDeps {
  readonly store: StateStore;
  readonly market: MarketView;
  readonly venues: VenueRegistry;
  readonly gateway: OrderGateway;
  readonly executionReports: ExecutionReportHandler;
  readonly selfTradeGuard: SelfTradeGuard;
  readonly ackWaiters: AckWaiters;
  readonly submitTimestamps: SubmitTimestamps;
  readonly traces: OrderTraces;
  readonly balanceTracker: BalanceTracker;
  readonly venueShares: VenueShareGuard;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly ackWaitMs: number;
}

/** A new order that every check has approved, with the events of its journal entry. */
export interface AcceptDecision {
  readonly kind: 'accept';
  readonly order: Order;
  readonly events: readonly LedgerEvent[];
  readonly cash: CashByAccount;
}

/** What a venue answered in the step that accepts an order, and the events that this adds to the entry. */
interface ImmediateReply {
  readonly outcome: VenueOutcome;
  readonly events: readonly LedgerEvent[]; // none: the outcome is recorded after the entry
}

const noop = (): void => {};

/**
 * Accepts orders that were approved, and sends them. The gateway sends an order only after the acceptance is durable, or
 * together with it to a venue whose state is in the journal's commits.
 */
export class OrderAcceptance {
  readonly #deps: OrderAcceptanceDeps;

  constructor(deps: OrderAcceptanceDeps) {
    this.#deps = deps;
  }

  /** The events that accept an approved order. */
  decide(caller: Caller, routed: AdmittedOrder, approved: Approved<PlannedOrder>): AcceptDecision {
    const { store, venues, market } = this.#deps;
    const id = toOrderId(store.state.orderNumber + 1);
    const accepted = acceptOrder(approved, caller, {
      id,
      at: store.now(),
      clientIdFor: (newOrder, leg) => venues.clientIdFor(newOrder, leg),
      arrivalFor: (leg) => {
        const quote = market.book(leg.instrumentId);
        return quote?.usable === true ? observeArrival(routed.order, leg, quote.book) : null;
      },
    });
    const events: LedgerEvent[] = [
      ...bindInstruments(store.state, routed.legs),
      { type: 'OrderAccepted', order: accepted },
    ];
    if (routed.decision !== null)
      events.push({ type: 'OrderRouted', orderId: id, decision: routed.decision });
    if (routed.unroutable !== null) {
      events.push({ type: 'OrderClosed', orderId: id, status: 'CANCELLED', reason: routed.unroutable });
      events.push({ type: 'OrderAnswered', orderId: id });
    }
    return { kind: 'accept', order: accepted, events, cash: routed.cash };
  }

  /**
   * Commits the decision before it returns, so that the next check sees the order.
   *
   * @returns the order, once durable (`DURABLE`) or once it has a first answer (`VENUE`)
   */
  async accept(
    { order, events, cash }: AcceptDecision,
    ack: CommandContext['ack'],
    trace: RequestTrace | null = null,
  ): Promise<Order> {
    const { store, clock, metrics, traces } = this.#deps;
    const startedMs = clock.monotonicMs();
    if (trace !== null) traces.begin(order.id, trace);
    this.#deps.balanceTracker.hold(order.id, cash);
    const isRouted = !events.some(({ type }) => type === 'OrderClosed');
    const reply = isRouted && order.parentId === null ? this.#sendAtOnce(order, startedMs) : null;
    const durable = store.commit('submit', order.keyId, [...events, ...(reply?.events ?? [])]);
    const accepted = requirePresent(store.state.orders.get(order.id), 'the order just accepted');
    if (isRouted) this.#deps.venueShares.count(accepted.keyId, accepted);
    const early = this.#maySendEarly(accepted) ? this.#send(accepted, startedMs, reply?.outcome) : null;
    early?.catch(noop); // when the order cannot be journaled, the line below reports it
    await durable;
    traces.mark(order.id, 'durable');
    metrics.observe('order_durable_ms', clock.monotonicMs() - startedMs);
    if (accepted.answer !== null) {
      if (isRouted) metrics.observe('order_answer_ms', clock.monotonicMs() - startedMs);
      return accepted.answer;
    }
    const sent = early ?? this.#send(accepted, startedMs);
    if (ack === 'DURABLE') {
      sent.catch(noop); // the store has logged the failed disk, and every later command is refused
      return accepted;
    }
    const answer = await sent;
    metrics.observe('order_answer_ms', clock.monotonicMs() - startedMs);
    return answer.answer ?? answer;
  }

  /**
   * Sends an order in the step that accepts it, so that both and the report are one entry. Not a child: its complex order acts
   * on the acceptance and on the report one after another.
   *
   * @returns  null when it was not sent; without events when the reply needs more than those of the order
   */
  #sendAtOnce(order: Order, startedMs: number): ImmediateReply | null {
    const { gateway, executionReports, submitTimestamps, clock } = this.#deps;
    const [leg] = order.legs;
    if (leg === undefined || !this.#maySendEarly(order)) return null;
    const outcome = gateway.sendAtOnce(order, startedMs);
    if (outcome === null) return null;
    submitTimestamps.record(order.id, clock.now());
    if (outcome.kind !== 'report') return { outcome, events: [] };
    try {
      const events = executionReports.decideInStep(order, leg, toLegReport(outcome.report, leg));
      const answered = { type: 'OrderAnswered', orderId: order.id } as const;
      return { outcome, events: events === null ? [] : [...events, answered] };
    } catch {
      return { outcome, events: [] }; // the order is at the venue: it is accepted in any case, and the report fails again
    }
  }

  /**
   * I-05: an order is durable before it is sent, except where its execution cannot become durable without it. Then order,
   * execution and report share one sync. docs/decisions/processor-time.md
   */
  #maySendEarly(order: Order): boolean {
    if (order.answer !== null || order.selfTrade === 'CANCEL_RESTING') return false;
    return this.#deps.venues.commitsWithJournal(order);
  }

  /**
   * Sends the order, or records the outcome of a send in this step. Resolves with its state once it has a first answer that
   * is durable.
   */
  #send(order: Order, startedMs: number, outcome?: VenueOutcome): Promise<Order> {
    const { ackWaiters, gateway, clock, ackWaitMs } = this.#deps;
    const { id, selfTrade, legs } = order;
    const answered = ackWaiters.wait(id, ackWaitMs, () => this.#recordFirstAnswer(id));
    if (outcome !== undefined && legs[0] !== undefined) {
      gateway.recordOutcome(order, legs[0], outcome).catch(noop);
      return answered;
    }
    this.#deps.submitTimestamps.record(id, clock.now());
    this.#deps.traces.mark(id, 'sent');
    // A failed send could not journal the venue reply; the timer still ends the wait.
    if (selfTrade === 'CANCEL_RESTING') this.#sendWhenClear(id, startedMs);
    else gateway.send(id, startedMs).catch(noop);
    return answered;
  }

  /** Sends the order once the own orders in its way have ended. */
  #sendWhenClear(orderId: OrderId, startedMs: number): void {
    const { selfTradeGuard, gateway } = this.#deps;
    const send = (): void => void gateway.send(orderId, startedMs).catch(noop);
    selfTradeGuard.whenClear(orderId, startedMs, send).catch(noop);
  }

  /** Records the first answer of an order whose venue has not replied. Exact repeats return it again. */
  #recordFirstAnswer(orderId: OrderId): Promise<Order> {
    const { store } = this.#deps;
    return store.withOrder(orderId, async (order) => {
      if (order.answer !== null) return store.getDurableOrder(orderId); // the first answer may not be durable yet
      const durable = store.commit('answer_wait_over', order.keyId, [{ type: 'OrderAnswered', orderId }]);
      const answered = requirePresent(store.state.orders.get(orderId), 'the order just answered');
      await durable;
      return answered;
    });
  }

  /** The answer of an exact repeat. After a crash an accepted order may have no answer yet; then this is its first one. */
  async replayAnswer(order: Order): Promise<Order> {
    const answered = await this.#recordFirstAnswer(order.id);
    return answered.answer ?? answered;
  }
}
