import {
  type AccountId,
  assert,
  type Caller,
  coversSubaccount,
  err,
  type Order,
  type OrderId,
  ok,
  type Rejection,
  type Result,
  rejection,
  type SessionId,
  type SubaccountId,
} from '#contract';
import { decideQuote, type LedgerEvent, QUOTE_SIDES } from '#domain';
import type { Log, MarketView } from '#ports';
import type { Amendment } from '../amendment.ts';
import type { Cancellation } from '../cancellation.ts';
import type { CommandContext } from '../command-context.ts';
import { refuseEndedKey } from '../ended-keys.ts';
import type { Ownership } from '../order-ownership.ts';
import type { StateStore } from '../state-store.ts';
import type { TradeSessions } from '../trade-sessions.ts';
import { NOT_PLACED, QuoteExecutor } from './quote-executor.ts';
import type { QuoteOrders } from './quote-orders.ts';
import { QuoteSlots, toLiveQuote } from './quote-slots.ts';
import type { QuoteAnswer, QuotePut, QuoteSheet } from './quote-types.ts';
import { isAwaited } from './waiting-quote.ts';

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

/**
 * The quotes of market makers: one order for each side of an instrument. The wanted state lives in memory, since no
 * quote survives a restart: the session of their orders ends with the process (I-Q5). The orders themselves, their amends
 * and cancels are journaled as all others.
 *
 * Source  src/domain/quotes/SPEC.md; docs/decisions/sessions-and-quotes.md
 */
export class QuoteBook {
  readonly #deps: QuoteBookDeps;
  readonly #slots: QuoteSlots;
  readonly #executor: QuoteExecutor;

  constructor(deps: QuoteBookDeps) {
    this.#deps = deps;
    this.#slots = new QuoteSlots(deps.store.state);
    this.#executor = new QuoteExecutor(deps, this.#slots);
  }

  /** At a start, once the ends of all sessions are journaled. */
  start(): void {
    this.#slots.inherit();
  }

  isQuote(id: OrderId): boolean {
    return this.#executor.isQuote(id);
  }

  async put(
    caller: Caller,
    request: QuotePut,
    command?: CommandContext,
  ): Promise<Result<QuoteAnswer, Rejection>> {
    const { store, market, ownership } = this.#deps;
    const owned = ownership.check(caller, request.subaccountId);
    if (!owned.ok) return owned;
    const quotes = this.#slots.subaccount(caller.accountId, request.subaccountId);
    const { pulls } = quotes;
    const ids = [...new Set(request.sides.map(({ instrumentId }) => instrumentId))];
    const [sessionId] = await Promise.all([
      this.#openSession(caller, request.subaccountId, command),
      ...ids.map((id) => market.prefetchInstrument(id)),
    ]);
    const { subaccountId } = request;
    const ended = refuseEndedKey({ ...caller, subaccountId }, store);
    const pulled = quotes.pulls === pulls ? null : PULLED;
    const refused = command?.check() ?? ended ?? pulled ?? this.#refuse(caller, request);
    if (refused !== null) return err(refused);
    quotes.quoteSeq = request.quoteSeq;
    const application = { caller, request, sessionId, ack: command?.ack ?? 'VENUE', cancels: [] };
    const outcomes = request.sides.map((side) => Promise.resolve(this.#executor.apply(side, application)));
    const cancelled = this.#executor.cancel(application.cancels, caller.keyId);
    command?.onDecided();
    const [answers] = await Promise.all([Promise.all(outcomes), cancelled, store.whenDurable()]);
    return ok({
      subaccountId,
      quoteSeq: request.quoteSeq,
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
      .map((slot) => ({
        ...slot,
        order: slot.isInherited ? null : this.#slots.liveOrder(slot),
        waiting: slot.waiting?.terms ?? null,
      }))
      .filter(({ order, waiting }) => order !== null || waiting !== null)
      .toSorted(
        (a, b) =>
          a.instrumentId - b.instrumentId || QUOTE_SIDES.indexOf(a.side) - QUOTE_SIDES.indexOf(b.side),
      );
    return ok({ subaccountId, quoteSeq, quotes });
  }

  /** The sequence begins again: a number that another key has used up locks no caller out. */
  async pull(caller: Caller, subaccountId: SubaccountId): Promise<Result<QuoteAnswer, Rejection>> {
    const listed = this.list(caller, subaccountId);
    if (!listed.ok) return listed;
    const orders = this.#withdraw(caller.accountId, subaccountId);
    const quotes = this.#slots.subaccount(caller.accountId, subaccountId);
    quotes.quoteSeq = 0;
    quotes.pulls += 1; // a call that still waits for data places nothing any more
    await this.#executor.cancel(orders, caller.keyId);
    return ok({
      subaccountId,
      quoteSeq: 0,
      sides: listed.value.quotes.map(({ instrumentId, side, order }) => ({
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
      if (slot !== undefined && slot.waiting !== null) return !isAwaited(slot, terms);
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
      this.#executor.refuseFrozen(accountId, subaccountId) ??
      this.#deps.quoteOrders.refuse(caller, { subaccountId })
    );
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

  /** Ends what waits, and lists the live orders. */
  #withdraw(accountId: AccountId, subaccountId: SubaccountId): readonly Order[] {
    const { slots } = this.#slots.subaccount(accountId, subaccountId);
    return [...slots.values()].flatMap((slot) => {
      slot.waiting = null;
      return this.#slots.liveOrder(slot) ?? [];
    });
  }
}

const PULLED = rejection(
  'stale_quote',
  'the quotes of the subaccount were withdrawn while this call waited; nothing was changed',
);
