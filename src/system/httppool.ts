import { Pool } from 'undici';
import type { Clock } from '../ports/clock.ts';
import type { HttpClient, HttpRequest, HttpResult } from '../ports/network.ts';
import { HttpExchange } from './httpexchange.ts';

export interface PoolOptions {
  readonly connectionsMax: number;
  readonly bodyBytesMax: number;
  readonly clock: Clock;
}

/** Requests under way or waiting, for each connection: more than these are refused before they are sent. */
const REQUESTS_PER_CONNECTION_MAX = 64;

/**
 * Connections to one origin, kept open between requests. A request goes out once, on HTTP/1.1: there a
 * connection serves one request at a time, so that nothing is repeated behind our back when it breaks.
 */
export class HttpPool implements HttpClient {
  readonly #pool: Pool;
  readonly #options: PoolOptions;
  #underWay = 0;

  constructor(origin: string, options: PoolOptions) {
    this.#options = options;
    this.#pool = new Pool(origin, {
      connections: options.connectionsMax,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: 30_000,
      connectTimeout: 10_000,
      // The deadline of the whole answer is ours; these would only end it with another name.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
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
    if (!this.#pool.closed) await this.#pool.close();
  }

  #send(request: HttpRequest): Promise<HttpResult> {
    const { clock, bodyBytesMax } = this.#options;
    const exchange = new HttpExchange(bodyBytesMax);
    const timer = clock.after(request.timeoutMs, () =>
      exchange.giveUp(`no answer in ${request.timeoutMs} ms`),
    );
    void exchange.result.then(() => timer.cancel());
    const { method, path, headers, body } = request;
    try {
      this.#pool.dispatch({ method, path, headers, body }, exchange);
    } catch (error) {
      exchange.fail(error); // a header or path that cannot be written
    }
    return exchange.result;
  }
}
