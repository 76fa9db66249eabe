/**
 * A small service on loopback with real HTTP and WebSocket. It checks every signature and records the
 * requests.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { Crossbook, type CrossbookOptions } from '../src/index.ts';
import { FakeAuth, KEY_ID, PRIVATE_KEY, type Signed } from './fake-auth.ts';
import { FakeMarket, type Reply, refuse } from './fake-routes.ts';
import { FakeConnection, type StreamScript } from './fake-streams.ts';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A reply; `hang`: no answer; `cut`: the socket is cut before the request is executed; `lose`: after it. */
export type Scripted = Reply | 'hang' | 'cut' | 'lose';

const UNSIGNED = new Set(['/health', '/metrics', '/v1/time', '/v1/openapi.json', '/v1/asyncapi.json']);

export class FakeService {
  readonly auth = new FakeAuth();
  readonly market = new FakeMarket();
  readonly seen: Seen[] = [];
  readonly handshakes: URL[] = [];
  /** The subscriptions of all sockets. */
  readonly connections: FakeConnection[] = [];
  /** `subscribe orders`, `unsubscribe 1`. */
  readonly clientFrames: string[] = [];
  /** The behaviour of a new subscription; tests replace it to break connections. */
  script: StreamScript = (connection) => connection.behave();
  /** If set, every handshake gets this refusal, or no answer. */
  handshakeRefusal: Reply | 'hang' | null = null;
  readonly #scripted: Scripted[] = [];
  readonly #hanging: Duplex[] = [];
  readonly #runtimes = new Set<FakeRuntime>();
  readonly #prefix: string;
  readonly #http = createServer((request, response) => {
    // The next request must not be written to a socket that a scripted fault has cut.
    response.shouldKeepAlive = false;
    void this.#serve(request, response);
  });
  readonly #sockets = new WebSocketServer({ noServer: true });

  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    this.market.onPrint = (print) => {
      for (const connection of this.connections) connection.print(print);
    };
  }

  /** @param prefix  path prefix of the service, such as `/crossbook` */
  static async start(prefix = ''): Promise<FakeService> {
    const service = new FakeService(prefix);
    service.#http.listen(0, '127.0.0.1');
    await once(service.#http, 'listening');
    return service;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}${this.#prefix}`;
  }

  /** The next requests get these answers, one each; then the market answers again. */
  answer(...scripted: Scripted[]): void {
    this.#scripted.push(...scripted);
  }

  /** Forgets the requests and what is scripted: a request that ended early may not have reached this service. */
  reset(): void {
    this.seen.length = 0;
    this.#scripted.length = 0;
  }

  client(options: Partial<CrossbookOptions> = {}, runtime = new FakeRuntime()): Crossbook {
    this.#runtimes.add(runtime);
    return new Crossbook(
      { baseUrl: this.baseUrl, keyId: KEY_ID, privateKey: PRIVATE_KEY, ...options },
      runtime,
    );
  }

  async close(): Promise<void> {
    for (const { socket } of this.connections) socket.terminate();
    for (const socket of this.#hanging) socket.destroy();
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }

  /** Ends the retries of its clients too: a stream that a failed test left open would keep the process running. */
  [Symbol.asyncDispose](): Promise<void> {
    for (const runtime of this.#runtimes) runtime.isStopped = true;
    return this.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const { path, query } = this.#target(request);
    const method = request.method ?? '';
    this.seen.push({ method, path, query, headers: request.headers, body: body.toString() });
    const refusal = UNSIGNED.has(path) ? null : this.auth.check(signedRequest(request, path, query, body));
    if (refusal) return send(response, refuse(401, refusal.error, refusal.details));
    const scripted = this.#scripted.shift();
    if (scripted === 'hang') return;
    if (scripted === 'cut') return void request.socket.resetAndDestroy();
    const json = body.length === 0 ? {} : JSON.parse(body.toString());
    const input = { method, path, search: new URLSearchParams(query), json };
    const reply = typeof scripted === 'object' ? scripted : this.market.reply(input);
    if (scripted === 'lose') return void request.socket.resetAndDestroy();
    send(response, reply);
  }

  #target(request: IncomingMessage): { path: string; query: string } {
    const [target = '', query = ''] = (request.url ?? '').split('?', 2);
    return { path: target.startsWith(this.#prefix) ? target.slice(this.#prefix.length) : '', query };
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { path, query } = this.#target(request);
    const search = new URLSearchParams(query);
    this.handshakes.push(new URL(`${path}?${query}`, this.baseUrl));
    const refusal = this.auth.check(signedHandshake(path, query, search));
    const refused = refusal ? refuse(401, refusal.error, refusal.details) : this.handshakeRefusal;
    if (refused === 'hang') return void this.#hanging.push(socket);
    if (refused) return void socket.end(`HTTP/1.1 ${refused.status} Refused\r\nConnection: close\r\n\r\n`);
    this.#sockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) => {
      this.#serveSocket(webSocket, path);
    });
  }

  /** Greets a socket; each subscription on it is one connection for the script. */
  #serveSocket(socket: WebSocket, path: string): void {
    const frames = { sent: 0 };
    const market = this.market;
    const stream = path.slice('/v1/ws/'.length);
    const greeting = { stream, connection_id: 'c_81', heartbeat_ms: 15_000, timestamp: 1782907200000 };
    new FakeConnection(socket, path, NO_QUERY, { market, frames }).send({ type: 'connected', ...greeting });
    socket.on('message', (data: Buffer) => {
      const { action, sub, topic, query } = JSON.parse(data.toString()) as ClientFrame;
      this.clientFrames.push(`${action} ${topic ?? sub}`);
      if (action !== 'subscribe') return;
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const connection = new FakeConnection(socket, `/v1/ws/${topic}`, search, { market, frames, sub });
      this.connections.push(connection);
      this.script(connection);
    });
  }
}

interface ClientFrame {
  readonly action: string;
  readonly sub: string;
  readonly topic?: string;
  readonly query: Readonly<Record<string, string | number>>;
}

const NO_QUERY = new URLSearchParams();

/** A runtime whose pauses take no time and are recorded. */
export class FakeRuntime {
  readonly pauses: number[] = [];
  random = (): number => 0.5;
  /** Pauses do not end. */
  isStopped = false;
  #uuids = 0;

  now(): number {
    return Date.now();
  }

  uuid(): string {
    return `00000000-0000-4000-8000-${String(++this.#uuids).padStart(12, '0')}`;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.pauses.push(ms);
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    return this.isStopped
      ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
      : Promise.resolve();
  }
}

function signedRequest(request: IncomingMessage, path: string, query: string, body: Buffer): Signed {
  const header = (name: string) => (request.headers[name] as string | undefined) ?? null;
  const method = request.method ?? '';
  const isOnce = method !== 'GET' && path !== '/v1/markets/lookup';
  const keys = {
    keyId: header('x-key-id'),
    timestamp: header('x-timestamp'),
    signature: header('x-signature'),
  };
  return { method, path, query, body, ...keys, isHandshake: false, isOnce };
}

function signedHandshake(path: string, query: string, search: URLSearchParams): Signed {
  const keys = { keyId: search.get('key_id'), timestamp: search.get('ts'), signature: search.get('sig') };
  return { method: 'GET', path, query, body: Buffer.alloc(0), ...keys, isHandshake: true, isOnce: true };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Reply): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  response.writeHead(status, {
    'X-Request-Id': 'req_header',
    'Content-Type': 'application/json',
    ...headers,
  });
  response.end(text);
}
