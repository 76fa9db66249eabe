import { Backoff, type Decoder, decode, errorMessage, type VenueAnswer } from '#contract';
import {
  type Clock,
  type HttpClient,
  type HttpRequest,
  type HttpResult,
  type Network,
  type Random,
  type Unsent,
  type VenueBudget,
  wait,
} from '#ports';
import { ANSWER_BYTES, parseAnswer, parseRetryAfter, type UnknownFields } from '#venues/shared';
import type { KalshiSettings } from '../kalshi-settings.ts';
import { ServerTime, type Signer } from './kalshi-auth.ts';
import {
  type Failure,
  isClockSkew,
  isCredentialFailure,
  parseFailure,
  toVenueAnswer,
} from './kalshi-failures.ts';
import { type Bucket, KalshiRateLimiter } from './kalshi-rate-limiter.ts';

export interface KalshiClientDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly signer: Signer;
  readonly settings: KalshiSettings;
  readonly unknownFields: UnknownFields;
  readonly onCredentials: (refused: string | null) => void; // why the key is rejected; null: it is accepted
}

/** The result of a call. A 2xx with an unreadable body is `lost`: it proves nothing. */
export type Answer<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | Unsent
  | LostAnswer;

export interface LostAnswer {
  readonly kind: 'lost';
  readonly why: string;
  readonly venueAnswer?: Partial<VenueAnswer>; // what an unreadable body says
}

export type Query = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** An order request. `endpoint` is the path with parameter names, as the list of costs spells it. */
export interface WriteRequest<Value> {
  readonly method: 'POST' | 'DELETE';
  readonly endpoint: string; // `/portfolio/events/orders/:order_id`
  readonly path: string;
  readonly query: Query;
  readonly body: unknown;
  readonly shard: number;
  readonly shape: Decoder<Value>;
}

const ORDERS = '/portfolio/events/orders';

const BUDGET_USED_UP = {
  kind: 'unsent',
  reason: 'rate_limited',
  why: 'rate limit: the order budget is used up',
} as const;
const TEXT_MAX = 300;
const READ_ATTEMPTS = 3;
export const RETRY = { firstMs: 250, maxMs: 500 };

/**
 * Kalshi's HTTP client: signs requests, keeps the rate limits, and learns the venue's clock from each answer.
 * Reads are retried, which is safe; an order or amend is sent at most once per call.
 */
export class KalshiClient {
  readonly time: ServerTime;
  readonly rateLimiter: KalshiRateLimiter;
  readonly breaker: CircuitBreaker;
  readonly #deps: KalshiClientDeps;
  readonly #http: HttpClient;
  readonly #prefix: string; // of every path; part of the signature
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

  /** @param endpoint  the path with parameter names, where it differs from the path */
  async get<Value>(
    path: string,
    query: Query,
    shape: Decoder<Value>,
    endpoint = path,
  ): Promise<Answer<Value>> {
    const { readMs, readWaitMsMax } = this.#deps.settings;
    return this.#retry(READ_ATTEMPTS, async () => {
      const mayGo = await this.rateLimiter.spend('read', `GET ${endpoint}`, readWaitMsMax);
      if (!mayGo) return { kind: 'unsent', why: 'rate limit: the read budget is used up' };
      return this.#send('GET', renderPath(path, query), null, readMs, 'read', shape);
    });
  }

  /** Sends a new order or an amend once, without retry. */
  async order<Value>(write: WriteRequest<Value>): Promise<Answer<Value>> {
    const why = this.breaker.whyOpen;
    if (why !== null) return { kind: 'unsent', why };
    const { writeWaitMsMax } = this.#deps.settings;
    const mayGo = await this.rateLimiter.spend(toBucket(write), toCostKey(write), writeWaitMsMax);
    if (!mayGo) return BUDGET_USED_UP;
    return this.#write(write);
  }

  /** The tokens left. Orders spend the common tokens of their shard, and wait for them as long as any write. */
  budgets(): readonly VenueBudget[] {
    const orders = {
      cost: this.rateLimiter.getCost(`POST ${ORDERS}`),
      waitMsMax: this.#deps.settings.writeWaitMsMax,
    };
    return this.rateLimiter
      .left()
      .map((budget) => (budget.name === 'read' || budget.forCancels ? budget : { ...budget, orders }));
  }

  /** Waits for the tokens of one request of so many cancels, from the reserve if necessary. */
  reserveCancels(bucket: Bucket, endpoint: string, count: number): Promise<boolean> {
    const { writeWaitMsMax } = this.#deps.settings;
    return this.rateLimiter.spendOnCancels(bucket, `DELETE ${endpoint}`, writeWaitMsMax, count);
  }

  /** Sends a cancel, or a batch of them, whose tokens are reserved. Safe to repeat. */
  cancel<Value>(write: WriteRequest<Value>): Promise<Answer<Value>> {
    return this.#write(write);
  }

  get isStopped(): boolean {
    return this.#isStopped;
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
    return this.#send(method, renderPath(path, query), text, writeMs, toBucket(write), shape);
  }

  async #send<Value>(
    method: HttpRequest['method'],
    path: string,
    body: string | null,
    timeoutMs: number,
    bucket: Bucket,
    shape: Decoder<Value>,
  ): Promise<Answer<Value>> {
    if (this.#isStopped) return { kind: 'unsent', why: 'stopped' };
    const { clock, signer, unknownFields } = this.#deps;
    const signedPath = this.#prefix + path;
    const signing = signer.headers(method, signedPath, this.time.now());
    const signed = signing instanceof Promise ? await signing.catch(toNotSigned) : signing;
    if ('kind' in signed) return signed as Unsent;
    if (this.#isStopped) return { kind: 'unsent', why: 'stopped' };
    const headers = { ...signed, ...(body === null ? {} : JSON_BODY) };
    const sentMs = clock.monotonicMs();
    const answerBytesMax = toAnswerBytesMax(method, path);
    const request = { method, path: signedPath, headers, body, timeoutMs, answerBytesMax };
    const result = await this.#http.request(request);
    this.#recordResult(result, sentMs, bucket);
    if (result.kind !== 'answer') return result;
    const { status } = result;
    if (status < 200 || status > 299) return this.#toFailure(parseFailure(status, result.body));
    if (path.startsWith('/portfolio/')) this.#deps.onCredentials(null);
    const parsed = parseAnswer(result.body, clock);
    const value = decode(
      shape,
      parsed instanceof Promise ? await parsed : parsed,
      method === 'GET' ? toShapeName(path) : 'ack',
      unknownFields.note,
    );
    if (value !== null) return { kind: 'ok', value };
    const said = parseFailure(status, result.body);
    const message = said.message === '' ? result.body.slice(0, TEXT_MAX) : said.message;
    const venueAnswer = toVenueAnswer({ ...said, message });
    return { kind: 'lost', why: `HTTP ${status} with an unreadable body`, venueAnswer };
  }

  #recordResult(result: HttpResult, sentMs: number, bucket: Bucket): void {
    if (result.kind !== 'answer' || result.status >= 500) this.breaker.failed();
    else this.breaker.succeeded();
    if (result.kind !== 'answer') return;
    this.time.learn(result.headers['date'], sentMs);
    if (result.status === 429)
      this.rateLimiter.drain(bucket, parseRetryAfter(result.headers, this.time.now()) ?? 0);
  }

  #toFailure(failure: Failure): { readonly kind: 'failure'; readonly failure: Failure } {
    if (isCredentialFailure(failure))
      this.#deps.onCredentials([failure.code, failure.message].filter((text) => text !== '').join(': '));
    return { kind: 'failure', failure };
  }

  async #retry<Value>(times: number, send: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    const { random, clock } = this.#deps;
    const backoff = new Backoff({ ...RETRY, jitter: (ms) => ms * (0.5 + random.next()) });
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send();
      if (attempt === times || this.#isStopped || !isRetryable(answer)) return answer;
      await wait(clock, backoff.next());
    }
  }
}

const toNotSigned = (error: unknown): Unsent => ({
  kind: 'unsent',
  why: `not signed: ${errorMessage(error)}`,
});

const JSON_BODY = { 'content-type': 'application/json' } as const;

/** Why a call returned no value. */
export function describeFailure(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): string {
  if (answer.kind !== 'failure') return answer.why;
  const { status, code, message } = answer.failure;
  return `HTTP ${status} ${code} ${message}`.trim();
}

/** A request that may be repeated may succeed the next time. */
export function isRetryable(answer: Answer<unknown>): boolean {
  if (answer.kind === 'lost' || answer.kind === 'unsent') return true;
  if (answer.kind === 'ok') return false;
  const { failure } = answer;
  return failure.status === 429 || failure.status >= 500 || isClockSkew(failure);
}

function renderPath(path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null) continue;
    for (const each of Array.isArray(value) ? (value as readonly string[]) : [value])
      params.append(name, String(each));
  }
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

const toBucket = ({ shard }: WriteRequest<unknown>): Bucket => `write:${shard}`;
const toCostKey = ({ method, endpoint }: WriteRequest<unknown>): string => `${method} ${endpoint}`;

/** The name under which unknown fields are counted: `/portfolio/orders?x` is `orders`. */
const toShapeName = (path: string): string =>
  /^\/(?:portfolio\/|exchange\/)?([a-z_]+)/.exec(path)?.[1] ?? path;

function toAnswerBytesMax(method: HttpRequest['method'], path: string): number {
  if (method !== 'GET') return ANSWER_BYTES.acknowledgement;
  return CATALOGUE.test(path) ? ANSWER_BYTES.catalogue : ANSWER_BYTES.records;
}

const CATALOGUE = /^\/(?:series|events|markets)(?:[/?]|$)/;

const FAILURES_MAX = 5;
const OPEN_MS = 5_000;

/**
 * Stops new orders while the venue does not answer. Every answer and lost request counts, also of reads, but
 * only new orders are held back. The first answer closes the breaker.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  #failures = 0;
  #lastFailureMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Why no new order may be sent now; null when one may. */
  get whyOpen(): string | null {
    const isOpen =
      this.#failures >= FAILURES_MAX && this.#clock.monotonicMs() - this.#lastFailureMs < OPEN_MS;
    return isOpen ? `${this.#failures} consecutive requests were not answered` : null;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    this.#lastFailureMs = this.#clock.monotonicMs();
  }
}
