import type { Caller } from '../domain/access/access.ts';
import type { LedgerEvent } from '../domain/events/event-schema.ts';
import { assert } from '../domain/model/assert.ts';
import { coversSubaccount, type TradeSessionRecord } from '../domain/model/guard.ts';
import type { SessionId } from '../domain/model/ids.ts';
import { isLive, type Order } from '../domain/model/order.ts';
import type { Random } from '../ports/environment.ts';
import type { Log } from '../ports/telemetry.ts';
import { type Cancellation, toCancelEvents } from './cancellation.ts';
import type { StateStore } from './state-store.ts';
import type { SessionRequest } from './trading-service.ts';
import type { VenueHeartbeats } from './venue-heartbeats.ts';

interface TradeSessionsDeps {
  readonly store: StateStore;
  readonly cancellation: Cancellation;
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
    const ended: LedgerEvent = { type: 'SessionEnded', sessionId };
    const requested = cancellation.cancelBecause([ended], orders, 'disconnect', session.keyId);
    if (store.failure === null) this.#assertCancelled(session);
    await requested;
    log.info('a session ended: its orders are cancelled', { session: sessionId, orders: orders.length });
  }

  /** At a start, before the orders are reconciled: journals the cancels, which are sent afterwards. */
  async endAll(): Promise<void> {
    const { store } = this.#deps;
    for (const session of store.state.sessions.values()) {
      const cancels = toCancelEvents(this.#findOrders(session), 'disconnect');
      const ended: LedgerEvent = { type: 'SessionEnded', sessionId: session.sessionId };
      const durable = store.commit('session', session.keyId, [ended, ...cancels]);
      this.#assertCancelled(session);
      await durable;
    }
  }

  #assertCancelled(session: TradeSessionRecord): void {
    const isEach = this.#findOrders(session).every(({ pendingAction }) => pendingAction === 'cancel');
    assert(isEach, 'I-43: the end of a session cancels each live order that depends on it');
  }

  #findOrders(session: TradeSessionRecord): readonly Order[] {
    const { orders, keys } = this.#deps.store.state;
    const granted = keys.get(session.keyId)?.subaccounts ?? [];
    return [...orders.values()].filter(
      (order) =>
        isLive(order.status) &&
        (session.onDisconnect === 'SESSION'
          ? order.sessionId === session.sessionId
          : coversSubaccount(session, granted, order)),
    );
  }
}
