import {
  assert,
  type Fill,
  type FillId,
  NOTIONAL_ZERO,
  type Notional,
  type Position,
  QTY_ZERO,
  type Side,
  type TimestampMs,
} from '#contract';
import { applyRecordedFill } from './position-accounting.ts';

/** A position recomputed without one fill. */
export interface RecomputedPosition {
  readonly position: Position; // net 0 when nothing remains
  readonly realizedPnl: Notional; // realized PnL of the compensating fill
}

/**
 * Recomputes a position from all fills but one. Without that fill, later fills realize other amounts. The
 * compensating fill realizes the total difference, so that the sum over all fills is as if the voided fill
 * had never happened.
 *
 * @param history  all fills of the position, oldest first, including the voided and earlier compensating fills
 * Source          contract, Fill; docs/decisions/positions-and-pnl.md
 */
export function recomputeWithoutFill(
  history: readonly Fill[],
  voided: FillId,
  at: TimestampMs,
): RecomputedPosition {
  let recorded = 0n;
  let realized = 0n;
  let held: Position | null = null;
  for (const fill of history) {
    recorded += fill.realizedPnl;
    if (fill.settlement === 'VOID' || fill.id === voided) continue;
    const applied = applyRecordedFill(held?.net === 0n ? null : held, { ...fill, at });
    realized += applied.realizedPnl;
    held = applied.position;
  }
  const fill = history.find(({ id }) => id === voided);
  assert(fill !== undefined, 'a fill that is voided is part of its history');
  return { position: held ?? toEmptyPosition(fill, at), realizedPnl: (realized - recorded) as Notional };
}

/** The compensating fill of a voided fill: opposite side and negated fee, so that the sums of the order stay correct. */
export const toCompensatingFill = (
  voided: Fill,
  id: FillId,
  realizedPnl: Notional,
  timestamp: TimestampMs,
): Fill => ({
  ...voided,
  id,
  venueTradeId: `void-${voided.id}`,
  side: reverse(voided.side),
  tokenSide: voided.tokenSide === null ? null : reverse(voided.tokenSide),
  fee: voided.fee === null ? null : ((NOTIONAL_ZERO - voided.fee) as Notional),
  realizedPnl,
  timestamp,
  settlement: 'VOID',
  voids: voided.id,
});

const reverse = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY');

const toEmptyPosition = (
  { accountId, subaccountId, instrumentId, venue }: Fill,
  updatedAt: TimestampMs,
): Position => ({
  accountId,
  subaccountId,
  instrumentId,
  venue,
  net: QTY_ZERO,
  cost: NOTIONAL_ZERO,
  realizedPnl: NOTIONAL_ZERO,
  updatedAt,
});
