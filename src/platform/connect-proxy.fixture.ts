import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy that only opens tunnels, all to one port of this machine, whatever host a tunnel names. */
export async function connectProxy(targetPort: number, refusal: string | null = null): Promise<ConnectProxy> {
  const tunnels: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => response.writeHead(501).end());
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request, client: Socket) => {
    tunnels.push(request.url ?? '');
    authorizations.push(request.headers['proxy-authorization']);
    client.on('error', () => {});
    if (refusal !== null) {
      client.end(`HTTP/1.1 ${refusal}\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const target = connect(targetPort, '127.0.0.1', () => client.write('HTTP/1.1 200 Connected\r\n\r\n'));
    sockets.add(target);
    target.on('error', () => client.destroy());
    target.pipe(client).pipe(target);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, tunnels, authorizations, close: () => closeAll(server, sockets) };
}

export interface ConnectProxy {
  readonly port: number;
  readonly tunnels: readonly string[]; // `host:port` of each
  readonly authorizations: readonly (string | undefined)[];
  close(): Promise<void>;
}

async function closeAll(server: HttpServer, sockets: Iterable<Socket>): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const socket of sockets) socket.destroy();
  await closed;
}
