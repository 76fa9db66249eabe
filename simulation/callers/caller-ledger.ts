import type { Caller } from '../../src/contract/access/access.ts';
import type { OrderId } from '../../src/contract/model/ids.ts';
import { isLive, type Order } from '../../src/contract/model/order.ts';
import type { Body } from './random-bodies.ts';

/** An order with the caller's key, and the first answer to it, byte for byte. */
export interface KeyedRequest {
  readonly caller: Caller;
  readonly body: Body;
  answer: string | null; // null: no answer yet
}

/** The callers' records: acknowledged requests, and other facts that a caller can know. */
export class ClientLedger {
  readonly keyed: KeyedRequest[] = [];
  readonly #orders = new Map<OrderId, { caller: Caller; body: Body; seen: Order }>();
  /** By scope: the value that the last answered call set, or null while a later call has no answer. */
  readonly limits = new Map<string, string | null>();

  get orders(): ReadonlyMap<OrderId, { readonly caller: Caller; readonly body: Body; readonly seen: Order }> {
    return this.#orders;
  }

  recordRequest(caller: Caller, body: Body): KeyedRequest | null {
    if (body['client_order_id'] === undefined) return null;
    const keyed: KeyedRequest = { caller, body, answer: null };
    this.keyed.push(keyed);
    return keyed;
  }

  /** An order as shown in an answer. A replay repeats an old state, so a newer known state is kept. */
  recordAnswer(caller: Caller, body: Body | null, order: Order): void {
    const known = this.#orders.get(order.id);
    const isOlder = known !== undefined && known.seen.updatedAt > order.updatedAt;
    this.#orders.set(order.id, {
      caller: known?.caller ?? caller,
      body: known?.body ?? body ?? {},
      seen: isOlder ? known.seen : order,
    });
  }

  /**
   * The difference between an order and its last known state that no event since can explain; null if there
   * is none.
   *
   * @param voidedQty  the quantity that its venues have reversed
   */
  findContradiction(before: Order, now: Order, voidedQty: bigint): string | null {
    if (sumFilled(now) + voidedQty < sumFilled(before))
      return `filled ${sumFilled(now)}, was ${sumFilled(before)}`;
    if (before.side !== now.side || before.clientOrderId !== now.clientOrderId) return 'is another order';
    if (!isLive(before.status) && isLive(now.status)) return `is ${now.status}, was ${before.status}`;
    const isRequested = before.pendingAction === 'cancel' && isLive(now.status);
    return isRequested && now.pendingAction !== 'cancel' ? 'has lost its cancel' : null;
  }
}

const sumFilled = (order: Order): bigint => order.legs.reduce((sum, leg) => sum + leg.filledQty, 0n);
