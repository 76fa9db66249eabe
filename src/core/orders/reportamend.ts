import type { TimestampMs } from '../kernel/time.ts';
import { expiryAfter } from './apply.ts';
import type { LegReport, ReportedFill } from './legreport.ts';
import { isLive, type Leg, type LegTarget, type Order } from './order.ts';
import type { ReportTurn } from './reportturn.ts';

/** A pending amend is confirmed by the venue showing each leg as we asked for it. */
export function confirmAmend(turn: ReportTurn, report: LegReport): void {
  const { order, target } = turn;
  if (order.pendingAmend === null || target === undefined || turn.context.replacing !== null) return;
  if (report.price !== target.price || report.qty !== target.qty) return;
  if (!isSameEnd(report.expiresAt, expiryAfter(order, order.pendingAmend))) return;
  reach(turn, target);
}

/**
 * A fill beyond the old total proves a raise that no answer has told yet: one that a venue makes in place
 * holds as a whole, its price with its quantity.
 */
export function confirmByFill(turn: ReportTurn, { qty }: ReportedFill): void {
  const { leg, target, context } = turn;
  if (target === undefined || target.qty <= leg.qty || context.replacing !== null) return;
  if (leg.filledQty + qty > leg.qty + context.dust) reach(turn, target);
}

/** The leg has its new terms. */
export function reach(turn: ReportTurn, target: LegTarget): void {
  turn.add({ type: 'LegAmended', orderId: turn.order.id, ...target });
  confirmIfDone(turn);
}

/** The order takes its new terms once no leg still waits for its target: each is as asked, or over. */
export function confirmIfDone(turn: ReportTurn): void {
  if (isAmendDone(turn.order)) turn.add({ type: 'AmendConfirmed', orderId: turn.order.id });
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
