import {
  type Caller,
  err,
  invalidField,
  type KeyId,
  notFound,
  ok,
  type Rejection,
  type Result,
  type SessionId,
  type SessionScope,
  type SubaccountId,
} from '#contract';
import type { TradingService } from '#orders';
import type { Clock, Log, Timer } from '#ports';
import { CLOSE, type StreamConnection } from '../stream-connection.ts';

/** What a handshake requests of its session. */
export interface SessionQuery {
  readonly subaccountId: SubaccountId | null;
  readonly onDisconnect: SessionScope | 'NONE' | null; // null: not given
  readonly graceMs: number;
  readonly session: SessionId | null; // to return to
}

/** An open session: connected, or within its grace time. */
export interface OpenSession {
  readonly sessionId: SessionId;
  readonly keyId: KeyId;
  readonly subaccountId: SubaccountId | null;
  readonly onDisconnect: SessionScope | 'NONE';
}

interface Entry extends OpenSession {
  graceMs: number;
  connection: StreamConnection | null;
  timer: Timer | null; // while it has no connection
}

interface RegistryDeps {
  readonly trading: Pick<TradingService, 'sessions'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The sessions of the trade socket. A session without a connection ends after its grace time, unless its key returns
 * to it; its end cancels the orders that depend on it.
 */
export class SessionRegistry {
  readonly #deps: RegistryDeps;
  readonly #sessions = new Map<SessionId, Entry>();

  constructor(deps: RegistryDeps) {
    this.#deps = deps;
  }

  /**
   * Opens a session, or finds the one to return to. Its grace time runs until `attach`.
   *
   * Refuses `not_found` for a session that has ended or belongs to another key, and `validation` for other terms.
   */
  async open(caller: Caller, query: SessionQuery): Promise<Result<OpenSession, Rejection>> {
    if (query.session !== null) return this.#findAgain(caller, query, query.session);
    const { subaccountId, onDisconnect: given, graceMs } = query;
    const onDisconnect = given ?? 'NONE';
    const scope = onDisconnect === 'NONE' ? null : onDisconnect;
    const sessionId = await this.#deps.trading.sessions.open(caller, { subaccountId, onDisconnect: scope });
    const { keyId } = caller;
    const entry: Entry = {
      sessionId,
      keyId,
      subaccountId,
      onDisconnect,
      graceMs,
      connection: null,
      timer: null,
    };
    this.#sessions.set(sessionId, entry);
    this.#startGrace(entry, graceMs);
    return ok(entry);
  }

  /** The session has this connection from now on; an earlier one, which may hang, is closed. */
  attach(sessionId: SessionId, connection: StreamConnection): void {
    const entry = this.#sessions.get(sessionId);
    if (entry === undefined) return connection.close(CLOSE.internal, 'the session has ended');
    entry.timer?.cancel();
    entry.timer = null;
    const earlier = entry.connection;
    entry.connection = connection;
    earlier?.close(CLOSE.replaced, 'the session continues on another connection');
  }

  /** @param isKeyEnded  the key cannot return, so there is no grace time */
  detach(sessionId: SessionId, connection: StreamConnection, isKeyEnded: boolean): void {
    const entry = this.#sessions.get(sessionId);
    if (entry === undefined || entry.connection !== connection) return;
    entry.connection = null;
    this.#startGrace(entry, isKeyEnded ? 0 : entry.graceMs);
  }

  /** Ends all sessions, because the service stops. */
  endAll(): void {
    for (const entry of this.#sessions.values()) this.#end(entry);
  }

  #findAgain(
    { keyId }: Caller,
    { subaccountId, onDisconnect, graceMs }: SessionQuery,
    sessionId: SessionId,
  ): Result<OpenSession, Rejection> {
    const entry = this.#sessions.get(sessionId);
    if (entry === undefined || entry.keyId !== keyId) return err(notFound('session'));
    if (onDisconnect !== null && onDisconnect !== entry.onDisconnect)
      return err(invalidField('on_disconnect', `is ${entry.onDisconnect} for this session`));
    if (subaccountId !== null && subaccountId !== entry.subaccountId)
      return err(invalidField('subaccount_id', 'differs from that of this session'));
    entry.graceMs = graceMs;
    if (entry.connection === null) this.#startGrace(entry, graceMs);
    return ok(entry);
  }

  #startGrace(entry: Entry, graceMs: number): void {
    entry.timer?.cancel();
    entry.timer = this.#deps.clock.after(graceMs, () => this.#end(entry));
  }

  #end(entry: Entry): void {
    const { sessionId } = entry;
    entry.timer?.cancel();
    this.#sessions.delete(sessionId);
    this.#deps.trading.sessions.end(sessionId).catch((error: unknown) =>
      this.#deps.log.error('the end of a session could not be recorded', {
        session: sessionId,
        why: String(error),
      }),
    );
  }
}
