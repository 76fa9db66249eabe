import type { AnomalyRecorded, LedgerEvent } from '../domain/events/event-schema.ts';
import { requirePresent } from '../domain/model/assert.ts';
import {
  type FillId,
  type OrderId,
  positionKey,
  type VenueClientId,
  type VenueName,
} from '../domain/model/ids.ts';
import {
  isLive,
  type Leg,
  type LegRef,
  matchedQty,
  type Order,
  type OrderReason,
} from '../domain/model/order.ts';
import { decideReport } from '../domain/order-state/execution-report/decide-report.ts';
import type {
  LegReport,
  ReportContext,
  ReportDecision,
} from '../domain/order-state/execution-report/report-decision.ts';
import { applyToOrder } from '../domain/order-state/order-projection.ts';
import { ANOMALIES_MAX } from '../ports/journal.ts';
import type { Log, Metrics } from '../ports/telemetry.ts';
import type { OrderReport, VenueCloseReason } from '../ports/venue.ts';
import type { AckWaiters } from './ack-waiters.ts';
import type { StateStore } from './state-store.ts';
import type { VenueRegistry } from './venue-registry.ts';

export interface ExecutionReportDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly ackWaiters: AckWaiters;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** What follows from reports beyond the store, and what they need to know of an amend under way. */
export interface ExecutionReportHooks {
  /** A venue counts more filled than it has told: its full record must be queried. */
  readonly onMissingFills: (order: Order, leg: LegRef) => void;
  /** Since when (monotonic) this process cancels that generation in order to send another; null: it does not. */
  readonly replaceRequestedAtMs: (orderId: OrderId, leg: LegRef) => number | null;
  /** The next generation is durable and may be sent. */
  readonly onReplacementDurable: (orderId: OrderId, leg: LegRef, sinceMs: number) => void;
  /** A send of that generation has not been answered yet: what it leaves behind is not known. */
  readonly isSending: (orderId: OrderId, leg: LegRef) => boolean;
  /** The cancel of the order is journaled, by our own wish, and is to be pursued. */
  readonly onCancelDue: (order: Order) => void;
  /** Resolves once the fill is voided and that is durable. */
  readonly onFillVoided: (orderId: OrderId, fillId: FillId) => Promise<void>;
}

/**
 * The one road by which anything about an order arrives: reply, stream or query, each becomes a turn
 * that decides, commits and answers whoever waits.
 */
export class ExecutionReportHandler {
  readonly #deps: ExecutionReportDeps;
  readonly #noted = new Set<string>(); // contradictions that are told again and again, oldest first
  #hooks: ExecutionReportHooks | null = null;

  constructor(deps: ExecutionReportDeps) {
    this.#deps = deps;
    for (const told of deps.store.anomaliesBeforeStart) if (TOLD_AGAIN.has(told.kind)) this.#remember(told);
  }

  /** Called once, before the first report. */
  connect(hooks: ExecutionReportHooks): void {
    this.#hooks = hooks;
  }

  /** A venue's report of one of our orders. A client id we never gave is an anomaly, never attributed by guess. */
  async onReport(venue: VenueName, report: OrderReport): Promise<void> {
    const { store } = this.#deps;
    const named = await store.findLegByClientId(venue, report.clientId);
    const order = named === null ? null : await store.loadOrder(named.orderId);
    const leg = order?.legs.find((candidate) => candidate.leg === named?.leg && candidate.venue === venue);
    const isGiven =
      named !== null &&
      leg !== undefined &&
      (named.generation < leg.generation || leg.clientId === report.clientId);
    if (order === null || !isGiven) return this.#quarantine(venue, report.clientId);
    await this.apply(order.id, leg.leg, toLegReport(report, named), 'venue_report');
  }

  /** What is known of a leg from whatever source, made true in one turn. */
  apply(orderId: OrderId, leg: number, report: LegReport, cause: string): Promise<void> {
    return this.#deps.store.withOrder(orderId, (order) => this.#take(order, leg, report, cause));
  }

  /** A leg that never became an order at its venue: refused there, or stopped at our own gateway. */
  refuse(orderId: OrderId, ref: LegRef, reason: OrderReason, cause: string): Promise<void> {
    return this.#end(orderId, ref, cause, (order) => ({
      status: order.pendingAction === 'cancel' && reason === order.cancelReason ? 'CANCELLED' : 'REJECTED',
      reason,
    }));
  }

  /** A leg that its venue had, has no more, and tells of no further fill: it ended there while we looked away. */
  markMissing(orderId: OrderId, ref: LegRef, cause: string): Promise<void> {
    return this.#end(orderId, ref, cause, (order) => {
      // Its end was asked for, to make room for the next generation.
      const isReplaced =
        order.pendingAmend !== null && this.#deps.venues.amendsByReplace(legOf(order, ref.leg));
      if (isReplaced) return { status: 'CANCELLED', reason: null };
      const isPast = order.expiresAt !== null && order.expiresAt <= this.#deps.store.now();
      if (order.cancelReason === null && isPast) return { status: 'EXPIRED', reason: 'expired' };
      return { status: 'CANCELLED', reason: order.cancelReason ?? 'venue_cancelled' };
    });
  }

  /** Ends a leg without a report of its venue: with what is known of its fills. */
  #end(
    orderId: OrderId,
    ref: LegRef,
    cause: string,
    how: (order: Order) => Pick<LegReport, 'status' | 'reason'>,
  ): Promise<void> {
    return this.#deps.store.withOrder(orderId, async (order) => {
      const leg = legOf(order, ref.leg);
      if (leg.generation !== ref.generation) return; // it is proven over already
      const { generation, clientId, venueOrderId, price, qty } = leg;
      const { expiresAt } = order;
      const terms = { generation, clientId, venueOrderId, price, qty, expiresAt };
      const report: LegReport = { ...terms, ...how(order), filledQty: matchedQty(leg), fills: [] };
      return this.#take(order, ref.leg, report, cause);
    });
  }

  async #take(order: Order, legNumber: number, report: LegReport, cause: string): Promise<void> {
    const hooks = requirePresent(this.#hooks, 'what follows from reports');
    const sinceMs = hooks.replaceRequestedAtMs(order.id, legOf(order, legNumber));
    const context = this.#contextOf(order, legNumber, sinceMs !== null);
    const decision = decideReport(order, legNumber, report, context);
    const leg = legOf(decision.order, legNumber);
    const due = this.#cancelDue(decision, leg, report);
    const events = this.#alarmed(leg.venue, [...decision.events, ...due]);
    const after = due.reduce(
      (before, event) =>
        event.type === 'CancelRequested' ? applyToOrder(before, event, context.at) : before,
      decision.order,
    );
    if (decision.hasMissingFills) hooks.onMissingFills(after, refOf(report, leg));
    await this.#commit(after, events, cause, leg.venue);
    if (decision.replaced && sinceMs !== null) hooks.onReplacementDurable(order.id, leg, sinceMs);
    if (due.length > 0) hooks.onCancelDue(after);
    for (const fillId of decision.voided) await hooks.onFillVoided(order.id, fillId);
  }

  #contextOf(order: Order, legNumber: number, isCancelOurs: boolean): ReportContext {
    const { store, venues } = this.#deps;
    const leg = legOf(order, legNumber);
    const { capabilities } = venues.get(leg.venue);
    return {
      findRecordedFill: (tradeId) => store.findFill(order.id, legNumber, tradeId),
      getMatchedQty: (generation) => store.qtyMatchedBy(order.id, legNumber, generation),
      dustQty: capabilities.dustQty,
      replace: venues.amendsByReplace(leg)
        ? { isCancelOurs, clientIdFor: (terms, next) => venues.clientIdFor(terms, next) }
        : null,
      findPosition: (id) =>
        store.state.positions.get(positionKey(order.accountId, order.subaccountId, id)) ?? null,
      fillNumber: store.state.fillNumber,
      at: store.now(),
    };
  }

  /**
   * Why the engine itself cancels the order: a late fill of an earlier generation has taken room that the
   * present one was sent for, or what was never to rest is found resting (a crash between a venue's order
   * and the cancel that makes it immediate).
   */
  #cancelDue({ order, isOverRouted }: ReportDecision, leg: Leg, report: LegReport): readonly LedgerEvent[] {
    if (order.pendingAction === 'cancel') return [];
    const { id: orderId, tif } = order;
    if (isOverRouted) {
      const detail = `a fill of an earlier generation of leg ${leg.leg} came after its end was proven`;
      return [
        { type: 'AnomalyRecorded', venue: leg.venue, kind: 'late_fill', orderId, detail },
        { type: 'CancelRequested', orderId, reason: 'replace_interrupted' },
      ];
    }
    const mayRest = tif === 'GTC' || tif === 'GTD';
    const isShownOpen =
      report.status === 'OPEN' && report.generation === leg.generation && isLive(leg.status);
    if (mayRest || !isShownOpen || requirePresent(this.#hooks, 'what is being sent').isSending(orderId, leg))
      return [];
    return [{ type: 'CancelRequested', orderId, reason: tif === 'FOK' ? 'fok_unfilled' : 'ioc_remainder' }];
  }

  async #commit(
    after: Order,
    events: readonly LedgerEvent[],
    cause: string,
    venue: VenueName,
  ): Promise<void> {
    const { store, ackWaiters } = this.#deps;
    const isFirstAnswer = after.answer === null && ackWaiters.hasWaiters(after.id) && isAnswerable(after);
    const all: LedgerEvent[] = isFirstAnswer
      ? [...events, { type: 'OrderAnswered', orderId: after.id }]
      : [...events];
    if (all.length === 0) return;
    const durable = store.commit(cause, venue, all);
    const answered = requirePresent(store.state.orders.get(after.id), 'the order of this turn');
    await durable;
    if (isAnswerable(after)) ackWaiters.resolve(answered);
  }

  /** Keeps what no order of ours explains, and says so. */
  async recordAnomaly(venue: VenueName, { kind, detail }: { kind: string; detail: string }): Promise<void> {
    const events = this.#alarmed(venue, [{ type: 'AnomalyRecorded', venue, kind, orderId: null, detail }]);
    if (events.length > 0) await this.#deps.store.commit('venue_report', venue, events);
  }

  #quarantine(venue: VenueName, clientId: VenueClientId): Promise<void> {
    const detail = `a report names ${clientId}, which is no order of ours`;
    return this.recordAnomaly(venue, { kind: 'unknown_order', detail });
  }

  /** Raises the alarms among the events. What a venue tells at every look is recorded and told once. */
  #alarmed(venue: VenueName, events: readonly LedgerEvent[]): readonly LedgerEvent[] {
    return events.filter((event) => {
      if (event.type !== 'AnomalyRecorded') return true;
      const { kind, detail } = event;
      if (TOLD_AGAIN.has(kind) && !this.#remember(event)) return false;
      this.#deps.log.error('venue contradicts our record', { venue, kind, detail });
      this.#deps.metrics.count('anomalies_total', { venue, kind });
      if (TRIPPING.has(kind)) this.#deps.venues.trip(venue, `${kind}: ${detail}`);
      return true;
    });
  }

  /** @returns false when it was told before, also by an earlier run of the service */
  #remember({ venue, kind, detail }: AnomalyRecorded): boolean {
    const noted = `${venue}/${kind}/${detail}`;
    if (this.#noted.has(noted)) return false;
    this.#noted.add(noted);
    const [oldest] = this.#noted;
    if (this.#noted.size > ANOMALIES_MAX && oldest !== undefined) this.#noted.delete(oldest);
    return true;
  }
}

const legOf = (order: Order, number: number): Leg =>
  requirePresent(
    order.legs.find((leg) => leg.leg === number),
    'the reported leg',
  );

/** Contradictions about money: no new order goes there until a person has looked. */
const TRIPPING: ReadonlySet<string> = new Set(['over_fill', 'worse_than_limit', 'wrong_side']);

/** What a venue's lists show at every look, until somebody there has changed it. */
const TOLD_AGAIN: ReadonlySet<string> = new Set([
  'external_order',
  'unknown_order',
  'unknown_fill',
  'settlement_reversed',
]);

/** The generation that a report tells of, by the name it has at its venue. */
const refOf = ({ generation, clientId }: LegReport, leg: Leg): LegRef =>
  generation === leg.generation ? leg : { leg: leg.leg, generation, clientId };

/** Nothing is in flight any more that a caller would want to wait for. */
const isAnswerable = (order: Order): boolean =>
  order.pendingAction === null && order.legs.every((leg) => leg.status !== 'PENDING_SUBMISSION');

const REASONS: Readonly<Record<VenueCloseReason, OrderReason | null>> = {
  requested: null, // our own cancel says why
  ioc_remainder: 'ioc_remainder',
  fok_unfilled: 'fok_unfilled',
  no_liquidity: 'no_liquidity',
  expired: 'expired',
  market_closed: 'market_closed',
  rejected: 'venue_rejected',
  venue_rule: 'venue_cancelled',
};

/** @param leg  the generation that the report tells of */
export const toLegReport = (report: OrderReport, { generation }: Pick<LegRef, 'generation'>): LegReport => ({
  generation,
  clientId: report.clientId,
  venueOrderId: report.venueOrderId,
  status: report.status,
  reason: report.reason === null ? null : REASONS[report.reason],
  price: report.price,
  qty: report.qty,
  expiresAt: report.expiresAt,
  filledQty: report.filledQty,
  fills: report.fills,
});
