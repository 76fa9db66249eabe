import {
  isLive,
  type Leg,
  type LegTarget,
  matchedQty,
  NO_VENUE_ANSWER,
  type Order,
  type OrderReason,
  type OrderStatus,
  remainingQty,
  requirePresent,
  toLegClientId,
} from '#contract';
import { LIFECYCLE } from '../lifecycle.ts';
import { applyToOrder, termsAfterAmend } from '../order-projection.ts';
import {
  type LegReport,
  type ReplaceContext,
  type ReportContext,
  type ReportDecision,
  ReportDecisionBuilder,
} from './report-decision.ts';
import { applyReportedFill, confirmAmendIfDone, confirmLeg, confirmLegByReport } from './report-fills.ts';

/**
 * Decides which events follow from a venue report. Reports are complete and known facts yield no events
 * (I-11), so response, stream and poll may deliver the same state in any order.
 */
export function decideReport(
  order: Order,
  legNumber: number,
  report: LegReport,
  context: ReportContext,
): ReportDecision {
  const builder = new ReportDecisionBuilder(order, legNumber, context);
  // A report about an earlier generation can only add fills.
  const isCurrent = report.generation === builder.leg.generation;
  if (isCurrent) {
    acknowledge(builder, report);
    confirmLegByReport(builder, report); // before the fills, which may be on the new terms
  }
  for (const fill of report.fills) applyReportedFill(builder, fill, report.generation);
  const hasMissingFills = builder.getMatchedQty(report.generation) < report.filledQty;
  if (isCurrent && !hasMissingFills) close(builder, report);
  const { events, voided, replaced, isOverRouted } = builder;
  return { events, order: builder.order, hasMissingFills, voided, replaced, isOverRouted };
}

function acknowledge(builder: ReportDecisionBuilder, { venueOrderId, status }: LegReport): void {
  const { leg, order } = builder;
  if (venueOrderId === null || status === 'REJECTED') return;
  const isNew = leg.status === 'PENDING_SUBMISSION' || leg.status === 'REJECTED' || leg.venueOrderId === null;
  if (!isNew) return;
  if (leg.status === 'REJECTED')
    builder.addAnomaly('late_acknowledgement', 'the venue has accepted a leg that was recorded as rejected');
  builder.add({ type: 'LegAcknowledged', orderId: order.id, leg: leg.leg, venueOrderId });
  confirmAmendIfDone(builder);
}

type FinalStatus = 'CANCELLED' | 'REJECTED' | 'EXPIRED';

/** Applies the final status that the venue reports, once all fills are known. */
function close(builder: ReportDecisionBuilder, report: LegReport): void {
  const { status } = report;
  if (status === 'FILLED') return closeFilled(builder);
  if (status === 'OPEN') return closeFull(builder);
  const { leg } = builder;
  const next = LIFECYCLE[leg.status][CLOSING[status]];
  if (next === 'anomaly') return recordContradiction(builder, report);
  if (next === leg.status || !isFinal(next)) return;
  const target = next === 'CANCELLED' ? findAwaitedTarget(builder, report) : undefined;
  const { replace } = builder.context;
  if (replace === null) return closeAs(builder, next, toCloseReason(builder, report, false), report);
  const isReached = target !== undefined && leg.filledQty > 0n && target.qty <= leg.filledQty;
  // Fills that crossed the cancel have reached the new total, so no new generation is needed.
  if (isReached) return confirmLeg(builder, target);
  if (replace.isCancelOurs && target !== undefined) return replaceLeg(builder, target, replace);
  const isRemoval = target !== undefined && target.qty <= leg.filledQty;
  const isInterrupted = !isRemoval && (target !== undefined || replace.isCancelOurs);
  closeAs(builder, next, toCloseReason(builder, report, isInterrupted), report);
}

const CLOSING = { CANCELLED: 'cancelled', REJECTED: 'rejected', EXPIRED: 'expired' } as const;

/** A leg that an earlier generation had live at the venue. */
const isReplacement = (leg: Leg): boolean => leg.generation > 1;

const isFinal = (status: OrderStatus): status is 'FILLED' | FinalStatus => !isLive(status);

/** The pending target of a live leg that our own cancel closed, unless the venue states another reason. */
function findAwaitedTarget(
  { leg, order, target }: ReportDecisionBuilder,
  { reason }: LegReport,
): LegTarget | undefined {
  const isOurCancel = reason === null && order.pendingAction === 'amend';
  return isOurCancel && isLive(leg.status) ? target : undefined;
}

const toCloseReason = (
  { order }: ReportDecisionBuilder,
  { reason }: LegReport,
  isInterrupted: boolean,
): OrderReason => reason ?? order.cancelReason ?? (isInterrupted ? 'replace_interrupted' : 'venue_cancelled');

/** The reported final status disagrees with ours; usually harmless. */
function recordContradiction(builder: ReportDecisionBuilder, { status, filledQty }: LegReport): void {
  const { leg } = builder;
  // The same report voids a fill of the filled leg; the void determines the new status.
  if (builder.voided.length > 0) return;
  // A venue may report a cancel of an order that its fills completed. With an equal filled quantity that is harmless.
  if (status === 'CANCELLED' && leg.status === 'FILLED' && filledQty === matchedQty(leg)) return;
  // The rejection that ended a replacement, once more: it closed the leg as CANCELLED, and nothing was placed.
  if (status === 'REJECTED' && isReplacement(leg) && leg.venueOrderId === null) return;
  builder.addAnomaly('impossible_report', `the venue reports ${status} for a leg that is ${leg.status}`);
}

/** A rejected replacement does not make the leg REJECTED, because an earlier generation was live. */
function closeAs(
  builder: ReportDecisionBuilder,
  status: 'FILLED' | FinalStatus,
  reason: OrderReason | null,
  { venueAnswer = NO_VENUE_ANSWER, detail }: Partial<Pick<LegReport, 'venueAnswer' | 'detail'>> = {},
): void {
  const { leg, order } = builder;
  const { venueCode, venueMessage } = leg;
  const isUnexplained =
    status === 'REJECTED' && venueAnswer.venueCode === null && venueAnswer.venueMessage === null;
  const end =
    status === 'REJECTED' && isReplacement(leg)
      ? ({ status: 'CANCELLED', reason: 'replace_interrupted' } as const)
      : { status, reason };
  builder.add({
    type: 'LegClosed',
    orderId: order.id,
    leg: leg.leg,
    ...end,
    // An order that was in doubt keeps what its venue answered.
    ...(isUnexplained ? { venueCode, venueMessage } : venueAnswer),
    detail: detail ?? null,
  });
  confirmAmendIfDone(builder);
}

/** Closes a leg that the venue reports as FILLED, even when it is short by dust. */
function closeFilled(builder: ReportDecisionBuilder): void {
  const { leg, context } = builder;
  if (isLive(leg.status) && remainingQty(leg) <= context.dustQty) closeAs(builder, 'FILLED', null);
}

/** Closes a fully matched leg that stayed open for a quantity increase which needs a new order. */
function closeFull(builder: ReportDecisionBuilder): void {
  const { leg, context } = builder;
  const isFull = isLive(leg.status) && leg.filledQty >= leg.qty && remainingQty(leg) === 0n;
  if (isFull && context.replace !== null) closeAs(builder, 'FILLED', null);
}

/** Starts the next generation, for the remainder of the new total, once the cancel of this one is confirmed. */
function replaceLeg(
  builder: ReportDecisionBuilder,
  { price, qty }: LegTarget,
  { clientIdFor }: ReplaceContext,
): void {
  const { leg, order } = builder;
  const generation = leg.generation + 1;
  const event = { type: 'LegReplaced', orderId: order.id, leg: leg.leg, generation, price, qty } as const;
  const proposed = toLegClientId(order.id, leg.leg, generation);
  const next = applyToOrder(order, { ...event, clientId: proposed }, builder.context.at);
  const nextLeg = requirePresent(
    next.legs.find((each) => each.leg === leg.leg),
    'the leg being replaced',
  );
  builder.add({ ...event, clientId: clientIdFor(termsAfterAmend(next), nextLeg) });
  builder.replaced = true;
}
