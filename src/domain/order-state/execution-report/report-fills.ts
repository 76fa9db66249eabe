import {
  complement,
  isLive,
  type Leg,
  type LegTarget,
  NOTIONAL_ZERO,
  type Order,
  type Price,
  type Qty,
  renderDecimal,
  type TimestampMs,
} from '#contract';
import { expiryAfterAmend } from '../order-projection.ts';
import type { LegReport, RecordedFill, ReportDecisionBuilder, ReportedFill } from './report-decision.ts';

/** Records a fill when it is reported first. A later report can only settle or void it. */
export function applyReportedFill(
  builder: ReportDecisionBuilder,
  reported: ReportedFill,
  generation: number,
): void {
  if (reported.qty <= 0n || !builder.markTradeSeen(reported.venueTradeId)) return;
  const known = builder.context.findRecordedFill(reported.venueTradeId);
  if (known !== null) return settleFill(builder, known, reported);
  if (generation === builder.leg.generation) confirmByFill(builder, reported);
  if (reported.settlement !== 'VOID') addFillAnomalies(builder, reported);
  recordFill(builder, reported, generation);
}

/** Settles or voids a recorded fill. */
function settleFill(
  builder: ReportDecisionBuilder,
  { id, settlement }: RecordedFill,
  reported: ReportedFill,
): void {
  const next = reported.settlement;
  if (next === settlement || next === 'PENDING') return;
  if (settlement !== 'PENDING') {
    builder.addAnomaly(
      'settlement_reversed',
      `trade ${reported.venueTradeId} is ${settlement} and reported as ${next}`,
    );
  } else if (next === 'VOID') builder.voided.push(id);
  else builder.events.push({ type: 'FillSettled', orderId: builder.order.id, fillId: id });
}

/** Records the fill. One first reported as VOID is stored too, so that a late PENDING report is ignored. */
function recordFill(builder: ReportDecisionBuilder, reported: ReportedFill, generation: number): void {
  const { leg, order, context } = builder;
  const traded = {
    accountId: order.accountId,
    subaccountId: order.subaccountId,
    instrumentId: leg.instrumentId,
    venue: leg.venue,
    side: order.side, // not the reported side and outcome, which may be the counterparty's
    outcome: leg.outcome,
    tokenSide: leg.tokenSide,
    price: toLegPrice(reported, leg),
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
    tag: order.tag,
    venueTradeId,
    fee,
    liquidity,
    realizedPnl,
    timestamp: reported.at,
    settlement,
    voids: null,
  });
}

/** An unexpected fill is recorded like any other, because the venue executed it; an anomaly is added. */
function addFillAnomalies(builder: ReportDecisionBuilder, fill: ReportedFill): void {
  for (const { kind, isViolated, describe } of FILL_CHECKS)
    if (isViolated(builder.order, builder.leg, fill, builder.context.dustQty))
      builder.addAnomaly(kind, describe(fill, builder.leg));
}

interface FillCheck {
  readonly kind: string;
  readonly isViolated: (order: Order, leg: Leg, fill: ReportedFill, dust: Qty) => boolean;
  readonly describe: (fill: ReportedFill, leg: Leg) => string;
}

const FILL_CHECKS: readonly FillCheck[] = [
  {
    kind: 'over_fill',
    isViolated: (_, leg, fill, dust) => leg.filledQty + fill.qty > leg.qty + dust,
    describe: ({ venueTradeId }, { leg, qty }) =>
      `trade ${venueTradeId} takes leg ${leg} above its ${renderDecimal(qty)}`,
  },
  {
    kind: 'wrong_side',
    isViolated: (order, leg, fill) => isMirrored(fill, leg) === (fill.side === order.side),
    describe: ({ venueTradeId, side, outcome }) => `trade ${venueTradeId} reports ${side} ${outcome}`,
  },
  {
    kind: 'worse_than_limit',
    isViolated: ({ loosestPrice: limit, side }, leg, fill) =>
      limit !== null && (side === 'BUY' ? toLegPrice(fill, leg) > limit : toLegPrice(fill, leg) < limit),
    describe: (fill, leg) => `trade ${fill.venueTradeId} at ${renderDecimal(toLegPrice(fill, leg))}`,
  },
  {
    kind: 'post_only_taken',
    isViolated: ({ postOnly }, _, { liquidity }) => postOnly && liquidity === 'TAKER',
    describe: ({ venueTradeId }) => `trade ${venueTradeId} took liquidity for a post-only order`,
  },
];

/** True when the venue reports the fill in terms of the other outcome. */
const isMirrored = (fill: ReportedFill, leg: Leg): boolean => fill.outcome !== leg.outcome;

const toLegPrice = (fill: ReportedFill, leg: Leg): Price =>
  isMirrored(fill, leg) ? complement(fill.price) : fill.price;

/** Confirms the amend of this leg when the report shows the requested terms. */
export function confirmLegByReport(builder: ReportDecisionBuilder, report: LegReport): void {
  const { order, target } = builder;
  if (order.pendingAmend === null || target === undefined || builder.context.replace !== null) return;
  if (report.price !== target.price || report.qty !== target.qty) return;
  if (!isSameExpiry(report.expiresAt, expiryAfterAmend(order, order.pendingAmend))) return;
  confirmLeg(builder, target);
}

/**
 * A fill above the old quantity proves that the venue applied a quantity increase before it answered. An
 * in-place amend is atomic, so the new price applies too.
 */
function confirmByFill(builder: ReportDecisionBuilder, { qty }: ReportedFill): void {
  const { leg, target, context } = builder;
  if (target === undefined || target.qty <= leg.qty || context.replace !== null) return;
  if (leg.filledQty + qty > leg.qty + context.dustQty) confirmLeg(builder, target);
}

/** Gives the leg its new terms. */
export function confirmLeg(builder: ReportDecisionBuilder, target: LegTarget): void {
  builder.add({ type: 'LegAmended', orderId: builder.order.id, ...target });
  confirmAmendIfDone(builder);
}

/** Gives the order its new terms once all its legs are amended or closed. */
export function confirmAmendIfDone(builder: ReportDecisionBuilder): void {
  if (isAmendDone(builder.order)) builder.add({ type: 'AmendConfirmed', orderId: builder.order.id });
}

function isAmendDone({ pendingAmend, legs }: Order): boolean {
  if (pendingAmend === null) return false;
  const isAwaited = (target: LegTarget): boolean =>
    legs.some((leg) => leg.leg === target.leg && isLive(leg.status));
  // A replaced leg is no longer among the targets; it counts as amended once its venue acknowledged it.
  const isOnItsWay = (leg: Leg): boolean => leg.generation > 1 && leg.status === 'PENDING_SUBMISSION';
  return !pendingAmend.legs.some(isAwaited) && !legs.some(isOnItsWay);
}

/** A venue may round the expiry of an order to seconds, up or down. */
function isSameExpiry(reported: TimestampMs | null, requested: TimestampMs | null): boolean {
  if (reported === null || requested === null || reported % SECOND_MS !== 0) return reported === requested;
  return Math.abs(reported - requested) < SECOND_MS;
}

const SECOND_MS = 1_000;
