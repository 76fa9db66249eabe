import { requirePresent } from '../../model/assert.ts';
import {
  isLive,
  type LegTarget,
  matchedQty,
  type Order,
  type OrderReason,
  type OrderStatus,
  remainingQty,
} from '../../model/order.ts';
import { toLegClientId } from '../leg-client-ids.ts';
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
 * What a report changes. Complete reports make this idempotent: what is known already yields nothing
 * (I-11), so reply, stream and poll may all bring the same truth in any order.
 */
export function decideReport(
  order: Order,
  legNumber: number,
  report: LegReport,
  context: ReportContext,
): ReportDecision {
  const builder = new ReportDecisionBuilder(order, legNumber, context);
  // What is told of an earlier generation is money if it is a fill, and otherwise history.
  const isPresent = report.generation === builder.leg.generation;
  if (isPresent) {
    acknowledge(builder, report);
    confirmLegByReport(builder, report); // before the fills, which may be of the new terms
  }
  for (const fill of report.fills) applyReportedFill(builder, fill, report.generation);
  const hasMissingFills = builder.getMatchedQty(report.generation) < report.filledQty;
  if (isPresent && !hasMissingFills) close(builder, report);
  const { events, voided, replaced, isOverRouted } = builder;
  return { events, order: builder.order, hasMissingFills, voided, replaced, isOverRouted };
}

function acknowledge(builder: ReportDecisionBuilder, { venueOrderId, status }: LegReport): void {
  const { leg, order } = builder;
  if (venueOrderId === null || status === 'REJECTED') return;
  const isNew = leg.status === 'PENDING_SUBMISSION' || leg.status === 'REJECTED' || leg.venueOrderId === null;
  if (!isNew) return;
  if (leg.status === 'REJECTED')
    builder.addAnomaly('late_acknowledgement', 'the venue works a leg that we held for refused');
  builder.add({ type: 'LegAcknowledged', orderId: order.id, leg: leg.leg, venueOrderId });
  confirmAmendIfDone(builder);
}

type End = 'CANCELLED' | 'REJECTED' | 'EXPIRED';

/** What the venue says of the leg's end there, once all of its fills are known. */
function close(builder: ReportDecisionBuilder, report: LegReport): void {
  const { status } = report;
  if (status === 'FILLED') return closeFilled(builder);
  if (status === 'OPEN') return closeFull(builder);
  const { leg } = builder;
  const next = LIFECYCLE[leg.status][CLOSING[status]];
  if (next === 'anomaly') return contradict(builder, report);
  if (next === leg.status || !isEnd(next)) return;
  const target = next === 'CANCELLED' ? awaited(builder, report) : undefined;
  const { replace } = builder.context;
  if (replace === null) return closeAs(builder, next, reasonOf(builder, report, false));
  const isReached = target !== undefined && leg.filledQty > 0n && target.qty <= leg.filledQty;
  // Fills that crossed the cancel have reached the new total: nothing follows.
  if (isReached) return confirmLeg(builder, target);
  if (replace.isCancelOurs && target !== undefined) return replaceLeg(builder, target, replace);
  const isRemoval = target !== undefined && target.qty <= leg.filledQty;
  const isInterrupted = !isRemoval && (target !== undefined || replace.isCancelOurs);
  closeAs(builder, next, reasonOf(builder, report, isInterrupted));
}

const CLOSING = { CANCELLED: 'cancelled', REJECTED: 'rejected', EXPIRED: 'expired' } as const;

const isEnd = (status: OrderStatus): status is 'FILLED' | End => !isLive(status);

/** What an amend wants of a living leg whose end is by our own cancel, as far as the venue says why. */
function awaited(
  { leg, order, target }: ReportDecisionBuilder,
  { reason }: LegReport,
): LegTarget | undefined {
  const isOurCancel = reason === null && order.pendingAction === 'amend';
  return isOurCancel && isLive(leg.status) ? target : undefined;
}

const reasonOf = (
  { order }: ReportDecisionBuilder,
  { reason }: LegReport,
  isInterrupted: boolean,
): OrderReason => reason ?? order.cancelReason ?? (isInterrupted ? 'replace_interrupted' : 'venue_cancelled');

/** The end does not fit what we hold the leg for; most often it says nothing new in other words. */
function contradict(builder: ReportDecisionBuilder, { status, filledQty }: LegReport): void {
  const { leg } = builder;
  // Filled, and its fill is taken back in the same word: what becomes of it follows from the void.
  if (builder.voided.length > 0) return;
  // A venue may close by our cancel what its fills had filled: with the same count there is nothing to tell.
  if (status === 'CANCELLED' && leg.status === 'FILLED' && filledQty === matchedQty(leg)) return;
  builder.addAnomaly('impossible_report', `the venue says ${status} of a leg that is ${leg.status}`);
}

/** A generation that follows another never takes its order back to REJECTED: something of it has lived. */
function closeAs(builder: ReportDecisionBuilder, status: 'FILLED' | End, reason: OrderReason | null): void {
  const { leg, order } = builder;
  const isFailedReplace = status === 'REJECTED' && leg.generation > 1;
  const end = isFailedReplace
    ? ({ status: 'CANCELLED', reason: 'replace_interrupted' } as const)
    : { status, reason };
  builder.add({ type: 'LegClosed', orderId: order.id, leg: leg.leg, ...end });
  confirmAmendIfDone(builder);
}

/** The venue calls the leg filled: what is short by dust is over too, and counts as whole. */
function closeFilled(builder: ReportDecisionBuilder): void {
  const { leg, context } = builder;
  if (isLive(leg.status) && remainingQty(leg) <= context.dustQty) closeAs(builder, 'FILLED', null);
}

/** Full, and held open only for a raise: where that takes a new order, this one is over all the same. */
function closeFull(builder: ReportDecisionBuilder): void {
  const { leg, context } = builder;
  const isFull = isLive(leg.status) && leg.filledQty >= leg.qty && remainingQty(leg) === 0n;
  if (isFull && context.replace !== null) closeAs(builder, 'FILLED', null);
}

/** The cancel of this generation is proven, with its final figure: the next takes what is left of the new total. */
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
