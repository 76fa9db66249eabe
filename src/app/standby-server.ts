import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Server as PortServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Config } from '#config';
import { err, type Rejection, rejection } from '#contract';
import { EdgeForwarder, type KnownOwner } from '#edge';
import {
  BROWSER_HEADERS,
  checkHost,
  isStreamUpgrade,
  limitConnectionsPerAddress,
  openApiDocument,
  type PublicDeps,
  publicRoutes,
  type RouteResponse,
  type RouteResult,
  referencePage,
  rejectExpectation,
  rejectTunnel,
  renderResponse,
  respondToBrokenRequest,
  splitTarget,
  toHttpError,
} from '#http';
import { type Clock, type Metrics, type Random, wait } from '#ports';
import { asyncApiDocument } from '#streams';

export interface StandbyServerDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly metrics: Metrics;
  readonly version: string;
  metricsText(): Promise<string>;
  /** Name of the node that owns the journal; null: none. */
  readonly owner: () => string | null;
}

export interface StandbyServer {
  /** Opens the port; returns the number that the system chose for port 0. */
  listen(address: { readonly host: string; readonly port: number }): Promise<number>;
  /** The owner that gets requests from now on; null: none. Without `edge.enabled` nothing is forwarded. */
  setOwner(owner: KnownOwner | null): void;
  /** Closes the port for another server, and nothing else: what is connected stays and is answered. */
  freePort(): Promise<void>;
  /** After `freePort`: answers what waits and what is connected, then closes. Each answer is the last one of its connection. */
  finish(): Promise<void>;
  /** Ends what is forwarded, answers it, and closes the port. */
  close(): Promise<void>;
}

const RETRY_AFTER_MS = 1_000;
const STALLED_MS = 30_000;
const WAITING_MAX = 100; // pipelined requests on one connection
const CLOSE_MS_MAX = 500;
/** How long a connection may be idle once the port has another server: a request may be on its way. */
const FINISH_IDLE_MS = 1_000;
const FINISH_MS_MAX = 30_000;
const FINISH_LOOK_MS = 100;
const ACCEPT_STEPS = 3;
/** The state of this node and of no other. */
const LOCAL_PATHS: ReadonlySet<string> = new Set(['/health', '/metrics']);

/**
 * The port of a node that waits for the journal. Health and metrics are its own. As an edge it forwards every other call to
 * the owner. Else it serves the API documents, and every other call, a WebSocket handshake included, gets 503 `not_owner`
 * with the name of the owner, without its signature or body being read: the keys are in the journal.
 */
export function createStandbyServer(deps: StandbyServerDeps): StandbyServer {
  return new Standby(deps);
}

class Standby implements StandbyServer {
  readonly #deps: StandbyServerDeps;
  readonly #publicDeps: PublicDeps;
  readonly #edge: EdgeForwarder | null;
  readonly #server: Server;
  readonly #unanswered = new Set<ServerResponse>();
  #isFinishing = false;
  #isClosed = false; // the port and all connections
  /** Of each connection: the last response, and how many requests wait for those before them. */
  readonly #lines = new WeakMap<Socket, { last: ServerResponse; waiting: number }>();

  constructor(deps: StandbyServerDeps) {
    const { config, clock, random } = deps;
    this.#deps = deps;
    const startedMs = clock.monotonicMs();
    this.#publicDeps = {
      ...deps,
      health: () => ({
        status: this.#edge?.state === 'ok' ? 'ok' : 'fail',
        role: 'standby',
        uptimeSeconds: Math.floor((clock.monotonicMs() - startedMs) / 1000),
        checks: { storage: 'standby', ...(this.#edge !== null && { edge: this.#edge.state }) },
      }),
    };
    const nextRequestId = (): string => `req_${random.hex(6)}`;
    const reject = (target: ServerResponse | Duplex, why: Rejection, requestId: string): void => {
      if (target instanceof ServerResponse) send(deps, target, err(why), requestId);
      else target.end(renderResponse(why, requestId, clock.now()), () => target.destroy());
    };
    const waitMs = Math.min(config.edge.waitMs, config.auth.windowMs / 3);
    this.#edge = config.edge.enabled ? new EdgeForwarder({ ...deps, waitMs, reject }) : null;
    this.#server = createServer(
      {
        requireHostHeader: false,
        shouldUpgradeCallback: (request) => this.#edge !== null && isStreamUpgrade(request),
      },
      (request, response) =>
        this.#inOrder(request, response, () => this.#respond(request, response, nextRequestId())),
    );
    this.#server.once('close', () => {
      this.#isClosed = true;
    });
    this.#guard(nextRequestId);
  }

  listen({ host, port }: { readonly host: string; readonly port: number }): Promise<number> {
    const server = this.#server;
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, () => {
        const address = server.address();
        resolve(address !== null && typeof address === 'object' ? address.port : port);
      });
    });
  }

  setOwner(owner: KnownOwner | null): void {
    this.#edge?.setOwner(owner);
  }

  async freePort(): Promise<void> {
    this.#isFinishing = true;
    // The system resets connections that are made and not accepted yet: they are accepted in the next iterations of the event loop.
    for (let step = 0; step < ACCEPT_STEPS; step += 1) await yieldToEventLoop();
    for (const response of this.#unanswered) response.shouldKeepAlive = false;
    // `close` of an HTTP server would also close idle connections, on which a request may be on its way.
    if (this.#server.listening) PortServer.prototype.close.call(this.#server);
  }

  async finish(): Promise<void> {
    const { clock } = this.#deps;
    const lastMs = clock.monotonicMs() + FINISH_MS_MAX;
    const idleMs = clock.monotonicMs() + FINISH_IDLE_MS;
    while (!this.#isClosed && clock.monotonicMs() < lastMs) {
      if (clock.monotonicMs() >= idleMs) this.#server.closeIdleConnections();
      await wait(clock, FINISH_LOOK_MS);
    }
    await this.close();
  }

  async close(): Promise<void> {
    await this.#edge?.close();
    if (this.#isClosed) return;
    const late = this.#deps.clock.after(CLOSE_MS_MAX, () => this.#server.closeAllConnections());
    await new Promise<void>((resolve) => {
      this.#server.once('close', resolve);
      this.#server.close();
      this.#server.closeIdleConnections();
    });
    late.cancel();
  }

  /** The limits of the owner's server, so that a caller sees the same ones here. */
  #guard(nextRequestId: () => string): void {
    const { config, clock } = this.#deps;
    const server = this.#server;
    const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, connectionsMax } = config.http;
    Object.assign(server, {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      maxConnections: connectionsMax,
    });
    limitConnectionsPerAddress(server, { ...this.#deps, nextRequestId });
    server.on('clientError', (error, socket) =>
      respondToBrokenRequest(error, socket as Socket, nextRequestId(), clock.now()),
    );
    server.on('connect', (_, socket) => rejectTunnel(socket, nextRequestId(), clock.now()));
    server.on('checkExpectation', (_, response) => rejectExpectation(response, nextRequestId(), clock.now()));
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      this.#edge?.tunnel(request, socket, head, nextRequestId());
    });
    server.setTimeout(STALLED_MS);
    server.on('timeout', (socket: Socket) => {
      const isAnswered = this.#lines.get(socket)?.last.writableFinished !== false;
      if (isAnswered || socket.writableLength > 0) socket.destroy();
    });
  }

  /** Requests of one connection one after the other: forwarded side by side, a later one could overtake. */
  #inOrder(request: IncomingMessage, response: ServerResponse, run: () => void): void {
    const { socket } = request;
    const line = this.#lines.get(socket);
    if (line === undefined) {
      this.#lines.set(socket, { last: response, waiting: 0 });
      return run();
    }
    const earlier = line.last;
    line.last = response;
    if (earlier.writableFinished) return run();
    line.waiting += 1;
    if (line.waiting > WAITING_MAX) return void socket.destroy();
    earlier.once('close', () => {
      line.waiting -= 1;
      if (!socket.destroyed) run();
    });
  }

  #respond(request: IncomingMessage, response: ServerResponse, requestId: string): void {
    const { path } = splitTarget(request.url ?? '/');
    if (this.#isFinishing) response.shouldKeepAlive = false; // the next request finds the owner on this port
    this.#unanswered.add(response);
    response.once('close', () => this.#unanswered.delete(response));
    if (this.#edge !== null && !this.#isLocal(path)) return this.#edge.forward(request, response, requestId);
    request.resume();
    void respondTo(this.#publicDeps, this.#deps, request).then((result) =>
      send(this.#deps, response, result, requestId),
    );
  }

  /** The API documents are local only while there is no owner: its clock is the one that signatures are compared with. */
  #isLocal(path: string): boolean {
    const isDocument = this.#edge?.owner === null && publicRoutes.some((each) => each.path === path);
    return LOCAL_PATHS.has(path) || isDocument;
  }
}

async function respondTo(
  publicDeps: PublicDeps,
  { config, version, owner }: StandbyServerDeps,
  request: IncomingMessage,
): Promise<RouteResult> {
  const { path } = splitTarget(request.url ?? '/');
  const route = request.method === 'GET' ? publicRoutes.find((each) => each.path === path) : undefined;
  const refused = config.profile !== 'live' || route !== undefined ? checkHost(request, config) : null;
  if (refused !== null) return err(refused);
  const documents = {
    openApi: () => JSON.stringify(openApiDocument(config, version)),
    asyncApi: () => JSON.stringify(asyncApiDocument(version)),
    reference: () => referencePage(openApiDocument(config, version)),
  };
  if (route !== undefined) return route.handle(publicDeps, documents);
  const details = { owner: owner(), outcome: 'not_stored', retry_after_ms: RETRY_AFTER_MS };
  return err(rejection('not_owner', 'this node is a standby: send the request to the owner', details));
}

function send(
  { clock }: StandbyServerDeps,
  response: ServerResponse,
  result: RouteResult,
  requestId: string,
): void {
  const {
    status = 200,
    headers,
    content,
  } = result.ok ? result.value : toErrorResponse(result.error, requestId);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...BROWSER_HEADERS,
    'x-request-id': requestId,
    'x-server-time': String(clock.now()),
    ...(typeof content === 'string' && { 'content-length': String(Buffer.byteLength(content)) }),
    connection: 'close', // the next request may find the owner on this port
    ...headers,
  });
  response.end(content);
}

function toErrorResponse(
  why: Parameters<typeof toHttpError>[0],
  requestId: string,
): Omit<RouteResponse, 'content'> & { readonly content: string } {
  const { status, headers, body } = toHttpError(why, requestId);
  return { status, headers, content: JSON.stringify(body) };
}
