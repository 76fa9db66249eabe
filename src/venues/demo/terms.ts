import { complement, type Price } from '../../core/kernel/decimal.ts';
import type { Outcome, Side } from '../../core/orders/order.ts';

/** A book speaks YES: buying NO at 0.52 is selling YES at 0.48, and the other way round. */
export const bookSide = (side: Side, outcome: Outcome): Side =>
  outcome === 'YES' ? side : side === 'BUY' ? 'SELL' : 'BUY';

/** Between an outcome's own price and its YES price; the same step leads both ways. */
export const mirrored = (price: Price, outcome: Outcome): Price =>
  outcome === 'YES' ? price : complement(price);
