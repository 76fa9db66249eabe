import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isLoopback, requirePresent, toCallerAddress } from '#contract';
import { isFromNode } from '#edge';
import type { Authenticator } from './auth/authenticator.ts';
import { rejectConnection } from './broken-requests.ts';
import type { HttpDeps } from './route.ts';

type AddressLimitDeps = Pick<HttpDeps, 'config' | 'clock' | 'metrics'> & {
  readonly nextRequestId: () => string;
};

const RESPONSES_MAX = 100; // further rejected connections are closed without a response
const RESPONSE_TIMEOUT_MS = 1_000;

/**
 * Limits the open connections of each client address, so that one client cannot use all of them. A
 * connection above the limit gets a 429 response and is closed before HTTP reads any byte. A WebSocket
 * counts until it is closed.
 */
export function limitConnectionsPerAddress(server: Server, deps: AddressLimitDeps): void {
  const serveHttp = server.listeners('connection') as ((socket: Socket) => void)[];
  const limits = new AddressLimits(deps);
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    // A node counts the connections of its clients itself.
    if (!isFromNode(socket) && !limits.take(socket)) return;
    for (const serve of serveHttp) serve.call(server, socket);
  });
  server.on('drop', () => deps.metrics.count('http_connections_refused_total', { why: 'all' }));
}

class AddressLimits {
  readonly #deps: AddressLimitDeps;
  readonly #remote: ConnectionLimiter<string>; // by address
  readonly #local: ConnectionLimiter<string>;
  #open = 0;
  #responding = 0;

  constructor(deps: AddressLimitDeps) {
    this.#deps = deps;
    this.#remote = new ConnectionLimiter(deps.config.http.connectionsPerAddressMax);
    this.#local = new ConnectionLimiter(deps.config.http.connectionsLocalMax);
    this.#count(0);
  }

  /** False when the address is at its limit; the connection has then been rejected. */
  take(socket: Socket): boolean {
    const address = socket.remoteAddress ?? '';
    const limiter = isLoopback(address) ? this.#local : this.#remote;
    const free = limiter.take(toCallerAddress(address));
    if (free === null) {
      this.#reject(socket, limiter.max);
      return false;
    }
    this.#count(1);
    socket.once('close', () => {
      free();
      this.#count(-1);
    });
    return true;
  }

  #count(change: number): void {
    this.#open += change;
    this.#deps.metrics.gauge('http_connections', this.#open);
  }

  /** Reads and drops incoming bytes: closing with unread bytes would reset the connection before the response arrives. */
  #reject(socket: Socket, max: number): void {
    const { clock, metrics, nextRequestId } = this.#deps;
    metrics.count('http_connections_refused_total', { why: 'address' });
    if (this.#responding >= RESPONSES_MAX) {
      socket.destroy();
      return;
    }
    this.#responding += 1;
    const timer = clock.after(RESPONSE_TIMEOUT_MS, () => socket.destroy());
    socket.once('close', () => {
      timer.cancel();
      this.#responding -= 1;
    });
    socket.on('error', () => socket.destroy());
    rejectConnection(socket, max, nextRequestId(), clock.now());
    socket.resume();
  }
}

/**
 * Limits the open connections of each holder: an API key, or a client address. A slot is taken before the
 * connection is opened, so that a burst cannot exceed the limit.
 */
export class ConnectionLimiter<Holder extends string> {
  readonly max: number; // per holder
  readonly #taken = new Map<Holder, number>();

  constructor(max: number) {
    this.max = max;
  }

  /** Slots that are taken. */
  count(holder: Holder): number {
    return this.#taken.get(holder) ?? 0;
  }

  /** Takes a slot and returns the function that frees it, to be called once; null at the limit. */
  take(holder: Holder): (() => void) | null {
    const taken = this.#taken.get(holder) ?? 0;
    if (taken >= this.max) return null;
    this.#taken.set(holder, taken + 1);
    return () => this.#free(holder);
  }

  #free(holder: Holder): void {
    const left = requirePresent(this.#taken.get(holder), 'a slot that was taken') - 1;
    if (left === 0) this.#taken.delete(holder);
    else this.#taken.set(holder, left);
  }
}

const STALLED_MS = 30_000;
const WAITING_MAX = 16; // pipelined requests without a usable key

interface Connection {
  last: ServerResponse;
  waiting: number; // requests that wait for the responses before them
}

/**
 * Closes connections whose client does not read its responses: after `stalledMs` in which no byte was sent.
 * Pipelined requests without a usable key are handled one at a time, each after the previous response was sent,
 * so one packet of requests cannot create hundreds of large responses in memory.
 */
export function closeStalledConnections(
  server: FastifyInstance,
  auth: Pick<Authenticator, 'hasUsableKey'>,
  stalledMs = STALLED_MS,
): void {
  const connections = new WeakMap<Socket, Connection>();
  server.addHook('onRequest', ({ raw }, reply, done) => {
    const { socket } = raw;
    const connection = connections.get(socket);
    const earlier = connection?.last;
    if (connection === undefined || earlier === undefined) {
      connections.set(socket, { last: reply.raw, waiting: 0 });
      return done();
    }
    connection.last = reply.raw;
    if (earlier.writableFinished || auth.hasUsableKey(raw.headers)) return done();
    connection.waiting += 1;
    if (connection.waiting > WAITING_MAX) return void socket.destroy();
    earlier.once('close', () => {
      connection.waiting -= 1;
      if (!socket.destroyed) done();
    });
  });
  server.server.setTimeout(stalledMs);
  // Also called for idle connections after the keep-alive timeout. A handler may take longer than both.
  server.server.on('timeout', (socket: Socket) => {
    const last = connections.get(socket)?.last;
    const isHandled = last === undefined || last.writableFinished;
    if (isHandled || socket.writableLength > 0) socket.destroy();
  });
}
