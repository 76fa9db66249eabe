import {
  type AccountId,
  type Caller,
  type Fill,
  isKeyUsable,
  type Order,
  ok,
  type QueryPair,
  type Rejection,
  type Result,
  renderTime,
  type SubaccountId,
  type TimestampMs,
} from '#contract';
import { type HttpDeps, renderFill, renderOrder } from '#http';
import type { Timer } from '#ports';
import { createFrame, type Frame } from '../send-queue.ts';
import { CLOSE, type SessionStarter, type Stream, type StreamConnection } from '../stream-connection.ts';
import { readSessionQuery } from './session-query.ts';
import { SessionRegistry } from './session-registry.ts';
import { IN_FLIGHT_MAX, TradeSession, type TradeSessionScope } from './trade-session.ts';

const LIFE_MS = 12 * 3_600_000;
const NOTICE_MS = 60_000;

interface Owned {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
}

/**
 * The trade socket: requests and their results, and every change of the orders and fills of the session's
 * subaccounts. A connection ends after 12 hours, or with its key.
 */
export class TradeStream implements Stream {
  readonly name = 'trade';
  readonly permission = 'trade';
  readonly #deps: HttpDeps;
  readonly #registry: SessionRegistry;
  readonly #sessions = new Map<TradeSession, AccountId>();
  #unlisten: (() => void) | null = null; // null without sessions

  constructor(deps: HttpDeps) {
    this.#deps = deps;
    this.#registry = new SessionRegistry(deps);
  }

  async admit(caller: Caller, query: readonly QueryPair[]): Promise<Result<SessionStarter, Rejection>> {
    const requested = readSessionQuery(caller, query, this.#deps.trading);
    if (!requested.ok) return requested;
    const opened = await this.#registry.open(caller, requested.value);
    if (!opened.ok) return opened;
    const { sessionId, subaccountId, onDisconnect } = opened.value;
    const narrowed = subaccountId === null ? caller : { ...caller, subaccounts: [subaccountId] };
    const expiresAt = (this.#deps.clock.now() + LIFE_MS) as TimestampMs;
    const greeting = {
      session_id: sessionId,
      on_disconnect: onDisconnect,
      expires_at: renderTime(expiresAt),
      in_flight_max: IN_FLIGHT_MAX,
    };
    const start = (connection: StreamConnection) =>
      this.#open(connection, { sessionId, caller: narrowed }, expiresAt);
    return ok(Object.assign(start, { greeting }));
  }

  /** Also ends the sessions: none survives a restart. */
  stop(): void {
    this.#registry.endAll();
    this.#stopListening();
  }

  #open(connection: StreamConnection, scope: TradeSessionScope, expiresAt: TimestampMs): TradeSession {
    this.#unlisten ??= this.#listen();
    this.#registry.attach(scope.sessionId, connection);
    const timers = this.#startTimers(connection, expiresAt);
    const session = new TradeSession(connection, scope, this.#deps, () => {
      for (const timer of timers) timer.cancel();
      this.#sessions.delete(session);
      this.#registry.detach(scope.sessionId, connection, this.#isKeyEnded(scope.caller));
      if (this.#sessions.size === 0) this.#stopListening();
    });
    this.#sessions.set(session, scope.caller.accountId);
    return session;
  }

  #isKeyEnded({ keyId }: Caller): boolean {
    const key = this.#deps.trading.access.key(keyId);
    return key === null || !isKeyUsable(key, this.#deps.clock.now());
  }

  #stopListening(): void {
    this.#unlisten?.();
    this.#unlisten = null;
  }

  #startTimers(connection: StreamConnection, expiresAt: TimestampMs): readonly Timer[] {
    const { clock, trading } = this.#deps;
    const expiring = clock.after(LIFE_MS - NOTICE_MS, () =>
      connection.reply('expiring', { expires_at: renderTime(expiresAt) }),
    );
    const expired = clock.after(LIFE_MS, () =>
      connection.close(CLOSE.stopping, 'session expired; reconnect'),
    );
    const keyEndsAt = trading.access.key(connection.caller.keyId)?.expiresAt ?? null;
    if (keyEndsAt === null || keyEndsAt >= expiresAt) return [expiring, expired];
    return [expiring, expired, clock.after(keyEndsAt - clock.now(), () => connection.checkKey())];
  }

  #listen(): () => void {
    const { trading } = this.#deps;
    const unlisten = [
      trading.feeds.onOrder((order) => this.#publish(order, () => toOrderFrame(order))),
      trading.feeds.onFill((fill) => this.#publish(fill, () => toFillFrame(fill))),
    ];
    return () => {
      for (const each of unlisten) each();
    };
  }

  #publish({ accountId, subaccountId }: Owned, render: () => Frame): void {
    let frame: Frame | null = null;
    for (const [session, owner] of this.#sessions) {
      if (owner !== accountId || !session.covers(subaccountId)) continue;
      frame ??= render();
      session.send(frame);
    }
  }
}

const toOrderFrame = (order: Order): Frame => createFrame('order', { order: renderOrder(order) });
const toFillFrame = (fill: Fill): Frame => createFrame('fill', { fill: renderFill(fill) });
