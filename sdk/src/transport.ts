/**
 * Signs and sends calls, retries them where that is safe, and converts failures into the errors of errors.ts.
 */
import type { Addresses } from './addresses.ts';
import { utf8 } from './encoding.ts';
import { errorOfAnswer, type FindOrders, OutcomeUnknownError } from './errors.ts';
import { type Answer, type Exchange, exchange, type Fetch, isSuccess } from './http.ts';
import { asObject, toJson } from './json.ts';
import { canonicalQuery, type Query } from './query.ts';
import { type DoubtfulCall, findOrders, type OrderKey } from './reconcile.ts';
import {
  awaitsTakeover,
  type CallKind,
  isNodeAway,
  leavesDoubt,
  mayRepeat,
  readOwner,
  retryDelayMs,
  settlesDoubt,
  staleClockTime,
  TAKEOVER_MS_MAX,
  takeoverDelayMs,
} from './retry.ts';
import type { Runtime } from './runtime.ts';
import type { Signer } from './signature.ts';

/** Options that every method accepts as its last argument. */
export interface CallOptions {
  /**
   * Aborts the call. A write that was already sent then ends with an OutcomeUnknownError whose cause is the
   * reason.
   */
  readonly signal?: AbortSignal | undefined;
  /** For one attempt, including reading the response body. */
  readonly timeoutMs?: number | undefined;
  /** Retries after the first attempt; 0 sends once. */
  readonly maxRetries?: number | undefined;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Starts with `/v1`; segments are encoded. */
  readonly path: string;
  readonly query?: Query | undefined;
  /** Sent as JSON; undefined sends no body. */
  readonly body?: unknown;
  /** Default `read`. */
  readonly kind?: CallKind;
  /** Of the new orders in the body: reported if the outcome is unknown, and looked up by. */
  readonly orderKeys?: readonly OrderKey[];
  /** The idempotency key of a new record that is no order, reported if the outcome is unknown. */
  readonly recordKey?: string;
  /** The order that the path names. */
  readonly orderId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** False for public addresses, which need no signature. */
  readonly isUnsigned?: boolean;
  readonly expects?: 'json' | 'text';
  /** Statuses other than 2xx that return the record instead of an error. */
  readonly accepts?: readonly number[];
}

export interface TransportOptions {
  readonly addresses: Addresses;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly maxRetries: number;
}

interface Progress {
  retries: number;
  pauses: number;
  /** Sum of the pauses for a takeover, which are not counted as retries. */
  takeoverMs: number;
  /** Addresses left since the last pause. */
  hops: number;
  isInDoubt: boolean;
  isClockSet: boolean;
}

export class Transport {
  readonly #options: TransportOptions;
  readonly #signer: Signer;
  readonly #runtime: Runtime;

  constructor(options: TransportOptions, signer: Signer, runtime: Runtime) {
    this.#options = options;
    this.#signer = signer;
    this.#runtime = runtime;
  }

  /** The body of a successful response. Its type follows the contract and is not checked at run time. */
  async request<T>(call: Call, options: CallOptions = {}): Promise<T> {
    return (await this.send(call, options)).body as T;
  }

  /** The successful response; throws the errors of errors.ts, or the caller's abort reason. */
  async send(call: Call, options: CallOptions = {}): Promise<Answer> {
    const progress: Progress = {
      retries: 0,
      pauses: 0,
      takeoverMs: 0,
      hops: 0,
      isInDoubt: false,
      isClockSet: false,
    };
    const { addresses } = this.#options;
    for (;;) {
      const address = addresses.current;
      const outcome = await this.#attempt(call, options, address);
      if (outcome.kind === 'answer' && isWanted(call, outcome)) return outcome;
      progress.isInDoubt ||= leavesDoubt(getCallKind(call), outcome);
      if (this.#setClock(outcome, progress)) continue;
      if (isNodeAway(outcome)) addresses.leave(address, readOwner(outcome));
      const delayMs = this.#delayBeforeRetry(call, options, outcome, progress);
      if (delayMs === null) throw toFailure(call, outcome, progress, this.finder(toDoubtful(call)));
      if (delayMs > 0) await this.#pause(call, options, delayMs, progress);
    }
  }

  /** Looks for the orders of a write of which every attempt has been signed: see `OutcomeUnknownError.reconcile`. */
  finder(call: DoubtfulCall): FindOrders {
    const signedAtMs = this.#signer.latestTimestamp();
    const deps = { transport: this, signer: this.#signer, runtime: this.#runtime };
    return (error, options) => findOrders({ ...call, error, signedAtMs }, deps, options);
  }

  /** Each attempt gets a new signature: the service accepts the signature of a write only once. */
  async #attempt(call: Call, options: CallOptions, address: string): Promise<Exchange> {
    const query = canonicalQuery(call.query ?? {});
    const body = call.body === undefined ? null : utf8(toJson(call.body));
    return exchange(this.#options.fetch, {
      url: `${address}${call.path}${query === '' ? '' : `?${query}`}`,
      method: call.method,
      headers: await this.#headers(call, query, body),
      body,
      timeoutMs: options.timeoutMs ?? this.#options.timeoutMs,
      signal: options.signal,
      expects: call.expects ?? 'json',
    });
  }

  async #headers(
    call: Call,
    query: string,
    body: Uint8Array<ArrayBuffer> | null,
  ): Promise<Record<string, string>> {
    const { method, path } = call;
    const isOnce = getCallKind(call) !== 'read';
    const signed = call.isUnsigned ? {} : await this.#signer.headers({ method, path, query, body, isOnce });
    const headers: Record<string, string> = { ...call.headers, ...signed };
    if (body !== null) headers['Content-Type'] = 'application/json';
    return headers;
  }

  /**
   * A refused timestamp proves that nothing was done. The clock is set to the service's and the call is sent
   * again.
   */
  #setClock(outcome: Exchange, progress: Progress): boolean {
    const serverTime = staleClockTime(outcome);
    if (serverTime === null || progress.isClockSet) return false;
    this.#signer.setClock(serverTime);
    progress.isClockSet = true;
    return true;
  }

  /** 0 while another address has not been tried; null if the call must not be sent again. */
  #delayBeforeRetry(call: Call, options: CallOptions, outcome: Exchange, progress: Progress): number | null {
    const { addresses, maxRetries } = this.#options;
    const retriesMax = options.maxRetries ?? maxRetries;
    if (retriesMax === 0 || !mayRepeat(getCallKind(call), outcome)) return null;
    if (isNodeAway(outcome) && progress.hops < addresses.count - 1) {
      progress.hops++;
      return 0;
    }
    progress.hops = 0;
    const random = this.#runtime.random();
    if (awaitsTakeover(outcome, addresses.count) && progress.takeoverMs < TAKEOVER_MS_MAX) {
      const delayMs = takeoverDelayMs(progress.pauses++, outcome, random);
      progress.takeoverMs += delayMs ?? 0;
      return delayMs;
    }
    if (progress.retries >= retriesMax) return null;
    progress.pauses++;
    return retryDelayMs(progress.retries++, outcome, random);
  }

  async #pause(call: Call, options: CallOptions, delayMs: number, progress: Progress): Promise<void> {
    try {
      await this.#runtime.sleep(delayMs, options.signal);
    } catch (reason) {
      throw abortFailure(call, reason, progress, this.finder(toDoubtful(call)));
    }
  }
}

const getCallKind = (call: Call): CallKind => call.kind ?? 'read';

function isWanted(call: Call, answer: Answer): boolean {
  if (isSuccess(answer.status)) return true;
  const record = call.accepts?.includes(answer.status) ? asObject(answer.body) : null;
  return record !== null && !('error' in record);
}

/** The error to throw for the last exchange, which did not succeed. */
function toFailure(call: Call, outcome: Exchange, progress: Progress, find: FindOrders): unknown {
  if (outcome.kind === 'aborted') return abortFailure(call, outcome.reason, progress, find);
  const error =
    outcome.kind === 'fault'
      ? outcome.error
      : errorOfAnswer(outcome.status, outcome.body, outcome.headers.get('X-Request-Id'));
  const isOpen = progress.isInDoubt && !settlesDoubt(getCallKind(call), outcome);
  return isOpen ? outcomeUnknown(call, error, find) : error;
}

/** A caller that aborts gets its own reason back, unless a write may have happened meanwhile. */
function abortFailure(call: Call, reason: unknown, progress: Progress, find: FindOrders): unknown {
  return progress.isInDoubt ? outcomeUnknown(call, reason, find) : reason;
}

const toDoubtful = ({ method, path, orderKeys, orderId }: Call): DoubtfulCall => ({
  name: `${method} ${path}`,
  keys: orderKeys ?? [],
  orderId: orderId ?? null,
});

function outcomeUnknown(call: Call, cause: unknown, find: FindOrders): OutcomeUnknownError {
  const known = cause instanceof Error ? (cause as Partial<OutcomeUnknownError>) : {};
  const { orderKeys = [], recordKey } = call;
  const clientOrderIds = recordKey === undefined ? orderKeys.map((key) => key.client_order_id) : [recordKey];
  const keys = clientOrderIds.length === 0 ? '' : ` (client_order_id ${clientOrderIds.join(', ')})`;
  return new OutcomeUnknownError({
    message: `${call.method} ${call.path}${keys} may or may not have happened: ${known.message ?? 'aborted'}`,
    status: known.status ?? null,
    details: known.details ?? null,
    requestId: known.requestId ?? null,
    clientOrderIds,
    find,
    cause,
  });
}
