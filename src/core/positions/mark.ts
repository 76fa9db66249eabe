import { type Notional, type Price } from '../kernel/decimal.ts';
import { averageOf } from './apply.ts';
import type { Position } from './position.ts';

export interface PositionValue {
  readonly avgPrice: Price | null; // null once closed
  readonly markPrice: Price | null;
  readonly unrealizedPnl: Notional; // 0 once closed
}

/**
 * Values a holding: (mark − average) · qty · (+1 long, −1 short), against the average the caller sees.
 *
 * @param mark  YES terms; null when the market shows neither a mid nor a last price, and then the
 *              holding is valued at its average
 */
export function markPosition(position: Position, mark: Price | null): PositionValue {
  const avgPrice = averageOf(position);
  const markPrice = mark ?? avgPrice;
  const gain = avgPrice === null || markPrice === null ? 0n : markPrice - avgPrice;
  return { avgPrice, markPrice, unrealizedPnl: (gain * position.net) as Notional };
}
