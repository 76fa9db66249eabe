import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { after } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';

/** A request of a page, as the scripted service received it. */
export interface PageRequest {
  readonly call: string; // `GET /v1/orders`
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An answer other than 200 with a JSON body. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

interface SubscribeFrame {
  readonly action: string;
  readonly id: string;
  readonly sub: string;
  readonly topic: string;
  readonly query: Readonly<Record<string, string>>;
}

type Answer = (request: PageRequest) => unknown;
type Frames = (query: Readonly<Record<string, string>>) => readonly object[];

const DIST = join(import.meta.dirname, '..', '..', 'terminal', 'dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/**
 * Serves the built terminal and answers its requests with fixed records, so that a test knows every figure of a page.
 * Signatures are not checked.
 */
export class ScriptedService {
  readonly requests: PageRequest[] = [];
  readonly #answers = new Map<string, Answer>();
  readonly #snapshots = new Map<string, Frames>();
  readonly #streams = new Map<string, Set<{ socket: WebSocket; send: (frame: object) => void }>>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #sockets = new WebSocketServer({ server: this.#server });

  async listen(): Promise<string> {
    this.#sockets.on('connection', (socket, request) => this.#connect(socket, request));
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    after(() => {
      for (const socket of this.#sockets.clients) socket.terminate();
      this.#server.closeAllConnections();
      this.#server.close();
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sets the answer to `GET /v1/orders`, such as a record, a Reply, a promise of one, or a function that returns one. */
  on(call: string, answer: unknown): void {
    this.#answers.set(call, typeof answer === 'function' ? (answer as Answer) : () => answer);
  }

  /** Sets the frames that a stream sends to each new subscription. */
  onStream(name: string, frames: Frames): void {
    this.#snapshots.set(name, frames);
  }

  push(name: string, frame: object): void {
    for (const { send } of this.#streams.get(name) ?? []) send(frame);
  }

  /** Breaks the connections that have the stream; the page connects again by itself. */
  cut(name: string): void {
    for (const { socket } of this.#streams.get(name) ?? []) socket.terminate();
  }

  sent(call: string): readonly PageRequest[] {
    return this.requests.filter((request) => request.call === call);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://terminal');
    if (!url.pathname.startsWith('/v1/')) return serveFile(url.pathname, response);
    const text = await new Response(request as never).text();
    const received: PageRequest = {
      call: `${request.method} ${url.pathname}`,
      query: Object.fromEntries(url.searchParams),
      body: text === '' ? null : JSON.parse(text),
    };
    this.requests.push(received);
    const answer = await this.#answers.get(received.call)?.(received);
    const reply =
      answer instanceof Reply ? answer : answer === undefined ? NOT_FOUND : new Reply(200, answer);
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body));
  }

  #connect(socket: WebSocket, request: IncomingMessage): void {
    const stream = new URL(request.url ?? '/', 'http://terminal').pathname.slice('/v1/ws/'.length);
    let seq = 0;
    const send = (frame: object): void => socket.send(JSON.stringify({ ...frame, seq: (seq += 1) }));
    const ends = new Map<string, () => void>();
    socket.on('close', () => {
      for (const end of ends.values()) end();
    });
    socket.on('message', (data: Buffer) => {
      const { action, id, sub, topic, query } = JSON.parse(data.toString()) as SubscribeFrame;
      if (action === 'subscribe') {
        ends.set(
          sub,
          this.#subscribe(socket, topic, (frame) => send({ ...frame, sub })),
        );
        send({ type: 'subscribed', id, sub });
        for (const frame of this.#snapshots.get(topic)?.(query) ?? []) send({ ...frame, sub });
      } else ends.get(sub)?.();
    });
    send({ type: 'connected', stream, connection_id: 'c_1', heartbeat_ms: 60_000, timestamp: 1 });
  }

  /** Returns the function that ends it. */
  #subscribe(socket: WebSocket, topic: string, send: (frame: object) => void): () => void {
    const stream = { socket, send };
    const open = this.#streams.get(topic) ?? new Set();
    this.#streams.set(topic, open.add(stream));
    return () => open.delete(stream);
  }
}

const NOT_FOUND = new Reply(404, {
  error: 'not_found',
  message: 'not scripted',
  details: null,
  request_id: 'r',
});

function serveFile(path: string, response: ServerResponse): void {
  const file = join(DIST, path === '/' ? 'index.html' : path);
  try {
    const content = readFileSync(file);
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
}
