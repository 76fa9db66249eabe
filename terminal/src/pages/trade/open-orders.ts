import type { GenericAsset, Order, Outcome, Side } from '../../../../sdk/src/index.ts';
import { differenceOf, sumOf } from '../../components/amounts.ts';
import { flipPrice } from '../../components/prices.ts';
import { isLiveOrder } from '../../feed/account-feed.ts';
import type { Subject } from '../../feed/feed-messages.ts';

/** What rests of one of our orders at a price, as the outcome shown sees it. */
export interface Resting {
  readonly orderId: string;
  readonly side: Side;
  readonly price: string;
  readonly qty: string;
  readonly isFlipped: boolean; // the order itself speaks of the other outcome
}

/** Whose book the page shows: an instrument's, or that of an asset with these members. */
export interface BookPlace {
  readonly subject: Subject;
  readonly instrumentId: number;
  readonly members: GenericAsset['members'];
}

/**
 * The legs that rest in the book shown. A leg speaks as its order does: in the asset's terms where the order names
 * an asset, else in its instrument's, and an inverted member says the opposite of the asset.
 */
export function restingIn(
  orders: readonly Order[],
  { subject, instrumentId, members }: BookPlace,
  outcome: Outcome,
): readonly Resting[] {
  const isOfAsset = subject.startsWith('asset/');
  const inverted = new Map(members.map((each) => [each.instrument_id, each.inverted]));
  return orders.flatMap((order) => {
    if (order.price === null || !isLiveOrder(order)) return [];
    const isDirect = order.routing.mode === 'DIRECT';
    return order.legs.flatMap((leg): readonly Resting[] => {
      const isHere = isOfAsset ? inverted.has(leg.instrument_id) : leg.instrument_id === instrumentId;
      const qty = differenceOf(leg.qty, leg.filled_qty);
      if (!isHere || !LIVE_LEG.has(leg.status) || qty === '0') return [];
      const isTurned = isDirect === isOfAsset && (inverted.get(leg.instrument_id) ?? false);
      const isFlipped = (order.outcome === outcome) === isTurned;
      return [
        { orderId: order.id, qty, isFlipped, ...seen(order.side, leg.price ?? order.price ?? '', isFlipped) },
      ];
    });
  });
}

const LIVE_LEG = new Set(['PENDING_SUBMISSION', 'OPEN', 'PARTIAL']);

/** Who buys NO at 0.40 sells YES at 0.60. */
export function seen(
  side: Side,
  price: string,
  isFlipped: boolean,
): { readonly side: Side; readonly price: string } {
  if (!isFlipped) return { side, price };
  return { side: side === 'BUY' ? 'SELL' : 'BUY', price: flipPrice(price) };
}

/** All that rests on one side at one price. */
export type RestingLevel = Pick<Resting, 'side' | 'price' | 'qty'>;

export function levelsOf(resting: readonly Resting[]): readonly RestingLevel[] {
  const levels = new Map<string, RestingLevel>();
  for (const { side, price, qty } of resting) {
    const key = `${side}/${price}`;
    levels.set(key, { side, price, qty: sumOf([levels.get(key)?.qty ?? '0', qty]) });
  }
  return [...levels.values()];
}
