import { present } from '../kernel/assert.ts';
import type { Notional } from '../kernel/decimal.ts';
import { type FillId, fillIdOf, type VenueName } from '../kernel/ids.ts';
import type { LedgerEvent } from '../ledger/events.ts';
import { applyFill, type Execution } from '../positions/apply.ts';
import type { Position } from '../positions/position.ts';
import { applyFillToOrder, applyToOrder, type OrderEvent } from './apply.ts';
import type { ReportContext } from './legreport.ts';
import { type Fill, isLive, type Leg, type LegTarget, type Order, restOf, takenQtyOf } from './order.ts';

/**
 * What one report has made true so far. Each fact is folded into the order at once, so that the next one is
 * decided on what the last one made.
 */
export class ReportTurn {
  readonly events: LedgerEvent[] = [];
  readonly voided: FillId[] = [];
  readonly context: ReportContext;
  replaced = false;
  order: Order;
  readonly #legNumber: number;
  readonly #trades = new Set<string>();
  #lateQty = 0n; // filled in this turn by earlier generations
  #fillNumber: number;
  #position: Position | null;

  constructor(order: Order, legNumber: number, context: ReportContext) {
    this.order = order;
    this.context = context;
    this.#legNumber = legNumber;
    this.#fillNumber = context.fillNumber;
    this.#position = context.holding(this.leg.instrumentId);
  }

  get leg(): Leg {
    return present(
      this.order.legs.find((leg) => leg.leg === this.#legNumber),
      'the reported leg',
    );
  }

  /** What a pending amend wants of the leg; undefined when none does. */
  get target(): LegTarget | undefined {
    return this.order.pendingAmend?.legs.find(({ leg }) => leg === this.#legNumber);
  }

  /** What a generation has matched, voided fills included. */
  takenBy(generation: number): bigint {
    if (generation === this.leg.generation) return takenQtyOf(this.leg);
    return this.context.takenBy(generation) + this.#lateQty;
  }

  /** A late fill has taken room that the present generation was sent for. */
  get isOverRouted(): boolean {
    const { leg } = this;
    return this.#lateQty > 0n && isLive(leg.status) && leg.filledQty + restOf(leg) > leg.qty;
  }

  /** False for a trade that this report has told already. */
  isFirstWordOf(venueTradeId: string): boolean {
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
    return fillIdOf(this.#fillNumber);
  }

  /** Moves the holding, and returns what that realized. */
  hold(execution: Execution): Notional {
    const { position, realizedPnl } = applyFill(this.#position, execution);
    this.#position = position.net === 0n ? null : position;
    return realizedPnl;
  }

  /** What the venue says cannot be so: it stands on record beside what we do about it. */
  anomaly(kind: string, detail: string): void {
    const venue: VenueName = this.leg.venue;
    this.events.push({ type: 'AnomalyRecorded', venue, kind, orderId: this.order.id, detail });
  }
}
