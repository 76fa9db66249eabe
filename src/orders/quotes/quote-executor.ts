import {
  type AccountId,
  assert,
  createLruCache,
  err,
  invalidField,
  isLive,
  type NewOrder,
  type Order,
  type OrderId,
  ok,
  type Rejection,
  type Result,
  rejection,
  renderDecimal,
  renderTime,
  type SubaccountId,
  scopeKey,
} from '#contract';
import { decideQuote, isFrozen, type QuoteStep, type QuoteTerms } from '#domain';
import type { Log } from '#ports';
import type { Amendment } from '../amendment.ts';
import type { Cancellation } from '../cancellation.ts';
import type { StateStore } from '../state-store.ts';
import type { QuoteOrders } from './quote-orders.ts';
import { type QuoteSlot, type QuoteSlots, toLiveQuote, type WaitingQuote } from './quote-slots.ts';
import type { QuoteApplication, SideAnswer, WantedSide } from './quote-types.ts';
import { isAwaited, isFollowed, reduceByEnded, toNewOrder, toWaiting } from './waiting-quote.ts';

type SideOutcome = Omit<SideAnswer, 'instrumentId' | 'side'>;

interface QuoteExecutorDeps {
  readonly store: StateStore;
  readonly amendment: Amendment;
  readonly cancellation: Cancellation;
  readonly quoteOrders: QuoteOrders;
  readonly log: Log;
}

const QUOTE_ORDERS_MAX = 50_000;

/** Places, amends, replaces and cancels the orders of quotes, and goes on when an order of a quote has changed. */
export class QuoteExecutor {
  readonly #deps: QuoteExecutorDeps;
  readonly #slots: QuoteSlots;
  readonly #orderIds = createLruCache<OrderId, true>(QUOTE_ORDERS_MAX); // also of quotes that are over

  constructor(deps: QuoteExecutorDeps, slots: QuoteSlots) {
    this.#deps = deps;
    this.#slots = slots;
    deps.store.onDurable(({ orders }) => {
      for (const id of orders) this.#onOrder(id);
    });
  }

  isQuote(id: OrderId): boolean {
    return this.#orderIds.has(id);
  }

  /** Decides one side of a call, and acts. Its cancels are added to those of the call. */
  apply(wanted: WantedSide, application: QuoteApplication): SideOutcome | Promise<SideOutcome> {
    const { caller, request } = application;
    const { instrumentId, side, terms } = wanted;
    const slot = this.#slots.slot(caller.accountId, request.subaccountId, instrumentId, side);
    const order = this.#slots.liveOrder(slot);
    if (slot.waiting !== null) return this.#changeWaiting(slot, order, terms, application);
    const step = decideQuote(toLiveQuote(slot, order), terms, request.tolerance);
    const outcome = this.#take(step, slot, order, terms, application);
    this.#slots.removeIfEmpty(slot);
    return outcome;
  }

  /** The old order is being cancelled, or its replacement is being placed. */
  #changeWaiting(
    slot: QuoteSlot,
    order: Order | null,
    terms: QuoteTerms | null,
    application: QuoteApplication,
  ): SideOutcome | Promise<SideOutcome> {
    if (isAwaited(slot, terms)) return { action: 'KEPT', orderId: null, refusal: null };
    slot.waiting = terms === null ? null : toWaiting(terms, this.#slots.holders(slot), slot, application);
    if (terms === null) return { action: 'CANCELLED', orderId: order?.id ?? null, refusal: null };
    return order === null ? this.#place(slot) : WAITS;
  }

  #take(
    step: QuoteStep,
    slot: QuoteSlot,
    order: Order | null,
    terms: QuoteTerms | null,
    application: QuoteApplication,
  ): SideOutcome | Promise<SideOutcome> {
    const orderId = order?.id ?? null;
    switch (step.kind) {
      case 'NONE':
      case 'KEEP':
        return { action: 'KEPT', orderId, refusal: null };
      case 'CANCEL':
        if (order !== null) application.cancels.push(order);
        return { action: 'CANCELLED', orderId, refusal: null };
      case 'LOWER':
      case 'AMEND':
        return this.#amend(step, slot, order as Order, terms as QuoteTerms, application);
      case 'REPLACE':
      case 'PLACE':
        return this.#replace(slot, order, terms as QuoteTerms, application);
    }
  }

  /** I-Q1: the new order is placed once the old one is proven over. */
  #replace(
    slot: QuoteSlot,
    order: Order | null,
    terms: QuoteTerms,
    application: QuoteApplication,
  ): SideOutcome | Promise<SideOutcome> {
    slot.waiting = toWaiting(terms, this.#slots.holders(slot), slot, application);
    if (order === null) return this.#place(slot);
    application.cancels.push(order);
    return WAITS;
  }

  #amend(
    step: Extract<QuoteStep, { readonly kind: 'LOWER' | 'AMEND' }>,
    slot: QuoteSlot,
    order: Order,
    terms: QuoteTerms,
    application: QuoteApplication,
  ): SideOutcome | Promise<SideOutcome> {
    const price = step.kind === 'AMEND' && step.price !== slot.price ? step.price : null;
    const { caller, ack, cancels } = application;
    const requested = this.#deps.amendment.change(caller, order.id, {
      qty: step.qty,
      qtyText: renderDecimal(step.qty),
      ...(price !== null && { price, priceText: renderDecimal(price) }),
    });
    if (!requested.ok) {
      if (NOT_AMENDABLE.has(requested.error.code)) return this.#replace(slot, order, terms, application);
      // The old terms are not wanted any more, and the new ones may not rest.
      cancels.push(order);
      return { action: 'REFUSED', orderId: order.id, refusal: requested.error };
    }
    slot.price = price ?? slot.price;
    const action = step.kind === 'LOWER' ? 'LOWERED' : 'AMENDED';
    const amended = { action, orderId: order.id, refusal: null } as const;
    const answered = requested.value.then((result): SideOutcome => {
      return result.ok ? amended : { action: 'REFUSED', orderId: order.id, refusal: result.error };
    });
    if (ack === 'VENUE') return answered;
    answered.catch((error: unknown) => this.#logFailure(order.id, error));
    return amended;
  }

  async #place(slot: QuoteSlot): Promise<SideOutcome> {
    const waiting = slot.waiting as WaitingQuote;
    const { caller, ack } = waiting;
    const { instrumentId } = slot;
    const placed = await this.#deps.quoteOrders.place({
      caller,
      instrumentId,
      ack,
      decide: () => this.#decideOrder(slot, waiting),
      onAccepted: (id) => {
        this.#orderIds.set(id, true);
        this.#slots.setOrder(slot, id, waiting.terms.price);
      },
    });
    if (placed === null) return NOT_PLACED;
    if (!placed.ok && slot.waiting === waiting) {
      slot.waiting = null;
      this.#slots.removeIfEmpty(slot);
    }
    return placed.ok ? toPlaced(placed.value) : { action: 'REFUSED', orderId: null, refusal: placed.error };
  }

  /** Null when a later call has replaced this quote, or withdrawn it. */
  #decideOrder(slot: QuoteSlot, waiting: WaitingQuote): Result<NewOrder, Rejection> | null {
    if (slot.waiting !== waiting) return null;
    assert(this.#slots.liveOrder(slot) === null, 'I-Q1: a side has one live order at a time');
    const frozen = this.refuseFrozen(slot.accountId, slot.subaccountId);
    if (frozen !== null) return err(frozen);
    if (waiting.terms.qty === 0n) return err(invalidField('qty', 'was filled by the order that it replaces'));
    return ok(toNewOrder(slot, waiting));
  }

  /** Goes on with a side whose order has changed: places its replacement, or withdraws what the venue did not amend. */
  #onOrder(id: OrderId): void {
    const slot = this.#slots.findByOrder(id);
    const order = this.#deps.store.state.orders.get(id);
    if (slot === null || order === undefined) return;
    if (isLive(order.status)) return slot.orderId === id ? this.#checkTerms(slot, order) : undefined;
    this.#slots.forget(slot, id);
    const { waiting } = slot;
    if (waiting !== null) slot.waiting = isFollowed(order, waiting) ? reduceByEnded(waiting, order) : null;
    if (slot.orderId !== null) return this.#onOrder(slot.orderId); // it holds the side, or is over too
    if (slot.waiting === null) return this.#slots.removeIfEmpty(slot);
    this.#place(slot).catch((error: unknown) => this.#logFailure(id, error));
  }

  /** A refused amend leaves the order at its old price, which is not wanted any more. */
  #checkTerms(slot: QuoteSlot, order: Order): void {
    if (order.pendingAction !== null || order.price === slot.price) return;
    this.cancel([order], order.keyId).catch((error: unknown) => this.#logFailure(order.id, error));
  }

  /** `mmp_frozen` while market maker protection keeps quotes of the subaccount out; else null. */
  refuseFrozen(accountId: AccountId, subaccountId: SubaccountId): Rejection | null {
    const { store } = this.#deps;
    const protection = store.state.protections.get(scopeKey(accountId, subaccountId));
    if (!isFrozen(protection, store.now())) return null;
    const until = protection?.frozenUntil ?? null;
    return rejection('mmp_frozen', 'market maker protection has withdrawn the quotes', {
      frozen_until: until === null ? null : renderTime(until),
    });
  }

  /** Resolves once the requests to cancel are durable. */
  async cancel(orders: readonly Order[], actor: string): Promise<void> {
    if (orders.length > 0) await this.#deps.cancellation.cancelBecause([], orders, 'quote', actor);
  }

  #logFailure(orderId: OrderId, error: unknown): void {
    this.#deps.log.error('a quote could not be continued', { orderId, why: String(error) });
  }
}

const NOT_AMENDABLE: ReadonlySet<string> = new Set(['order_not_open', 'qty_increase_unsupported']);
const WAITS: SideOutcome = { action: 'PLACED', orderId: null, refusal: null };
export const NOT_PLACED: SideOutcome = {
  action: 'REFUSED',
  orderId: null,
  refusal: rejection('stale_quote', 'a later call changed this side before its order was placed'),
};

function toPlaced(order: Order): SideOutcome {
  const { id: orderId, status, reason } = order;
  if (status !== 'REJECTED') return { action: 'PLACED', orderId, refusal: null };
  const refusal = rejection('order_not_open', `the order was rejected: ${reason}`, {
    id: orderId,
    status,
    reason,
  });
  return { action: 'REFUSED', orderId, refusal };
}
