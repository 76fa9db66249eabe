import type { Caller } from '../../domain/access/access.ts';
import type { QueryPair } from '../../domain/access/request-signing.ts';
import type { AccountId, SubaccountId } from '../../domain/model/ids.ts';
import type { Fill, Order } from '../../domain/model/order.ts';
import { err, invalidField, ok, type Rejection, type Result } from '../../domain/model/result.ts';
import { renderTime, type TimestampMs } from '../../domain/model/time.ts';
import type { Timer } from '../../ports/environment.ts';
import type { HttpDeps } from '../http/route.ts';
import { renderFill } from '../http/routes/fill-routes.ts';
import { renderOrder } from '../http/routes/order-schema.ts';
import { createFrame, type Frame } from '../websocket/send-queue.ts';
import {
  CLOSE,
  type SessionStarter,
  type Stream,
  type StreamConnection,
} from '../websocket/stream-connection.ts';
import { IN_FLIGHT_MAX, TradeSession, type TradeSessionScope } from './trade-session.ts';

const LIFE_MS = 12 * 3_600_000;
const NOTICE_MS = 60_000;
const PARAMETERS: ReadonlySet<string> = new Set(['subaccount_id', 'key_id', 'ts', 'sig']);

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
  readonly #sessions = new Map<TradeSession, AccountId>();
  #unlisten: (() => void) | null = null; // null without sessions

  constructor(deps: HttpDeps) {
    this.#deps = deps;
  }

  async admit(caller: Caller, query: readonly QueryPair[]): Promise<Result<SessionStarter, Rejection>> {
    const narrowed = this.#narrow(caller, query);
    if (!narrowed.ok) return narrowed;
    const { clock, random } = this.#deps;
    const scope = { sessionId: `ses_${random.hex(8)}`, caller: narrowed.value };
    const expiresAt = (clock.now() + LIFE_MS) as TimestampMs;
    const greeting = {
      session_id: scope.sessionId,
      expires_at: renderTime(expiresAt),
      in_flight_max: IN_FLIGHT_MAX,
    };
    const start = (connection: StreamConnection) => this.#open(connection, scope, expiresAt);
    return ok(Object.assign(start, { greeting }));
  }

  stop(): void {
    this.#unlisten?.();
    this.#unlisten = null;
  }

  /** The caller with the subaccount of the query, if it has one. */
  #narrow(caller: Caller, query: readonly QueryPair[]): Result<Caller, Rejection> {
    const unknown = query.find(({ key }) => !PARAMETERS.has(key));
    if (unknown !== undefined) return err(invalidField(unknown.key, 'is not a parameter of this stream'));
    const named = query.filter(({ key }) => key === 'subaccount_id');
    if (named.length > 1) return err(invalidField('subaccount_id', 'is given more than once'));
    const [only] = named;
    if (only === undefined) return ok(caller);
    const checked = this.#deps.trading.checkSubaccount(caller, only.value);
    return checked.ok ? ok({ ...caller, subaccounts: [checked.value] }) : checked;
  }

  #open(connection: StreamConnection, scope: TradeSessionScope, expiresAt: TimestampMs): TradeSession {
    this.#unlisten ??= this.#listen();
    const timers = this.#startTimers(connection, expiresAt);
    const session = new TradeSession(connection, scope, this.#deps, () => {
      for (const timer of timers) timer.cancel();
      this.#sessions.delete(session);
      if (this.#sessions.size === 0) this.stop();
    });
    this.#sessions.set(session, scope.caller.accountId);
    return session;
  }

  #startTimers(connection: StreamConnection, expiresAt: TimestampMs): readonly Timer[] {
    const { clock, trading } = this.#deps;
    const expiring = clock.after(LIFE_MS - NOTICE_MS, () =>
      connection.reply('expiring', { expires_at: renderTime(expiresAt) }),
    );
    const expired = clock.after(LIFE_MS, () =>
      connection.close(CLOSE.stopping, 'session expired; reconnect'),
    );
    const keyEndsAt = trading.key(connection.caller.keyId)?.expiresAt ?? null;
    if (keyEndsAt === null || keyEndsAt >= expiresAt) return [expiring, expired];
    return [expiring, expired, clock.after(keyEndsAt - clock.now(), () => connection.checkKey())];
  }

  #listen(): () => void {
    const { trading } = this.#deps;
    const unlisten = [
      trading.onOrder((order) => this.#publish(order, () => toOrderFrame(order))),
      trading.onFill((fill) => this.#publish(fill, () => toFillFrame(fill))),
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
