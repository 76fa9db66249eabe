import { complement, NOTIONAL_ZERO, type Price, type Qty, renderDecimal } from '../../model/money.ts';
import { isLive, type Leg, type LegTarget, type Order } from '../../model/order.ts';
import type { TimestampMs } from '../../model/time.ts';
import { expiryAfterAmend } from '../order-projection.ts';
import type { LegReport, RecordedFill, ReportDecisionBuilder, ReportedFill } from './report-decision.ts';

/** Takes one execution in: recorded the first time, and afterwards settled at most. */
export function applyReportedFill(
  builder: ReportDecisionBuilder,
  reported: ReportedFill,
  generation: number,
): void {
  if (reported.qty <= 0n || !builder.markTradeSeen(reported.venueTradeId)) return;
  const known = builder.context.findRecordedFill(reported.venueTradeId);
  if (known !== null) return settle(builder, known, reported);
  if (generation === builder.leg.generation) confirmByFill(builder, reported);
  if (reported.settlement !== 'VOID') alarmIfOdd(builder, reported);
  record(builder, reported, generation);
}

/** What is known already can only settle: for good, or as never having been. */
function settle(
  builder: ReportDecisionBuilder,
  { id, settlement }: RecordedFill,
  reported: ReportedFill,
): void {
  const told = reported.settlement;
  if (told === settlement || told === 'PENDING') return;
  if (settlement !== 'PENDING') {
    builder.addAnomaly(
      'settlement_reversed',
      `trade ${reported.venueTradeId} is ${settlement} and told ${told}`,
    );
  } else if (told === 'VOID') builder.voided.push(id);
  else builder.events.push({ type: 'FillSettled', orderId: builder.order.id, fillId: id });
}

/** One told as VOID at once is kept too, so that an older word of it cannot bring it to life. */
function record(builder: ReportDecisionBuilder, reported: ReportedFill, generation: number): void {
  const { leg, order, context } = builder;
  const traded = {
    accountId: order.accountId,
    subaccountId: order.subaccountId,
    instrumentId: leg.instrumentId,
    venue: leg.venue,
    side: order.side, // side and outcome are ours; a venue may report its counterparty's
    outcome: leg.outcome,
    price: ownPrice(reported, leg),
    qty: reported.qty,
  };
  const { settlement, venueTradeId, fee, liquidity } = reported;
  const realizedPnl =
    settlement === 'VOID' ? NOTIONAL_ZERO : builder.applyToPosition({ ...traded, at: context.at });
  builder.addFill({
    ...traded,
    id: builder.nextFillId(),
    orderId: order.id,
    leg: leg.leg,
    generation,
    clientOrderId: order.clientOrderId,
    venueTradeId,
    fee,
    liquidity,
    realizedPnl,
    timestamp: reported.at,
    settlement,
    voids: null,
  });
}

/** Money moved at the venue, so an odd fill is recorded as it is; the alarm is that it is odd. */
function alarmIfOdd(builder: ReportDecisionBuilder, fill: ReportedFill): void {
  for (const { kind, isSo, words } of ODDITIES)
    if (isSo(builder.order, builder.leg, fill, builder.context.dustQty))
      builder.addAnomaly(kind, words(fill, builder.leg));
}

interface Oddity {
  readonly kind: string;
  readonly isSo: (order: Order, leg: Leg, fill: ReportedFill, dust: Qty) => boolean;
  readonly words: (fill: ReportedFill, leg: Leg) => string;
}

const ODDITIES: readonly Oddity[] = [
  {
    kind: 'over_fill',
    isSo: (_, leg, fill, dust) => leg.filledQty + fill.qty > leg.qty + dust,
    words: ({ venueTradeId }, { leg, qty }) =>
      `trade ${venueTradeId} takes leg ${leg} above its ${renderDecimal(qty)}`,
  },
  {
    kind: 'wrong_side',
    isSo: (order, leg, fill) => isMirrored(fill, leg) === (fill.side === order.side),
    words: ({ venueTradeId, side, outcome }) => `trade ${venueTradeId} reports ${side} ${outcome}`,
  },
  {
    kind: 'worse_than_limit',
    isSo: ({ loosestPrice: limit, side }, leg, fill) =>
      limit !== null && (side === 'BUY' ? ownPrice(fill, leg) > limit : ownPrice(fill, leg) < limit),
    words: (fill, leg) => `trade ${fill.venueTradeId} at ${renderDecimal(ownPrice(fill, leg))}`,
  },
];

/** A venue may tell a trade from the side of the one who took the other outcome. */
const isMirrored = (fill: ReportedFill, leg: Leg): boolean => fill.outcome !== leg.outcome;

const ownPrice = (fill: ReportedFill, leg: Leg): Price =>
  isMirrored(fill, leg) ? complement(fill.price) : fill.price;

/** A pending amend is confirmed by the venue showing each leg as we asked for it. */
export function confirmLegByReport(builder: ReportDecisionBuilder, report: LegReport): void {
  const { order, target } = builder;
  if (order.pendingAmend === null || target === undefined || builder.context.replace !== null) return;
  if (report.price !== target.price || report.qty !== target.qty) return;
  if (!isSameEnd(report.expiresAt, expiryAfterAmend(order, order.pendingAmend))) return;
  confirmLeg(builder, target);
}

/**
 * A fill beyond the old total proves a raise that no answer has told yet: one that a venue makes in place
 * holds as a whole, its price with its quantity.
 */
function confirmByFill(builder: ReportDecisionBuilder, { qty }: ReportedFill): void {
  const { leg, target, context } = builder;
  if (target === undefined || target.qty <= leg.qty || context.replace !== null) return;
  if (leg.filledQty + qty > leg.qty + context.dustQty) confirmLeg(builder, target);
}

/** The leg has its new terms. */
export function confirmLeg(builder: ReportDecisionBuilder, target: LegTarget): void {
  builder.add({ type: 'LegAmended', orderId: builder.order.id, ...target });
  confirmAmendIfDone(builder);
}

/** The order takes its new terms once no leg still waits for its target: each is as asked, or over. */
export function confirmAmendIfDone(builder: ReportDecisionBuilder): void {
  if (isAmendDone(builder.order)) builder.add({ type: 'AmendConfirmed', orderId: builder.order.id });
}

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
