/** The client: one object that holds a key and gives access to every part of the API. */
import { Addresses } from './addresses.ts';
import { type Credentials, credentialsFromEnv, credentialsFromFile } from './environment.ts';
import type { Fetch } from './http.ts';
import {
  Accounts,
  Balances,
  FairValuesOfSubaccounts,
  Positions,
  Risk,
  Subaccounts,
} from './resources/account.ts';
import { Approvals } from './resources/approvals.ts';
import { ComplexOrders } from './resources/complex-orders.ts';
import { Events } from './resources/events.ts';
import { Fees } from './resources/fees.ts';
import { Books, Candles, GenericAssets, Prices, Prints, Venues } from './resources/marketdata.ts';
import { Markets } from './resources/markets.ts';
import { Matching } from './resources/matching.ts';
import { Opportunities } from './resources/opportunities.ts';
import { Fills, Orders } from './resources/orders.ts';
import { Pnl } from './resources/pnl.ts';
import { Quotes } from './resources/quotes.ts';
import { Alerts, Webhooks } from './resources/webhooks.ts';
import { type Runtime, systemRuntime } from './runtime.ts';
import { Signer, type SigningKey } from './signature.ts';
import { Streams } from './streams/streams.ts';
import type { TradeOptions, TradeSession } from './streams/trade.ts';
import { globalWebSocket, type WebSocketConstructor } from './streams/websocket.ts';
import { type CallOptions, Transport } from './transport.ts';
import type { Health, RateLimits, Recorder, Replay, ServerTime } from './types.ts';

/** Options that do not depend on the key. */
export interface ClientSettings {
  /** Replaces the global fetch. */
  readonly fetch?: Fetch | undefined;
  /** Replaces the global WebSocket; Node 20 has none, so pass the one of the package `ws`. */
  readonly webSocket?: WebSocketConstructor | undefined;
  /** Timeout of one attempt; default 10 000. */
  readonly timeoutMs?: number | undefined;
  /** Retries after the first attempt, only where a retry is safe; default 3. */
  readonly maxRetries?: number | undefined;
  /** Prefix of the header names Key-Id, Timestamp and Signature; default `X-`. */
  readonly headerPrefix?: string | undefined;
}

/** Options of a client whose key is in a file or in the environment. */
export interface KeyFileSettings extends ClientSettings {
  /** Replaces the address that is stored with the key. */
  readonly baseUrl?: string | readonly string[] | undefined;
}

export interface CrossbookOptions extends ClientSettings {
  /**
   * `http://` or `https://`, with a path prefix if the service runs behind one; a `/v1` at the end is ignored. With
   * several, a list or separated by commas, of the nodes of a cluster, calls and streams move on from a node that does not own
   * the journal, or is not reached.
   */
  readonly baseUrl: string | readonly string[];
  readonly keyId: string;
  /** The base64 seed of 32 bytes, or an Ed25519 CryptoKey that may sign. */
  readonly privateKey: string | SigningKey;
}

const TIMEOUT_MS = 10_000;
const MAX_RETRIES = 3;

export class Crossbook {
  readonly markets: Markets;
  readonly books: Books;
  readonly prints: Prints;
  readonly candles: Candles;
  readonly prices: Prices;
  readonly venues: Venues;
  readonly events: Events;
  readonly opportunities: Opportunities;
  readonly approvals: Approvals;
  readonly fees: Fees;
  readonly genericAssets: GenericAssets;
  readonly matching: Matching;
  readonly orders: Orders;
  readonly complexOrders: ComplexOrders;
  readonly quotes: Quotes;
  readonly fills: Fills;
  readonly positions: Positions;
  readonly balances: Balances;
  readonly fairValues: FairValuesOfSubaccounts;
  readonly pnl: Pnl;
  readonly risk: Risk;
  readonly account: Accounts;
  readonly subaccounts: Subaccounts;
  readonly webhooks: Webhooks;
  readonly alerts: Alerts;
  readonly streams: Streams;
  readonly #transport: Transport;

  /**
   * Throws TypeError if the address or the key is invalid. Sends nothing.
   *
   * @param runtime  clock, timers and randomness; only tests replace them
   */
  constructor(options: CrossbookOptions, runtime: Runtime = systemRuntime) {
    const addresses = parseBaseUrls(options.baseUrl);
    const fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
    const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    const maxRetries = options.maxRetries ?? MAX_RETRIES;
    const signer = new Signer(options, runtime);
    const transport = new Transport({ addresses, fetch, timeoutMs, maxRetries }, signer, runtime);
    this.#transport = transport;
    this.markets = new Markets(transport);
    this.books = new Books(transport);
    this.prints = new Prints(transport);
    this.candles = new Candles(transport);
    this.prices = new Prices(transport);
    this.venues = new Venues(transport);
    this.events = new Events(transport);
    this.opportunities = new Opportunities(transport);
    this.approvals = new Approvals(transport);
    this.fees = new Fees(transport);
    this.genericAssets = new GenericAssets(transport);
    this.matching = new Matching(transport);
    this.orders = new Orders(transport, () => runtime.uuid());
    this.complexOrders = new ComplexOrders(transport, () => runtime.uuid());
    this.quotes = new Quotes(transport);
    this.fills = new Fills(transport);
    this.positions = new Positions(transport, () => runtime.uuid());
    this.balances = new Balances(transport);
    this.fairValues = new FairValuesOfSubaccounts(transport);
    this.pnl = new Pnl(transport);
    this.risk = new Risk(transport);
    this.account = new Accounts(transport);
    this.subaccounts = new Subaccounts(transport);
    this.webhooks = new Webhooks(transport);
    this.alerts = new Alerts(transport);
    const webSocket = options.webSocket ?? globalWebSocket();
    this.streams = new Streams(this, {
      addresses,
      limits: (options) => this.limits(options),
      webSocket,
      timeoutMs,
      signer,
      runtime,
      finder: (call) => transport.finder(call),
    });
  }

  /** A client for the key in a key file, such as the sandbox's `data/sandbox-key.json`. Node only. */
  static async fromKeyFile(path: string, settings: KeyFileSettings = {}): Promise<Crossbook> {
    return withCredentials(await credentialsFromFile(path), settings);
  }

  /**
   * A client configured by CROSSBOOK_BASE_URL, CROSSBOOK_KEY_ID and CROSSBOOK_PRIVATE_KEY, or else by the key
   * file in CROSSBOOK_KEY_FILE, default `./data/sandbox-key.json`. Node only.
   */
  static async fromEnv(settings: KeyFileSettings = {}): Promise<Crossbook> {
    return withCredentials(await credentialsFromEnv(), settings);
  }

  /** A session that trades over one WebSocket connection; `streams.trade` by another name. */
  trade(options: TradeOptions = {}): TradeSession {
    return this.streams.trade(options);
  }

  /** The rate limits of the key, and the requests that the service may still send to each venue. */
  limits(options?: CallOptions): Promise<RateLimits> {
    return this.#transport.request({ method: 'GET', path: '/v1/limits' }, options);
  }

  /** The state of the recorder of market data, and the recorded times. */
  recorder(options?: CallOptions): Promise<Recorder> {
    return this.#transport.request({ method: 'GET', path: '/v1/recorder' }, options);
  }

  /** Moves the market time of a replay; fails with `not_found` on any other service. */
  replay(
    op: 'pause' | 'run' | 'step' | 'seek',
    until?: string | number,
    options?: CallOptions,
  ): Promise<Replay> {
    const body = { op, ...(until !== undefined && { until }) };
    return this.#transport.request({ method: 'POST', path: '/v1/replay', kind: 'write', body }, options);
  }

  /** The time of the service; not signed. */
  time(options?: CallOptions): Promise<ServerTime> {
    return this.#transport.request({ method: 'GET', path: '/v1/time', isUnsigned: true }, options);
  }

  /**
   * The health of the service. An unhealthy service returns a record too, with `status: "fail"`. Not signed.
   */
  health(options?: CallOptions): Promise<Health> {
    const call = { method: 'GET', path: '/health', isUnsigned: true, accepts: [503] } as const;
    return this.#transport.request(call, options);
  }

  /** The service's metrics in Prometheus text format, if they are served on this port. Not signed. */
  metrics(options?: CallOptions): Promise<string> {
    const call = { method: 'GET', path: '/metrics', isUnsigned: true, expects: 'text' } as const;
    return this.#transport.request(call, options);
  }

  /** The OpenAPI 3.1 document of the HTTP API; not signed. */
  openapi(options?: CallOptions): Promise<Record<string, unknown>> {
    return this.#transport.request({ method: 'GET', path: '/v1/openapi.json', isUnsigned: true }, options);
  }

  /** The AsyncAPI 3.0 document of the streams; not signed. */
  asyncapi(options?: CallOptions): Promise<Record<string, unknown>> {
    return this.#transport.request({ method: 'GET', path: '/v1/asyncapi.json', isUnsigned: true }, options);
  }
}

function withCredentials(credentials: Credentials, settings: KeyFileSettings): Crossbook {
  const { baseUrl = credentials.baseUrl, ...others } = settings;
  return new Crossbook({ ...credentials, ...others, baseUrl });
}

function parseBaseUrls(given: string | readonly string[]): Addresses {
  const all = typeof given === 'string' ? given.split(',') : given;
  if (all.length === 0) throw new TypeError('baseUrl must have at least one address');
  return new Addresses(all.map(parseBaseUrl));
}

/** The address without a trailing slash or `/v1`, which every path contains, normalised as fetch does. */
function parseBaseUrl(text: string): string {
  const url = new URL(text);
  const isPlain = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl must be an http or https address without query, fragment or user');
  }
  return url.href.replace(/\/+$/, '').replace(/\/v1$/, '');
}
