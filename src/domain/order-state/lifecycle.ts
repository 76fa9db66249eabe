import type { OrderStatus } from '../model/order.ts';

/** What a venue can tell of a leg. `foundLive` is stronger than `accepted`: a query proved it open just now. */
export type ReportKind =
  | 'accepted'
  | 'foundLive'
  | 'partFilled'
  | 'filled'
  | 'cancelled'
  | 'rejected'
  | 'expired';

type Row = Readonly<Record<ReportKind, OrderStatus | 'anomaly'>>;

const row = (
  accepted: OrderStatus | 'anomaly',
  foundLive: OrderStatus | 'anomaly',
  partFilled: OrderStatus | 'anomaly',
  filled: OrderStatus | 'anomaly',
  cancelled: OrderStatus | 'anomaly',
  rejected: OrderStatus | 'anomaly',
  expired: OrderStatus | 'anomaly',
): Row => ({ accepted, foundLive, partFilled, filled, cancelled, rejected, expired });

/** Each status of a leg meets each report. A new status compiles only with its row filled in. */
export const LIFECYCLE: Readonly<Record<OrderStatus, Row>> = {
  //                      accepted     foundLive    partFilled   filled    cancelled    rejected    expired
  PENDING_SUBMISSION: row('OPEN', 'OPEN', 'PARTIAL', 'FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'),
  // A venue may acknowledge first and refuse later (a delayed match that failed): a late refusal, without fills.
  OPEN: row('OPEN', 'OPEN', 'PARTIAL', 'FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'),
  PARTIAL: row('PARTIAL', 'PARTIAL', 'PARTIAL', 'FILLED', 'CANCELLED', 'anomaly', 'EXPIRED'),
  FILLED: row('FILLED', 'anomaly', 'FILLED', 'FILLED', 'anomaly', 'anomaly', 'anomaly'),
  // A fill can cross our cancel on the wire. Money moved at the venue, so the fill stands; a stale
  // acknowledgement does not reopen what is closed, only a query that finds it live does.
  CANCELLED: row('CANCELLED', 'OPEN', 'CANCELLED', 'FILLED', 'CANCELLED', 'anomaly', 'CANCELLED'),
  // REJECTED stands on proof, so any sign of life corrects it and raises an alarm.
  REJECTED: row('OPEN', 'OPEN', 'PARTIAL', 'FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'),
  EXPIRED: row('EXPIRED', 'OPEN', 'EXPIRED', 'FILLED', 'EXPIRED', 'anomaly', 'EXPIRED'),
};

/** N: an ordinary move. K: a correction, allowed only with an anomaly on record. Blank: never. */
type Move = 'N' | 'K' | ' ';

const moves = (
  pending: Move,
  open: Move,
  partial: Move,
  filled: Move,
  cancelled: Move,
  rejected: Move,
  expired: Move,
): Readonly<Record<OrderStatus, Move>> => ({
  PENDING_SUBMISSION: pending,
  OPEN: open,
  PARTIAL: partial,
  FILLED: filled,
  CANCELLED: cancelled,
  REJECTED: rejected,
  EXPIRED: expired,
});

/** Which status of an order may follow which (I-18). Staying is always allowed: it is not a move. */
export const ORDER_TRANSITIONS: Readonly<Record<OrderStatus, Readonly<Record<OrderStatus, Move>>>> = {
  //                        pend open part fill canc rej  exp
  PENDING_SUBMISSION: moves('N', 'N', 'N', 'N', 'N', 'N', 'N'),
  OPEN: moves(' ', 'N', 'N', 'N', 'N', 'K', 'N'),
  PARTIAL: moves(' ', 'K', 'N', 'N', 'N', ' ', 'N'),
  FILLED: moves(' ', 'K', 'K', 'N', 'K', ' ', ' '),
  CANCELLED: moves(' ', 'K', 'K', 'N', 'N', ' ', ' '),
  REJECTED: moves(' ', 'K', 'K', 'K', 'K', 'N', 'K'),
  EXPIRED: moves(' ', 'K', 'K', 'N', ' ', ' ', 'N'),
};

export const isAllowedTransition = (from: OrderStatus, to: OrderStatus): boolean =>
  ORDER_TRANSITIONS[from][to] !== ' ';
export const isCorrection = (from: OrderStatus, to: OrderStatus): boolean =>
  ORDER_TRANSITIONS[from][to] === 'K';
