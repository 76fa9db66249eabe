import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../auth/authenticator.ts';

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
