import { Backoff } from '../../../domain/model/backoff.ts';
import type { Clock, Random } from '../../../ports/environment.ts';
import type { HttpClient, HttpRequest, HttpResult, Network } from '../../../ports/network.ts';
import type { UnknownFields } from '../codec/kalshi-decoder.ts';
import { type Decoder, decode } from '../codec/kalshi-decoder.ts';
import type { KalshiSettings } from '../kalshi-settings.ts';
import { ServerTime, type Signer } from './kalshi-auth.ts';
import { type Failure, isClockSkew, isCredentialFailure, parseFailure } from './kalshi-failures.ts';
import { type Bucket, KalshiRateLimiter } from './kalshi-rate-limiter.ts';

export interface KalshiClientDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly signer: Signer;
  readonly settings: KalshiSettings;
  readonly unknownFields: UnknownFields;
  readonly onCredentials: (refused: string | null) => void; // why the key is not taken; null: it is
}

/** What became of a call. A 2xx that cannot be read is `lost`: it proves nothing. */
export type Answer<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'unsent'; readonly why: string }
  | { readonly kind: 'lost'; readonly why: string };

export type Query = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** An endpoint: `path` with the names of what varies, as the list of costs spells it. */
export interface WriteRequest<Value> {
  readonly method: 'POST' | 'DELETE';
  readonly endpoint: string; // `/portfolio/events/orders/:order_id`
  readonly path: string;
  readonly query: Query;
  readonly body: unknown;
  readonly shard: number;
  readonly shape: Decoder<Value>;
}

const READ_ATTEMPTS = 3;
const CANCEL_ATTEMPTS = 3;
const RETRY = { firstMs: 250, maxMs: 500 };

/**
 * Kalshi over HTTP: signed, within budget and deadline, the venue's clock learned from each answer. Reads
 * and cancels are repeated, since that changes nothing; a new order is sent at most once by each call.
 */
export class KalshiClient {
  readonly time: ServerTime;
  readonly rateLimiter: KalshiRateLimiter;
  readonly breaker: CircuitBreaker;
  readonly #deps: KalshiClientDeps;
  readonly #http: HttpClient;
  readonly #prefix: string; // of every path, and signed with it
  #isStopped = false;

  constructor(deps: KalshiClientDeps) {
    const url = new URL(deps.settings.restUrl);
    this.#deps = deps;
    this.#prefix = url.pathname.replace(/\/$/, '');
    this.#http = deps.network.http(url.origin, { connectionsMax: deps.settings.connectionsMax });
    this.time = new ServerTime(deps.clock);
    this.rateLimiter = new KalshiRateLimiter(deps.clock);
    this.breaker = new CircuitBreaker(deps.clock);
  }

  /** @param endpoint  the path with names, where it differs from the path */
  async get<Value>(
    path: string,
    query: Query,
    shape: Decoder<Value>,
    endpoint = path,
  ): Promise<Answer<Value>> {
    const { readMs, readWaitMsMax } = this.#deps.settings;
    return this.#repeated(READ_ATTEMPTS, async () => {
      const mayGo = await this.rateLimiter.spend('read', `GET ${endpoint}`, readWaitMsMax);
      if (!mayGo) return { kind: 'unsent', why: 'the budget for reads is spent' };
      return this.#ask('GET', pathOf(path, query), null, readMs, 'read', shape);
    });
  }

  /** A new or changed order: sent once, whatever comes of it. */
  async order<Value>(write: WriteRequest<Value>): Promise<Answer<Value>> {
    const why = this.breaker.whyOpen;
    if (why !== null) return { kind: 'unsent', why };
    const { writeWaitMsMax } = this.#deps.settings;
    const mayGo = await this.rateLimiter.spend(bucketOf(write), costOf(write), writeWaitMsMax);
    if (!mayGo) return { kind: 'unsent', why: 'the budget for orders is spent' };
    return this.#write(write);
  }

  /** A cancel: from the reserve if need be, and repeated where it was not taken. */
  cancel<Value>(write: WriteRequest<Value>): Promise<Answer<Value>> {
    const { writeWaitMsMax } = this.#deps.settings;
    return this.#repeated(CANCEL_ATTEMPTS, async () => {
      const mayGo = await this.rateLimiter.spend(bucketOf(write), costOf(write), writeWaitMsMax, true);
      if (!mayGo) return { kind: 'unsent', why: 'even the reserve for cancels is spent' };
      return this.#write(write);
    });
  }

  async close(): Promise<void> {
    this.#isStopped = true;
    this.rateLimiter.stop();
    await this.#http.close();
  }

  #write<Value>(write: WriteRequest<Value>): Promise<Answer<Value>> {
    const { method, path, query, body, shape } = write;
    const text = body === null ? null : JSON.stringify(body);
    const { writeMs } = this.#deps.settings;
    return this.#ask(method, pathOf(path, query), text, writeMs, bucketOf(write), shape);
  }

  async #ask<Value>(
    method: HttpRequest['method'],
    path: string,
    body: string | null,
    timeoutMs: number,
    bucket: Bucket,
    shape: Decoder<Value>,
  ): Promise<Answer<Value>> {
    if (this.#isStopped) return { kind: 'unsent', why: 'stopped' };
    const { clock, signer, unknownFields } = this.#deps;
    const whole = this.#prefix + path;
    const headers = {
      ...signer.headers(method, whole, this.time.now()),
      ...(body === null ? {} : JSON_BODY),
    };
    const sentMs = clock.monotonicMs();
    const result = await this.#http.request({ method, path: whole, headers, body, timeoutMs });
    this.#learn(result, sentMs, bucket);
    if (result.kind !== 'answer') return result;
    const { status } = result;
    if (status < 200 || status > 299) return this.#failed(parseFailure(status, result.body));
    if (path.startsWith('/portfolio/')) this.#deps.onCredentials(null);
    const value = decode(
      shape,
      parseJson(result.body),
      method === 'GET' ? nameOf(path) : 'ack',
      unknownFields.note,
    );
    if (value !== null) return { kind: 'ok', value };
    return { kind: 'lost', why: `HTTP ${status} with a body that is not understood` };
  }

  #learn(result: HttpResult, sentMs: number, bucket: Bucket): void {
    if (result.kind !== 'answer' || result.status >= 500) this.breaker.failed();
    else this.breaker.succeeded();
    if (result.kind !== 'answer') return;
    this.time.learn(result.headers['date'], sentMs);
    if (result.status === 429) this.rateLimiter.drain(bucket);
  }

  #failed(failure: Failure): { readonly kind: 'failure'; readonly failure: Failure } {
    if (isCredentialFailure(failure)) this.#deps.onCredentials(`${failure.code}: ${failure.message}`);
    return { kind: 'failure', failure };
  }

  async #repeated<Value>(times: number, ask: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    const { random } = this.#deps;
    const backoff = new Backoff({ ...RETRY, jitter: (ms) => ms * (0.5 + random.next()) });
    for (let attempt = 1; ; attempt += 1) {
      const answer = await ask();
      if (attempt === times || this.#isStopped || !isWorthRepeating(answer)) return answer;
      await this.#pause(backoff.next());
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#deps.clock.after(ms, resolve);
    });
  }
}

const JSON_BODY = { 'content-type': 'application/json' } as const;

/** Why a call gave no value, in words. */
export function describeFailure(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): string {
  if (answer.kind !== 'failure') return answer.why;
  const { status, code, message } = answer.failure;
  return `HTTP ${status} ${code} ${message}`.trim();
}

function isWorthRepeating(answer: Answer<unknown>): boolean {
  if (answer.kind === 'lost' || answer.kind === 'unsent') return true;
  if (answer.kind === 'ok') return false;
  const { failure } = answer;
  return failure.status === 429 || failure.status >= 500 || isClockSkew(failure);
}

function pathOf(path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null) continue;
    for (const each of Array.isArray(value) ? (value as readonly string[]) : [value])
      params.append(name, String(each));
  }
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

const bucketOf = ({ shard }: WriteRequest<unknown>): Bucket => `write:${shard}`;
const costOf = ({ method, endpoint }: WriteRequest<unknown>): string => `${method} ${endpoint}`;

/** What an oddity is filed under: `/portfolio/orders?x` is `orders`. */
const nameOf = (path: string): string => /^\/(?:portfolio\/|exchange\/)?([a-z_]+)/.exec(path)?.[1] ?? path;

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

const FAILURES_MAX = 5;
const OPEN_MS = 5_000;

/**
 * Stops new orders to a venue that has stopped answering. It looks at every answer and lost request, reads
 * among them, and holds back new orders only: reads and cancels always go, and the first answer closes it.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  #failures = 0;
  #lastFailureMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Why no new order may leave now; null when it may. */
  get whyOpen(): string | null {
    const isOpen =
      this.#failures >= FAILURES_MAX && this.#clock.monotonicMs() - this.#lastFailureMs < OPEN_MS;
    return isOpen ? `${this.#failures} requests in a row got no proper answer` : null;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    this.#lastFailureMs = this.#clock.monotonicMs();
  }
}
