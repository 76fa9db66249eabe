import {
  type AccountId,
  absolute,
  type InstrumentId,
  isLive,
  isYesBuy,
  type Leg,
  minQty,
  type NewOrder,
  type Order,
  type ParentId,
  positionKey,
  QTY_ZERO,
  type Qty,
  remainingQty,
} from '#contract';
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
    .filter((other) => isLegYesBuy(other, key) === isBuy && !isReplaced(other, order))
    .reduce((sum, other) => sum + openQty(other, key), 0n);
  const left = closableQty(net, isBuy) - reserved;
  return (left > 0n ? left : 0n) as Qty;
}

const isReplaced = (other: Order, { parentId = null }: Reducing): boolean =>
  parentId !== null && other.parentId === parentId && other.pendingAction === 'cancel';

/** The keys of the positions that a reduce-only order reduces: those of its legs. None for any other order. */
export function findReducedPositions({
  reduceOnly,
  accountId,
  subaccountId,
  legs,
}: Order): readonly string[] {
  if (!reduceOnly) return [];
  return [...new Set(legs.map(({ instrumentId }) => positionKey(accountId, subaccountId, instrumentId)))];
}

/** A reduce-only order that must be lowered by `cut`. */
export interface Excess {
  readonly order: Order;
  readonly cut: Qty;
}

/** The quantity by which reduce-only orders exceed the position with this key, to be taken from the newest order first. */
export function findExcess(orders: readonly Order[], net: bigint, key: string): readonly Excess[] {
  return [true, false].flatMap((isBuy) => {
    const same = orders.filter((order) => isLegYesBuy(order, key) === isBuy);
    let excess = same.reduce((sum, order) => sum + keptQty(order, key), 0n) - closableQty(net, isBuy);
    const found: Excess[] = [];
    for (const order of same.toReversed()) {
      const kept = keptQty(order, key);
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

/** The legs of an order at one position. */
const legsAt = ({ accountId, subaccountId, legs }: Order, key: string): readonly Leg[] =>
  legs.filter(({ instrumentId }) => positionKey(accountId, subaccountId, instrumentId) === key);

/** On an inverted member of an asset the outcome of the leg is the opposite of the order's. */
const isLegYesBuy = (order: Order, key: string): boolean =>
  isYesBuy(order.side, legsAt(order, key)[0]?.outcome ?? order.outcome);

/** Quantity that the order may still fill there. */
const openQty = (order: Order, key: string): bigint =>
  legsAt(order, key).reduce((sum, leg) => sum + (isLive(leg.status) ? remainingQty(leg) : 0n), 0n);

/** Quantity that is left there once a requested cancel or decrease has taken effect. */
function keptQty(order: Order, key: string): Qty {
  if (order.pendingAction === 'cancel') return QTY_ZERO;
  const targets = order.pendingAmend?.legs ?? [];
  return legsAt(order, key).reduce((sum, leg) => {
    if (!isLive(leg.status)) return sum;
    const open = remainingQty(leg);
    const target = targets.find((each) => each.leg === leg.leg)?.qty ?? leg.qty;
    const kept = target >= leg.qty ? open : minQty(open, atLeastZero(target - leg.filledQty));
    return (sum + kept) as Qty;
  }, QTY_ZERO);
}

const atLeastZero = (qty: bigint): Qty => (qty > 0n ? qty : 0n) as Qty;
