import {
  assert,
  findLeg,
  getOwn,
  isKillSwitchOn,
  isLive,
  type Leg,
  type LegRef,
  type Order,
  type OrderId,
  type OrderReason,
  remainingQty,
} from '#contract';
import { termsAfterAmend } from '#domain';
import type { Clock, MarketView, Metrics, VenueOrder, VenueOutcome } from '#ports';
import { isKeyEnded } from './ended-keys.ts';
import {
  type Doubt,
  type ExecutionReportHandler,
  toLegKey,
  toLegReport,
  toVenueAnswer,
} from './execution-reports.ts';
import type { OrderTraces } from './order-traces.ts';
import { assertNothingBlocks, type SelfTradeGuard } from './self-trade-guard.ts';
import type { StateStore } from './state-store.ts';
import type { TokenSettlement } from './token-settlement.ts';
import { toVenueOrder, type VenueRegistry } from './venue-registry.ts';
import type { VenueShareGuard } from './venue-share-guard.ts';

export interface OrderGatewayDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly executionReports: ExecutionReportHandler;
  readonly selfTradeGuard: SelfTradeGuard;
  readonly tokenSettlement: TokenSettlement;
  readonly venueShares: VenueShareGuard;
  readonly market: MarketView;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly traces: OrderTraces;
  readonly intentAgeMsMax: number;
}

/**
 * Sends every new order to its venue; no other code places orders. It checks a pending cancel, the kill switch,
 * the age of the intent, the venue and the market, and calls the venue in the same synchronous step: once the
 * kill switch is set, no order is sent (I-14). docs/decisions/order-lifecycle.md
 */
export class OrderGateway {
  readonly #deps: OrderGatewayDeps;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #unanswered = new Set<string>(); // legs sent to the venue without a reply yet, by `toLegKey`
  #onUnknown: (orderId: OrderId, leg: LegRef, doubt: Doubt) => void = () => {};

  constructor(deps: OrderGatewayDeps) {
    this.#deps = deps;
  }

  /** Calls the listener when the outcome of a send is unknown: the leg is now in doubt. */
  onUnknown(listener: (orderId: OrderId, leg: LegRef, doubt: Doubt) => void): void {
    this.#onUnknown = listener;
  }

  /**
   * Sends each leg of an accepted order, which must be durable or `VenueRegistry.commitsWithJournal`. A leg is sent at
   * most once, also across restarts. Two legs of one instrument follow each other, so that tokens that are held are sold
   * before others are bought.
   */
  async send(orderId: OrderId, intendedAtMs: number): Promise<void> {
    const byInstrument = Map.groupBy(this.#getOrder(orderId).legs, ({ instrumentId }) => instrumentId);
    const sends = [...byInstrument.values()].map(async (legs) => {
      for (const each of legs) await this.#sendLeg(orderId, each, intendedAtMs);
    });
    await Promise.all(sends);
  }

  /**
   * Sends the only leg of an order that is about to be accepted, to a venue that answers within this step.
   *
   * @returns  null when nothing was sent: `send` must follow, which also records why an order is not sent
   */
  sendAtOnce(order: Order, intendedAtMs: number): VenueOutcome | null {
    const { venues, metrics, traces, selfTradeGuard } = this.#deps;
    const [leg, ...others] = order.legs;
    if (leg === undefined || others.length > 0 || leg.tokenSide === 'SELL') return null;
    const venue = venues.get(leg.venue);
    if (venue.placeAtOnce === undefined) return null;
    if (this.#findStopReason(order, leg, intendedAtMs) !== null) return null;
    assertRoutedTotal(order);
    assertNothingBlocks(selfTradeGuard, order, leg);
    const outcome = venue.placeAtOnce(this.#toVenueOrder(order, leg));
    if (outcome === null) return null;
    traces.mark(order.id, 'sent');
    traces.mark(order.id, 'venueAnswered');
    metrics.observe('venue_ack_ms', 0, { venue: leg.venue });
    return outcome;
  }

  /** Records the outcome of `sendAtOnce` where more than the events of the order follow from it. */
  recordOutcome(order: Order, leg: Leg, outcome: VenueOutcome): Promise<void> {
    return this.#track(order.id, leg, this.#handleOutcome(order, leg, outcome));
  }

  /**
   * Sends the next generation of a leg. The end of the previous generation must be proven, the next durable.
   *
   * @param intendedAtMs  monotonic time of the amend request: an intent that has become stale is not sent
   */
  async sendReplacement(orderId: OrderId, leg: LegRef, intendedAtMs: number): Promise<void> {
    await this.#sendLeg(orderId, leg, intendedAtMs);
  }

  /** True from the call of the venue until its reply or the failure of the call. */
  isSending(orderId: OrderId, leg: LegRef): boolean {
    return this.#unanswered.has(toLegKey(orderId, leg));
  }

  /** Resolves once the outcome of every send in flight is known or in doubt. */
  async drained(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  async #sendLeg(orderId: OrderId, ref: LegRef, intendedAtMs: number): Promise<void> {
    const { executionReports, metrics, tokenSettlement, clock } = this.#deps;
    let order = this.#getOrder(orderId);
    let leg = findLeg(order, ref);
    if (leg === undefined) return; // a later report has replaced this generation
    let reason: OrderReason | null = null;
    if (!tokenSettlement.isSettled(order, leg)) {
      const isSettled = await tokenSettlement.whenSettled(order, leg);
      order = this.#getOrder(orderId);
      leg = findLeg(order, ref);
      if (leg === undefined || !isLive(leg.status)) return;
      if (!isSettled) reason = 'unsettled_holding';
      intendedAtMs = clock.monotonicMs(); // the time of the wait is bounded by itself
    }
    reason = this.#findStopReason(order, leg, intendedAtMs) ?? reason;
    if (reason !== null) {
      metrics.count('gate_refusals_total', { reason });
      this.#restoreShare(order, leg);
      return executionReports.refuse(orderId, leg, reason, 'gate');
    }
    assertRoutedTotal(order);
    assertNothingBlocks(this.#deps.selfTradeGuard, termsAfterAmend(order), leg);
    await this.#track(orderId, leg, this.#place(order, leg));
  }

  /** A failure leaves the outcome of the send unknown. */
  #track(orderId: OrderId, leg: Leg, answered: Promise<void>): Promise<void> {
    const settled = answered
      .catch((error: unknown) => this.#onUnknown(orderId, leg, { why: String(error) }))
      .finally(() => this.#inFlight.delete(settled));
    this.#inFlight.add(settled);
    return answered;
  }

  async #place(order: Order, leg: Leg): Promise<void> {
    const { venues, metrics, clock } = this.#deps;
    const startedMs = clock.monotonicMs();
    const key = toLegKey(order.id, leg);
    this.#unanswered.add(key);
    let outcome: VenueOutcome;
    try {
      outcome = await venues.get(leg.venue).place(this.#toVenueOrder(order, leg));
    } finally {
      this.#unanswered.delete(key);
    }
    this.#deps.traces.mark(order.id, 'venueAnswered');
    metrics.observe('venue_ack_ms', clock.monotonicMs() - startedMs, { venue: leg.venue });
    await this.#handleOutcome(order, leg, outcome);
  }

  /** Later generations of a leg belong to amends, which are not counted. */
  #restoreShare({ keyId }: Order, { venue, generation }: Leg): void {
    if (generation === 1) this.#deps.venueShares.restore(keyId, venue);
  }

  #toVenueOrder(order: Order, leg: Leg): VenueOrder {
    const venueOrder = toVenueOrder(termsAfterAmend(order), leg);
    const { selfTrade } = order;
    if (selfTrade === null || !this.#deps.selfTradeGuard.isPreventedByVenue(order, leg)) return venueOrder;
    return { ...venueOrder, selfTrade };
  }

  async #handleOutcome(order: Order, leg: Leg, outcome: VenueOutcome): Promise<void> {
    const { executionReports } = this.#deps;
    const { id: orderId } = order;
    switch (outcome.kind) {
      case 'report':
        return executionReports.apply(orderId, leg.leg, toLegReport(outcome.report, leg), 'venue_reply');
      case 'refused':
        // The order exists at the venue and its state is unknown, so this is not a refusal.
        if (outcome.code === 'duplicate_client_id')
          return this.#onUnknown(orderId, leg, { why: outcome.code, venueAnswer: toVenueAnswer(outcome) });
        return executionReports.refuse(orderId, leg, toRefusalReason(outcome.code), 'venue_reply', {
          venueAnswer: toVenueAnswer(outcome),
        });
      case 'unsent': {
        this.#restoreShare(order, leg);
        const { reason = 'venue_unavailable', why: detail } = outcome;
        if (reason === 'id_in_use') return executionReports.refuseIdInUse(orderId, leg, 'not_sent', detail);
        return executionReports.refuse(orderId, leg, reason, 'not_sent', { detail });
      }
      case 'unknown':
        return this.#onUnknown(orderId, leg, outcome);
    }
  }

  #findStopReason(order: Order, leg: Leg, intendedAtMs: number): OrderReason | null {
    const { store, venues, market, clock, intentAgeMsMax, selfTradeGuard } = this.#deps;
    if (order.pendingAction === 'cancel') return order.cancelReason ?? 'user_cancel';
    if (isKillSwitchOn(store.state, order.accountId, order.subaccountId)) return 'kill_switch';
    if (selfTradeGuard.findBlocking(termsAfterAmend(order), leg).length > 0) return 'self_trade';
    // It may have waited here. A later generation belongs to an amend, and a child to its complex order, which check the key.
    if (leg.generation === 1 && order.parentId === null && isKeyEnded(order, store)) return 'key_ended';
    if (clock.monotonicMs() - intendedAtMs > intentAgeMsMax) return 'venue_unavailable';
    // A later generation is sent for an amend, which is another request.
    const isExpired = order.validUntil !== null && store.now() > order.validUntil;
    if (isExpired && leg.generation === 1) return 'venue_unavailable';
    if (venues.findClosedReason(leg.venue) !== null) return 'venue_unavailable';
    const status = market.instrument(leg.instrumentId)?.status;
    if (status === 'PAUSED') return 'market_paused';
    return status === 'OPEN' ? null : 'market_closed';
  }

  #getOrder(id: OrderId): Order {
    const order = this.#deps.store.state.orders.get(id);
    assert(order !== undefined, 'an order being sent is in memory');
    return order;
  }
}

/** Refusals with a specific reason. */
const REFUSALS: Readonly<Record<string, OrderReason>> = {
  market_not_open: 'market_closed',
  market_paused: 'market_paused',
  would_cross: 'post_only_cross',
};

/** The reason of an order that its venue refused with this code. */
export const toRefusalReason = (code: string): OrderReason => getOwn(REFUSALS, code) ?? 'venue_rejected';

/** I-06: over all generations, the filled plus the possibly live quantity never exceeds the order. */
function assertRoutedTotal(order: Order): void {
  let routed = 0n;
  for (const leg of order.legs) routed += leg.filledQty + (isLive(leg.status) ? remainingQty(leg) : 0n);
  const amended = order.pendingAmend?.qty ?? order.qty;
  assert(
    routed <= (amended > order.qty ? amended : order.qty),
    'I-06: the routed total stays within the order',
  );
}
