import type { Caller } from '../../domain/access/access.ts';
import type { LedgerEvent } from '../../domain/events/event-schema.ts';
import { assert } from '../../domain/model/assert.ts';
import { createLruCache } from '../../domain/model/collections.ts';
import { coversSubaccount } from '../../domain/model/guard.ts';
import {
  type AccountId,
  type OrderId,
  type SessionId,
  type SubaccountId,
  scopeKey,
} from '../../domain/model/ids.ts';
import { renderDecimal } from '../../domain/model/money.ts';
import { isLive, type NewOrder, NO_FLAGS, type Order, sumFilledQty } from '../../domain/model/order.ts';
import { err, invalidField, ok, type Rejection, type Result, rejection } from '../../domain/model/result.ts';
import { renderTime } from '../../domain/model/time.ts';
import { isFrozen } from '../../domain/quotes/maker-protection.ts';
import {
  decideQuote,
  QUOTE_SIDES,
  type QuoteStep,
  type QuoteTerms,
  reduceByFills,
} from '../../domain/quotes/quote-step.ts';
import type { MarketView } from '../../ports/market-view.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { Amendment } from '../amendment.ts';
import type { Cancellation } from '../cancellation.ts';
import type { CommandContext } from '../command-context.ts';
import type { Ownership } from '../order-ownership.ts';
import type { StateStore } from '../state-store.ts';
import type { TradeSessions } from '../trade-sessions.ts';
import type { QuoteOrders } from './quote-orders.ts';
import { type QuoteSlot, QuoteSlots, toLiveQuote, type WaitingQuote } from './quote-slots.ts';
import type { QuoteAnswer, QuotePut, QuoteSheet, SideAnswer, WantedSide } from './quote-types.ts';

interface QuoteBookDeps {
  readonly store: StateStore;
  readonly market: MarketView;
  readonly ownership: Ownership;
  readonly amendment: Amendment;
  readonly cancellation: Cancellation;
  readonly tradeSessions: TradeSessions;
  readonly quoteOrders: QuoteOrders;
  readonly log: Log;
}

/** One call while its sides are applied, in one step. */
interface Application {
  readonly caller: Caller;
  readonly request: QuotePut;
  readonly sessionId: SessionId;
  readonly ack: CommandContext['ack'];
  readonly cancels: Order[]; // requested together at the end of the step
}

type Outcome = Omit<SideAnswer, 'instrumentId' | 'side'>;

const QUOTE_ORDERS_MAX = 50_000;

/**
 * The quotes of market makers: one order for each side of an instrument. The wanted state lives in memory, since no
 * quote survives a restart: the session of their orders ends with the process (I-Q5). The orders themselves, their amends
 * and cancels are journaled as all others.
 *
 * Source  src/domain/quotes/SPEC.md; docs/decisions/0179-quotes.md
 */
export class QuoteBook {
  readonly #deps: QuoteBookDeps;
  readonly #slots: QuoteSlots;
  readonly #orderIds = createLruCache<OrderId, true>(QUOTE_ORDERS_MAX); // also of quotes that are over

  constructor(deps: QuoteBookDeps) {
    this.#deps = deps;
    this.#slots = new QuoteSlots(deps.store.state);
    deps.store.onDurable(({ orders }) => {
      for (const id of orders) this.#onOrder(id);
    });
  }

  isQuote(id: OrderId): boolean {
    return this.#orderIds.has(id);
  }

  async put(
    caller: Caller,
    request: QuotePut,
    command?: CommandContext,
  ): Promise<Result<QuoteAnswer, Rejection>> {
    const { store, market, ownership } = this.#deps;
    const owned = ownership.check(caller, request.subaccountId);
    if (!owned.ok) return owned;
    const ids = [...new Set(request.sides.map(({ instrumentId }) => instrumentId))];
    const [sessionId] = await Promise.all([
      this.#openSession(caller, request.subaccountId, command),
      ...ids.map((id) => market.prefetchInstrument(id)),
    ]);
    const refused = command?.check() ?? this.#refuse(caller, request);
    if (refused !== null) return err(refused);
    this.#slots.subaccount(caller.accountId, request.subaccountId).quoteSeq = request.quoteSeq;
    const application = { caller, request, sessionId, ack: command?.ack ?? 'VENUE', cancels: [] };
    const outcomes = request.sides.map((side) => Promise.resolve(this.#apply(side, application)));
    const cancelled = this.#cancel(application.cancels, caller.keyId);
    command?.onDecided();
    const [answers] = await Promise.all([Promise.all(outcomes), cancelled, store.whenDurable()]);
    const { subaccountId, quoteSeq } = request;
    return ok({
      subaccountId,
      quoteSeq,
      sides: request.sides.map(({ instrumentId, side }, index) => ({
        instrumentId,
        side,
        ...(answers[index] ?? NOT_PLACED),
      })),
    });
  }

  list(caller: Caller, subaccountId: SubaccountId): Result<QuoteSheet, Rejection> {
    const owned = this.#deps.ownership.check(caller, subaccountId);
    if (!owned.ok) return owned;
    const { slots, quoteSeq } = this.#slots.subaccount(caller.accountId, subaccountId);
    const quotes = [...slots.values()]
      .map((slot) => ({ ...slot, order: this.#slots.liveOrder(slot), waiting: slot.waiting?.terms ?? null }))
      .filter(({ order, waiting }) => order !== null || waiting !== null)
      .toSorted(
        (a, b) =>
          a.instrumentId - b.instrumentId || QUOTE_SIDES.indexOf(a.side) - QUOTE_SIDES.indexOf(b.side),
      );
    return ok({ subaccountId, quoteSeq, quotes });
  }

  async pull(caller: Caller, subaccountId: SubaccountId): Promise<Result<QuoteAnswer, Rejection>> {
    const listed = this.list(caller, subaccountId);
    if (!listed.ok) return listed;
    await this.#cancel(this.#withdraw(caller.accountId, subaccountId), caller.keyId);
    const { quotes, quoteSeq } = listed.value;
    return ok({
      subaccountId,
      quoteSeq,
      sides: quotes.map(({ instrumentId, side, order }) => ({
        instrumentId,
        side,
        action: 'CANCELLED',
        orderId: order?.id ?? null,
        refusal: null,
      })),
    });
  }

  countChanges({ accountId }: Caller, { subaccountId, sides, tolerance }: QuotePut): number {
    const { slots } = this.#slots.subaccount(accountId, subaccountId);
    return sides.filter(({ instrumentId, side, terms }) => {
      const slot = slots.get(`${instrumentId}/${side}`);
      const live = slot === undefined ? null : toLiveQuote(slot, this.#slots.liveOrder(slot));
      const { kind } = decideQuote(live, terms, tolerance);
      return kind !== 'NONE' && kind !== 'KEEP';
    }).length;
  }

  /** Withdraws all quotes of a subaccount in one journal entry with their cause (I-Q4). Resolves once durable. */
  async pullBecause(
    causes: readonly LedgerEvent[],
    { accountId, subaccountId }: { readonly accountId: AccountId; readonly subaccountId: SubaccountId },
    actor: string,
  ): Promise<number> {
    const { store, cancellation } = this.#deps;
    const orders = this.#withdraw(accountId, subaccountId);
    const requested = cancellation.cancelBecause(causes, orders, 'mmp', actor);
    if (store.failure === null) {
      const isEach = orders.every(({ id }) => store.state.orders.get(id)?.pendingAction === 'cancel');
      assert(isEach, 'I-Q4: a breach cancels each live quote of its subaccount');
    }
    await requested;
    return orders.length;
  }

  /** Places no replacement that waits in this scope: its orders are being cancelled. */
  dropWaiting(
    covers: (of: Pick<Order, 'accountId' | 'subaccountId' | 'keyId'>, sessionId: SessionId) => boolean,
  ): void {
    for (const slot of this.#slots.all()) {
      if (slot.waiting === null) continue;
      const { caller, sessionId } = slot.waiting;
      const { accountId, subaccountId } = slot;
      if (covers({ accountId, subaccountId, keyId: caller.keyId }, sessionId)) slot.waiting = null;
    }
  }

  /** Places no replacement that waits and depends on the session that ends now. */
  dropWaitingOf(sessionId: SessionId): void {
    const { keys, sessions } = this.#deps.store.state;
    const session = sessions.get(sessionId);
    if (session === undefined) return;
    const granted = keys.get(session.keyId)?.subaccounts ?? [];
    this.dropWaiting((of, ownSession) =>
      session.onDisconnect === 'SESSION' ? ownSession === sessionId : coversSubaccount(session, granted, of),
    );
  }

  /** Null when the call may take effect. */
  #refuse(caller: Caller, { subaccountId, quoteSeq }: QuotePut): Rejection | null {
    const { accountId } = caller;
    const last = this.#slots.subaccount(accountId, subaccountId).quoteSeq;
    if (quoteSeq <= last) {
      const message = `quote_seq must be larger than ${last}, that of the latest call; nothing was changed`;
      return rejection('stale_quote', message, { quote_seq: last });
    }
    return (
      this.#refuseFrozen(accountId, subaccountId) ?? this.#deps.quoteOrders.refuse(caller, { subaccountId })
    );
  }

  #refuseFrozen(accountId: AccountId, subaccountId: SubaccountId): Rejection | null {
    const { store } = this.#deps;
    const protection = store.state.protections.get(scopeKey(accountId, subaccountId));
    if (!isFrozen(protection, store.now())) return null;
    const until = protection?.frozenUntil ?? null;
    return rejection('mmp_frozen', 'market maker protection has withdrawn the quotes', {
      frozen_until: until === null ? null : renderTime(until),
    });
  }

  /** The session of the trade socket if its end cancels its orders, else one that ends with the process (I-Q5). */
  #openSession(caller: Caller, subaccountId: SubaccountId, command?: CommandContext): Promise<SessionId> {
    const { store, tradeSessions } = this.#deps;
    const own = command?.sessionId ?? null;
    if (own !== null && store.state.sessions.get(own)?.onDisconnect === 'SESSION')
      return Promise.resolve(own);
    const quotes = this.#slots.subaccount(caller.accountId, subaccountId);
    quotes.session ??= tradeSessions.open(caller, { subaccountId, onDisconnect: 'SESSION' });
    return quotes.session;
  }

  #apply(wanted: WantedSide, application: Application): Outcome | Promise<Outcome> {
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
    application: Application,
  ): Outcome | Promise<Outcome> {
    const before = slot.waiting?.terms;
    if (terms !== null && before?.price === terms.price && before.qty === terms.qty)
      return { action: 'KEPT', orderId: null, refusal: null };
    slot.waiting = terms === null ? null : toWaiting(terms, order, application);
    if (terms === null) return { action: 'CANCELLED', orderId: order?.id ?? null, refusal: null };
    return order === null ? this.#place(slot) : WAITS;
  }

  #take(
    step: QuoteStep,
    slot: QuoteSlot,
    order: Order | null,
    terms: QuoteTerms | null,
    application: Application,
  ): Outcome | Promise<Outcome> {
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
    application: Application,
  ): Outcome | Promise<Outcome> {
    slot.waiting = toWaiting(terms, order, application);
    if (order === null) return this.#place(slot);
    application.cancels.push(order);
    return WAITS;
  }

  #amend(
    step: Extract<QuoteStep, { readonly kind: 'LOWER' | 'AMEND' }>,
    slot: QuoteSlot,
    order: Order,
    terms: QuoteTerms,
    application: Application,
  ): Outcome | Promise<Outcome> {
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
    const answered = requested.value.then((result): Outcome => {
      return result.ok ? amended : { action: 'REFUSED', orderId: order.id, refusal: result.error };
    });
    if (ack === 'VENUE') return answered;
    answered.catch((error: unknown) => this.#logFailure(order.id, error));
    return amended;
  }

  async #place(slot: QuoteSlot): Promise<Outcome> {
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
    const frozen = this.#refuseFrozen(slot.accountId, slot.subaccountId);
    if (frozen !== null) return err(frozen);
    if (waiting.terms.qty === 0n) return err(invalidField('qty', 'was filled by the order that it replaces'));
    return ok(toNewOrder(slot, waiting));
  }

  /** Goes on with a side whose order has changed: places its replacement, or withdraws what the venue did not amend. */
  #onOrder(id: OrderId): void {
    const slot = this.#slots.findByOrder(id);
    const order = this.#deps.store.state.orders.get(id);
    if (slot === null || order === undefined) return;
    if (isLive(order.status)) return this.#checkTerms(slot, order);
    this.#slots.clearOrder(slot);
    const { waiting } = slot;
    if (waiting !== null) slot.waiting = isReplaced(order) ? reduce(waiting, order) : null;
    if (slot.waiting === null) return this.#slots.removeIfEmpty(slot);
    this.#place(slot).catch((error: unknown) => this.#logFailure(id, error));
  }

  /** A refused amend leaves the order at its old price, which is not wanted any more. */
  #checkTerms(slot: QuoteSlot, order: Order): void {
    if (order.pendingAction !== null || order.price === slot.price) return;
    this.#cancel([order], order.keyId).catch((error: unknown) => this.#logFailure(order.id, error));
  }

  /** Ends what waits, and lists the live orders. */
  #withdraw(accountId: AccountId, subaccountId: SubaccountId): readonly Order[] {
    const { slots } = this.#slots.subaccount(accountId, subaccountId);
    return [...slots.values()].flatMap((slot) => {
      slot.waiting = null;
      return this.#slots.liveOrder(slot) ?? [];
    });
  }

  async #cancel(orders: readonly Order[], actor: string): Promise<void> {
    if (orders.length > 0) await this.#deps.cancellation.cancelBecause([], orders, 'quote', actor);
  }

  #logFailure(orderId: OrderId, error: unknown): void {
    this.#deps.log.error('a quote could not be continued', { orderId, why: String(error) });
  }
}

const NOT_AMENDABLE: ReadonlySet<string> = new Set(['order_not_open', 'qty_increase_unsupported']);
const WAITS: Outcome = { action: 'PLACED', orderId: null, refusal: null };
const NOT_PLACED: Outcome = {
  action: 'REFUSED',
  orderId: null,
  refusal: rejection('stale_quote', 'a later call changed this side before its order was placed'),
};

const toWaiting = (
  terms: QuoteTerms,
  order: Order | null,
  { caller, sessionId, ack }: Application,
): WaitingQuote => ({
  caller,
  terms,
  filledBefore: order === null ? 0n : sumFilledQty(order),
  sessionId,
  ack,
});

/** The replacement after the end of its old order. I-Q3: fills of the old order count. */
function reduce(waiting: WaitingQuote, ended: Order): WaitingQuote {
  const filledSince = (sumFilledQty(ended) - waiting.filledBefore) as QuoteTerms['qty'];
  const { price, qty } = waiting.terms;
  return { ...waiting, terms: { price, qty: reduceByFills(qty, filledSince) } };
}

/** True when the order ended because of its replacement. Any other end, such as a cancel of all orders, ends the quote. */
const isReplaced = ({ status, cancelReason, reason }: Order): boolean =>
  status === 'FILLED' || (status === 'CANCELLED' && cancelReason === 'quote' && reason === 'quote');

function toPlaced(order: Order): Outcome {
  const { id: orderId, status, reason } = order;
  if (status !== 'REJECTED') return { action: 'PLACED', orderId, refusal: null };
  const refusal = rejection('order_not_open', `the order was rejected: ${reason}`, {
    id: orderId,
    status,
    reason,
  });
  return { action: 'REFUSED', orderId, refusal };
}

/** A bid buys YES, an ask sells YES. */
function toNewOrder(
  { subaccountId, instrumentId, side }: QuoteSlot,
  { terms: { price, qty }, sessionId }: WaitingQuote,
): NewOrder {
  return {
    ...NO_FLAGS,
    subaccountId,
    instrumentId,
    genericAssetId: null,
    side: side === 'bid' ? 'BUY' : 'SELL',
    outcome: 'YES',
    type: 'LIMIT',
    tif: 'GTC',
    expiresAt: null,
    price,
    priceText: renderDecimal(price),
    qty,
    qtyText: renderDecimal(qty),
    routing: { mode: 'DIRECT', venues: null },
    clientOrderId: null,
    postOnly: true,
    sessionId,
  };
}
