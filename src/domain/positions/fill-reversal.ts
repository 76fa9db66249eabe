import { assert } from '../model/assert.ts';
import type { FillId } from '../model/ids.ts';
import { NOTIONAL_ZERO, type Notional, QTY_ZERO } from '../model/money.ts';
import type { Fill } from '../model/order.ts';
import type { Position } from '../model/position.ts';
import type { TimestampMs } from '../model/time.ts';
import { applyFill } from './position-accounting.ts';

/** A holding as if one fill had never been. */
export interface RecomputedPosition {
  readonly position: Position; // net 0 when nothing is held without it
  readonly realizedPnl: Notional; // what the record that takes the fill back has to realize
}

/**
 * Works out a holding again from every fill but one. Fills after it may have realized something else than
 * they did with it, so the difference over all of them is realized by the record that takes it back: the
 * records then add up to what would have been.
 *
 * @param history  all fills of the holding, oldest first, the voided one and earlier compensations included
 * Source          contract, Fill; docs/decisions/0042-fill-settlement.md
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
    const applied = applyFill(held?.net === 0n ? null : held, { ...fill, at });
    realized += applied.realizedPnl;
    held = applied.position;
  }
  const fill = history.find(({ id }) => id === voided);
  assert(fill !== undefined, 'a fill that is voided is part of its history');
  return { position: held ?? nothingHeld(fill, at), realizedPnl: (realized - recorded) as Notional };
}

/** The record that takes a voided fill back: its mirror, so that all records of the order still add up. */
export const toCompensatingFill = (
  voided: Fill,
  id: FillId,
  realizedPnl: Notional,
  timestamp: TimestampMs,
): Fill => ({
  ...voided,
  id,
  venueTradeId: `void-${voided.id}`,
  side: voided.side === 'BUY' ? 'SELL' : 'BUY',
  fee: (NOTIONAL_ZERO - voided.fee) as Notional,
  realizedPnl,
  timestamp,
  settlement: 'VOID',
  voids: voided.id,
});

const nothingHeld = (
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
