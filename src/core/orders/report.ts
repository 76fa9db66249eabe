import { present } from '../kernel/assert.ts';
import { complement, type Notional, type Price, type Qty, renderDecimal } from '../kernel/decimal.ts';
import { fillIdOf, type InstrumentId, type VenueName, type VenueOrderId } from '../kernel/ids.ts';
import type { TimestampMs } from '../kernel/time.ts';
import type { LedgerEvent } from '../ledger/events.ts';
import { applyFill } from '../positions/apply.ts';
import type { Position } from '../positions/position.ts';
import { applyFillToOrder, applyToOrder, expiryAfter, type OrderEvent } from './apply.ts';
import { LIFECYCLE } from './lifecycle.ts';
import {
  type Fill,
  isLive,
  type Leg,
  type LegTarget,
  type Liquidity,
  type Order,
  type OrderReason,
  type Outcome,
  type Side,
} from './order.ts';

/** One execution as a venue reports it. */
export interface ReportedFill {
  readonly venueTradeId: string;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly price: Price; // in terms of `outcome`
  readonly qty: Qty;
  readonly fee: Notional;
  readonly liquidity: Exclude<Liquidity, 'SETTLEMENT'>;
  readonly at: TimestampMs;
}

/** What a venue says of one leg, whichever path brought it: reply, stream or query. */
export interface LegReport {
  readonly venueOrderId: VenueOrderId | null; // null for a refusal that never became an order there
  readonly status: 'OPEN' | 'FILLED' | 'CANCELLED' | 'REJECTED' | 'EXPIRED';
  readonly reason: OrderReason | null;
  readonly price: Price | null;
  readonly qty: Qty;
  readonly expiresAt: TimestampMs | null;
  readonly filledQty: Qty; // cumulative, by the venue's count
  readonly fills: readonly ReportedFill[];
}

/** What the decision may look at besides the order itself. */
export interface ReportContext {
  readonly seen: (venueTradeId: string) => boolean; // recorded for this order already
  readonly holding: (instrumentId: InstrumentId) => Position | null;
  readonly fillNumber: number; // highest given so far
  readonly at: TimestampMs;
}

export interface ReportDecision {
  readonly events: readonly LedgerEvent[];
  readonly order: Order; // as it stands after the events
  /** The venue counts more filled than it has told us: its fills must be fetched before the leg can close. */
  readonly isMissingFills: boolean;
}

/**
 * What a report changes. Complete reports make this idempotent: what is known already yields nothing
 * (I-11), so reply, stream and poll may all bring the same truth in any order.
 */
export function decideReport(
  order: Order,
  legNumber: number,
  report: LegReport,
  context: ReportContext,
): ReportDecision {
  const turn = new ReportTurn(order, legNumber, context);
  turn.acknowledge(report);
  turn.confirmAmend(report); // before the fills, which may be of the new terms
  for (const fill of report.fills) turn.fill(fill);
  const isMissingFills = turn.leg.filledQty < report.filledQty;
  if (!isMissingFills) turn.close(report);
  return { events: turn.events, order: turn.order, isMissingFills };
}

/** Folds each fact into the order at once, so that the next one is decided on what the last one made. */
class ReportTurn {
  readonly events: LedgerEvent[] = [];
  order: Order;
  readonly #legNumber: number;
  readonly #context: ReportContext;
  readonly #taken = new Set<string>();
  #fillNumber: number;
  #position: Position | null;

  constructor(order: Order, legNumber: number, context: ReportContext) {
    this.order = order;
    this.#legNumber = legNumber;
    this.#context = context;
    this.#fillNumber = context.fillNumber;
    this.#position = context.holding(this.leg.instrumentId);
  }

  get leg(): Leg {
    return present(
      this.order.legs.find((leg) => leg.leg === this.#legNumber),
      'the reported leg',
    );
  }

  acknowledge(report: LegReport): void {
    const { leg } = this;
    if (report.venueOrderId === null || report.status === 'REJECTED') return;
    const isNew =
      leg.status === 'PENDING_SUBMISSION' || leg.status === 'REJECTED' || leg.venueOrderId === null;
    if (!isNew) return;
    if (leg.status === 'REJECTED')
      this.#anomaly('late_acknowledgement', 'the venue works a leg that we held for refused');
    this.#add({
      type: 'LegAcknowledged',
      orderId: this.order.id,
      leg: leg.leg,
      venueOrderId: report.venueOrderId,
    });
  }

  fill(reported: ReportedFill): void {
    const { leg, order } = this;
    if (reported.qty <= 0n || this.#taken.has(reported.venueTradeId)) return;
    if (this.#context.seen(reported.venueTradeId)) return;
    this.#taken.add(reported.venueTradeId);
    this.#alarmOnOddFill(leg, reported);
    const execution = {
      accountId: order.accountId,
      subaccountId: order.subaccountId,
      instrumentId: leg.instrumentId,
      venue: leg.venue,
      side: order.side, // side and outcome are ours; a venue may report its counterparty's
      outcome: leg.outcome,
      price: reported.outcome === leg.outcome ? reported.price : complement(reported.price),
      qty: reported.qty,
      at: this.#context.at,
    };
    const { position, realizedPnl } = applyFill(this.#position, execution);
    this.#position = position.net === 0n ? null : position;
    this.#fillNumber += 1;
    const { at: _, ...traded } = execution;
    const fill: Fill = {
      ...traded,
      id: fillIdOf(this.#fillNumber),
      orderId: order.id,
      leg: leg.leg,
      clientOrderId: order.clientOrderId,
      venueTradeId: reported.venueTradeId,
      fee: reported.fee,
      liquidity: reported.liquidity,
      realizedPnl,
      timestamp: reported.at,
    };
    this.events.push({ type: 'FillRecorded', fill });
    this.order = applyFillToOrder(order, fill, this.#context.at);
  }

  /** A pending amend is confirmed by the venue showing each leg as we asked for it. */
  confirmAmend(report: LegReport): void {
    const { order, leg } = this;
    const target = order.pendingAmend?.legs.find((candidate) => candidate.leg === leg.leg);
    if (order.pendingAmend === null || target === undefined) return;
    if (report.price !== target.price || report.qty !== target.qty) return;
    if (report.expiresAt !== expiryAfter(order, order.pendingAmend)) return;
    this.#add({ type: 'LegAmended', orderId: order.id, ...target });
    if (isAmendDone(this.order)) this.#add({ type: 'AmendConfirmed', orderId: order.id });
  }

  close(report: LegReport): void {
    if (report.status === 'OPEN' || report.status === 'FILLED') return;
    const kind = CLOSING[report.status];
    const { leg } = this;
    const next = LIFECYCLE[leg.status][kind];
    if (next === 'anomaly') {
      this.#anomaly('impossible_report', `the venue says ${report.status} of a leg that is ${leg.status}`);
      return;
    }
    if (next === leg.status || next === 'OPEN' || next === 'PARTIAL' || next === 'PENDING_SUBMISSION') return;
    const reason = report.reason ?? this.order.cancelReason ?? 'venue_cancelled';
    this.#add({ type: 'LegClosed', orderId: this.order.id, leg: leg.leg, status: next, reason });
    if (isAmendDone(this.order)) this.#add({ type: 'AmendConfirmed', orderId: this.order.id });
  }

  /** Money moved at the venue, so an odd fill is recorded as it is; the alarm is that it is odd. */
  #alarmOnOddFill(leg: Leg, fill: ReportedFill): void {
    const { order } = this;
    if (leg.filledQty + fill.qty > leg.qty) {
      this.#anomaly(
        'over_fill',
        `trade ${fill.venueTradeId} takes leg ${leg.leg} above its ${renderDecimal(leg.qty)}`,
      );
    }
    const isMirrored = fill.outcome !== leg.outcome;
    if (isMirrored === (fill.side === order.side)) {
      this.#anomaly('wrong_side', `trade ${fill.venueTradeId} reports ${fill.side} ${fill.outcome}`);
    }
    const price = isMirrored ? complement(fill.price) : fill.price;
    const { loosestPrice: limit } = order;
    if (limit !== null && (order.side === 'BUY' ? price > limit : price < limit)) {
      this.#anomaly('worse_than_limit', `trade ${fill.venueTradeId} at ${renderDecimal(price)}`);
    }
  }

  #anomaly(kind: string, detail: string): void {
    const venue: VenueName = this.leg.venue;
    this.events.push({ type: 'AnomalyRecorded', venue, kind, orderId: this.order.id, detail });
  }

  #add(event: OrderEvent): void {
    this.events.push(event);
    this.order = applyToOrder(this.order, event, this.#context.at);
  }
}

/** True once no leg still waits for its target: each is as asked, or over. */
function isAmendDone({ pendingAmend, legs }: Order): boolean {
  if (pendingAmend === null) return false;
  const isAwaited = (target: LegTarget): boolean =>
    legs.some((leg) => leg.leg === target.leg && isLive(leg.status));
  return !pendingAmend.legs.some(isAwaited);
}

const CLOSING = { CANCELLED: 'cancelled', REJECTED: 'rejected', EXPIRED: 'expired' } as const;
