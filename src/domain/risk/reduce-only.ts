import { type AccountId, type InstrumentId, type OrderId, positionKey } from '../model/ids.ts';
import { absolute, minQty, QTY_ZERO, type Qty } from '../model/money.ts';
import { isLive, isYesBuy, type NewOrder, type Order, remainingQty, sumFilledQty } from '../model/order.ts';

/** The live reduce-only orders of each position. Derived from the orders, never stored. */
export class ReduceOnlyOrders {
  readonly #byPosition = new Map<string, Map<OrderId, Order>>();

  replaceOrder(before: Order | null, after: Order | null): void {
    const order = after ?? before;
    if (order === null || !order.reduceOnly || order.instrumentId === null) return;
    const key = positionKey(order.accountId, order.subaccountId, order.instrumentId);
    const orders = this.#byPosition.get(key) ?? new Map<OrderId, Order>();
    if (after !== null && isLive(after.status)) this.#byPosition.set(key, orders.set(after.id, after));
    else orders.delete(order.id);
    if (orders.size === 0) this.#byPosition.delete(key);
  }

  /** Oldest first, except that a reopened order is the newest. */
  ofPosition(key: string): readonly Order[] {
    return [...(this.#byPosition.get(key)?.values() ?? [])];
  }

  keys(): readonly string[] {
    return [...this.#byPosition.keys()];
  }
}

interface Reducing extends Pick<NewOrder, 'subaccountId' | 'side' | 'outcome'> {
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
}

/**
 * Quantity by which a new order could reduce the position: the position less the quantity of the live reduce-only
 * orders, also of those being cancelled (I-35). Zero for an order that would increase the position.
 *
 * @param net  the position in YES terms
 */
export function computeReducible(orders: ReduceOnlyOrders, net: bigint, order: Reducing): Qty {
  const isBuy = isYesBuy(order.side, order.outcome);
  const key = positionKey(order.accountId, order.subaccountId, order.instrumentId);
  const reserved = orders
    .ofPosition(key)
    .filter((other) => isYesBuy(other.side, other.outcome) === isBuy)
    .reduce((sum, other) => sum + openQty(other), 0n);
  const left = closableQty(net, isBuy) - reserved;
  return (left > 0n ? left : 0n) as Qty;
}

/** A reduce-only order that must be lowered by `cut`. */
export interface Excess {
  readonly order: Order;
  readonly cut: Qty;
}

/** What reduce-only orders exceed the position by, to be taken from the newest order first. */
export function findExcess(orders: readonly Order[], net: bigint): readonly Excess[] {
  return [true, false].flatMap((isBuy) => {
    const same = orders.filter(({ side, outcome }) => isYesBuy(side, outcome) === isBuy);
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
