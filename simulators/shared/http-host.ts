import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type {
  Simulator,
  SimulatorAnswer,
  SimulatorPeer,
  SimulatorReply,
  SimulatorRequest,
} from './simulator-types.ts';

const HOST = '127.0.0.1';
const BODY_BYTES_MAX = 1_048_576;
const FRAME_BYTES_MAX = 1_048_576;
/** A reader with more unsent bytes is disconnected, as exchanges do. */
const BUFFERED_BYTES_MAX = 16_777_216;

export type SimulatorServer = Pick<Simulator, 'handle'> & Partial<Pick<Simulator, 'connect'>>;

export interface Host {
  readonly port: number;
  readonly url: string; // http://127.0.0.1:PORT
  /** Closes all connections and frees the port. */
  stop(): Promise<void>;
}

/** Serves an exchange or its admin API on a loopback port; 0 picks a free one. */
export async function listen(served: SimulatorServer, port: number): Promise<Host> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES_MAX });
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    void answer(served, request, response);
  });
  server.on('upgrade', (request, socket, head) => {
    upgrade(served, sockets, request, socket, head);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  const stop = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    await closed;
  };
  return { port: taken, url: `http://${HOST}:${taken}`, stop };
}

async function answer(
  served: SimulatorServer,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(incoming);
  if (body === null) {
    send(response, { status: 413, headers: {}, body: '' });
    return;
  }
  let given: SimulatorAnswer;
  try {
    given = await served.handle(toSimulatorRequest(incoming, body));
  } catch (error) {
    // Report a simulator bug loudly, so that the test does not blame the caller.
    console.error(error);
    given = { status: 500, headers: {}, body: String(error) };
  }
  if (given === 'hang') return;
  if (given === 'reset') incoming.socket.resetAndDestroy();
  else send(response, given);
}

function send(response: ServerResponse, reply: SimulatorReply): void {
  if (response.destroyed) return;
  const headers = { ...reply.headers };
  if (reply.body !== '') headers['content-length'] = String(Buffer.byteLength(reply.body));
  response.writeHead(reply.status, headers);
  response.end(reply.body);
}

/** Returns null when the body exceeds the limit or ends early. */
async function readBody(incoming: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > BODY_BYTES_MAX) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

function toSimulatorRequest(incoming: IncomingMessage, body: Uint8Array): SimulatorRequest {
  const target = incoming.url ?? '/';
  const queryStart = target.indexOf('?');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return {
    method: incoming.method ?? 'GET',
    path: queryStart === -1 ? target : target.slice(0, queryStart),
    query: new URLSearchParams(queryStart === -1 ? '' : target.slice(queryStart + 1)),
    headers,
    body,
  };
}

function upgrade(
  served: SimulatorServer,
  sockets: WebSocketServer,
  incoming: IncomingMessage,
  wire: Duplex,
  head: Buffer,
): void {
  wire.on('error', () => wire.destroy());
  let socket: WebSocket | null = null;
  const waiting: string[] = []; // messages sent before the handshake completed
  const peer = createPeer(() => socket, waiting);
  const outcome = served.connect?.(toSimulatorRequest(incoming, new Uint8Array()), peer) ?? {
    refusal: NO_SOCKETS,
  };
  if ('refusal' in outcome) {
    refuseUpgrade(wire, outcome.refusal);
    return;
  }
  const { session } = outcome;
  wire.once('close', () => {
    if (socket === null) session.closed();
  });
  sockets.handleUpgrade(incoming, wire, head, (opened) => {
    socket = opened;
    opened.on('message', (data) => session.receive((data as Buffer).toString('utf8')));
    opened.on('error', () => opened.terminate());
    opened.once('close', () => session.closed());
    for (const text of waiting) opened.send(text);
  });
}

function createPeer(getSocket: () => WebSocket | null, waiting: string[]): SimulatorPeer {
  return {
    send: (text) => {
      const socket = getSocket();
      if (socket === null) waiting.push(text);
      else if (socket.bufferedAmount > BUFFERED_BYTES_MAX) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.send(text);
    },
    ping: (payload) => {
      const socket = getSocket();
      if (socket?.readyState === socket?.OPEN) socket?.ping(payload);
    },
    close: (code, reason) => getSocket()?.close(code, reason),
    drop: () => getSocket()?.terminate(),
  };
}

const NO_SOCKETS: SimulatorReply = { status: 404, headers: {}, body: '' };

function refuseUpgrade(wire: Duplex, refusal: SimulatorAnswer): void {
  if (refusal === 'hang') return;
  if (refusal === 'reset') {
    (wire as Socket).resetAndDestroy();
    return;
  }
  const headers = Object.entries({
    ...refusal.headers,
    connection: 'close',
    'content-length': String(Buffer.byteLength(refusal.body)),
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  wire.end(`HTTP/1.1 ${refusal.status} Refused\r\n${lines}\r\n${refusal.body}`);
}
