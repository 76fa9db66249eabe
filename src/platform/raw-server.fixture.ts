import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { HttpRequest, SocketListener } from '../ports/network.ts';

/** A server that sends raw bytes, so that a test can cut a response at any byte. */
export async function rawServer(onRequest: (socket: Socket, text: string) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => onRequest(socket, bytes.toString('utf8')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, close: () => closeAll(server, sockets) };
}

export interface RawServer {
  readonly port: number;
  readonly origin: string;
  close(): Promise<void>;
}

/** A port of this machine on which no process listens. */
export async function closedPort(): Promise<number> {
  const server = await rawServer(() => {});
  await server.close();
  return server.port;
}

export const httpAnswer = (status: number, body: string): string =>
  `HTTP/1.1 ${status} Said\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Kind: a\r\nX-Kind: b\r\n\r\n${body}`;

export const get = (path: string, changes: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  path,
  headers: {},
  body: null,
  timeoutMs: 60_000,
  ...changes,
});

/** A listener that records events and lets a test wait for them. */
export function createRecordingListener(): RecordingListener {
  const events: string[] = [];
  let wake = (): void => {};
  const record = (event: string): void => {
    events.push(event);
    wake();
  };
  return {
    events,
    listener: {
      onOpen: () => record('open'),
      onText: (text) => record(`text ${text}`),
      onPong: () => record('pong'),
      onClosed: (why) => record(`closed ${why}`),
    },
    until: async (what) => {
      while (!events.some((line) => line.startsWith(what))) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

export interface RecordingListener {
  readonly events: readonly string[];
  readonly listener: SocketListener;
  readonly until: (what: string) => Promise<void>;
}

async function closeAll(server: Server, sockets: Iterable<Socket>): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const socket of sockets) socket.destroy();
  await closed;
}
