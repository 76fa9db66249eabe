import {
  type Book,
  complement,
  computeNotional,
  isYesBuy,
  type LegArrival,
  minQty,
  type NewOrder,
  NOTIONAL_ZERO,
  type Price,
  QTY_ZERO,
} from '#contract';
import type { PlannedLeg } from '../routing/route-types.ts';

type ArrivingOrder = Pick<NewOrder, 'side' | 'postOnly'>;

/** What a leg meets in the book, which is in YES terms, in the moment of its acceptance. Fees are not included. */
export function observeArrival(
  { side, postOnly }: ArrivingOrder,
  { outcome, price: limit, qty }: Pick<PlannedLeg, 'outcome' | 'price' | 'qty'>,
  { bids, asks }: Pick<Book, 'bids' | 'asks'>,
): LegArrival {
  const toOutcome = (price: Price): Price => (outcome === 'YES' ? price : complement(price));
  const [ownBids, ownAsks] = outcome === 'YES' ? [bids, asks] : [asks, bids];
  let takes = QTY_ZERO;
  let takesNotional = NOTIONAL_ZERO;
  for (const level of postOnly ? [] : isYesBuy(side, outcome) ? asks : bids) {
    const price = toOutcome(level.price);
    const isBeyond = limit !== null && (side === 'BUY' ? price > limit : price < limit);
    if (takes >= qty || isBeyond) break;
    const taken = minQty(level.qty, (qty - takes) as typeof qty);
    takes = (takes + taken) as typeof takes;
    takesNotional = (takesNotional + computeNotional(price, taken)) as typeof takesNotional;
  }
  const [bid, ask] = [ownBids[0], ownAsks[0]];
  return {
    bid: bid === undefined ? null : toOutcome(bid.price),
    ask: ask === undefined ? null : toOutcome(ask.price),
    takes,
    takesNotional,
  };
}
