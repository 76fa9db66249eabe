import type { LedgerEvent } from '../../events/event-schema.ts';
import { requirePresent } from '../../model/assert.ts';
import {
  type FillId,
  type InstrumentId,
  toFillId,
  type VenueClientId,
  type VenueName,
  type VenueOrderId,
} from '../../model/ids.ts';
import type { Notional, Price, Qty } from '../../model/money.ts';
import {
  type Fill,
  type FillSettlement,
  isLive,
  type Leg,
  type LegTarget,
  type Liquidity,
  matchedQty,
  type Order,
  type OrderReason,
  type Outcome,
  remainingQty,
  type Side,
} from '../../model/order.ts';
import type { Position } from '../../model/position.ts';
import type { TimestampMs } from '../../model/time.ts';
import { applyFill, type Execution } from '../../positions/position-accounting.ts';
import type { ClientIdForLeg } from '../accept-order.ts';
import { applyFillToOrder, applyToOrder, type OrderEvent } from '../order-projection.ts';

/** One execution as a venue reports it. */
export interface ReportedFill {
  readonly venueTradeId: string;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly price: Price; // in terms of `outcome`
  readonly qty: Qty;
  readonly fee: Notional;
  readonly liquidity: Exclude<Liquidity, 'SETTLEMENT'>;
  readonly settlement: FillSettlement;
  readonly at: TimestampMs;
}

/** What a venue says of one leg, whichever path brought it: reply, stream or query. */
export interface LegReport {
  readonly generation: number; // which life of the leg it tells of
  readonly clientId: VenueClientId; // and its name there
  readonly venueOrderId: VenueOrderId | null; // null for a refusal that never became an order there
  readonly status: 'OPEN' | 'FILLED' | 'CANCELLED' | 'REJECTED' | 'EXPIRED';
  readonly reason: OrderReason | null;
  readonly price: Price | null;
  readonly qty: Qty;
  readonly expiresAt: TimestampMs | null;
  readonly filledQty: Qty; // cumulative of this generation, by the venue's count, voided fills included
  readonly fills: readonly ReportedFill[];
}

/** What the decision may look at besides the order itself. */
export interface ReportContext {
  /** What is recorded of a trade of this leg; null: nothing yet. */
  readonly findRecordedFill: (venueTradeId: string) => RecordedFill | null;
  /** What a generation of this leg has matched so far, voided fills included. */
  readonly getMatchedQty: (generation: number) => Qty;
  readonly dustQty: Qty; // by so much a fill may differ from its order
  readonly replace: ReplaceContext | null; // null where the leg's venue amends in place
  readonly findPosition: (instrumentId: InstrumentId) => Position | null;
  readonly fillNumber: number; // highest given so far
  readonly at: TimestampMs;
}

export interface RecordedFill {
  readonly id: FillId;
  readonly settlement: FillSettlement;
}

/** How an amend goes on once the cancel of the present generation is proven. */
export interface ReplaceContext {
  /** This process asked for that cancel. After a restart nobody has, and nothing new is sent by itself. */
  readonly isCancelOurs: boolean;
  readonly clientIdFor: ClientIdForLeg;
}

export interface ReportDecision {
  readonly events: readonly LedgerEvent[];
  readonly order: Order; // as it stands after the events
  /** The venue counts more filled than it has told us: its fills must be fetched before the leg can close. */
  readonly hasMissingFills: boolean;
  readonly voided: readonly FillId[]; // PENDING fills that the venue has taken back
  readonly replaced: boolean; // a new generation is to be sent
  /** A fill of an earlier generation came late: what lives of the present one is more than the order has room for. */
  readonly isOverRouted: boolean;
}

/**
 * What one report has made true so far. Each fact is folded into the order at once, so that the next one is
 * decided on what the last one made.
 */
export class ReportDecisionBuilder {
  readonly events: LedgerEvent[] = [];
  readonly voided: FillId[] = [];
  readonly context: ReportContext;
  replaced = false;
  order: Order;
  readonly #legNumber: number;
  readonly #trades = new Set<string>();
  #lateQty = 0n; // filled in this builder by earlier generations
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

  /** What a pending amend wants of the leg; undefined when none does. */
  get target(): LegTarget | undefined {
    return this.order.pendingAmend?.legs.find(({ leg }) => leg === this.#legNumber);
  }

  /** What a generation has matched, voided fills included. */
  getMatchedQty(generation: number): bigint {
    if (generation === this.leg.generation) return matchedQty(this.leg);
    return this.context.getMatchedQty(generation) + this.#lateQty;
  }

  /** A late fill has taken room that the present generation was sent for. */
  get isOverRouted(): boolean {
    const { leg } = this;
    return this.#lateQty > 0n && isLive(leg.status) && leg.filledQty + remainingQty(leg) > leg.qty;
  }

  /** False for a trade that this report has told already. */
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

  /** Moves the holding, and returns what that realized. */
  applyToPosition(execution: Execution): Notional {
    const { position, realizedPnl } = applyFill(this.#position, execution);
    this.#position = position.net === 0n ? null : position;
    return realizedPnl;
  }

  /** What the venue says cannot be so: it stands on record beside what we do about it. */
  addAnomaly(kind: string, detail: string): void {
    const venue: VenueName = this.leg.venue;
    this.events.push({ type: 'AnomalyRecorded', venue, kind, orderId: this.order.id, detail });
  }
}
