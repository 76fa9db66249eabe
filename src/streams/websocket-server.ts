import { Buffer } from 'node:buffer';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Config } from '#config';
import {
  type Caller,
  checkPermission,
  err,
  invalidField,
  isKeyUsable,
  type KeyId,
  notFound,
  ok,
  parseQuery,
  type QueryPair,
  type Rejection,
  type Result,
  rejection,
} from '#contract';
import { getClientAddress } from '#edge';
import {
  type Authenticated,
  type Authenticator,
  ConnectionLimiter,
  type EventLoopQueue,
  isStreamUpgrade,
  type RateLimiter,
  renderResponse,
  type SignedRequest,
  splitTarget,
} from '#http';
import { type AccessService, STOPPING } from '#orders';
import { type Clock, JournalFailedError, type Log, type Metrics, type Random } from '#ports';
import {
  type AccountSource,
  balancesFeed,
  complexOrdersFeed,
  fillsFeed,
  operationsFeed,
  ordersFeed,
  positionsFeed,
  SubaccountStream,
  type SubaccountStreamDeps,
} from './account-streams.ts';
import { MultiplexStream } from './multiplex-stream.ts';
import { type OpportunitiesDeps, OpportunitiesStream } from './opportunity-stream.ts';
import { type OrderbooksDeps, OrderbooksStream } from './order-book-stream.ts';
import { Flusher } from './send-queue.ts';
import {
  CLOSE,
  type CloseCode,
  type SessionStarter,
  STREAM_NAMES,
  type Stream,
  StreamConnection,
  type StreamName,
} from './stream-connection.ts';
import { type TradeprintsDeps, TradeprintsStream } from './trade-print-stream.ts';

export interface StreamDeps {
  readonly trading: { readonly access: Pick<AccessService, 'key' | 'onKeyRevoked'> } & AccountSource &
    SubaccountStreamDeps['trading'] &
    OpportunitiesDeps['trading'];
  readonly marketData: TradeprintsDeps['marketData'] &
    OrderbooksDeps['marketData'] &
    OpportunitiesDeps['marketData'];
  readonly auth: Authenticator;
  readonly rates: Pick<RateLimiter, 'take'>;
  readonly streamLimiter: ConnectionLimiter<KeyId>;
  readonly eventLoop: EventLoopQueue;
  readonly config: Pick<Config, 'ws'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly trade: Stream | null; // null: the trade socket is not served
}

export interface Streams {
  /** Closes all connections with 1001 and resolves when the last one is closed. Rejects new handshakes. */
  close(): Promise<void>;
  /** The number of open connections of each stream. */
  counts(): Readonly<Record<StreamName, number>>;
}

/**
 * Serves the streams `/v1/ws/…` on the upgrade requests of an HTTP server.
 *
 * A rejected handshake is a normal HTTP error response. The `Origin` header is not checked: there are no
 * cookies, and a web page cannot sign without the key.
 *
 * Source: contract, Streams.
 */
export function attachStreams(server: Server, deps: StreamDeps): Streams {
  return new StreamServer(server, deps);
}

/** An accepted handshake: the caller, the stream, and the function that starts the session. */
interface AdmittedHandshake {
  readonly caller: Caller;
  readonly stream: Stream;
  readonly opening: SessionStarter;
}

interface CheckedHandshake {
  readonly caller: Caller;
  readonly stream: Stream;
  readonly useSignature: Authenticated['useSignature'];
  readonly selection: readonly QueryPair[]; // what the path selects
}

class StreamServer implements Streams {
  readonly #deps: StreamDeps;
  readonly #webSockets: WebSocketServer;
  readonly #flusher: Flusher;
  readonly #streams: readonly Stream[];
  readonly #connections = new Set<StreamConnection>();
  readonly #open = Object.fromEntries(STREAM_NAMES.map((name) => [name, 0])) as Record<StreamName, number>;
  readonly #unlisten: () => void;
  #connectionsMade = 0;
  #whenEmpty: (() => void) | null = null;
  #isStopping = false;

  constructor(server: Server, deps: StreamDeps) {
    this.#deps = deps;
    const { ws: limits } = deps.config;
    this.#webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: limits.frameBytesMax,
      maxFragments: FRAGMENTS_MAX,
    });
    this.#flusher = new Flusher(deps.clock);
    const ofAccounts = { ...deps, idsMax: limits.idsMax };
    const topics = [
      new TradeprintsStream({ marketData: deps.marketData, flusher: this.#flusher, idsMax: limits.idsMax }),
      new SubaccountStream(positionsFeed(deps.trading), ofAccounts),
      new SubaccountStream(ordersFeed(deps.trading), ofAccounts),
      new SubaccountStream(fillsFeed(deps.trading), ofAccounts),
      new SubaccountStream(balancesFeed(deps.trading), ofAccounts),
      new SubaccountStream(operationsFeed(deps.trading), ofAccounts),
      new SubaccountStream(complexOrdersFeed(deps.trading), ofAccounts),
      new OrderbooksStream({ ...deps, idsMax: limits.idsMax }),
      new OpportunitiesStream(deps),
    ];
    const { maxConnectionsPerKey: ofKey, framesPerSecondMax: waitingMax } = limits;
    const limiter = new ConnectionLimiter<KeyId>(ofKey * SUBSCRIPTIONS_PER_CONNECTION);
    this.#streams = [
      ...topics,
      new MultiplexStream({ ...deps, topics, limiter, waitingMax }),
      ...(deps.trade === null ? [] : [deps.trade]),
    ];
    this.#unlisten = deps.trading.access.onKeyRevoked(({ keyId }) => this.#endKey(keyId));
    server.on('upgrade', (request, socket, head) => this.#onUpgrade(request, socket, head));
    this.#webSockets.on('wsClientError', (error, socket) =>
      this.#reject(socket, invalidField('Upgrade', error.message)),
    );
    for (const name of STREAM_NAMES) this.#count(name, 0);
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    this.#unlisten();
    for (const stream of this.#streams) stream.stop();
    for (const connection of this.#connections) connection.close(CLOSE.stopping, 'server stopping');
    if (this.#connections.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenEmpty = resolve;
    await promise;
  }

  counts(): Readonly<Record<StreamName, number>> {
    return { ...this.#open };
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Handles a reset by the peer until `ws` takes over the socket.
    const onReset = () => socket.destroy();
    socket.on('error', onReset);
    this.#admit(request, socket)
      .then((admitted) => {
        if (admitted === null) return;
        socket.off('error', onReset);
        this.#upgrade(request, socket, head, admitted);
      })
      .catch((error: unknown) => {
        this.#deps.log.error('a handshake failed', { error });
        const isDisk = error instanceof JournalFailedError; // the service stops because of it
        this.#reject(socket, isDisk ? STOPPING : rejection('internal', 'internal error of the service'));
      });
  }

  /** Null when the handshake was rejected; the response has then been sent. */
  async #admit(request: IncomingMessage, socket: Duplex): Promise<AdmittedHandshake | null> {
    if (!isStreamUpgrade(request)) return this.#reject(socket, notFound('path'));
    if (this.#isStopping) return this.#reject(socket, STOPPING);
    const admitted = await this.#checkHandshake(request, socket);
    if (!admitted.ok) return this.#reject(socket, admitted.error);
    return this.#isStopping ? this.#reject(socket, STOPPING) : admitted.value;
  }

  /** Checks a handshake like any request: signature, path, rate, permission, then the subscription in the query. */
  async #checkHandshake(
    request: IncomingMessage,
    socket: Duplex,
  ): Promise<Result<AdmittedHandshake, Rejection>> {
    const signed = toSignedRequest(request);
    const checked = this.#checkCaller(signed);
    if (!checked.ok) return checked;
    const { caller, stream, useSignature, selection } = checked.value;
    const { streamLimiter } = this.#deps;
    const free = streamLimiter.take(caller.keyId);
    if (free === null) return err(tooManyStreams(streamLimiter.max));
    socket.once('close', free);
    const durable = useSignature();
    if (!durable.ok) return durable;
    await durable.value; // until then the signature may be lost in a crash
    const opening = await stream.admit(caller, [...parseQuery(signed.query), ...selection]);
    if (!opening.ok) return opening;
    // The key may have been revoked during the wait, when there was no connection to close yet.
    const key = this.#deps.trading.access.key(caller.keyId);
    if (key === null || !isKeyUsable(key, this.#deps.clock.now())) return err(KEY_ENDED);
    return ok({ caller, stream, opening: opening.value });
  }

  /** All checks that are synchronous. */
  #checkCaller(signed: SignedRequest): Result<CheckedHandshake, Rejection> {
    if (!signed.path.startsWith('/v1/')) return err(notFound('path'));
    const authenticated = this.#deps.auth.authenticateHandshake(signed);
    if (!authenticated.ok) return authenticated;
    const { caller, useSignature } = authenticated.value;
    const { path, selection } = toStreamPath(signed.path);
    const stream = this.#streams.find(({ name }) => `/v1/ws/${name}` === path);
    if (stream === undefined) return err(notFound('path'));
    const rate = this.#deps.rates.take(caller.keyId, 'read', 1);
    if (!rate.allowed) return err(tooFast(rate.retryAfterMs));
    const lacking = checkPermission(caller, stream.permission ?? 'read');
    return lacking === null ? ok({ caller, stream, useSignature, selection }) : err(lacking);
  }

  #upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    { caller, stream, opening }: AdmittedHandshake,
  ): void {
    this.#webSockets.handleUpgrade(request, socket, head, (ws) => {
      this.#connectionsMade += 1;
      const { name, permission = 'read' } = stream;
      const who = { id: `c_${this.#connectionsMade}`, stream: name, caller, permission };
      const { trading, clock, log, config } = this.#deps;
      const connection = new StreamConnection(ws, socket, who, {
        trading,
        clock,
        log,
        limits: config.ws,
        flusher: this.#flusher,
        onCut: (cut, code) => this.#onCut(cut, code),
        onClosed: (closed) => this.#onClosed(closed),
      });
      this.#connections.add(connection);
      this.#count(stream.name, 1);
      connection.open(opening);
    });
  }

  #onCut({ id, stream }: StreamConnection, code: CloseCode): void {
    this.#deps.metrics.count('ws_cut_total', { stream, code: String(code) });
    this.#deps.log.info('a stream connection was cut', { connection: id, code });
  }

  #onClosed(connection: StreamConnection): void {
    this.#connections.delete(connection);
    this.#count(connection.stream, -1);
    if (this.#connections.size === 0) this.#whenEmpty?.();
  }

  #endKey(keyId: string): void {
    for (const connection of this.#connections) {
      if (connection.caller.keyId === keyId) connection.close(CLOSE.keyEnded, 'key revoked');
    }
  }

  #count(name: StreamName, change: number): void {
    this.#open[name] += change;
    this.#deps.metrics.gauge('ws_clients', this.#open[name], { stream: name });
  }

  /** Sends a normal HTTP error response and closes the socket. */
  #reject(socket: Duplex, why: Rejection): null {
    const requestId = `req_${this.#deps.random.hex(8)}`;
    socket.end(renderResponse(why, requestId, this.#deps.clock.now()), () => socket.destroy());
    return null;
  }
}

const OF_ASSET = /^(\/v1\/ws\/orderbooks)\/generic-asset\/([^/]+)$/;

/** `/v1/ws/orderbooks/generic-asset/501` is the stream of order books with that asset selected. */
function toStreamPath(path: string): { readonly path: string; readonly selection: readonly QueryPair[] } {
  const [, stream, id] = OF_ASSET.exec(path) ?? [];
  if (stream === undefined || id === undefined) return { path, selection: [] };
  return { path: stream, selection: [{ key: 'generic_asset_id', value: id }] };
}

const SUBSCRIPTIONS_PER_CONNECTION = 5; // on average over the connections that a key may have
const FRAGMENTS_MAX = 64; // of one message; the frame bucket counts messages
const NO_BODY = Buffer.alloc(0);
const RETRY_CONNECT_MS = 1_000;
const KEY_ENDED = rejection('unauthorized', 'the key is unknown, revoked or expired');

const tooFast = (retryAfterMs: number): Rejection =>
  rejection('rate_limited', 'too many requests', { bucket: 'read', retry_after_ms: retryAfterMs });

const tooManyStreams = (max: number): Rejection =>
  rejection('rate_limited', `${max} of ${max} streams of this key are open`, {
    bucket: 'connections',
    max,
    retry_after_ms: RETRY_CONNECT_MS,
  });

const toSignedRequest = (request: IncomingMessage): SignedRequest => ({
  method: request.method ?? 'GET',
  ...splitTarget(request.url ?? ''),
  headers: request.headers,
  body: NO_BODY,
  address: getClientAddress(request),
  isMutating: true,
  allowsStaleTimestamp: false,
  reducesRisk: false,
});
