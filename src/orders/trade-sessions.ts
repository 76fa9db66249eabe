import {
  assert,
  type Caller,
  coversSubaccount,
  isLive,
  type Order,
  type SessionId,
  type SubaccountId,
  type TradeSessionRecord,
} from '#contract';
import type { LedgerEvent } from '#domain';
import type { Log, Random } from '#ports';
import { type Cancellation, toCancelEvents } from './cancellation.ts';
import type { ComplexOrderStops } from './parent-types.ts';
import type { StateStore } from './state-store.ts';
import type { SessionRequest } from './trading-service.ts';
import type { VenueHeartbeats } from './venue-heartbeats.ts';

interface TradeSessionsDeps {
  readonly store: StateStore;
  readonly cancellation: Cancellation;
  readonly complexOrders: Pick<ComplexOrderStops, 'pauseForSession'>;
  readonly heartbeats: VenueHeartbeats;
  readonly random: Random;
  readonly log: Log;
}

const ID_BYTES = 8;

/**
 * Sessions of the trade socket whose orders are cancelled when they end. Such a session is durable before its first
 * order, and its end and the cancels are one journal entry (I-43). No session survives a restart.
 */
export class TradeSessions {
  readonly #deps: TradeSessionsDeps;

  constructor(deps: TradeSessionsDeps) {
    this.#deps = deps;
  }

  async open(
    { accountId, keyId }: Caller,
    { subaccountId, onDisconnect }: SessionRequest,
  ): Promise<SessionId> {
    const { store, random, heartbeats } = this.#deps;
    const sessionId = `ses_${random.hex(ID_BYTES)}` as SessionId;
    if (onDisconnect === null) return sessionId;
    heartbeats.begin();
    const session = { sessionId, accountId, keyId, subaccountId, onDisconnect, openedAt: store.now() };
    await store.commit('session', keyId, [{ type: 'SessionOpened', session }]);
    return sessionId;
  }

  /** Resolves once the cancels are durable; does nothing for a session that has ended or cancels nothing. */
  async end(sessionId: SessionId): Promise<void> {
    const { store, cancellation, log } = this.#deps;
    const session = store.state.sessions.get(sessionId);
    if (session === undefined) return;
    const orders = this.#findOrders(session);
    const requested = cancellation.cancelBecause(
      this.#toCauses(session),
      orders,
      'disconnect',
      session.keyId,
    );
    if (store.failure === null) this.#assertCancelled(session);
    await requested;
    log.info('a session ended: its orders are cancelled', { session: sessionId, orders: orders.length });
  }

  /** At a start, before the orders are reconciled: journals the cancels, which are sent afterwards. */
  async endAll(): Promise<void> {
    const { store } = this.#deps;
    for (const session of store.state.sessions.values()) {
      const cancels = toCancelEvents(this.#findOrders(session), 'disconnect');
      const durable = store.commit('session', session.keyId, [...this.#toCauses(session), ...cancels]);
      if (store.failure === null) this.#assertCancelled(session);
      await durable;
    }
  }

  /** With `SUBACCOUNT` complex orders are paused with their orders, or they would place them again. */
  #toCauses(session: TradeSessionRecord): readonly LedgerEvent[] {
    const ended: LedgerEvent = { type: 'SessionEnded', sessionId: session.sessionId };
    if (session.onDisconnect === 'SESSION') return [ended];
    const granted = this.#listGranted(session);
    const paused = this.#deps.complexOrders.pauseForSession((of) => coversSubaccount(session, granted, of));
    return [ended, ...paused];
  }

  #listGranted({ keyId }: TradeSessionRecord): '*' | readonly SubaccountId[] {
    return this.#deps.store.state.keys.get(keyId)?.subaccounts ?? [];
  }

  #assertCancelled(session: TradeSessionRecord): void {
    const isEach = this.#findOrders(session).every(({ pendingAction }) => pendingAction === 'cancel');
    assert(isEach, 'I-43: the end of a session cancels each live order that depends on it');
  }

  #findOrders(session: TradeSessionRecord): readonly Order[] {
    const granted = this.#listGranted(session);
    return [...this.#deps.store.state.orders.values()].filter(
      (order) =>
        isLive(order.status) &&
        (session.onDisconnect === 'SESSION'
          ? order.sessionId === session.sessionId
          : coversSubaccount(session, granted, order)),
    );
  }
}
