import { assert } from '../domain/model/assert.ts';
import type { OrderId } from '../domain/model/ids.ts';
import { isKillSwitchOn } from '../domain/model/limits.ts';
import {
  isLive,
  type Leg,
  type LegRef,
  type Order,
  type OrderReason,
  remainingQty,
} from '../domain/model/order.ts';
import { termsAfterAmend } from '../domain/order-state/order-projection.ts';
import type { Clock } from '../ports/environment.ts';
import type { MarketView } from '../ports/market-view.ts';
import type { Metrics } from '../ports/telemetry.ts';
import type { VenueOutcome } from '../ports/venue.ts';
import { type ExecutionReportHandler, toLegReport } from './execution-reports.ts';
import type { StateStore } from './state-store.ts';
import { toVenueOrder, type VenueRegistry } from './venue-registry.ts';

export interface OrderGatewayDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly executionReports: ExecutionReportHandler;
  readonly market: MarketView;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly intentAgeMsMax: number;
}

/**
 * The only door to a venue for new orders. It looks at the kill switch, a pending cancel, the market,
 * the venue and the age of the intent, and hands the order over in the same turn: after the kill
 * switch is set nothing more passes (I-14). docs/decisions/0018-gate-refusals.md
 */
export class OrderGateway {
  readonly #deps: OrderGatewayDeps;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #unanswered = new Set<string>(); // what was handed over, by the name of its generation
  #onUnknown: (orderId: OrderId, leg: LegRef) => void = () => {};

  constructor(deps: OrderGatewayDeps) {
    this.#deps = deps;
  }

  /** Called when a send got no answer that proves anything: the leg is in doubt from now on. */
  onUnknown(listener: (orderId: OrderId, leg: LegRef) => void): void {
    this.#onUnknown = listener;
  }

  /** Sends each leg of an accepted order, whose intent must be durable by now. Each leg is sent once, ever. */
  async send(orderId: OrderId, intendedAtMs: number): Promise<void> {
    const order = this.#order(orderId);
    const sends = order.legs.map((leg) => this.#sendLeg(orderId, leg, intendedAtMs));
    await Promise.all(sends);
  }

  /**
   * Sends the generation that follows one which is proven to be over, once it is durable itself.
   *
   * @param intendedAtMs  when its caller wished for it: what has become stale meanwhile is not sent
   */
  async sendReplacement(orderId: OrderId, leg: LegRef, intendedAtMs: number): Promise<void> {
    await this.#sendLeg(orderId, leg, intendedAtMs);
  }

  /** True from the moment that bytes may leave until the venue's answer, or its silence. */
  isSending(orderId: OrderId, leg: LegRef): boolean {
    return this.#unanswered.has(keyOf(orderId, leg));
  }

  /** Resolves when every request that had passed the gateway by now has been answered. */
  async drained(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  async #sendLeg(orderId: OrderId, ref: LegRef, intendedAtMs: number): Promise<void> {
    const { executionReports, metrics } = this.#deps;
    const order = this.#order(orderId);
    const leg = order.legs.find((candidate) => candidate.clientId === ref.clientId);
    if (leg === undefined) return; // its order has gone another way
    const why = this.#whyStopped(order, leg, intendedAtMs);
    if (why !== null) {
      metrics.count('gate_refusals_total', { reason: why });
      return executionReports.refuse(orderId, leg, why, 'gate');
    }
    assertRoutedTotal(order);
    const answered = this.#place(order, leg);
    const settled = answered
      .catch(() => this.#onUnknown(orderId, leg))
      .finally(() => this.#inFlight.delete(settled));
    this.#inFlight.add(settled);
    await answered;
  }

  async #place(order: Order, leg: Leg): Promise<void> {
    const { venues, metrics, clock } = this.#deps;
    const startedMs = clock.monotonicMs();
    const name = keyOf(order.id, leg);
    this.#unanswered.add(name);
    let outcome: VenueOutcome;
    try {
      outcome = await venues.get(leg.venue).place(toVenueOrder(termsAfterAmend(order), leg));
    } finally {
      this.#unanswered.delete(name);
    }
    metrics.observe('venue_ack_ms', clock.monotonicMs() - startedMs, { venue: leg.venue });
    await this.#answer(order.id, leg, outcome);
  }

  async #answer(orderId: OrderId, leg: LegRef, outcome: VenueOutcome): Promise<void> {
    const { executionReports } = this.#deps;
    switch (outcome.kind) {
      case 'report':
        return executionReports.apply(orderId, leg.leg, toLegReport(outcome.report, leg), 'venue_reply');
      case 'refused':
        // "Already have it" means that it exists there: silence about its state, not a refusal.
        if (outcome.code === 'duplicate_client_id') return this.#onUnknown(orderId, leg);
        return executionReports.refuse(
          orderId,
          leg,
          outcome.code === 'market_not_open' ? 'market_closed' : 'venue_rejected',
          'venue_reply',
        );
      case 'unsent':
        return executionReports.refuse(orderId, leg, 'venue_unavailable', 'venue_reply');
      case 'unknown':
        return this.#onUnknown(orderId, leg);
    }
  }

  #whyStopped(order: Order, leg: Leg, intendedAtMs: number): OrderReason | null {
    const { store, venues, market, clock, intentAgeMsMax } = this.#deps;
    if (order.pendingAction === 'cancel') return order.cancelReason ?? 'user_cancel';
    if (isKillSwitchOn(store.state, order.accountId, order.subaccountId)) return 'kill_switch';
    if (clock.monotonicMs() - intendedAtMs > intentAgeMsMax) return 'venue_unavailable';
    if (venues.findClosedReason(leg.venue) !== null) return 'venue_unavailable';
    return market.instrument(leg.instrumentId)?.status === 'OPEN' ? null : 'market_closed';
  }

  #order(id: OrderId): Order {
    const order = this.#deps.store.state.orders.get(id);
    assert(order !== undefined, 'an order being sent is in memory');
    return order;
  }
}

/** I-06: what is filled and what is possibly live never add up to more than the order, all generations together. */
function assertRoutedTotal(order: Order): void {
  let routed = 0n;
  for (const leg of order.legs) routed += leg.filledQty + (isLive(leg.status) ? remainingQty(leg) : 0n);
  const wished = order.pendingAmend?.qty ?? order.qty;
  assert(
    routed <= (wished > order.qty ? wished : order.qty),
    'I-06: the routed total stays within the order',
  );
}

const keyOf = (orderId: OrderId, { leg, generation }: LegRef): string => `${orderId}/${leg}/${generation}`;
