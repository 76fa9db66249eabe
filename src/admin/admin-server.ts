import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { err, invalidField, rejection } from '#contract';
import type { Log } from '#ports';
import { isListening } from './admin-client.ts';
import { type AdminHandler, type AdminReply, type AdminRequest, splitLines } from './admin-protocol.ts';

const CONNECTIONS_MAX = 16;
const IDLE_MS_MAX = 60_000;

export interface AdminServer {
  /** Stops listening and removes the socket. Replies in progress are cut off. */
  close(): Promise<void>;
}

/** Another process listens at the address: it uses the same data folder. */
export class AdminSocketInUseError extends Error {
  override readonly name = 'ControlInUseError';
}

/**
 * Listens for the operator's commands, for this user only (mode 600). Replaces a socket left behind by a dead
 * process, but not one that answers.
 *
 * Refuses (ControlInUseError) if another process listens there.
 */
export async function startAdminServer(
  address: string,
  { handle, log }: { readonly handle: AdminHandler; readonly log: Log },
): Promise<AdminServer> {
  if (await isListening(address)) throw new AdminSocketInUseError(address);
  const isPipe = process.platform === 'win32';
  if (!isPipe) rmSync(address, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, handle, log);
  });
  server.maxConnections = CONNECTIONS_MAX;
  await listen(server, address);
  if (!isPipe) chmodSync(address, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(server: Server, address: string): Promise<void> {
  // bind happens inside listen() and takes the umask, so no other user can connect before the mode is set.
  const mask = process.umask(0o177);
  try {
    return new Promise((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        reject(error.code === 'EADDRINUSE' ? new AdminSocketInUseError(address) : error);
      });
      server.listen(address, resolve);
    });
  } finally {
    process.umask(mask);
  }
}

function serve(socket: Socket, handle: AdminHandler, log: Log): void {
  const send = (reply: AdminReply): void => void socket.write(`${JSON.stringify(reply)}\n`);
  socket.setTimeout(IDLE_MS_MAX, () => socket.destroy());
  socket.on('error', () => socket.destroy()); // the client disconnected
  const onLine = async (line: string): Promise<void> => {
    const request = parseRequest(line);
    if (request === null) return send({ id: 0, ...err(invalidField('request', 'not a control request')) });
    try {
      send({ id: request.id, ...(await handle(request.method, request.params)) });
    } catch (error) {
      log.error('control request failed', { method: request.method, err: error });
      send({ id: request.id, ...err(rejection('internal', 'the service failed; see its log')) });
    }
  };
  socket.on(
    'data',
    splitLines(
      (line) => void onLine(line),
      () => socket.destroy(),
    ),
  );
}

function parseRequest(line: string): AdminRequest | null {
  try {
    const { id, method, params } = JSON.parse(line) as Partial<AdminRequest>;
    const isRequest = typeof id === 'number' && typeof method === 'string';
    return isRequest ? { id, method, params: params ?? {} } : null;
  } catch {
    return null;
  }
}
