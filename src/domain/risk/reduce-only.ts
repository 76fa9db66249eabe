import { type AccountId, type InstrumentId, type ParentId, positionKey } from '../model/ids.ts';
import { absolute, minQty, QTY_ZERO, type Qty } from '../model/money.ts';
import { isLive, isYesBuy, type NewOrder, type Order, remainingQty, sumFilledQty } from '../model/order.ts';
import type { LiveOrderIndex } from './live-order-index.ts';

interface Reducing extends Pick<NewOrder, 'subaccountId' | 'side' | 'outcome'> {
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId; // `outcome` is in its terms
  readonly parentId?: ParentId | null;
}

/**
 * Quantity by which a new order could reduce the position: the position less the quantity of the live reduce-only
 * orders, also of those being cancelled (I-35). Zero for an order that would increase the position. A complex order that
 * replaces its own child before the proof of its end closes the same contracts: it says so (I-P11).
 *
 * @param orders  the reduce-only orders by position
 * @param net     the position in YES terms
 */
export function computeReducible(orders: LiveOrderIndex, net: bigint, order: Reducing): Qty {
  const isBuy = isYesBuy(order.side, order.outcome);
  const key = positionKey(order.accountId, order.subaccountId, order.instrumentId);
  const reserved = orders
    .get(key)
    .filter((other) => isLegYesBuy(other) === isBuy && !isReplaced(other, order))
    .reduce((sum, other) => sum + openQty(other), 0n);
  const left = closableQty(net, isBuy) - reserved;
  return (left > 0n ? left : 0n) as Qty;
}

const isReplaced = (other: Order, { parentId = null }: Reducing): boolean =>
  parentId !== null && other.parentId === parentId && other.pendingAction === 'cancel';

/** The key of the position that a reduce-only order reduces: that of its only leg. None for any other order. */
export function findReducedPositions({
  reduceOnly,
  accountId,
  subaccountId,
  legs,
}: Order): readonly string[] {
  if (!reduceOnly) return [];
  return legs.map(({ instrumentId }) => positionKey(accountId, subaccountId, instrumentId));
}

/** A reduce-only order that must be lowered by `cut`. */
export interface Excess {
  readonly order: Order;
  readonly cut: Qty;
}

/** The quantity by which reduce-only orders exceed the position, to be taken from the newest order first. */
export function findExcess(orders: readonly Order[], net: bigint): readonly Excess[] {
  return [true, false].flatMap((isBuy) => {
    const same = orders.filter((order) => isLegYesBuy(order) === isBuy);
    let excess = same.reduce((sum, order) => sum + keptQty(order), 0n) - closableQty(net, isBuy);
    const found: Excess[] = [];
    for (const order of same.toReversed()) {
      const kept = keptQty(order);
      if (excess <= 0n) break;
      if (kept === 0n) continue;
      const cut = minQty(kept, excess as Qty);
      found.push({ order, cut });
      excess -= cut;
    }
    return found;
  });
}

const closableQty = (net: bigint, isBuy: boolean): bigint => (isBuy === net < 0n ? absolute(net) : 0n);

/** On an inverted member of an asset the outcome of the leg is the opposite of the order's. */
const isLegYesBuy = ({ side, outcome, legs }: Order): boolean => isYesBuy(side, legs[0]?.outcome ?? outcome);

/** Quantity that the order may still fill. */
const openQty = ({ legs }: Order): bigint =>
  legs.reduce((sum, leg) => sum + (isLive(leg.status) ? remainingQty(leg) : 0n), 0n);

/** Quantity that is left once a requested cancel or decrease has taken effect. */
function keptQty(order: Order): Qty {
  if (order.pendingAction === 'cancel') return QTY_ZERO;
  const open = openQty(order) as Qty;
  const target = order.pendingAmend?.qty ?? null;
  if (target === null || target >= order.qty) return open;
  const filled = sumFilledQty(order);
  return minQty(open, (target > filled ? target - filled : 0n) as Qty);
}
