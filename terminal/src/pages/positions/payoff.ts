import type { Position } from '../../../../sdk/src/index.ts';
import { compareAmounts, costOf, negated } from '../../components/amounts.ts';
import { flipPrice } from '../../components/prices.ts';

/** What a holding is worth and what it can come to, in money. */
export interface Payoff {
  readonly paid: string; // for what is held
  readonly worth: string; // at the mark; all of it is lost if the market resolves the other way
  readonly ifYes: string; // gain against what was paid
  readonly ifNo: string;
}

/**
 * Prices of a position are in YES terms; who is short of YES holds NO, which cost what YES left of one.
 * Fees are left out, as they are in the PnL of the API.
 */
export function payoffOf({ side, qty, avg_price: average, mark_price: mark }: Position): Payoff {
  const isLong = side === 'BUY';
  const costs = (price: string): string => costOf(isLong ? price : flipPrice(price), qty) ?? '0';
  const paid = costs(average);
  const gain = costOf(isLong ? flipPrice(average) : average, qty) ?? '0';
  const loss = compareAmounts(paid, '0') === 0 ? '0' : negated(paid);
  return { paid, worth: costs(mark), ifYes: isLong ? gain : loss, ifNo: isLong ? loss : gain };
}
