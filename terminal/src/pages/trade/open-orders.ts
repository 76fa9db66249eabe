import type { GenericAsset, Order, Outcome, Side } from '../../../../sdk/src/index.ts';
import { subtractAmounts, sumAmounts } from '../../components/amounts.ts';
import { flipPrice } from '../../components/prices.ts';
import { isLiveOrder } from '../../feed/account-feed.ts';
import type { Subject } from '../../feed/feed-messages.ts';

/** The resting quantity of one leg at a price, in terms of the shown outcome. */
export interface Resting {
  readonly orderId: string;
  readonly side: Side;
  readonly price: string;
  readonly qty: string;
  readonly isFlipped: boolean; // the order is in terms of the other outcome
}

/** The book that the page shows: of an instrument, or of an asset with these members. */
export interface BookPlace {
  readonly subject: Subject;
  readonly instrumentId: number;
  readonly members: GenericAsset['members'];
}

/**
 * The legs that rest in the shown book. A leg is in the terms of its order: the asset's if the order names an asset, else
 * its instrument's. The YES of an inverted member is the asset's NO.
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
      const qty = subtractAmounts(leg.qty, leg.filled_qty);
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

/** Buying NO at 0.40 is selling YES at 0.60. */
export function seen(
  side: Side,
  price: string,
  isFlipped: boolean,
): { readonly side: Side; readonly price: string } {
  if (!isFlipped) return { side, price };
  return { side: side === 'BUY' ? 'SELL' : 'BUY', price: flipPrice(price) };
}

/** Sums the resting quantities by side and price. */
export type RestingLevel = Pick<Resting, 'side' | 'price' | 'qty'>;

export function toLevels(resting: readonly Resting[]): readonly RestingLevel[] {
  const levels = new Map<string, RestingLevel>();
  for (const { side, price, qty } of resting) {
    const key = `${side}/${price}`;
    levels.set(key, { side, price, qty: sumAmounts([levels.get(key)?.qty ?? '0', qty]) });
  }
  return [...levels.values()];
}
