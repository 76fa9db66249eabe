/** A session of the trade socket: requests with results, and changes of orders and fills. It reconnects by itself. */
import {
  type CrossbookError,
  errorOfAnswer,
  type FindOrders,
  ForbiddenError,
  OutcomeUnknownError,
  StreamError,
  UnauthorizedError,
} from '../errors.ts';
import type { AmendFields, GuardUpdate, NewOrder, QuotesUpdate } from '../inputs.ts';
import { asObject, toJson } from '../json.ts';
import type { DoubtfulCall } from '../reconcile.ts';
import type { Accounts } from '../resources/account.ts';
import { type CallKind, leavesDoubt, settlesDoubt } from '../retry.ts';
import type { Runtime } from '../runtime.ts';
import { statedScope } from '../scope.ts';
import type {
  BatchEntry,
  CancelSummary,
  Fill,
  Guard,
  Order,
  OrderRef,
  Quotes,
  QuotesAnswer,
} from '../types.ts';
import { Connection, type Ending, toSocketUrl } from './connection.ts';
import type { ServerFrame } from './frames.ts';
import { findStreamLimit, type MultiplexerDeps } from './multiplexer.ts';
import { isFinal } from './stream.ts';

export interface TradeOptions {
  /** Narrows the session to one subaccount. */
  readonly subaccountId?: string | undefined;
  /** The orders that the service cancels when the session ends; default: `NONE`. */
  readonly onDisconnect?: 'NONE' | 'SESSION' | 'SUBACCOUNT' | undefined;
  /** How long the service waits for this client to return; default: 1000. */
  readonly graceMs?: number | undefined;
  /** Each change of an order. After a reconnect also the orders of this session that were live. */
  readonly onOrder?: ((order: Order) => void) | undefined;
  readonly onFill?: ((fill: Fill) => void) | undefined;
  /** A new connection. `isSameSession` false: the earlier session has ended, with its orders if it cancels them. */
  readonly onReconnect?: ((event: { sessionId: string; isSameSession: boolean }) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RequestOptions {
  /** `DURABLE`: the answer is the stored request; what the venue does follows as `onOrder`. Default: `VENUE`. */
  readonly ack?: 'VENUE' | 'DURABLE' | undefined;
  /** Unix milliseconds; decided later, the request has no effect. */
  readonly validUntil?: number | undefined;
  /** The trace of the request, as in W3C Trace Context. */
  readonly traceparent?: string | undefined;
}

interface Pending {
  readonly id: number;
  readonly text: string;
  /** Sent again on a new connection; false: its outcome is then unknown. */
  readonly isRepeatable: boolean;
  readonly named: DoubtfulCall;
  readonly kind: CallKind;
  resolve(body: unknown): void;
  reject(error: unknown): void;
  isSent: boolean; // on the present connection
  isInDoubt: boolean; // a connection was lost before its result: it may have happened already
}

const PATH = '/v1/ws/trade';
const RECONNECT_FIRST_MS = 100;
const RECONNECT_MAX_MS = 15_000;
/** A guard that is put twice is the same guard. */
const KINDS: Readonly<Record<string, CallKind>> = {
  'order.get': 'read',
  'quotes.get': 'read',
  'order.create': 'order',
  'order.batch': 'batch',
  'order.cancel': 'stop',
  'guard.put': 'stop',
};
const LIVE = new Set(['PENDING_SUBMISSION', 'OPEN', 'PARTIAL']);

export interface TradeDeps extends Omit<MultiplexerDeps, 'explain'> {
  readonly runtime: Runtime;
  readonly finder: (call: DoubtfulCall) => FindOrders;
}

/**
 * Requests take effect in the order of the calls, for each subaccount. After a lost connection, new orders are sent
 * again under their `client_order_id` and so placed once, and the live orders of the session are read again. A request that is not
 * safe to repeat throws `OutcomeUnknownError`.
 */
export class TradeSession {
  readonly #options: TradeOptions;
  readonly #deps: TradeDeps;
  readonly #accounts: Accounts;
  readonly #pending = new Map<number, Pending>();
  readonly #live = new Set<string>(); // orders of this session
  readonly #reading = new Set<string>(); // of these, whose state is requested after a reconnect
  readonly #closing = new AbortController();
  #connection: Connection | null = null;
  #opened: Promise<void> | null = null;
  #settleOpened: { resolve(): void; reject(error: unknown): void } | null = null;
  #sessionId: string | null = null;
  #isReady = false;
  #inFlightMax = 1;
  #inFlight = 0;
  #requests = 0;

  constructor(accounts: Accounts, deps: TradeDeps, options: TradeOptions) {
    this.#accounts = accounts;
    this.#deps = deps;
    this.#options = options;
  }

  /** Resolves when the service has accepted the connection; throws its refusal. */
  open(): Promise<void> {
    this.#opened ??= this.#start();
    return this.#opened;
  }

  /** As `orders.create`. */
  create(order: NewOrder, options: RequestOptions = {}): Promise<Order> {
    const args = this.#keyed(order);
    return this.#request('order.create', args, options, true, { keys: [args] });
  }

  batch(orders: readonly NewOrder[], options: RequestOptions = {}): Promise<BatchEntry[]> {
    const keyed = orders.map((order) => this.#keyed(order));
    return this.#request('order.batch', { orders: keyed }, options, true, { keys: keyed });
  }

  amend(id: OrderRef, fields: AmendFields, options: RequestOptions = {}): Promise<Order> {
    const orderId = String(id);
    return this.#request('order.amend', { id: orderId, ...fields }, options, false, { orderId });
  }

  cancel(id: OrderRef, options: RequestOptions = {}): Promise<Order> {
    const orderId = String(id);
    return this.#request('order.cancel', { id: orderId }, options, true, { orderId });
  }

  /** Not repeated after a lost connection: it could also cancel orders that are placed later. */
  async cancelAll(
    scope: { subaccount_id?: string } = {},
    options: RequestOptions = {},
  ): Promise<CancelSummary> {
    return this.#request('order.cancel_all', { ...statedScope(scope) }, options, false);
  }

  get(id: OrderRef): Promise<Order> {
    return this.#request('order.get', { id: String(id) }, {}, true);
  }

  /** Not repeated after a lost connection: put again with a larger `quote_seq`. */
  putQuotes(update: QuotesUpdate, options: RequestOptions = {}): Promise<QuotesAnswer> {
    return this.#request('quotes.put', { ...update }, options, false);
  }

  quotes(query: { subaccount_id: string }): Promise<Quotes> {
    return this.#request('quotes.get', { ...query }, {}, true);
  }

  /** Costs no token of the rate limit. */
  async setGuard(update: GuardUpdate): Promise<Guard> {
    return this.#request('guard.put', { ...statedScope(update) }, {}, true);
  }

  /** Ends the session; the service then cancels what `onDisconnect` names, after the grace time. */
  close(): void {
    this.#stop(new StreamError({ error: 'closed', message: 'the session was closed' }));
  }

  #keyed(order: NewOrder): NewOrder & { client_order_id: string } {
    return { ...order, client_order_id: order.client_order_id ?? `sdk-${this.#deps.runtime.uuid()}` };
  }

  async #request<Body>(
    op: string,
    args: object,
    { ack, validUntil, traceparent }: RequestOptions,
    isRepeatable: boolean,
    { keys = [], orderId = null }: Partial<DoubtfulCall> = {},
  ): Promise<Body> {
    this.open().catch(() => {}); // the request is rejected with the same error
    const { promise, resolve, reject } = withResolvers<unknown>();
    const id = ++this.#requests;
    const text = toJson({ id, op, ack, valid_until: validUntil, traceparent, args });
    if (this.#closing.signal.aborted) {
      reject(new StreamError({ error: 'closed', message: 'the session was closed' }));
    } else {
      const kind = KINDS[op] ?? 'write';
      const named = { name: op, keys, orderId };
      const calls = { resolve, reject };
      const state = { isSent: false, isInDoubt: false };
      this.#pending.set(id, { id, text, isRepeatable, named, kind, ...calls, ...state });
    }
    this.#sendWaiting();
    return promise as Promise<Body>;
  }

  #sendWaiting(): void {
    if (!this.#isReady) return;
    for (const request of this.#pending.values()) {
      if (this.#inFlight >= this.#inFlightMax) return;
      if (request.isSent) continue;
      request.isSent = true;
      this.#inFlight++;
      this.#connection?.send(request.text);
    }
  }

  #start(): Promise<void> {
    const opened = withResolvers<void>();
    opened.promise.catch(() => {});
    this.#settleOpened = opened;
    const { signal } = this.#options;
    if (signal?.aborted) this.close();
    signal?.addEventListener('abort', () => this.close(), { once: true, signal: this.#closing.signal });
    this.#run().catch((error: unknown) => this.#stop(error));
    return opened.promise;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; failures++) {
      const ending = await this.#connect(signal);
      if (signal.aborted) return;
      this.#onLost();
      await this.#throwIfFinal(ending, signal);
      if (ending.isOpened) failures = 0;
      else this.#sessionId = null; // the service may have ended it
      const backoff = Math.min(RECONNECT_FIRST_MS * 2 ** failures, RECONNECT_MAX_MS);
      await this.#deps.runtime.sleep(backoff * (0.5 + this.#deps.runtime.random() / 2), signal);
    }
  }

  async #connect(signal: AbortSignal): Promise<Ending> {
    const { addresses, signer, webSocket, timeoutMs } = this.#deps;
    const { subaccountId, onDisconnect, graceMs } = this.#options;
    const query = {
      subaccount_id: subaccountId,
      on_disconnect: onDisconnect,
      grace_ms: graceMs,
      session: this.#sessionId ?? undefined,
    };
    const signed = await signer.handshakeQuery(PATH, query);
    signal.throwIfAborted();
    const address = addresses.current;
    const url = toSocketUrl(address, PATH, signed);
    this.#connection = new Connection({ url, webSocket, timeoutMs, onFrame: (frame) => this.#take(frame) });
    const ending = await this.#connection.ended;
    if (!ending.isOpened) addresses.leave(address, null);
    return ending;
  }

  #take(frame: ServerFrame): void {
    const fields = asObject(frame) ?? {};
    if (frame.type === 'connected') this.#onConnected(fields);
    else if (fields['type'] === 'result') this.#onResult(fields);
    else if (frame.type === 'error') this.#onError(fields);
    else if (frame.type === 'order') this.#onOrder(frame.order);
    else if (frame.type === 'fill') this.#options.onFill?.(frame.fill);
  }

  #onConnected(fields: Record<string, unknown>): void {
    const sessionId = String(fields['session_id']);
    const [earlier, isReconnect] = [this.#sessionId, this.#settleOpened === null];
    this.#sessionId = sessionId;
    this.#inFlightMax = Number(fields['in_flight_max']);
    this.#isReady = true;
    this.#settleOpened?.resolve();
    this.#settleOpened = null;
    if (isReconnect) {
      this.#options.onReconnect?.({ sessionId, isSameSession: sessionId === earlier });
      this.#readLive();
    }
    this.#sendWaiting();
  }

  /** Reads the live orders, but those whose read still waits for its answer. */
  #readLive(): void {
    for (const id of this.#live) {
      if (this.#reading.has(id)) continue;
      this.#reading.add(id);
      this.get(id)
        .finally(() => this.#reading.delete(id))
        .then((order) => this.#onOrder(order))
        .catch(() => {});
    }
  }

  #onResult({ id, status, body }: Record<string, unknown>): void {
    const request = this.#pending.get(Number(id));
    if (request === undefined) return;
    this.#pending.delete(request.id);
    this.#inFlight--;
    if (status === 200) {
      if (request.named.keys.length > 0) for (const order of [body].flat()) this.#track(order as Order);
      request.resolve(body);
    } else request.reject(this.#toRefusal(request, Number(status), body));
    this.#sendWaiting();
  }

  /** An error frame with the id of a request means that it was not executed. */
  #onError({ id, error, message }: Record<string, unknown>): void {
    const request = this.#pending.get(Number(id));
    if (id === null || request === undefined) return;
    this.#pending.delete(request.id);
    this.#inFlight--;
    const refusal = new StreamError({ error: String(error), message: String(message) });
    request.reject(request.isInDoubt ? this.#unknownOutcome(request, refusal) : refusal);
    this.#sendWaiting();
  }

  #track({ id, status }: { readonly id: string | null; readonly status: string }): void {
    if (id !== null && LIVE.has(status)) this.#live.add(id);
  }

  #onOrder(order: Order): void {
    if (!LIVE.has(order.status)) this.#live.delete(order.id);
    this.#options.onOrder?.(order);
  }

  /** Requests that were sent are sent again, or their outcome is unknown. */
  #onLost(): void {
    this.#isReady = false;
    this.#inFlight = 0;
    for (const request of this.#pending.values()) {
      if (!request.isSent) continue;
      request.isSent = false;
      request.isInDoubt = request.kind !== 'read';
      if (request.isRepeatable) continue;
      this.#pending.delete(request.id);
      request.reject(this.#unknownOutcome(request));
    }
  }

  /** Throws if another attempt cannot help. */
  async #throwIfFinal({ isOpened, code, reason }: Ending, signal: AbortSignal): Promise<void> {
    if (code === 4400) throw new StreamError({ error: 'protocol', message: reason || 'protocol error' });
    if (code === 4401) throw new UnauthorizedError({ error: 'unauthorized', message: reason || 'key ended' });
    if (code === 4403)
      throw new ForbiddenError({ error: 'forbidden', message: reason || 'access withdrawn' });
    if (code === 4409) throw new StreamError({ error: 'replaced', message: reason });
    if (isOpened || this.#sessionId !== null) return;
    const refusal = await this.#findRefusal(signal);
    if (refusal !== null) throw refusal;
  }

  /** Why the service refuses the handshake; null if another attempt may help, as after a restart of the service. */
  async #findRefusal(signal: AbortSignal): Promise<unknown> {
    try {
      const { permissions } = await this.#accounts.get({ signal });
      if (!permissions.includes('trade'))
        return new ForbiddenError({
          status: 403,
          error: 'forbidden',
          message: 'the key lacks the permission trade',
        });
      const full = await findStreamLimit(this.#deps, signal);
      // The service may still count the last connection of a session that was open.
      return this.#settleOpened === null ? null : full;
    } catch (error) {
      return isFinal(error) ? error : null;
    }
  }

  /** A refusal is not sent again here: a later request of the session may have taken effect since. */
  #toRefusal(request: Pending, status: number, body: unknown): CrossbookError {
    const refusal = errorOfAnswer(status, body, null);
    const exchange = { kind: 'answer', status, headers: { get: () => null }, body } as const;
    const isInDoubt = request.isInDoubt || leavesDoubt(request.kind, exchange);
    // The socket checks `valid_until` before it looks for the order of an earlier attempt.
    const isSettled = refusal.error !== 'expired_request' && settlesDoubt(request.kind, exchange);
    return isInDoubt && !isSettled ? this.#unknownOutcome(request, refusal) : refusal;
  }

  #unknownOutcome({ named }: Pending, refusal?: CrossbookError): OutcomeUnknownError {
    const message = refusal?.message ?? 'the connection ended before the result';
    const { status = null, details = null, requestId = null } = refusal ?? {};
    const clientOrderIds = named.keys.map((key) => key.client_order_id);
    const find = this.#deps.finder(named);
    return new OutcomeUnknownError({
      message,
      status,
      details,
      requestId,
      clientOrderIds,
      find,
      cause: refusal,
    });
  }

  #stop(error: unknown): void {
    this.#closing.abort();
    this.#isReady = false;
    this.#settleOpened?.reject(error);
    for (const request of this.#pending.values()) {
      const mayHaveHappened = request.isInDoubt || (request.isSent && request.kind !== 'read');
      request.reject(mayHaveHappened ? this.#unknownOutcome(request) : error);
    }
    this.#pending.clear();
    this.#connection?.close();
  }
}

function withResolvers<Value>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve: (value: Value) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
