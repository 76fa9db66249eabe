import {
  type AccountId,
  type Caller,
  type InstrumentId,
  isLive,
  type Order,
  type OrderId,
  type OrderReason,
  type OrderTag,
  QTY_ZERO,
  type Qty,
  remainingQty,
  type ScopeKey,
  type SessionId,
  type SubaccountId,
  scopeKey,
  sumFilledQty,
} from '#contract';
import type { LedgerState, LiveQuote, QuoteSide, QuoteTerms } from '#domain';
import type { CommandContext } from '../command-context.ts';

/** The order that a side places next: at once, or when its old order is proven over. */
export interface FilledBefore {
  readonly filled: bigint;
  readonly matched: bigint; // with fills that were voided
}

export interface WaitingQuote {
  readonly caller: Caller;
  readonly terms: QuoteTerms;
  readonly before: ReadonlyMap<OrderId, FilledBefore>; // of the orders that held the side at the decision
  readonly sessionId: SessionId;
  readonly ack: CommandContext['ack'];
  readonly tag: OrderTag | null;
  readonly endReason: OrderReason | null; // of the old order, if this quote follows its cancel; null: any end
}

/** One side of one instrument in one subaccount. It has at most one live order (I-Q1). */
export interface QuoteSlot {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId;
  readonly side: QuoteSide;
  orderId: OrderId | null; // its latest order, until that is proven over
  price: QuoteTerms['price'] | null; // that the order has, or was amended to
  waiting: WaitingQuote | null;
  isInherited: boolean; // the order is of an earlier process, and is being cancelled
  followers: OrderId[]; // more orders of an earlier process: the side waits for each
}

/** The quotes of one subaccount since the start of this process. */
export interface QuoteSubaccount {
  readonly slots: Map<string, QuoteSlot>; // by instrument and side
  quoteSeq: number;
  pulls: number; // calls that withdrew all quotes
  session: Promise<SessionId> | null; // of its orders; it ends with the process
}

type Orders = Pick<LedgerState, 'orders'>;

/** All quotes, and the order of each. */
export class QuoteSlots {
  readonly #state: Orders;
  readonly #subaccounts = new Map<ScopeKey, QuoteSubaccount>();
  readonly #byOrder = new Map<OrderId, QuoteSlot>();

  constructor(state: Orders) {
    this.#state = state;
  }

  subaccount(accountId: AccountId, subaccountId: SubaccountId): QuoteSubaccount {
    const key = scopeKey(accountId, subaccountId);
    const known = this.#subaccounts.get(key);
    if (known !== undefined) return known;
    const created: QuoteSubaccount = { slots: new Map(), quoteSeq: 0, pulls: 0, session: null };
    this.#subaccounts.set(key, created);
    return created;
  }

  slot(
    accountId: AccountId,
    subaccountId: SubaccountId,
    instrumentId: InstrumentId,
    side: QuoteSide,
  ): QuoteSlot {
    const { slots } = this.subaccount(accountId, subaccountId);
    const key = `${instrumentId}/${side}`;
    const known = slots.get(key);
    if (known !== undefined) return known;
    const of = { accountId, subaccountId, instrumentId, side };
    const created: QuoteSlot = {
      ...of,
      orderId: null,
      price: null,
      waiting: null,
      isInherited: false,
      followers: [],
    };
    slots.set(key, created);
    return created;
  }

  *all(): Generator<QuoteSlot> {
    for (const { slots } of this.#subaccounts.values()) yield* slots.values();
  }

  /**
   * At a start: the sides whose order of the process before is not proven over (I-Q1). An order of a trade session that
   * looks like a quote is taken for one, so a side may have several.
   */
  inherit(): void {
    for (const order of this.#state.orders.values()) {
      const { id, accountId, subaccountId, instrumentId, side } = order;
      if (!isInherited(order) || instrumentId === null || order.price === null) continue;
      const slot = this.slot(accountId, subaccountId, instrumentId, side === 'BUY' ? 'bid' : 'ask');
      this.#byOrder.set(id, slot);
      if (slot.orderId === null) Object.assign(slot, { orderId: id, price: order.price, isInherited: true });
      else slot.followers.push(id);
    }
  }

  findByOrder(id: OrderId): QuoteSlot | null {
    return this.#byOrder.get(id) ?? null;
  }

  setOrder(slot: QuoteSlot, id: OrderId, price: QuoteTerms['price']): void {
    Object.assign(slot, { orderId: id, price, waiting: null, isInherited: false });
    this.#byOrder.set(id, slot);
  }

  /** The order that holds the side, live. Forgets one that is over; a follower may then hold it. */
  liveOrder(slot: QuoteSlot): Order | null {
    for (;;) {
      const order = slot.orderId === null ? undefined : this.#state.orders.get(slot.orderId);
      if (order !== undefined && isLive(order.status)) return order;
      if (slot.orderId === null) return null;
      this.forget(slot, slot.orderId);
    }
  }

  /** The live orders that must be over before another is placed: that of the slot, and those that follow it. */
  holders(slot: QuoteSlot): readonly Order[] {
    const order = this.liveOrder(slot);
    const others = slot.followers.flatMap((id) => this.#state.orders.get(id) ?? []);
    return order === null ? [] : [order, ...others.filter(({ status }) => isLive(status))];
  }

  /** The order is over. The next of the process before takes its place. */
  forget(slot: QuoteSlot, id: OrderId): void {
    this.#byOrder.delete(id);
    if (slot.orderId !== id) {
      slot.followers = slot.followers.filter((each) => each !== id);
      return;
    }
    const next = slot.followers.shift() ?? null;
    const price = next === null ? null : (this.#state.orders.get(next)?.price ?? null);
    Object.assign(slot, { orderId: next, price, isInherited: next !== null });
  }

  removeIfEmpty({ accountId, subaccountId, instrumentId, side, orderId, waiting }: QuoteSlot): void {
    if (orderId !== null || waiting !== null) return;
    this.subaccount(accountId, subaccountId).slots.delete(`${instrumentId}/${side}`);
  }
}

/** A quote has no client order id. */
const isInherited = (order: Order): boolean => order.clientOrderId === null && isEndingQuote(order);

const isEndingQuote = ({ status, sessionId, pendingAction, outcome, postOnly }: Order): boolean =>
  isLive(status) && sessionId !== null && pendingAction === 'cancel' && outcome === 'YES' && postOnly;

/** The live order as a decision sees it. A limit order of one instrument has one leg. */
export function toLiveQuote(slot: QuoteSlot, order: Order | null): LiveQuote | null {
  const price = slot.price;
  if (order === null || price === null) return null;
  const isAcknowledged = order.legs.every(({ status }) => status !== 'PENDING_SUBMISSION');
  return {
    price,
    qty: order.qty,
    filledQty: sumFilledQty(order),
    restingQty: order.legs.reduce((sum, leg) => (sum + remainingQty(leg)) as Qty, QTY_ZERO),
    isAmendable: isAcknowledged && order.pendingAction === null,
    isEnding: order.pendingAction === 'cancel',
  };
}
