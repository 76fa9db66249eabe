import {
  type Fill,
  type FillId,
  type FillSettlement,
  type InstrumentId,
  isLive,
  type Leg,
  type LegTarget,
  type Liquidity,
  matchedQty,
  type Notional,
  type Order,
  type OrderReason,
  type Outcome,
  type Position,
  type Price,
  type Qty,
  remainingQty,
  requirePresent,
  type Side,
  type TimestampMs,
  toFillId,
  type VenueAnswer,
  type VenueClientId,
  type VenueName,
  type VenueOrderId,
} from '#contract';
import type { LedgerEvent } from '../../events/event-schema.ts';
import { applyFill, type Execution } from '../../positions/position-accounting.ts';
import type { ClientIdForLeg } from '../accept-order.ts';
import { applyFillToOrder, applyToOrder, type OrderEvent } from '../order-projection.ts';
import type { ShownTerms } from '../shown-terms.ts';

/** One execution as a venue reports it. */
export interface ReportedFill {
  readonly venueTradeId: string; // unique with the clientId at its venue
  readonly side: Side; // the order's side
  readonly outcome: Outcome;
  readonly price: Price; // in terms of `outcome`
  readonly qty: Qty;
  readonly fee: Notional | null; // null: unknown
  readonly liquidity: Exclude<Liquidity, 'SETTLEMENT' | 'ADOPTED'>;
  readonly settlement: FillSettlement;
  readonly at: TimestampMs;
}

/** State of one leg as its venue reports it, in a response, on a stream or by query. */
export interface LegReport {
  readonly generation: number; // generation of the leg that this report is about
  readonly clientId: VenueClientId; // client id of that generation
  readonly venueOrderId: VenueOrderId | null; // null for an order rejected on arrival
  readonly status: 'OPEN' | 'FILLED' | 'CANCELLED' | 'REJECTED' | 'EXPIRED';
  readonly reason: OrderReason | null;
  readonly venueAnswer?: VenueAnswer; // what the venue said when it refused or closed the order
  readonly detail?: string; // why Crossbook did not send it
  readonly price: Price | null;
  readonly qty: Qty;
  readonly expiresAt: TimestampMs | null;
  readonly filledQty: Qty; // venue's cumulative quantity of this generation, including voided fills
  readonly fills: readonly ReportedFill[];
  readonly terms?: ShownTerms; // what the venue shows of the order's terms, if it has shown the order
}

/** Facts that the decision needs in addition to the order. */
export interface ReportContext {
  /** The recorded fill of a venue trade of this leg; null when there is none. */
  readonly findRecordedFill: (venueTradeId: string) => RecordedFill | null;
  /** Matched quantity of an earlier generation of this leg, including voided fills. */
  readonly getMatchedQty: (generation: number) => Qty;
  readonly dustQty: Qty; // tolerated difference between filled and ordered quantity
  readonly replace: ReplaceContext | null; // null when the venue amends in place
  readonly findPosition: (instrumentId: InstrumentId) => Position | null;
  readonly fillNumber: number; // highest number assigned
  readonly at: TimestampMs;
}

export interface RecordedFill {
  readonly id: FillId;
  readonly settlement: FillSettlement;
}

/** How to continue an amend by cancel/replace once the cancel of the current generation is confirmed. */
export interface ReplaceContext {
  /** True when this process requested the cancel. After a restart it is false, and no new generation is sent. */
  readonly isCancelOurs: boolean;
  readonly clientIdFor: ClientIdForLeg;
}

export interface ReportDecision {
  readonly events: readonly LedgerEvent[];
  readonly order: Order; // state after the events
  /** The venue's filled quantity exceeds the reported fills; they must be fetched before the leg can close. */
  readonly hasMissingFills: boolean;
  readonly voided: readonly FillId[]; // PENDING fills that the venue has voided
  readonly replaced: boolean; // true when a new generation must be sent
  /** A late fill of an earlier generation makes filled plus open quantity exceed the leg's quantity. */
  readonly isOverRouted: boolean;
}

/**
 * Collects the events of one report. Each event is applied to the order at once, so that the next decision
 * sees its result.
 */
export class ReportDecisionBuilder {
  readonly events: LedgerEvent[] = [];
  readonly voided: FillId[] = [];
  readonly context: ReportContext;
  replaced = false;
  order: Order;
  readonly #legNumber: number;
  readonly #trades = new Set<string>();
  #lateQty = 0n; // filled by earlier generations in this report
  #fillNumber: number;
  #position: Position | null;

  constructor(order: Order, legNumber: number, context: ReportContext) {
    this.order = order;
    this.context = context;
    this.#legNumber = legNumber;
    this.#fillNumber = context.fillNumber;
    this.#position = context.findPosition(this.leg.instrumentId);
  }

  get leg(): Leg {
    return requirePresent(
      this.order.legs.find((leg) => leg.leg === this.#legNumber),
      'the reported leg',
    );
  }

  /** New terms of the leg in the pending amend; undefined when there are none. */
  get target(): LegTarget | undefined {
    return this.order.pendingAmend?.legs.find(({ leg }) => leg === this.#legNumber);
  }

  /** Matched quantity of a generation, including voided fills. */
  getMatchedQty(generation: number): bigint {
    if (generation === this.leg.generation) return matchedQty(this.leg);
    return this.context.getMatchedQty(generation) + this.#lateQty;
  }

  /** True when a late fill used quantity for which the current generation was sent. */
  get isOverRouted(): boolean {
    const { leg } = this;
    return this.#lateQty > 0n && isLive(leg.status) && leg.filledQty + remainingQty(leg) > leg.qty;
  }

  /** Returns false for a trade that this report already contained. */
  markTradeSeen(venueTradeId: string): boolean {
    if (this.#trades.has(venueTradeId)) return false;
    this.#trades.add(venueTradeId);
    return true;
  }

  add(event: OrderEvent): void {
    this.events.push(event);
    this.order = applyToOrder(this.order, event, this.context.at);
  }

  addFill(fill: Fill): void {
    if (fill.generation < this.leg.generation) this.#lateQty += fill.qty;
    this.events.push({ type: 'FillRecorded', fill });
    this.order = applyFillToOrder(this.order, fill, this.context.at);
  }

  nextFillId(): FillId {
    this.#fillNumber += 1;
    return toFillId(this.#fillNumber);
  }

  /** Applies an execution to the position and returns the realized PnL. */
  applyToPosition(execution: Execution): Notional {
    const { position, realizedPnl } = applyFill(this.#position, execution);
    this.#position = position.net === 0n ? null : position;
    return realizedPnl;
  }

  /** Records a report that contradicts our state. */
  addAnomaly(kind: string, detail: string): void {
    const venue: VenueName = this.leg.venue;
    this.events.push({ type: 'AnomalyRecorded', venue, kind, orderId: this.order.id, detail });
  }
}
