import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { WebSocket } from 'ws';
import { parseQuery, renderSortedQuery } from '../../src/contract/access/request-signing.ts';
import { CHANNELS } from '../../src/streams/asyncapi.ts';
import type { ManualClock } from './manual-clock.ts';
import { signText, VECTOR_KEY } from './test-signer.ts';

export type ReceivedFrame = Readonly<Record<string, unknown>> & { readonly type: string };

export interface RefusedHandshake {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: {
    readonly error: string;
    readonly message: string;
    readonly details: unknown;
    readonly request_id: string;
  };
}

interface ClientOptions {
  readonly port: number;
  readonly clock: ManualClock;
  readonly target: string; // `/v1/ws/positions?subaccount_id=sa_1`
  readonly autoPong?: boolean;
}

const SENT: ReadonlyMap<string, Validator> = new Map(
  Object.entries(CHANNELS).map(([name, { sent }]) => [`/v1/ws/${name}`, compileUnion(Object.values(sent))]),
);

let signaturesMade = 0;

/**
 * A test client. It signs its handshake, and checks every frame against the published schema and that `seq`
 * has no gap.
 */
export class StreamClient {
  readonly opened: Promise<void>;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly frames: ReceivedFrame[] = [];
  readonly #ws: WebSocket;
  readonly #isServed: Validator | undefined;
  #taken = 0;
  #wake: () => void = () => {};

  constructor({ port, clock, target, autoPong }: ClientOptions) {
    const [path = '', query = ''] = target.split('?');
    this.#isServed = SENT.get(path);
    this.#ws = new WebSocket(`ws://127.0.0.1:${port}${path}?${signedQuery(path, query, clock)}`, {
      autoPong: autoPong ?? true,
    });
    this.opened = new Promise((resolve, reject) => {
      this.#ws.once('open', resolve);
      this.#ws.once('error', reject);
    });
    this.closed = new Promise((resolve) => {
      this.#ws.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    this.#ws.on('error', () => {});
    this.#ws.on('message', (data: Buffer) => this.#receive(data.toString('utf8')));
  }

  get taken(): number {
    return this.#taken;
  }

  /** The next frames in order; waits until they have arrived. */
  async take(count: number): Promise<readonly ReceivedFrame[]> {
    while (this.frames.length < this.#taken + count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#taken += count;
    return this.frames.slice(this.#taken - count, this.#taken);
  }

  async next(): Promise<ReceivedFrame> {
    const [frame] = await this.take(1);
    assert.ok(frame);
    return frame;
  }

  send(frame: unknown): void {
    this.#ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  sendBytes(bytes: Uint8Array): void {
    this.#ws.send(bytes);
  }

  ping(): void {
    this.#ws.ping();
  }

  pong(): void {
    this.#ws.pong();
  }

  /** Sends one message in that many fragments, all but the last of them empty. */
  sendFragments(count: number): void {
    for (let sent = 1; sent < count; sent += 1) this.#ws.send('', { fin: false });
    this.#ws.send('{}');
  }

  /** Resolves when the server has handled everything sent so far, pongs included. */
  async settled(): Promise<void> {
    this.send({ action: 'ping', id: 'settled' });
    while ((await this.next())['id'] !== 'settled');
  }

  pinged(): Promise<unknown> {
    return new Promise((resolve) => {
      this.#ws.once('ping', resolve);
    });
  }

  stopReading(): void {
    this.#ws.pause();
  }

  resumeReading(): void {
    this.#ws.resume();
  }

  close(): void {
    this.#ws.close();
  }

  terminate(): void {
    this.#ws.terminate();
  }

  #receive(text: string): void {
    const frame = JSON.parse(text) as ReceivedFrame;
    assert.equal(frame['seq'], this.frames.length + 1, 'seq has no gap');
    assert.ok(this.#isServed?.Check(frame), `a frame of the published schema: ${text}`);
    this.frames.push(frame);
    this.#wake();
  }
}

/** The HTTP answer of a handshake that is refused. `query` may contain signing parameters. */
export function refusedHandshake(port: number, path: string, query: string): Promise<RefusedHandshake> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}${path}?${query}`);
  return new Promise((resolve, reject) => {
    ws.once('open', () => reject(new Error('the handshake was accepted')));
    ws.once('error', reject);
    ws.once('unexpected-response', (_request, response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as RefusedHandshake['body'];
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    });
  });
}

/** Adds the three signing parameters. Each call uses another millisecond, since a signature works once. */
export function signedQuery(path: string, query: string, clock: ManualClock): string {
  signaturesMade += 1;
  const ts = clock.now() + (signaturesMade % 20_000);
  const signature = signText(`WS\n${path}\n${renderSortedQuery(parseQuery(query))}\n${ts}`);
  const signing = `key_id=${VECTOR_KEY.keyId}&ts=${ts}&sig=${encodeURIComponent(signature)}`;
  return query === '' ? signing : `${query}&${signing}`;
}

function compileUnion(schemas: readonly TSchema[]): Validator {
  return Compile(Type.Union([...schemas]));
}
