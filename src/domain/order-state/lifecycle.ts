import type { OrderStatus } from '#contract';

/** Kinds of venue reports about a leg. `foundLive` is stronger than `accepted`: a query just found it open. */
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

/** New status of a leg for each status and report. A new status compiles only with a complete row. */
export const LIFECYCLE: Readonly<Record<OrderStatus, Row>> = {
  //                      accepted     foundLive    partFilled   filled    cancelled    rejected    expired
  PENDING_SUBMISSION: row('OPEN', 'OPEN', 'PARTIAL', 'FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'),
  // A venue may acknowledge an order and reject it later without fills, when a delayed match fails.
  OPEN: row('OPEN', 'OPEN', 'PARTIAL', 'FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'),
  PARTIAL: row('PARTIAL', 'PARTIAL', 'PARTIAL', 'FILLED', 'CANCELLED', 'anomaly', 'EXPIRED'),
  FILLED: row('FILLED', 'anomaly', 'FILLED', 'FILLED', 'anomaly', 'anomaly', 'anomaly'),
  // A fill may cross our cancel request. The venue executed it, so it counts. A late acknowledgement does not
  // reopen a closed leg; only a query that finds the order live does.
  CANCELLED: row('CANCELLED', 'OPEN', 'CANCELLED', 'FILLED', 'CANCELLED', 'anomaly', 'CANCELLED'),
  // REJECTED is set only on proof, so any report of a live order corrects it and records an anomaly.
  REJECTED: row('OPEN', 'OPEN', 'PARTIAL', 'FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'),
  EXPIRED: row('EXPIRED', 'OPEN', 'EXPIRED', 'FILLED', 'EXPIRED', 'anomaly', 'EXPIRED'),
};

/** N: normal transition. K: correction, which requires a recorded anomaly. Blank: not allowed. */
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

/** Allowed status transitions of an order (I-18). Keeping the status is always allowed. */
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
