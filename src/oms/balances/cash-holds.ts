import { assert } from '../../domain/model/assert.ts';
import type { OrderId, VenueName } from '../../domain/model/ids.ts';
import { NOTIONAL_ZERO, type Notional } from '../../domain/model/money.ts';
import { isLive, type Leg } from '../../domain/model/order.ts';

/** The cash that an order may spend, by venue. */
export type CashByVenue = ReadonlyMap<VenueName, Notional>;

interface Hold {
  readonly amount: Notional;
  isAnswered: boolean; // the venue has replied to every leg
}

/** What the orders sent to one venue may still spend. The total is kept, so that an order costs no sum over others. */
export class CashHolds {
  readonly #holds = new Map<OrderId, Hold>();
  #total = NOTIONAL_ZERO;
  #unanswered = 0;

  get total(): Notional {
    return this.#total;
  }

  /** True when no order is on its way to the venue. */
  get isIdle(): boolean {
    return this.#unanswered === 0;
  }

  add(id: OrderId, amount: Notional): void {
    assert(!this.#holds.has(id), 'an order holds its cash once');
    this.#holds.set(id, { amount, isAnswered: false });
    this.#total = (this.#total + amount) as Notional;
    this.#unanswered += 1;
  }

  /**
   * Takes the present state of an order. Legs that closed without a fill spend nothing.
   *
   * @param legs  all legs of the order at this venue
   */
  update(id: OrderId, legs: readonly Leg[]): void {
    const hold = this.#holds.get(id);
    if (hold === undefined) return;
    if (legs.every(({ status, filledQty }) => !isLive(status) && filledQty === 0n))
      return this.#delete(id, hold);
    const isAnswered = legs.every(({ status }) => status !== 'PENDING_SUBMISSION');
    if (isAnswered === hold.isAnswered) return;
    hold.isAnswered = isAnswered;
    this.#unanswered += isAnswered ? -1 : 1;
  }

  clear(): void {
    this.#holds.clear();
    this.#total = NOTIONAL_ZERO;
    this.#unanswered = 0;
  }

  deleteAnswered(): void {
    for (const [id, hold] of this.#holds) if (hold.isAnswered) this.#delete(id, hold);
  }

  #delete(id: OrderId, { amount, isAnswered }: Hold): void {
    this.#holds.delete(id);
    this.#total = (this.#total - amount) as Notional;
    if (!isAnswered) this.#unanswered -= 1;
    assert(this.#total >= 0n && this.#unanswered >= 0, 'held cash is released once');
    if (this.#holds.size === 0) assert(this.#total === 0n, 'no hold holds no cash');
  }
}
