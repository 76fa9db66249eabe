import type { Caller } from '../../domain/access/access.ts';
import {
  type AccountId,
  type InstrumentId,
  type OrderId,
  type OrderTag,
  type ScopeKey,
  type SessionId,
  type SubaccountId,
  scopeKey,
} from '../../domain/model/ids.ts';
import { QTY_ZERO, type Qty } from '../../domain/model/money.ts';
import {
  isLive,
  type Order,
  type OrderReason,
  remainingQty,
  sumFilledQty,
} from '../../domain/model/order.ts';
import type { LedgerState } from '../../domain/projections/ledger-state.ts';
import type { LiveQuote, QuoteSide, QuoteTerms } from '../../domain/quotes/quote-step.ts';
import type { CommandContext } from '../command-context.ts';

/** The order that a side places next: at once, or when its old order is proven over. */
export interface WaitingQuote {
  readonly caller: Caller;
  readonly terms: QuoteTerms;
  readonly filledBefore: bigint; // of the old order at the decision
  readonly matchedBefore: bigint; // the same with fills that were voided
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
  readonly #inherited = new Set<OrderId>(); // of the process before, until they are proven over

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
    const created: QuoteSlot = { ...of, orderId: null, price: null, waiting: null, isInherited: false };
    slots.set(key, created);
    return created;
  }

  *all(): Generator<QuoteSlot> {
    for (const { slots } of this.#subaccounts.values()) yield* slots.values();
  }

  /**
   * At a start: the sides whose order of the process before is not proven over (I-Q1). An order of a trade session that
   * looks like a quote is taken for one, so a side may have several; each in its order holds the side until it is over.
   */
  inherit(): void {
    for (const order of this.#state.orders.values()) {
      const { id, accountId, subaccountId, instrumentId, side } = order;
      if (!isInherited(order) || instrumentId === null || order.price === null) continue;
      this.#inherited.add(id);
      const slot = this.slot(accountId, subaccountId, instrumentId, side === 'BUY' ? 'bid' : 'ask');
      if (slot.orderId === null) this.#inheritNext(slot);
    }
  }

  findByOrder(id: OrderId): QuoteSlot | null {
    return this.#byOrder.get(id) ?? null;
  }

  setOrder(slot: QuoteSlot, id: OrderId, price: QuoteTerms['price']): void {
    Object.assign(slot, { orderId: id, price, waiting: null, isInherited: false });
    this.#byOrder.set(id, slot);
  }

  /** The order of the slot while it is live. Forgets one that is over. */
  liveOrder(slot: QuoteSlot): Order | null {
    const order = slot.orderId === null ? undefined : this.#state.orders.get(slot.orderId);
    if (order !== undefined && isLive(order.status)) return order;
    this.clearOrder(slot);
    return null;
  }

  /** At a side with several orders of the process before, the next of them takes the place of the order. */
  clearOrder(slot: QuoteSlot): void {
    if (slot.orderId !== null) this.#byOrder.delete(slot.orderId);
    const { isInherited: wasInherited } = slot;
    Object.assign(slot, { orderId: null, price: null, isInherited: false });
    if (wasInherited) this.#inheritNext(slot);
  }

  #inheritNext(slot: QuoteSlot): void {
    for (const id of this.#inherited) {
      const order = this.#state.orders.get(id);
      if (order === undefined || !isLive(order.status)) this.#inherited.delete(id);
      else if (isOfSide(order, slot)) {
        Object.assign(slot, { orderId: id, price: order.price, isInherited: true });
        this.#byOrder.set(id, slot);
        return;
      }
    }
  }

  removeIfEmpty({ accountId, subaccountId, instrumentId, side, orderId, waiting }: QuoteSlot): void {
    if (orderId !== null || waiting !== null) return;
    this.subaccount(accountId, subaccountId).slots.delete(`${instrumentId}/${side}`);
  }
}

const isOfSide = (order: Order, { accountId, subaccountId, instrumentId, side }: QuoteSlot): boolean =>
  order.accountId === accountId &&
  order.subaccountId === subaccountId &&
  order.instrumentId === instrumentId &&
  order.side === (side === 'bid' ? 'BUY' : 'SELL');

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
