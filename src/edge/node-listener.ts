import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import type { Clock, Metrics } from '#ports';
import { ownerOptions, trustNode } from './node-link.ts';

export interface NodeListenerDeps {
  readonly server: HttpServer; // of the API: it answers what other nodes forward
  readonly key: string; // of the cluster, hexadecimal
  readonly clock: Clock;
  readonly metrics: Metrics;
}

const HANDSHAKE_MS_MAX = 5_000;
const CLOSE_LOOK_MS = 20;
const CLOSE_MS_MAX = 5_000;

/**
 * The port of the owner for other nodes. A connection of a node that proves the key of the cluster is a connection to the
 * API; its requests state the address of their client. Only an owner has this port, and an owner forwards nothing, so a
 * request is forwarded at most once.
 */
export class NodeListener {
  readonly #deps: NodeListenerDeps;
  readonly #tls: Server;

  constructor(deps: NodeListenerDeps) {
    this.#deps = deps;
    this.#tls = createServer({ ...ownerOptions(deps.key), handshakeTimeout: HANDSHAKE_MS_MAX }, (socket) => {
      trustNode(socket);
      socket.setNoDelay(true);
      deps.server.emit('connection', socket);
    });
    this.#tls.on('tlsClientError', () => deps.metrics.count('edge_links_refused_total'));
  }

  /** Opens the port; returns the number that the system chose for port 0. */
  listen(address: { readonly host: string; readonly port: number }): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#tls.once('error', reject);
      this.#tls.listen(address, () => resolve((this.#tls.address() as AddressInfo).port));
    });
  }

  /** Answers what is in progress, then closes the connections. */
  async close(): Promise<void> {
    if (!this.#tls.listening) return;
    const { clock, server } = this.#deps;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tls.close(() => resolve());
    // A connection is idle once its response is sent.
    const idle = clock.every(CLOSE_LOOK_MS, () => server.closeIdleConnections());
    const late = clock.after(CLOSE_MS_MAX, () => server.closeAllConnections());
    server.closeIdleConnections();
    await promise;
    idle.cancel();
    late.cancel();
  }
}
