import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback, toCallerAddress } from '../../domain/access/access.ts';
import { ConnectionLimiter } from '../connection-limiter.ts';
import { rejectConnection } from './broken-requests.ts';
import type { HttpDeps } from './dependencies.ts';

export type AddressLimitDeps = Pick<HttpDeps, 'config' | 'clock' | 'metrics'> & {
  readonly requestIdOf: () => string;
};

const TOLD_AT_ONCE_MAX = 100; // who is turned away beyond these is not told why
const TELLING_MS = 1_000;

/**
 * Gives each caller's address a share of the connections: nobody takes the places of all. A connection
 * beyond it is told so with 429 and closed before HTTP reads a word of it. One that became a stream keeps
 * its place until it ends.
 */
export function limitConnectionsPerAddress(server: Server, deps: AddressLimitDeps): void {
  const serveHttp = server.listeners('connection') as ((socket: Socket) => void)[];
  const shares = new Shares(deps);
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    if (!shares.take(socket)) return;
    for (const serve of serveHttp) serve.call(server, socket);
  });
  server.on('drop', () => deps.metrics.count('http_connections_refused_total', { why: 'all' }));
}

class Shares {
  readonly #deps: AddressLimitDeps;
  readonly #elsewhere: ConnectionLimiter<string>; // by caller
  readonly #local: ConnectionLimiter<string>;
  #open = 0;
  #beingTold = 0;

  constructor(deps: AddressLimitDeps) {
    this.#deps = deps;
    this.#elsewhere = new ConnectionLimiter(deps.config.http.connectionsPerAddressMax);
    this.#local = new ConnectionLimiter(deps.config.http.connectionsLocalMax);
    this.#count(0);
  }

  /** False when the caller has its share already; the connection has then been refused. */
  take(socket: Socket): boolean {
    const address = socket.remoteAddress ?? '';
    const places = isLoopback(address) ? this.#local : this.#elsewhere;
    const free = places.take(toCallerAddress(address));
    if (free === null) {
      this.#refuse(socket, places.max);
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

  /** What it sends meanwhile is read and dropped: closing on unread bytes would take the answer back. */
  #refuse(socket: Socket, share: number): void {
    const { clock, metrics, requestIdOf } = this.#deps;
    metrics.count('http_connections_refused_total', { why: 'address' });
    if (this.#beingTold >= TOLD_AT_ONCE_MAX) {
      socket.destroy();
      return;
    }
    this.#beingTold += 1;
    const timer = clock.after(TELLING_MS, () => socket.destroy());
    socket.once('close', () => {
      timer.cancel();
      this.#beingTold -= 1;
    });
    socket.on('error', () => socket.destroy());
    rejectConnection(socket, share, requestIdOf(), clock.now());
    socket.resume();
  }
}
