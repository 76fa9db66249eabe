import { present } from '../kernel/assert.ts';
import {
  complement,
  NOTIONAL_ZERO,
  type Notional,
  type Price,
  type Qty,
  renderDecimal,
} from '../kernel/decimal.ts';
import {
  type FillId,
  fillIdOf,
  type InstrumentId,
  type VenueClientId,
  type VenueName,
  type VenueOrderId,
} from '../kernel/ids.ts';
import type { TimestampMs } from '../kernel/time.ts';
import type { LedgerEvent } from '../ledger/events.ts';
import { applyFill, type Execution } from '../positions/apply.ts';
import type { Position } from '../positions/position.ts';
import type { NameLeg } from './accept.ts';
import { applyFillToOrder, applyToOrder, expiryAfter, type OrderEvent, termsAhead } from './apply.ts';
import { legClientIdOf } from './clientids.ts';
import { LIFECYCLE } from './lifecycle.ts';
import {
  type Fill,
  type FillSettlement,
  isLive,
  type Leg,
  type LegTarget,
  type Liquidity,
  type Order,
  type OrderReason,
  type Outcome,
  restOf,
  type Side,
  takenQtyOf,
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
  readonly known: (venueTradeId: string) => KnownFill | null;
  /** What a generation of this leg has matched so far, voided fills included. */
  readonly takenBy: (generation: number) => Qty;
  readonly dust: Qty; // by so much a fill may differ from its order
  readonly replacing: Replacing | null; // null where the leg's venue amends in place
  readonly holding: (instrumentId: InstrumentId) => Position | null;
  readonly fillNumber: number; // highest given so far
  readonly at: TimestampMs;
}

export interface KnownFill {
  readonly id: FillId;
  readonly settlement: FillSettlement;
}

/** How an amend goes on once the cancel of the present generation is proven. */
export interface Replacing {
  /** This process asked for that cancel. After a restart nobody has, and nothing new is sent by itself. */
  readonly isPursued: boolean;
  readonly nameOf: NameLeg;
}

export interface ReportDecision {
  readonly events: readonly LedgerEvent[];
  readonly order: Order; // as it stands after the events
  /** The venue counts more filled than it has told us: its fills must be fetched before the leg can close. */
  readonly isMissingFills: boolean;
  readonly voided: readonly FillId[]; // PENDING fills that the venue has taken back
  readonly replaced: boolean; // a new generation is to be sent
  /** A fill of an earlier generation came late: what lives of the present one is more than the order has room for. */
  readonly isOverRouted: boolean;
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
  // What is told of an earlier generation is money if it is a fill, and otherwise history.
  const isPresent = report.generation === turn.leg.generation;
  if (isPresent) {
    turn.acknowledge(report);
    turn.confirmAmend(report); // before the fills, which may be of the new terms
  }
  for (const fill of report.fills) turn.fill(fill, report.generation);
  const isMissingFills = turn.takenBy(report.generation) < report.filledQty;
  if (isPresent && !isMissingFills) turn.close(report);
  const { events, voided, replaced } = turn;
  return { events, order: turn.order, isMissingFills, voided, replaced, isOverRouted: turn.isOverRouted };
}

/** Folds each fact into the order at once, so that the next one is decided on what the last one made. */
class ReportTurn {
  readonly events: LedgerEvent[] = [];
  readonly voided: FillId[] = [];
  replaced = false;
  order: Order;
  readonly #legNumber: number;
  readonly #context: ReportContext;
  readonly #taken = new Set<string>();
  #lateQty = 0n; // filled in this turn by earlier generations
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

  takenBy(generation: number): bigint {
    if (generation === this.leg.generation) return takenQtyOf(this.leg);
    return this.#context.takenBy(generation) + this.#lateQty;
  }

  get isOverRouted(): boolean {
    const { leg } = this;
    return this.#lateQty > 0n && isLive(leg.status) && leg.filledQty + restOf(leg) > leg.qty;
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
    if (isAmendDone(this.order)) this.#add({ type: 'AmendConfirmed', orderId: this.order.id });
  }

  fill(reported: ReportedFill, generation: number): void {
    if (reported.qty <= 0n || this.#taken.has(reported.venueTradeId)) return;
    this.#taken.add(reported.venueTradeId);
    const known = this.#context.known(reported.venueTradeId);
    if (known !== null) return this.#settle(known, reported);
    if (reported.settlement !== 'VOID') this.#alarmOnOddFill(this.leg, reported);
    this.#record(reported, generation);
    if (generation < this.leg.generation) this.#lateQty += reported.qty;
  }

  /** What is known already can only settle: for good, or as never having been. */
  #settle({ id, settlement }: KnownFill, reported: ReportedFill): void {
    const told = reported.settlement;
    if (told === settlement || told === 'PENDING') return;
    if (settlement !== 'PENDING') {
      this.#anomaly(
        'settlement_reversed',
        `trade ${reported.venueTradeId} is ${settlement} and told ${told}`,
      );
    } else if (told === 'VOID') this.voided.push(id);
    else this.events.push({ type: 'FillSettled', orderId: this.order.id, fillId: id });
  }

  /** One told as VOID at once is kept too, so that an older word of it cannot bring it to life. */
  #record(reported: ReportedFill, generation: number): void {
    const { leg, order } = this;
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
    const realizedPnl = reported.settlement === 'VOID' ? NOTIONAL_ZERO : this.#hold(execution);
    this.#fillNumber += 1;
    const { at: _, ...traded } = execution;
    const fill: Fill = {
      ...traded,
      id: fillIdOf(this.#fillNumber),
      orderId: order.id,
      leg: leg.leg,
      generation,
      clientOrderId: order.clientOrderId,
      venueTradeId: reported.venueTradeId,
      fee: reported.fee,
      liquidity: reported.liquidity,
      realizedPnl,
      timestamp: reported.at,
      settlement: reported.settlement,
      voids: null,
    };
    this.events.push({ type: 'FillRecorded', fill });
    this.order = applyFillToOrder(order, fill, this.#context.at);
  }

  /** Moves the holding, and returns what that realized. */
  #hold(execution: Execution): Notional {
    const { position, realizedPnl } = applyFill(this.#position, execution);
    this.#position = position.net === 0n ? null : position;
    return realizedPnl;
  }

  /** A pending amend is confirmed by the venue showing each leg as we asked for it. */
  confirmAmend(report: LegReport): void {
    const { order } = this;
    const target = this.#target;
    if (order.pendingAmend === null || target === undefined || this.#context.replacing !== null) return;
    if (report.price !== target.price || report.qty !== target.qty) return;
    if (!isSameEnd(report.expiresAt, expiryAfter(order, order.pendingAmend))) return;
    this.#add({ type: 'LegAmended', orderId: order.id, ...target });
    if (isAmendDone(this.order)) this.#add({ type: 'AmendConfirmed', orderId: order.id });
  }

  get #target(): LegTarget | undefined {
    return this.order.pendingAmend?.legs.find(({ leg }) => leg === this.#legNumber);
  }

  close(report: LegReport): void {
    if (report.status === 'OPEN') return;
    if (report.status === 'FILLED') return this.#closeShort();
    const kind = CLOSING[report.status];
    const { leg } = this;
    const next = LIFECYCLE[leg.status][kind];
    // Filled, and its fill is taken back in the same word: what becomes of it follows from the void.
    if (next === 'anomaly' && this.voided.length > 0) return;
    if (next === 'anomaly') {
      // A venue may close by our cancel what its fills had filled: with the same count there is nothing to tell.
      const isFull = leg.status === 'FILLED' && report.filledQty === takenQtyOf(leg);
      if (isFull && report.status === 'CANCELLED') return;
      this.#anomaly('impossible_report', `the venue says ${report.status} of a leg that is ${leg.status}`);
      return;
    }
    if (next === leg.status || next === 'OPEN' || next === 'PARTIAL' || next === 'PENDING_SUBMISSION') return;
    const { replacing } = this.#context;
    const isOurCancel =
      next === 'CANCELLED' && report.reason === null && this.order.pendingAction === 'amend';
    const target = isOurCancel && isLive(leg.status) ? this.#target : undefined;
    const isReached = target !== undefined && leg.filledQty > 0n && target.qty <= leg.filledQty;
    if (replacing !== null && isReached) return this.#reach(target);
    if (replacing?.isPursued && target !== undefined) return this.#replace(target, replacing);
    const isRemoval = target !== undefined && target.qty <= leg.filledQty;
    const isInterrupted = replacing !== null && !isRemoval && (target !== undefined || replacing.isPursued);
    const reason =
      report.reason ?? this.order.cancelReason ?? (isInterrupted ? 'replace_interrupted' : 'venue_cancelled');
    this.#closeAs(next, reason);
  }

  /** A generation that follows another never takes its order back to REJECTED: something of it has lived. */
  #closeAs(status: 'FILLED' | 'CANCELLED' | 'REJECTED' | 'EXPIRED', reason: OrderReason | null): void {
    const { leg, order } = this;
    const isFailedReplace = status === 'REJECTED' && leg.generation > 1;
    const end = isFailedReplace
      ? ({ status: 'CANCELLED', reason: 'replace_interrupted' } as const)
      : { status, reason };
    this.#add({ type: 'LegClosed', orderId: order.id, leg: leg.leg, ...end });
    if (isAmendDone(this.order)) this.#add({ type: 'AmendConfirmed', orderId: this.order.id });
  }

  /** The venue calls a leg filled that is short by dust: it is over, and counts as whole. */
  #closeShort(): void {
    const { leg } = this;
    const rest = restOf(leg);
    if (isLive(leg.status) && rest > 0n && rest <= this.#context.dust) this.#closeAs('FILLED', null);
  }

  /** Fills that crossed the cancel have reached the new total: nothing follows. */
  #reach(target: LegTarget): void {
    const orderId = this.order.id;
    this.#add({ type: 'LegAmended', orderId, ...target });
    if (isAmendDone(this.order)) this.#add({ type: 'AmendConfirmed', orderId });
  }

  /** The cancel of this generation is proven, with its final figure: the next takes what is left of the new total. */
  #replace(target: LegTarget, { nameOf }: Replacing): void {
    const { leg, order } = this;
    const orderId = order.id;
    const generation = leg.generation + 1;
    const { price, qty } = target;
    const proposed = legClientIdOf(orderId, leg.leg, generation);
    const event = { type: 'LegReplaced', orderId, leg: leg.leg, generation, price, qty } as const;
    const at = this.#context.at;
    const next = applyToOrder(order, { ...event, clientId: proposed }, at);
    const nextLeg = present(
      next.legs.find((each) => each.leg === leg.leg),
      'the leg being replaced',
    );
    this.#add({ ...event, clientId: nameOf(termsAhead(next), nextLeg) });
    this.replaced = true;
  }

  /** Money moved at the venue, so an odd fill is recorded as it is; the alarm is that it is odd. */
  #alarmOnOddFill(leg: Leg, fill: ReportedFill): void {
    const { order } = this;
    if (leg.filledQty + fill.qty > leg.qty + this.#context.dust) {
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
  // A new generation has taken its leg's target with it; it is there once its venue has it.
  const isOnItsWay = (leg: Leg): boolean => leg.generation > 1 && leg.status === 'PENDING_SUBMISSION';
  return !pendingAmend.legs.some(isAwaited) && !legs.some(isOnItsWay);
}

/** A venue may keep the end of an order to the second, rounded either way. */
function isSameEnd(told: TimestampMs | null, asked: TimestampMs | null): boolean {
  if (told === null || asked === null || told % SECOND_MS !== 0) return told === asked;
  return Math.abs(told - asked) < SECOND_MS;
}

const SECOND_MS = 1_000;

const CLOSING = { CANCELLED: 'cancelled', REJECTED: 'rejected', EXPIRED: 'expired' } as const;
