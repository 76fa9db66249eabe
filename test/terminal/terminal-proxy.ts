import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { after } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';

/** Serves the streams of a page in place of the service. */
export type ServeStream = (socket: WebSocket) => void;

/**
 * A proxy whose address stays the same while the service behind it restarts. It can serve the streams itself.
 *
 * @param target the current address of the service
 * @param serveStream if given, it serves `/v1/ws/multiplex`; other requests go to the service
 */
export async function startProxy(
  target: () => string,
  serveStream: ServeStream | null = null,
): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const passing = request(new URL(url, target()), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passing.on('error', () => outgoing.destroy());
    incoming.pipe(passing);
  });
  const streams = new WebSocketServer({ noServer: true });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(incoming.url ?? '/', target());
    if (serveStream !== null && url.pathname === '/v1/ws/multiplex')
      streams.handleUpgrade(incoming, socket, head, serveStream);
    else forwardUpgrade(incoming, socket, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => close(server, streams));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Forwards the handshake unchanged, then the bytes of both sides. */
function forwardUpgrade({ url, rawHeaders }: IncomingMessage, socket: Duplex, { hostname, port }: URL): void {
  const onward: Socket = connect(Number(port), hostname, () => {
    const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, index) =>
      rawHeaders.slice(2 * index, 2 * index + 2).join(': '),
    );
    onward.write(`GET ${url} HTTP/1.1\r\n${pairs.join('\r\n')}\r\n\r\n`);
    onward.pipe(socket).pipe(onward);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
  onward.on('close', () => socket.destroy());
  socket.on('close', () => onward.destroy());
}

function close(server: Server, streams: WebSocketServer): void {
  for (const stream of streams.clients) stream.terminate();
  server.closeAllConnections();
  server.close();
}
