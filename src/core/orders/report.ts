import type { LegReport, ReportContext, ReportDecision } from './legreport.ts';
import type { Order } from './order.ts';
import { confirmAmend, confirmIfDone } from './reportamend.ts';
import { close } from './reportends.ts';
import { takeFill } from './reportfills.ts';
import { ReportTurn } from './reportturn.ts';

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
    acknowledge(turn, report);
    confirmAmend(turn, report); // before the fills, which may be of the new terms
  }
  for (const fill of report.fills) takeFill(turn, fill, report.generation);
  const isMissingFills = turn.takenBy(report.generation) < report.filledQty;
  if (isPresent && !isMissingFills) close(turn, report);
  const { events, voided, replaced, isOverRouted } = turn;
  return { events, order: turn.order, isMissingFills, voided, replaced, isOverRouted };
}

function acknowledge(turn: ReportTurn, { venueOrderId, status }: LegReport): void {
  const { leg, order } = turn;
  if (venueOrderId === null || status === 'REJECTED') return;
  const isNew = leg.status === 'PENDING_SUBMISSION' || leg.status === 'REJECTED' || leg.venueOrderId === null;
  if (!isNew) return;
  if (leg.status === 'REJECTED')
    turn.anomaly('late_acknowledgement', 'the venue works a leg that we held for refused');
  turn.add({ type: 'LegAcknowledged', orderId: order.id, leg: leg.leg, venueOrderId });
  confirmIfDone(turn);
}
