import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { findProxy, type ProxyVariables } from '#config';
import type { Clock, HttpClient, HttpRequest, HttpResult } from '#ports';

type Undici = typeof import('undici');
let undici: Undici | null = null; // loaded by the first request: most commands send none

const loadUndici = async (): Promise<Undici> => {
  undici ??= await import('undici');
  return undici;
};

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

// Each piece takes memory and time in addition to its bytes: a body of single bytes took 25 times as much.
const CHUNKS_ANY_SIZE = 4_096;
const CHUNK_BYTES_MIN = 64; // on average, of a response of more pieces

/**
 * One request and its response. The pool calls `onRequestStart` immediately before it writes the first byte,
 * after the TLS handshake. So any earlier failure is proven `unsent`, and any later failure is `lost`,
 * whatever error it reports.
 */
class PendingHttpRequest implements Dispatcher.DispatchHandler {
  readonly result: Promise<HttpResult>;
  readonly #settle: (result: HttpResult) => void;
  readonly #bodyBytesMax: number;
  readonly #isCut: boolean;
  #controller: Dispatcher.DispatchController | null = null;
  #isOver = false;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  #bytes = 0;
  readonly #chunks: Buffer[] = [];

  constructor(bodyBytesMax: number, isCut: boolean) {
    this.#bodyBytesMax = bodyBytesMax;
    this.#isCut = isCut;
    const { promise, resolve } = Promise.withResolvers<HttpResult>();
    this.result = promise;
    this.#settle = resolve;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The request was cancelled while it waited for a connection and reported as unsent: do not send it now.
    if (this.#isOver) controller.abort(new Error('cancelled before it was sent'));
    else this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: RawHeaders): void {
    if (status < 200) return; // an interim response; the final one follows
    this.#status = status;
    this.#headers = flattenHeaders(headers);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    const areTiny =
      this.#chunks.length >= CHUNKS_ANY_SIZE && this.#bytes < this.#chunks.length * CHUNK_BYTES_MIN;
    if (areTiny) this.giveUp('the response arrives in too small pieces');
    else if (this.#bytes > this.#bodyBytesMax && this.#isCut) this.#endEarly(chunk);
    else if (this.#bytes > this.#bodyBytesMax)
      this.giveUp(`the response exceeds ${this.#bodyBytesMax} bytes`);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const body = Buffer.concat(this.#chunks).toString('utf8');
    this.#end({ kind: 'answer', status: this.#status, headers: this.#headers, body });
  }

  #endEarly(chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(0, chunk.length - (this.#bytes - this.#bodyBytesMax)));
    this.onResponseEnd();
    this.#controller?.abort(new Error('the rest of the response is not needed'));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  fail(error: unknown): void {
    this.#break(describeError(error));
  }

  /** Cancels the request and closes its connection. */
  giveUp(why: string): void {
    this.#break(why);
    this.#controller?.abort(new Error(why));
  }

  #break(why: string): void {
    this.#end({ kind: this.#controller === null ? 'unsent' : 'lost', why });
  }

  #end(result: HttpResult): void {
    this.#isOver = true;
    this.#settle(result);
  }
}

function flattenHeaders(headers: RawHeaders): Readonly<Record<string, string>> {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(pairs);
}

/** The underlying reason, such as `connect ECONNREFUSED 127.0.0.1:9`. */
function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
}

interface PoolOptions {
  readonly connectionsMax: number;
  readonly bodyBytesMax: number;
  readonly clock: Clock;
  /** Keeps the first `bodyBytesMax` bytes of a longer response; absent: such a response is lost. */
  readonly isCut?: boolean;
  /** Replaces the resolution of names, so the connection is direct: a proxy would resolve them again. */
  readonly lookup?: LookupFunction;
  /** Where `HTTPS_PROXY` and its kin are read; absent: the environment. */
  readonly proxyVariables?: ProxyVariables;
}

/** Requests in flight or waiting, per connection. More are refused before they are sent. */
const REQUESTS_PER_CONNECTION_MAX = 64;

const CONNECT_MS = 10_000;

/**
 * Connections to one origin, kept open between requests, through the proxy of the environment if it names one. Each request is sent once, over HTTP/1.1: a
 * connection then serves one request at a time, so no request is retried silently when a connection breaks.
 */
export class HttpPool implements HttpClient {
  readonly #origin: string;
  readonly #options: PoolOptions;
  #pool: Dispatcher | null = null;
  #isClosed = false;
  #underWay = 0;

  constructor(origin: string, options: PoolOptions) {
    this.#origin = origin;
    this.#options = options;
  }

  async request(request: HttpRequest): Promise<HttpResult> {
    if (this.#underWay >= this.#options.connectionsMax * REQUESTS_PER_CONNECTION_MAX) {
      return { kind: 'unsent', why: 'too many requests are waiting for this host' };
    }
    this.#underWay += 1;
    const result = await this.#send(request);
    this.#underWay -= 1;
    return result;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#pool?.close();
  }

  #send(request: HttpRequest): Promise<HttpResult> {
    const { clock, bodyBytesMax } = this.#options;
    const bytesMax = Math.min(request.answerBytesMax ?? bodyBytesMax, bodyBytesMax);
    const exchange = new PendingHttpRequest(bytesMax, this.#options.isCut ?? false);
    const timer = clock.after(request.timeoutMs, () =>
      exchange.giveUp(`no response in ${request.timeoutMs} ms`),
    );
    void exchange.result.then(() => timer.cancel());
    if (undici === null) void loadUndici().then((loaded) => this.#dispatch(loaded, request, exchange));
    else this.#dispatch(undici, request, exchange);
    return exchange.result;
  }

  #dispatch(loaded: Undici, request: HttpRequest, exchange: PendingHttpRequest): void {
    const { method, path, headers, body } = request;
    try {
      if (this.#isClosed) throw new Error('the connections to this host are closed');
      this.#pool ??= openPool(loaded, this.#origin, this.#options);
      this.#pool.dispatch({ origin: this.#origin, method, path, headers, body }, exchange);
    } catch (error) {
      exchange.fail(error); // an invalid header, path or proxy
    }
  }
}

function openPool({ Pool, ProxyAgent }: Undici, origin: string, options: PoolOptions): Dispatcher {
  const { connectionsMax, lookup, proxyVariables } = options;
  const shared = {
    connections: connectionsMax,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 30_000,
    connectTimeout: CONNECT_MS,
    // `timeoutMs` covers the whole response; these timeouts would only report it under another name.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (lookup !== undefined) return new Pool(origin, { ...shared, connect: { lookup } });
  const proxy = findProxy(origin, proxyVariables);
  if (proxy === null) return new Pool(origin, shared);
  return new ProxyAgent({
    ...shared,
    uri: proxy.href,
    // Plain targets too: an error of the proxy is then `unsent`, and never taken for an answer of the venue.
    proxyTunnel: true,
    clientFactory: (url, settings) => new Pool(url, { ...settings, headersTimeout: CONNECT_MS }),
  });
}
