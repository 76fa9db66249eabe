import type { Clock } from '../../../ports/environment.ts';
import type { HttpClient, HttpRequest, HttpResult, Network } from '../../../ports/network.ts';
import type { VenueBudget } from '../../../ports/venue.ts';
import { fieldsOf, jsonOf, millisecondsOf, textOf } from '../codec/polymarket-decoder.ts';
import { parsePage } from '../codec/polymarket-messages.ts';
import type { VenueStatus } from '../market-data/venue-status.ts';
import type { ApiCredentials, PolymarketSettings } from '../polymarket-settings.ts';
import type { Wallet } from '../signing/wallet.ts';
import { privateHeaders, walletHeaders } from './polymarket-auth.ts';
import { BUDGETS, PolymarketRateLimiter, wait } from './polymarket-rate-limiter.ts';
import { errorText } from './polymarket-refusals.ts';

/** Longer than any hold the matching engine puts on an order before it answers. */
const SUBMIT_TIMEOUT_MS = 12_000;
const CANCEL_TIMEOUT_MS = 10_000;
const READ_TIMEOUT_MS = 8_000;
const READ_ATTEMPTS = 3;
const READ_RETRY_MS = 200;
const ORDER_WAIT_MS = 250; // for our own budget; an order that waits longer is stale
const CANCEL_WAIT_MS = 5_000;
const READ_WAIT_MS = 10_000;
const PAGES_MAX = 1_000;
const CONNECTIONS = 16;
const HEADERS = {
  'User-Agent': 'crossbook',
  Accept: '*/*',
  'Content-Type': 'application/json',
} as const;

/** A read's answer: `value` is its JSON, undefined where the body is none. `failed` proves nothing. */
export type ReadResult =
  | { readonly kind: 'answer'; readonly status: number; readonly value: unknown; readonly body: string }
  | { readonly kind: 'failed'; readonly why: string };

/** All items of a list, or why they are not all there. */
export type ListResult =
  | { readonly kind: 'all'; readonly items: readonly unknown[] }
  | { readonly kind: 'failed'; readonly why: string };

export type Origin = 'clob' | 'gamma' | 'data';
export type ReadBudget = 'records' | 'books' | 'discovery' | 'public';

/** Why there are no credentials: the venue refused them, or did not answer, which says nothing of them. */
export interface MissingCredentials {
  readonly why: string;
  readonly isRefused: boolean;
}

export interface PolymarketClientDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly venueStatus: VenueStatus;
  readonly wallet: Wallet;
  readonly settings: PolymarketSettings;
}

/** What says something of us, and nothing of how the venue feels at the moment. */
const REFUSING: ReadonlySet<number> = new Set([400, 401, 403, 404]);

/** HTTP to the venue: signing, own budgets, deadlines. Reads are repeated; nothing else ever is. */
export class PolymarketClient {
  readonly #deps: PolymarketClientDeps;
  readonly #http: Readonly<Record<Origin, HttpClient>>;
  readonly #budgets: Readonly<Record<keyof typeof BUDGETS, PolymarketRateLimiter>>;
  #credentials: ApiCredentials | null;
  #startMs: number; // what the venue's clock shows when our monotonic time is 0: a jump of our wall is none of its

  constructor(deps: PolymarketClientDeps) {
    const { network, clock, settings } = deps;
    const open = (url: string): HttpClient =>
      network.http(new URL(url).origin, { connectionsMax: CONNECTIONS });
    this.#deps = deps;
    this.#startMs = clock.now() - clock.monotonicMs();
    this.#http = {
      clob: open(settings.clobUrl),
      gamma: open(settings.gammaUrl),
      data: open(settings.dataUrl),
    };
    this.#budgets = {
      orders: new PolymarketRateLimiter(BUDGETS.orders, clock),
      cancels: new PolymarketRateLimiter(BUDGETS.cancels, clock),
      records: new PolymarketRateLimiter(BUDGETS.records, clock),
      books: new PolymarketRateLimiter(BUDGETS.books, clock),
      discovery: new PolymarketRateLimiter(BUDGETS.discovery, clock),
      public: new PolymarketRateLimiter(BUDGETS.public, clock),
    };
    this.#credentials = settings.credentials;
  }

  /** What is left of each kind of call. */
  budgets(): readonly VenueBudget[] {
    const names = Object.keys(BUDGETS) as (keyof typeof BUDGETS)[];
    return names.map((name) => ({
      name,
      left: this.#budgets[name].left,
      ...BUDGETS[name],
      forCancels: name === 'cancels',
    }));
  }

  /** What the venue's clock shows, as far as a clock of whole seconds tells. */
  nowMs(): number {
    return Math.round(this.#deps.clock.monotonicMs() + this.#startMs);
  }

  get signatureType(): number {
    return this.#deps.settings.signatureType;
  }

  /** How far our wall clock is behind the venue's. */
  get offsetMs(): number {
    return this.nowMs() - this.#deps.clock.now();
  }

  /** Our name for private calls and socket logins; null until they are obtained. */
  get credentials(): ApiCredentials | null {
    return this.#credentials;
  }

  /** How long the venue took to tell its time, which corrects ours; null when it did not. */
  async measureClock(): Promise<number | null> {
    const { clock } = this.#deps;
    const startedMs = clock.monotonicMs();
    const answer = await this.#send('clob', { method: 'GET', path: '/time', body: null, headers: {} }, 4_000);
    const latencyMs = clock.monotonicMs() - startedMs;
    const toldMs =
      answer.kind === 'answer' && answer.status === 200 ? millisecondsOf(jsonOf(answer.body)) : null;
    if (toldMs === null) return null;
    // The true time there lies within the second told; our own clock is right as long as it does too.
    const middleMs = clock.now() - latencyMs / 2;
    const isWithin = middleMs >= toldMs - latencyMs && middleMs < toldMs + 1_000 + latencyMs;
    const offsetMs = isWithin ? 0 : Math.round(toldMs + 500 - middleMs);
    this.#startMs = clock.now() + offsetMs - clock.monotonicMs();
    return latencyMs;
  }

  /**
   * Obtains credentials where configuration gives none: derived first, created when the venue says that
   * there are none yet.
   *
   * @returns why there are none; null when there are
   */
  async obtainCredentials(): Promise<MissingCredentials | null> {
    if (this.#credentials !== null) return null;
    const derived = await this.#walletCall('GET', '/auth/derive-api-key');
    if (!('why' in derived)) return this.#keep(derived);
    if (!derived.isRefused) return derived;
    const created = await this.#walletCall('POST', '/auth/api-key');
    if (!('why' in created)) return this.#keep(created);
    return { ...created, why: `${derived.why}; ${created.why}` };
  }

  /** Sends a new order, once. `unsent` too when our own budget or the state of the venue stops it. */
  async submit(body: string): Promise<HttpResult> {
    if (this.#credentials === null) return { kind: 'unsent', why: 'no credentials' };
    if (!(await this.#budgets.orders.take(ORDER_WAIT_MS)))
      return { kind: 'unsent', why: 'order budget used up' };
    const answer = await this.#private('POST', '/order', body, SUBMIT_TIMEOUT_MS);
    this.#heed('orders', answer);
    return answer;
  }

  /** Asks for an order's end. Safe to repeat, and never held up by orders or reads. */
  async cancel(orderId: string): Promise<HttpResult> {
    if (this.#credentials === null) return { kind: 'unsent', why: 'no credentials' };
    if (!(await this.#budgets.cancels.take(CANCEL_WAIT_MS)))
      return { kind: 'unsent', why: 'cancel budget used up' };
    const answer = await this.#private(
      'DELETE',
      '/order',
      JSON.stringify({ orderID: orderId }),
      CANCEL_TIMEOUT_MS,
    );
    this.#heed('cancels', answer);
    return answer;
  }

  /** A public read. */
  read(origin: Origin, path: string, budget: ReadBudget): Promise<ReadResult> {
    return this.#repeat(budget, () =>
      this.#send(origin, { method: 'GET', path, body: null, headers: {} }, READ_TIMEOUT_MS),
    );
  }

  /** A public read whose question is in its body; it changes nothing, so it is repeated like a GET. */
  postQuery(path: string, body: unknown): Promise<ReadResult> {
    const request = { method: 'POST', path, body: JSON.stringify(body), headers: {} } as const;
    return this.#repeat('books', () => this.#send('clob', request, READ_TIMEOUT_MS));
  }

  /** A read of our own records. */
  readPrivate(path: string): Promise<ReadResult> {
    return this.#repeat('records', () => this.#private('GET', path, null, READ_TIMEOUT_MS));
  }

  /**
   * Makes the matching engine, which remembers balances from before our last fills, read one again.
   *
   * @param tokenId  null for the collateral
   */
  async refreshBalance(tokenId: string | null): Promise<boolean> {
    const asset = tokenId === null ? 'asset_type=COLLATERAL' : `asset_type=CONDITIONAL&token_id=${tokenId}`;
    const query = `${asset}&signature_type=${this.#deps.settings.signatureType}`;
    const answer = await this.readPrivate(`/balance-allowance/update?${query}`);
    return answer.kind === 'answer' && answer.status === 200;
  }

  /** Every page of an own list. A cursor that comes twice ends it as failed: what is beyond is unknown. */
  async listPrivate(path: string, query: Readonly<Record<string, string>>): Promise<ListResult> {
    const items: unknown[] = [];
    const seen = new Set<string>();
    let cursor: string | null = 'MA==';
    for (let page = 0; cursor !== null && page < PAGES_MAX; page += 1) {
      if (seen.has(cursor)) return { kind: 'failed', why: `${path} repeats its cursor` };
      seen.add(cursor);
      const search = new URLSearchParams({ ...query, next_cursor: cursor });
      const answer = await this.readPrivate(`${path}?${search.toString()}`);
      if (answer.kind === 'failed') return answer;
      const told = answer.status === 200 ? parsePage(answer.value) : null;
      if (told === null)
        return { kind: 'failed', why: `${path}: HTTP ${answer.status} ${errorText(answer.body) ?? ''}` };
      for (const item of told.items) items.push(item);
      cursor = told.next;
    }
    return cursor === null ? { kind: 'all', items } : { kind: 'failed', why: `${path} has no end` };
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#http).map((http) => http.close()));
  }

  async #repeat(budget: ReadBudget, send: () => Promise<HttpResult>): Promise<ReadResult> {
    let why = '';
    for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
      if (!(await this.#budgets[budget].take(READ_WAIT_MS)))
        return { kind: 'failed', why: 'read budget used up' };
      const answer = await send();
      if (answer.kind === 'answer' && !isPassing(answer.status)) {
        return { kind: 'answer', status: answer.status, value: jsonOf(answer.body), body: answer.body };
      }
      why = answer.kind === 'answer' ? `HTTP ${answer.status}` : answer.why;
      this.#heed(budget, answer);
      if (attempt < READ_ATTEMPTS) await wait(this.#deps.clock, READ_RETRY_MS * attempt);
    }
    return { kind: 'failed', why };
  }

  #private(
    method: HttpRequest['method'],
    path: string,
    body: string | null,
    timeoutMs: number,
  ): Promise<HttpResult> {
    const credentials = this.#credentials;
    if (credentials === null) return Promise.resolve({ kind: 'unsent', why: 'no credentials' });
    const seconds = Math.floor(this.nowMs() / 1000);
    const headers = privateHeaders(credentials, this.#deps.wallet.address, seconds, { method, path, body });
    return this.#send('clob', { method, path, body, headers }, timeoutMs);
  }

  async #walletCall(method: 'GET' | 'POST', path: string): Promise<ApiCredentials | MissingCredentials> {
    const { wallet, settings } = this.#deps;
    const headers = walletHeaders(wallet, settings.chainId, Math.floor(this.nowMs() / 1000));
    const answer = await this.#send('clob', { method, path, body: null, headers }, READ_TIMEOUT_MS);
    if (answer.kind !== 'answer') return { why: `${path}: ${answer.why}`, isRefused: false };
    const fields = answer.status === 200 ? fieldsOf(jsonOf(answer.body)) : null;
    const apiKey = textOf(fields?.['apiKey']);
    const secret = textOf(fields?.['secret']);
    const passphrase = textOf(fields?.['passphrase']);
    if (apiKey !== null && secret !== null && passphrase !== null) return { apiKey, secret, passphrase };
    const why = `${path}: HTTP ${answer.status} ${errorText(answer.body) ?? ''}`.trim();
    return { why, isRefused: REFUSING.has(answer.status) };
  }

  #keep(credentials: ApiCredentials): null {
    this.#deps.settings.onCredentials?.(credentials);
    this.#credentials = credentials;
    return null;
  }

  async #send(
    origin: Origin,
    request: Omit<HttpRequest, 'timeoutMs'>,
    timeoutMs: number,
  ): Promise<HttpResult> {
    const headers = { ...HEADERS, ...request.headers };
    const answer = await this.#http[origin].request({ ...request, headers, timeoutMs });
    if (origin === 'clob') {
      if (answer.kind === 'answer') this.#deps.venueStatus.onAnswer();
      else this.#deps.venueStatus.onFailure();
    }
    return answer;
  }

  /** Slows down as the venue asks: at once when it refused, and already when it warns. */
  #heed(budget: keyof typeof BUDGETS, answer: HttpResult): void {
    if (answer.kind !== 'answer') return;
    const isWarned = answer.headers['poly-ratelimit-warning'] === 'true';
    if (answer.status !== 429 && !isWarned) return;
    this.#budgets[budget].pause(answer.status === 429 ? (retryAfterMs(answer) ?? 1_000) : 1_000);
  }
}

/** How long the venue asks us to wait; null where it does not say. */
export function retryAfterMs(answer: HttpResult & { readonly kind: 'answer' }): number | null {
  const inBody = textOf(fieldsOf(jsonOf(answer.body))?.['retry_after_seconds']);
  const seconds = Number(answer.headers['retry-after'] ?? inBody ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds * 1000) : null;
}

/** Answers that say nothing about what was asked, only that it should be asked again. */
const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 425;
