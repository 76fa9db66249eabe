import type { NewOrder, Position } from '../../../../sdk/src/index.ts';
import { compareAmounts, computeCost, negated } from '../../components/amounts.ts';
import { heldOutcome } from '../../components/held-outcome.ts';
import { flipPrice } from '../../components/prices.ts';

/** A position's cost, value and possible payoffs in money. */
export interface Payoff {
  readonly paid: string; // cost of the position
  readonly worth: string; // at the mark price; lost if the market resolves the other way
  readonly ifYes: string; // profit or loss against the cost
  readonly ifNo: string;
}

/**
 * Prices of a position are in YES terms. A short YES position is a NO position at 1 − price.
 * Fees are excluded, as in the API's PnL.
 */
export function computePayoff({ side, qty, avg_price: average, mark_price }: Position): Payoff {
  const mark = mark_price ?? average; // a market without any price
  const isLong = side === 'BUY';
  const costs = (price: string): string => computeCost(isLong ? price : flipPrice(price), qty) ?? '0';
  const paid = costs(average);
  const gain = computeCost(isLong ? flipPrice(average) : average, qty) ?? '0';
  const loss = compareAmounts(paid, '0') === 0 ? '0' : negated(paid);
  return { paid, worth: costs(mark), ifYes: isLong ? gain : loss, ifNo: isLong ? loss : gain };
}

/** The market order that closes a position: in terms of the held outcome, so that the user sells what the table shows. */
export const toClosingOrder = (position: Position): NewOrder => ({
  subaccount_id: position.subaccount_id,
  instrument_id: position.instrument_id,
  side: 'SELL',
  outcome: heldOutcome(position),
  type: 'MARKET',
  tif: 'IOC',
  qty: position.qty,
  routing: { mode: 'DIRECT' },
});
