import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

export interface EchoVenue {
  readonly host: string; // `127.0.0.1:41234`
  /** All that was sent to it, headers included. */
  received(): string;
  close(): void;
}

/**
 * A venue that sends every received text back as an error. Over HTTP it cycles through statuses and formats;
 * over a WebSocket it uses a message and the reason of the close.
 */
export async function echoVenue(): Promise<EchoVenue> {
  const received: string[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      // Our additions are last in a request and first here, because a long text is truncated.
      const said = [...Object.values(request.headers).reverse(), request.method, request.url, body].join(' ');
      received.push(said);
      count += 1;
      response.writeHead(STATUSES[count % STATUSES.length] ?? 500, { 'content-type': 'application/json' });
      response.end(BODIES[count % BODIES.length]?.(said));
    });
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    received.push(JSON.stringify(request.headers));
    socket.on('message', (data: Buffer) => {
      const said = data.toString('utf8');
      received.push(said);
      socket.send(JSON.stringify({ type: 'error', event_type: 'error', msg: said, message: said }));
      socket.send(said);
      socket.close(4001, said.slice(-100));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    received: () => received.join('\n'),
    close: () => {
      sockets.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

const STATUSES = [401, 500, 400, 403, 503];
const BODIES: readonly ((said: string) => string)[] = [
  (said) => said,
  (said) => JSON.stringify({ error: said }),
  (said) => JSON.stringify({ error: { code: said, message: said } }),
];

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}
