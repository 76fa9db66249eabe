import { decode, ok } from '#contract';
import {
  type Clock,
  type HttpClient,
  type HttpRequest,
  type HttpResult,
  type Network,
  type Unsent,
  type VenueBudget,
  wait,
} from '#ports';
import {
  ANSWER_BYTES,
  type ListPage,
  parseAnswer,
  parseRetryAfter,
  readList,
  type Unread,
} from '#venues/shared';
import type { Protocol } from '../codec/gamma-messages.ts';
import { parseText, parseWireJson, parseWireTime, toFields } from '../codec/polymarket-decoder.ts';
import { parsePage } from '../codec/polymarket-messages.ts';
import type { VenueStatus } from '../market-data/venue-status.ts';
import type { ApiCredentials, DataApiVersion, PolymarketSettings } from '../polymarket-settings.ts';
import { toSignature, type Wallet } from '../signing/wallet.ts';
import { CREDENTIALS, privateHeaders, walletHeaders } from './polymarket-auth.ts';
import { BUDGETS, PolymarketRateLimiter, RateLimitTier } from './polymarket-rate-limiter.ts';
import { errorText } from './polymarket-refusals.ts';

/** Longer than the matching engine can delay an order before it answers. */
const SUBMIT_TIMEOUT_MS = 12_000;
const CANCEL_TIMEOUT_MS = 10_000;
const READ_TIMEOUT_MS = 8_000;
const HEARTBEAT_TIMEOUT_MS = 3_000; // leaves time for another one before the venue cancels
const READ_ATTEMPTS = 3;
const READ_RETRY_MS = 200;
const ORDER_WAIT_MS = 250; // for our own rate limit; an order that waits longer is stale
const CANCEL_WAIT_MS = 5_000;
const CANCEL_BATCH_MAX = 32; // half a second of tokens; the venue allows 1,000
const READ_WAIT_MS = 10_000;
const FIRST_CURSOR = 'MA==';
const THROTTLED_MS = 1_000; // if the venue gives no time
const CONNECTIONS = 16;
const HEADERS = {
  'User-Agent': 'crossbook',
  Accept: '*/*',
  'Content-Type': 'application/json',
} as const;

/** The answer of a read. `value` is the JSON body, undefined if it is not JSON. `failed` proves nothing. */
export type ReadResult =
  | { readonly kind: 'answer'; readonly status: number; readonly value: unknown; readonly body: string }
  | { readonly kind: 'failed'; readonly why: string };

/** All items of a list, or why it is incomplete. */
export type ListResult =
  | { readonly kind: 'all'; readonly items: readonly unknown[] }
  | { readonly kind: 'failed'; readonly why: string };

export type Origin = 'clob' | 'gamma' | 'data';
export type ReadBudget = 'records' | 'books' | 'discovery' | 'public';

/** Why there are no credentials: the venue refused them (`isRefused`), or did not answer. */
export interface MissingCredentials {
  readonly why: string;
  readonly isRefused: boolean;
}

export type SubmitResult = HttpResult | Unsent;

export interface PolymarketClientDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly venueStatus: VenueStatus;
  readonly wallet: Wallet;
  readonly settings: PolymarketSettings;
}

/** A token of an outcome, with the protocol whose ledger holds it. */
export interface OutcomeToken {
  readonly tokenId: string;
  readonly protocol: Protocol;
}

const TOKEN_TYPES: Readonly<Record<Protocol, string>> = { v1: 'CONDITIONAL', v2: 'CONDITIONAL-V2' };

/** Statuses that refuse this wallet, as opposed to a temporary failure of the venue. */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404]);

/** What the clients of several keys of one wallet have in common: connections, limits of reads, and the venue's clock. */
interface SharedParts {
  readonly http: Readonly<Record<Origin, HttpClient>>;
  readonly reads: Readonly<Record<ReadBudget, PolymarketRateLimiter>>;
  startMs: number; // the venue's time when our monotonic time is 0, so a jump of our wall clock has no effect
}

/** HTTP client of one key: signing, rate limits, timeouts. Reads are retried; other requests never are. */
export class PolymarketClient {
  readonly dataApi: DataApiVersion;
  readonly #deps: PolymarketClientDeps;
  readonly #shared: SharedParts;
  readonly #budgets: Readonly<Record<keyof typeof BUDGETS, PolymarketRateLimiter>>;
  readonly #tier: RateLimitTier;
  #credentials: ApiCredentials | null;
  #refusal: string | null = null;

  constructor(deps: PolymarketClientDeps, shared: SharedParts = openShared(deps)) {
    const { clock, settings } = deps;
    this.#deps = deps;
    this.dataApi = settings.dataApi;
    this.#shared = shared;
    this.#budgets = {
      ...shared.reads,
      orders: new PolymarketRateLimiter(BUDGETS.orders, clock),
      cancels: new PolymarketRateLimiter(BUDGETS.cancels, clock),
    };
    this.#tier = new RateLimitTier(this.#budgets);
    this.#credentials = settings.credentials;
  }

  /** The client of another key of the wallet. The venue limits orders and cancels by key, and reads by address. */
  withKey(wallet: Wallet): PolymarketClient {
    const settings = { ...this.#deps.settings, credentials: null };
    return new PolymarketClient({ ...this.#deps, wallet, settings }, this.#shared);
  }

  /** Why the venue refuses the key: the answer to its login, or to its last private request. Null if it does not. */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** The remaining rate limit of each kind of request. */
  budgets(): readonly VenueBudget[] {
    const names = Object.keys(BUDGETS) as (keyof typeof BUDGETS)[];
    return names.map((name) => ({
      name,
      left: this.#budgets[name].left,
      ...this.#budgets[name].rule,
      forCancels: name === 'cancels',
      ...(name === 'orders' && { orders: { cost: 1, waitMsMax: ORDER_WAIT_MS } }),
    }));
  }

  /** The kinds of requests that pause at the venue's request, and why, for the health report; null if none do. */
  pauses(): { readonly reason: string; readonly includesOrders: boolean } | null {
    const names = Object.keys(BUDGETS) as (keyof typeof BUDGETS)[];
    const paused = names.filter((name) => this.#budgets[name].pausedMs > 0);
    if (paused.length === 0) return null;
    return { reason: `the venue throttles ${paused.join(', ')}`, includesOrders: paused.includes('orders') };
  }

  /** The venue's current time, Unix ms, as precise as its clock of whole seconds allows. */
  nowMs(): number {
    return Math.round(this.#deps.clock.monotonicMs() + this.#shared.startMs);
  }

  get signatureType(): number {
    return this.#deps.settings.signatureType;
  }

  /** Venue time minus our wall clock, ms. */
  get offsetMs(): number {
    return this.nowMs() - this.#deps.clock.now();
  }

  /** Credentials for private requests and the user channel; null until they are obtained. */
  get credentials(): ApiCredentials | null {
    return this.#credentials;
  }

  /** Reads the venue's time and corrects ours. Returns the latency in ms, or null without an answer. */
  async measureClock(): Promise<number | null> {
    const { clock } = this.#deps;
    const startedMs = clock.monotonicMs();
    const answer = await this.#send('clob', { method: 'GET', path: '/time', body: null, headers: {} }, 4_000);
    const latencyMs = clock.monotonicMs() - startedMs;
    const venueMs =
      answer.kind === 'answer' && answer.status === 200 ? parseWireTime(parseWireJson(answer.body)) : null;
    if (venueMs === null) return null;
    // The true venue time is within the reported second. Our clock is kept as long as it is, too.
    const ourMs = clock.now() - latencyMs / 2;
    const isWithin = ourMs >= venueMs - latencyMs && ourMs < venueMs + 1_000 + latencyMs;
    const offsetMs = isWithin ? 0 : Math.round(venueMs + 500 - ourMs);
    this.#shared.startMs = clock.now() + offsetMs - clock.monotonicMs();
    return latencyMs;
  }

  /**
   * Obtains credentials if none are configured: derives them, or creates them if the venue has none yet.
   *
   * @returns why there are none; null on success
   */
  async obtainCredentials(): Promise<MissingCredentials | null> {
    if (this.#credentials !== null) return null;
    const derived = await this.#walletCall('GET', '/auth/derive-api-key');
    if (!('why' in derived)) return this.#storeCredentials(derived);
    if (!derived.isRefused) return derived;
    const created = await this.#walletCall('POST', '/auth/api-key');
    if (!('why' in created)) return this.#storeCredentials(created);
    const why = `${derived.why}; ${created.why}`;
    if (created.isRefused) this.#refusal = why;
    return { ...created, why };
  }

  /** Sends a new order, once. `unsent` without credentials, and if our own rate limit stops it. */
  async submit(body: string): Promise<SubmitResult> {
    if (this.#credentials === null) return { kind: 'unsent', why: 'no credentials' };
    if (!(await this.#budgets.orders.take(ORDER_WAIT_MS)))
      return { kind: 'unsent', reason: 'rate_limited', why: 'own order rate limit reached' };
    const answer = await this.#sendPrivate('POST', '/order', body, SUBMIT_TIMEOUT_MS);
    this.#applyVenueLimit('orders', answer);
    return answer;
  }

  /** Most orders of one cancel request: single ones while the venue throttles us, since it counts each order. */
  get cancelsMax(): number {
    const { cancels } = this.#budgets;
    return cancels.pausedMs > 0 ? 1 : Math.min(CANCEL_BATCH_MAX, cancels.rule.burst);
  }

  /** The retry time that the venue gives in the header or the body, ms; null if it gives none. */
  retryAfterMs({ headers, body }: HttpResult & { readonly kind: 'answer' }): number | null {
    const seconds = parseText(toFields(parseWireJson(body))?.['retry_after_seconds']) ?? '';
    const nowMs = this.nowMs();
    return parseRetryAfter(headers, nowMs) ?? parseRetryAfter({ 'retry-after': seconds }, nowMs);
  }

  /** Waits for the tokens of one request of so many cancels. Orders and reads never delay it. */
  async reserveCancels(count: number): Promise<boolean> {
    return this.#credentials !== null && (await this.#budgets.cancels.take(CANCEL_WAIT_MS, count));
  }

  /** Cancels the orders, whose tokens are reserved. Safe to repeat. */
  async cancel(orderIds: readonly string[]): Promise<HttpResult> {
    const [first] = orderIds;
    const answer =
      orderIds.length === 1
        ? await this.#sendPrivate('DELETE', '/order', JSON.stringify({ orderID: first }), CANCEL_TIMEOUT_MS)
        : await this.#sendPrivate('DELETE', '/orders', JSON.stringify(orderIds), CANCEL_TIMEOUT_MS);
    this.#applyVenueLimit('cancels', answer);
    return answer;
  }

  /** Sends the heartbeat that follows the one with this answer; empty: the first. Our rate limits do not delay it. */
  heartbeat(id: string): Promise<HttpResult> {
    const body = JSON.stringify({ heartbeat_id: id });
    return this.#sendPrivate('POST', '/v1/heartbeats', body, HEARTBEAT_TIMEOUT_MS);
  }

  /** A public read. */
  read(origin: Origin, path: string, budget: ReadBudget): Promise<ReadResult> {
    return this.#retryRead(budget, () =>
      this.#send(origin, { method: 'GET', path, body: null, headers: {} }, READ_TIMEOUT_MS),
    );
  }

  /** A public read with its query in a POST body; retried like a GET. */
  postQuery(path: string, body: unknown): Promise<ReadResult> {
    const request = { method: 'POST', path, body: JSON.stringify(body), headers: {} } as const;
    return this.#retryRead('books', () => this.#send('clob', request, READ_TIMEOUT_MS));
  }

  /** A read of private data. */
  readPrivate(path: string): Promise<ReadResult> {
    return this.#retryRead('records', () => this.#sendPrivate('GET', path, null, READ_TIMEOUT_MS));
  }

  /**
   * Makes the matching engine refresh a cached balance.
   *
   * @param token  null for the collateral
   */
  async refreshBalance(token: OutcomeToken | null): Promise<boolean> {
    const asset =
      token === null
        ? 'asset_type=COLLATERAL'
        : `asset_type=${TOKEN_TYPES[token.protocol]}&token_id=${token.tokenId}`;
    const query = `${asset}&signature_type=${this.#deps.settings.signatureType}`;
    const answer = await this.readPrivate(`/balance-allowance/update?${query}`);
    return answer.kind === 'answer' && answer.status === 200;
  }

  /** Reads all pages of a private list. */
  async listPrivate(path: string, query: Readonly<Record<string, string>>): Promise<ListResult> {
    const getId = (item: unknown): string | null => parseText(toFields(item)?.['id']);
    const read = async (next_cursor: string | null): Promise<ListPage<unknown> | Unread> => {
      const search = new URLSearchParams({ ...query, next_cursor: next_cursor ?? FIRST_CURSOR });
      const answer = await this.readPrivate(`${path}?${search.toString()}`);
      if (answer.kind === 'failed') return answer;
      const page = answer.status === 200 ? parsePage(answer.value) : null;
      return page ?? { why: `${path}: HTTP ${answer.status} ${errorText(answer.body) ?? ''}` };
    };
    const list = await readList({ name: path, first: FIRST_CURSOR, getId, read });
    return list.ok ? { kind: 'all', items: list.items } : { kind: 'failed', why: list.why };
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#shared.http).map((http) => http.close()));
  }

  async #retryRead(budget: ReadBudget, send: () => Promise<HttpResult>): Promise<ReadResult> {
    let why = '';
    for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
      if (!(await this.#budgets[budget].take(READ_WAIT_MS)))
        return { kind: 'failed', why: 'own read rate limit reached' };
      const answer = await send();
      this.#applyVenueLimit(budget, answer);
      if (answer.kind === 'answer' && !isTemporary(answer.status)) {
        const parsed = parseAnswer(answer.body, this.#deps.clock);
        const value = parsed instanceof Promise ? await parsed : parsed;
        return { kind: 'answer', status: answer.status, value, body: answer.body };
      }
      why = answer.kind === 'answer' ? `HTTP ${answer.status}` : answer.why;
      if (attempt < READ_ATTEMPTS) await wait(this.#deps.clock, READ_RETRY_MS * attempt);
    }
    return { kind: 'failed', why };
  }

  #sendPrivate(
    method: HttpRequest['method'],
    path: string,
    body: string | null,
    timeoutMs: number,
  ): Promise<HttpResult> {
    const credentials = this.#credentials;
    if (credentials === null) return Promise.resolve({ kind: 'unsent', why: 'no credentials' });
    const seconds = Math.floor(this.nowMs() / 1000);
    const headers = privateHeaders(credentials, this.#deps.wallet.address, seconds, { method, path, body });
    return this.#noteRefusal(this.#send('clob', { method, path, body, headers }, timeoutMs));
  }

  async #noteRefusal(sending: Promise<HttpResult>): Promise<HttpResult> {
    const answer = await sending;
    if (answer.kind !== 'answer' || isTemporary(answer.status)) return answer;
    const { status, body } = answer;
    this.#refusal = status === 401 ? `HTTP ${status} ${errorText(body) ?? ''}`.trim() : null;
    return answer;
  }

  async #walletCall(method: 'GET' | 'POST', path: string): Promise<ApiCredentials | MissingCredentials> {
    const { wallet } = this.#deps;
    const seconds = Math.floor(this.nowMs() / 1000);
    const signature = wallet.signForCredentials(String(seconds));
    const signed = typeof signature === 'string' ? ok(signature) : await toSignature(signature);
    if (!signed.ok) return { why: signed.error, isRefused: false };
    const headers = walletHeaders(wallet, seconds, signed.value);
    const answer = await this.#send('clob', { method, path, body: null, headers }, READ_TIMEOUT_MS);
    if (answer.kind !== 'answer') return { why: `${path}: ${answer.why}`, isRefused: false };
    const credentials = answer.status === 200 ? decode(CREDENTIALS, parseWireJson(answer.body)) : null;
    if (credentials !== null) return credentials;
    const why = `${path}: HTTP ${answer.status} ${errorText(answer.body) ?? ''}`.trim();
    return { why, isRefused: REFUSING_STATUSES.has(answer.status) };
  }

  #storeCredentials(credentials: ApiCredentials): null {
    this.#deps.settings.onCredentials?.(credentials);
    this.#credentials = credentials;
    this.#refusal = null;
    return null;
  }

  async #send(
    origin: Origin,
    request: Omit<HttpRequest, 'timeoutMs' | 'answerBytesMax'>,
    timeoutMs: number,
  ): Promise<HttpResult> {
    const headers = { ...HEADERS, ...request.headers };
    const answerBytesMax = toAnswerBytesMax(origin, request);
    const answer = await this.#shared.http[origin].request({
      ...request,
      headers,
      timeoutMs,
      answerBytesMax,
    });
    if (origin === 'clob') {
      if (answer.kind === 'answer') this.#deps.venueStatus.onAnswer();
      else this.#deps.venueStatus.onFailure();
    }
    return answer;
  }

  /** Follows the venue's rate limit tier, and pauses a rate limiter after a 429 or a warning header. */
  #applyVenueLimit(budget: keyof typeof BUDGETS, answer: HttpResult): void {
    if (answer.kind !== 'answer') return;
    const limiter = this.#budgets[budget];
    if (budget === 'orders' || budget === 'cancels') this.#tier.apply(budget, answer.headers);
    const isWarned = answer.headers['poly-ratelimit-warning'] === 'true';
    if (answer.status === 429) limiter.pause(this.retryAfterMs(answer) ?? THROTTLED_MS);
    else if (isWarned) limiter.pause(THROTTLED_MS);
    else limiter.resume();
  }
}

function openShared({ network, clock, settings }: PolymarketClientDeps): SharedParts {
  const open = (url: string): HttpClient =>
    network.http(new URL(url).origin, { connectionsMax: CONNECTIONS });
  const limit = (budget: ReadBudget): PolymarketRateLimiter =>
    new PolymarketRateLimiter(BUDGETS[budget], clock);
  return {
    http: { clob: open(settings.clobUrl), gamma: open(settings.gammaUrl), data: open(settings.dataUrl) },
    reads: {
      records: limit('records'),
      books: limit('books'),
      discovery: limit('discovery'),
      public: limit('public'),
    },
    startMs: clock.now() - clock.monotonicMs(),
  };
}

/** The books are queried with a POST; every other POST or DELETE is answered by an acknowledgement. */
function toAnswerBytesMax(origin: Origin, { method, path }: Pick<HttpRequest, 'method' | 'path'>): number {
  if (origin === 'gamma') return ANSWER_BYTES.catalogue;
  return method === 'GET' || path === '/books' ? ANSWER_BYTES.records : ANSWER_BYTES.acknowledgement;
}

/** Temporary failures, after which a read is retried. */
const isTemporary = (status: number): boolean => status >= 500 || status === 429 || status === 425;
