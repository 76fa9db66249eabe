import type { ComplexOrder, Outcome, Side } from '../../../../sdk/src/index.ts';
import { showAmount, subtractAmounts } from '../../components/amounts.ts';
import { isLiveComplex } from '../../feed/complex-feed.ts';
import { findLegs } from '../complex/complex-words.ts';
import { seen } from './open-orders.ts';

/** The price at which a complex order fires, in terms of the shown outcome: a line of the chart. */
export interface TriggerLine {
  readonly id: string;
  readonly side: Side;
  readonly price: string;
  readonly title: string;
  readonly isFlipped: boolean; // the order is in terms of the other outcome
  readonly canMove: boolean; // its trigger price can be amended
}

/** The triggers of the live complex orders on this instrument. */
export function toTriggers(
  orders: readonly ComplexOrder[],
  instrumentId: number,
  outcome: Outcome,
): readonly TriggerLine[] {
  return orders.flatMap((order): readonly TriggerLine[] => {
    const { id, type, status, state, params, qty, filled_qty: filled } = order;
    const leg = findLegs(order).find((each) => each.instrumentId === instrumentId);
    if (leg === undefined || state.trigger_price === null || !isLiveComplex(order)) return [];
    const isFlipped = leg.outcome !== outcome;
    const line = seen(leg.side, state.trigger_price, isFlipped);
    const left = showAmount(subtractAmounts(qty, filled));
    const name = type.toLowerCase().replaceAll('_', ' ');
    const canMove = typeof params['trigger_price'] === 'string' && status !== 'CANCELLING';
    return [
      { id, ...line, isFlipped, canMove, title: `${name} ${line.side === 'BUY' ? 'buy' : 'sell'} ${left}` },
    ];
  });
}
