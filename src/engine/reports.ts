import { present } from '../core/kernel/assert.ts';
import { type OrderId, orderIdOf, type VenueClientId, type VenueName } from '../core/kernel/ids.ts';
import type { LedgerEvent } from '../core/ledger/events.ts';
import { positionKey } from '../core/ledger/keys.ts';
import type { Leg, Order, OrderReason } from '../core/orders/order.ts';
import { decideReport, type LegReport } from '../core/orders/report.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { OrderReport, VenueCloseReason } from '../ports/venue.ts';
import type { Answers } from './answers.ts';
import { parseLegClientId } from './clientids.ts';
import type { Ledger } from './ledger.ts';
import type { VenueDesk } from './venuedesk.ts';

export interface ReportsDeps {
  readonly ledger: Ledger;
  readonly desk: VenueDesk;
  readonly answers: Answers;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * The one road by which anything about an order arrives: reply, stream or query, each becomes a turn
 * that decides, commits and answers whoever waits.
 */
export class Reports {
  readonly #deps: ReportsDeps;
  #onMissingFills: (order: Order, leg: Leg) => void = () => {};

  constructor(deps: ReportsDeps) {
    this.#deps = deps;
  }

  /** Called when a venue counts more filled than it has told: its full record must be queried. */
  onMissingFills(listener: (order: Order, leg: Leg) => void): void {
    this.#onMissingFills = listener;
  }

  /** A venue's report of one of our orders. A client id we never gave is an anomaly, never attributed by guess. */
  async take(venue: VenueName, report: OrderReport): Promise<void> {
    const named = parseLegClientId(report.clientId);
    const order = named === null ? null : await this.#deps.ledger.warmOrder(orderIdOf(named.orderNumber));
    const leg = order?.legs.find(
      (candidate) => candidate.clientId === report.clientId && candidate.venue === venue,
    );
    if (order === null || leg === undefined) return this.#quarantine(venue, report.clientId);
    await this.apply(order.id, leg.leg, legReportOf(report), 'venue_report');
  }

  /** What is known of a leg from whatever source, made true in one turn. */
  apply(orderId: OrderId, leg: number, report: LegReport, cause: string): Promise<void> {
    return this.#deps.ledger.onOrder(orderId, (order) => this.#take(order, leg, report, cause));
  }

  /** A leg that never became an order at its venue: refused there, or stopped at our own gate. */
  refuse(orderId: OrderId, legNumber: number, reason: OrderReason, cause: string): Promise<void> {
    return this.#deps.ledger.onOrder(orderId, (order) => {
      const { venueOrderId, price, qty, filledQty } = legOf(order, legNumber);
      const status =
        order.pendingAction === 'cancel' && reason === order.cancelReason ? 'CANCELLED' : 'REJECTED';
      const { expiresAt } = order;
      const report = { venueOrderId, status, reason, price, qty, expiresAt, filledQty, fills: [] } as const;
      return this.#take(order, legNumber, report, cause);
    });
  }

  async #take(order: Order, legNumber: number, report: LegReport, cause: string): Promise<void> {
    const { ledger } = this.#deps;
    const orderId = order.id;
    const decision = decideReport(order, legNumber, report, {
      seen: (tradeId) => ledger.hasSeenTrade(orderId, tradeId),
      holding: (id) =>
        ledger.state.positions.get(positionKey(order.accountId, order.subaccountId, id)) ?? null,
      fillNumber: ledger.state.fillNumber,
      at: ledger.now(),
    });
    const leg = legOf(decision.order, legNumber);
    this.#alarm(leg.venue, decision.events);
    if (decision.isMissingFills) this.#onMissingFills(decision.order, leg);
    await this.#commit(decision.order, decision.events, cause, leg.venue);
  }

  async #commit(
    after: Order,
    events: readonly LedgerEvent[],
    cause: string,
    venue: VenueName,
  ): Promise<void> {
    const { ledger, answers } = this.#deps;
    const isFirstAnswer = after.answer === null && answers.isAwaited(after.id) && isAnswerable(after);
    const all: LedgerEvent[] = isFirstAnswer
      ? [...events, { type: 'OrderAnswered', orderId: after.id }]
      : [...events];
    if (all.length === 0) return;
    const durable = ledger.commit(cause, venue, all);
    const answered = present(ledger.state.orders.get(after.id), 'the order of this turn');
    await durable;
    if (isAnswerable(after)) answers.give(answered);
  }

  /** Keeps what no order of ours explains, and says so. */
  async note(venue: VenueName, { kind, detail }: { kind: string; detail: string }): Promise<void> {
    const event: LedgerEvent = { type: 'AnomalyRecorded', venue, kind, orderId: null, detail };
    this.#alarm(venue, [event]);
    await this.#deps.ledger.commit('venue_report', venue, [event]);
  }

  #quarantine(venue: VenueName, clientId: VenueClientId): Promise<void> {
    const detail = `a report names ${clientId}, which is no order of ours`;
    return this.note(venue, { kind: 'unknown_order', detail });
  }

  #alarm(venue: VenueName, events: readonly LedgerEvent[]): void {
    for (const event of events) {
      if (event.type !== 'AnomalyRecorded') continue;
      this.#deps.log.error('venue contradicts our record', { venue, kind: event.kind, detail: event.detail });
      this.#deps.metrics.count('anomalies_total', { venue, kind: event.kind });
      if (TRIPPING.has(event.kind)) this.#deps.desk.trip(venue, `${event.kind}: ${event.detail}`);
    }
  }
}

const legOf = (order: Order, number: number): Leg =>
  present(
    order.legs.find((leg) => leg.leg === number),
    'the reported leg',
  );

/** Contradictions about money: no new order goes there until a person has looked. */
const TRIPPING: ReadonlySet<string> = new Set(['over_fill', 'worse_than_limit', 'wrong_side']);

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

export const legReportOf = (report: OrderReport): LegReport => ({
  venueOrderId: report.venueOrderId,
  status: report.status,
  reason: report.reason === null ? null : REASONS[report.reason],
  price: report.price,
  qty: report.qty,
  expiresAt: report.expiresAt,
  filledQty: report.filledQty,
  fills: report.fills,
});
